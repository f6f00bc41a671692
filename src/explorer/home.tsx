// The first page: a live example, entry points by audience, and all tools by subject. Its content is in
// assets/home.json; tools that are not served are omitted.
import home from "../../assets/home.json";
import { purposeOf } from "../wording/sentences.js";
import { manyOf, titleOf } from "../wording/wording.js";
import { Lazy } from "./parts/lazy.js";
import { inPlainWords } from "./plain-text.js";
import type { Catalogue, CatalogueEntry } from "./tool-data.js";
import { linkTo } from "./tool-link.js";

export function Home({ catalogue: { tools } }: { catalogue: Catalogue }) {
  const subjects = [...new Set(tools.map(({ category }) => category))];
  const named = (name: string) => tools.find((entry) => entry.name === name);
  const shown = named(home.answer.tool);
  const doors = home.doors
    .map(({ title, tools: names }) => ({ title, entries: names.flatMap((name) => named(name) ?? []) }))
    .filter(({ entries }) => entries.length > 0);
  return (
    <>
      <div class="hero">
        <div>
          <h1>Engineering answers, with every reason behind them</h1>
          <p>
            {manyOf(tools.length, "calculator")} and rule checks. Fill in a form, get the answer as you type,
            and see the formula, table and clause behind every number.
          </p>
        </div>
        {shown !== undefined && (
          <div class="live">
            <Lazy
              name={shown.name}
              load={async () => (await import("./parts/live-answer.js")).LiveAnswer}
              props={{ entry: shown, ...home.answer }}
            />
          </div>
        )}
        {doors.length > 0 && (
          <nav class="doors" aria-label="Tools by profession">
            {doors.map(({ title, entries }) => (
              <div key={title}>
                <h2>{title}</h2>
                <ul>
                  {entries.map((entry) => (
                    <li key={entry.name}>
                      <a href={linkTo(entry, entry.examples[0]?.input ?? {})}>{entry.title}</a>
                    </li>
                  ))}
                </ul>
              </div>
            ))}
          </nav>
        )}
      </div>
      <nav class="subjects" aria-label="Subjects">
        {subjects.map((subject) => (
          <a key={subject} href={`#${subject}`} onClick={(event) => jump(event, subject)}>
            {titleOf(subject)}
          </a>
        ))}
      </nav>
      <div class="groups">
        {subjects.map((subject) => (
          <Group
            key={subject}
            id={subject}
            title={titleOf(subject)}
            tools={tools.filter(({ category }) => category === subject)}
          />
        ))}
      </div>
      <p class="note whole">
        Checking many sites? Every tool accepts a spreadsheet in its Table tab;{" "}
        <a href="/docs/tables">Whole tables</a> describes the rest.
      </p>
    </>
  );
}

function jump(event: Event, id: string): void {
  event.preventDefault();
  const heading = document.getElementById(id);
  heading?.scrollIntoView({ behavior: "smooth" });
  heading?.focus({ preventScroll: true });
}

interface GroupProps {
  readonly id?: string;
  readonly title: string;
  readonly tools: readonly CatalogueEntry[];
}

function Group({ id, title, tools }: GroupProps) {
  return (
    <section class="subject">
      <h2 {...(id === undefined ? {} : { id })} tabIndex={-1}>
        {title}
      </h2>
      <ul class="cards">
        {tools.map((entry) => (
          <Card key={entry.name} entry={entry} />
        ))}
      </ul>
    </section>
  );
}

function Card({ entry }: { entry: CatalogueEntry }) {
  const [first] = entry.examples;
  return (
    <li class="card tool-card">
      <h3>
        <a href={linkTo(entry, first?.input ?? {})}>{entry.title}</a>
      </h3>
      <p class="about">{inPlainWords(purposeOf(entry.description))}</p>
      {first !== undefined && (
        <p class="start">
          Start from <a href={linkTo(entry, first.input)}>{first.title}</a> or{" "}
          <a href={linkTo(entry, {})}>an empty form</a>
        </p>
      )}
    </li>
  );
}
