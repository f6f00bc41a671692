// The first page: all tools by subject, a search over everything they hold, and an example of each to start from.
import { useSignal } from "@preact/signals";
import { purposeOf } from "../wording/sentences.js";
import { manyOf, titleOf } from "../wording/wording.js";
import { ANSWER, hashOf } from "./address.js";
import { type FormInput, writeInput } from "./inputs.js";
import { inPlainWords } from "./plain-text.js";
import { type Hit, loadWords, search } from "./search.js";
import type { Catalogue, CatalogueEntry } from "./tool-data.js";

export function linkTo({ name }: CatalogueEntry, input: FormInput): string {
  return hashOf({ tool: name, tab: ANSWER, inputs: writeInput(input), marks: {} });
}

export function Home({ catalogue }: { catalogue: Catalogue }) {
  const query = useSignal("");
  const hits = search(catalogue.tools, query.value);
  const isSearch = query.value.trim() !== "";
  const subjects = [...new Set(catalogue.tools.map(({ category }) => category))];
  return (
    <>
      <section class="hero">
        <h1>Engineering answers, with every reason behind them</h1>
        <p>
          {manyOf(catalogue.tools.length, "tool")}, each a definition that anybody can read. Fill in, see the
          answer while you type, and open the formula, the table row and the clause that it rests on.
        </p>
        <search class="find">
          <label for="find" class="hidden">
            Find a tool
          </label>
          <input
            id="find"
            type="search"
            placeholder="Find a tool, an input, a standard or a clause"
            autocomplete="off"
            onFocus={loadWords}
            onInput={(event) => {
              loadWords();
              query.value = event.currentTarget.value;
            }}
          />
        </search>
        <p class="hidden" role="status">
          {isSearch ? `${manyOf(hits.length, "tool")} found` : ""}
        </p>
      </section>
      {isSearch ? (
        <Group
          title={
            hits.length === 0
              ? `Nothing holds “${query.value.trim()}”`
              : `${manyOf(hits.length, "tool")} found`
          }
          hits={hits}
        />
      ) : (
        <>
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
                hits={hits.filter(({ entry }) => entry.category === subject)}
              />
            ))}
          </div>
          <p class="note whole">
            A whole estate at once? Every tool takes a table, a row for each site: the API tab of a tool has
            the command and the call, <a href="/docs#send_job">the API reference</a> the rest.
          </p>
        </>
      )}
    </>
  );
}

function jump(event: Event, id: string): void {
  event.preventDefault();
  const heading = document.getElementById(id);
  heading?.scrollIntoView({ behavior: "smooth" });
  heading?.focus({ preventScroll: true });
}

function Group({ id, title, hits }: { id?: string; title: string; hits: readonly Hit[] }) {
  return (
    <section class={`subject of-${hits.length}`}>
      <h2 {...(id === undefined ? {} : { id })} tabIndex={-1}>
        {title}
      </h2>
      <ul class="cards">
        {hits.map((hit) => (
          <Card key={hit.entry.name} {...hit} />
        ))}
      </ul>
    </section>
  );
}

/** An example's title stands alone: "Start from" is said once. */
function Card({ entry, where }: Hit) {
  const [first] = entry.examples;
  return (
    <li class="card tool-card">
      <h3>
        <a href={linkTo(entry, first?.input ?? {})}>{entry.title}</a>
      </h3>
      <p class="about">{inPlainWords(purposeOf(entry.description))}</p>
      {where.length > 0 && (
        <ul class="found">
          {where.slice(0, 3).map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
      )}
      {first !== undefined && (
        <p class="start">
          <span>Start from</span>
          <a href={linkTo(entry, first.input)}>{first.title}</a>
          <a href={linkTo(entry, {})}>Empty form</a>
        </p>
      )}
    </li>
  );
}
