// The first page: a live example, and all tools by profession. Its content is in
// assets/home.json; tools that are not served are omitted.
import home from "../../assets/home.json";
import { purposeOf } from "../wording/sentences.js";
import { manyOf } from "../wording/wording.js";
import { usesService } from "./open-tool.js";
import { Lazy } from "./parts/lazy.js";
import { inPlainWords } from "./plain-text.js";
import type { Catalogue, CatalogueEntry } from "./tool-data.js";
import { linkTo } from "./tool-link.js";

/** A group of tools for a profession. */
interface Door {
  readonly id: string;
  readonly title: string;
  readonly entries: readonly CatalogueEntry[];
}

export function Home({ catalogue: { tools } }: { catalogue: Catalogue }) {
  const named = (name: string) => tools.find((entry) => entry.name === name);
  const shown = named(home.answer.tool);
  const listed = new Set(home.doors.flatMap((door) => door.tools));
  const others = tools.filter(({ name }) => !listed.has(name));
  const doors: readonly Door[] = [
    ...home.doors.map(({ title, tools: names }) => ({
      title,
      entries: names.flatMap((name) => named(name) ?? []),
    })),
    { title: "More tools", entries: others },
  ]
    .filter(({ entries }) => entries.length > 0)
    .map((door, at) => ({ id: `door-${at}`, ...door }));
  return (
    <>
      <div class="hero">
        <div>
          <h1>Engineering answers, with every reason behind them</h1>
          <p>
            {manyOf(tools.length, "calculator")} and rule checks. Fill in a form, get the answer as you type,
            and see the formula, table and clause behind every number.
          </p>
          <p class="trust">
            {!usesService && "Nothing that you enter leaves your browser. "}
            Every number cites its <a href="/rules/">rule and source</a>. Worked cases are{" "}
            <a href="/docs/verification">checked at every change</a>. Free and open source.
          </p>
          <nav class="subjects" aria-label="Tools by profession">
            {doors.map(({ id, title }) => (
              <a key={id} href={`#${id}`} onClick={(event) => jump(event, id)}>
                {title}
              </a>
            ))}
          </nav>
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
      </div>
      <div class="groups">
        {doors.map((door) => (
          <Group key={door.id} {...door} />
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

function Group({ id, title, entries }: Door) {
  return (
    <section class="subject">
      <h2 id={id} tabIndex={-1}>
        {title}
      </h2>
      <ul class="cards">
        {entries.map((entry) => (
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
