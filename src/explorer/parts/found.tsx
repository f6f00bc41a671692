// Search results: tools, the documentation and sections of the rule book.
import { purposeOf } from "../../wording/sentences.js";
import { manyOf } from "../../wording/wording.js";
import { inPlainWords } from "../plain-text.js";
import { clearQuery, type FoundTool, found, inputOf, placeLink, query } from "../search.js";
import { linkTo } from "../tool-link.js";

export function FoundPage() {
  const { tools, docs, places, isAboutDocs } = found.value;
  const text = query.value.trim();
  const count = manyOf(tools.length, "tool");
  const isEmpty = tools.length + docs.length + places.length === 0;
  return (
    <>
      <h1 class="found-title">{isEmpty ? `No match for “${text}”` : `“${text}”`}</h1>
      <p class="hidden" role="status">
        {count}, {manyOf(docs.length, "page")} of the documentation and {manyOf(places.length, "place")} of
        the rule book found
      </p>
      {isEmpty && (
        <p>
          Try other words, or see{" "}
          <a href="#/" onClick={clearQuery}>
            all tools
          </a>
          .
        </p>
      )}
      {isAboutDocs && <Docs />}
      {tools.length > 0 && (
        <section class="subject">
          <h2>{count}</h2>
          <ul class="cards">
            {tools.map((each) => (
              <Card key={each.entry.name} found={each} />
            ))}
          </ul>
        </section>
      )}
      {!isAboutDocs && <Docs />}
      {places.length > 0 && (
        <section class="subject">
          <h2>In the rule book</h2>
          <ul class="places">
            {places.map((place) => (
              <li key={`${place.path}#${place.anchor}`}>
                <a href={placeLink(place)}>{place.label}</a> <span class="note">{place.where}</span>
                {place.text !== "" && <p class="note">{place.text.slice(0, 160)}</p>}
              </li>
            ))}
          </ul>
          <p>
            <a href={`/rules/search.html?q=${encodeURIComponent(text)}`}>All results of the rule book</a>
          </p>
        </section>
      )}
    </>
  );
}

function Card({ found: tool }: { found: FoundTool }) {
  const { entry, choices } = tool;
  const [first] = entry.examples;
  const input = choices.length > 0 ? inputOf(tool) : (first?.input ?? {});
  return (
    <li class="card tool-card">
      <h3>
        <a href={linkTo(entry, input)}>{entry.title}</a>
      </h3>
      <p class="about">{inPlainWords(purposeOf(entry.description))}</p>
      {choices.length > 0 ? (
        <p class="start">Opens with {choices.map(([, , names]) => names[1]).join(", ")}</p>
      ) : (
        first !== undefined && (
          <p class="start">
            Start from <a href={linkTo(entry, first.input)}>{first.title}</a> or{" "}
            <a href={linkTo(entry, {})}>an empty form</a>
          </p>
        )
      )}
    </li>
  );
}

function Docs() {
  const { docs } = found.value;
  if (docs.length === 0) return null;
  return (
    <section class="subject">
      <h2>In the documentation</h2>
      <ul class="places">
        {docs.map(({ path, title, where }) => (
          <li key={path}>
            <a href={path}>{title}</a> {where !== title && <span class="note">{where}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
