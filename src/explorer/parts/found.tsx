// Search results: tools, then sections of the rule book.
import { manyOf } from "../../wording/wording.js";
import { Group } from "../home.js";
import { clearQuery, found, placeLink, query } from "../search.js";

export function FoundPage() {
  const { tools, places, instead } = found.value;
  const text = query.value.trim();
  const count = manyOf(tools.length, "tool");
  return (
    <>
      <h1 class="found-title">
        {tools.length + places.length === 0
          ? `No tool mentions “${text}”`
          : instead === undefined
            ? `“${text}”`
            : `Nothing for “${text}”; showing “${instead}”`}
      </h1>
      <p class="hidden" role="status">
        {count} and {manyOf(places.length, "place")} of the rule book found
      </p>
      {tools.length + places.length === 0 && (
        <p>
          <a href={`/rules/search.html?q=${encodeURIComponent(text)}`}>Search the rule book</a>, or see{" "}
          <a href="#/" onClick={clearQuery}>
            all tools
          </a>
          .
        </p>
      )}
      {tools.length > 0 && <Group title={count} tools={tools} />}
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
