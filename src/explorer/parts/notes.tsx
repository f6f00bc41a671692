// Lists assumptions, each with a link to the input that would replace it, and recommendations.

import type { Result } from "../../engine/run/tool.js";
import { fieldWords, propertiesOf } from "../../wording/field-words.js";
import { inPlainWords } from "../plain-text.js";
import { catalogue, drawn } from "../state.js";
import type { CatalogueEntry, OpenTool } from "../tool-data.js";
import { linkTo } from "../tool-link.js";

function sentences(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

export function Assumptions({ open, result }: { open: OpenTool; result: Result }) {
  const assumed = sentences(result.assumptions);
  if (assumed.length === 0) return null;
  const replaced = drawn.value.notes?.replaced;
  const fields = propertiesOf(open.inputSchema);
  return (
    <section class="card" id="assumptions">
      <h2>Assumed</h2>
      <ul class="said">
        {assumed.map((each) => {
          const name = replaced?.get(each);
          return (
            <li key={each}>
              {inPlainWords(each)}
              {name !== undefined && (
                <button type="button" class="set" onClick={() => showInput(name)}>
                  Set {fieldWords(fields[name], name).title}
                </button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Scrolls to a field, unfolds and focuses it. */
export function showInput(name: string): void {
  const field = document.querySelector<HTMLElement>(`[data-input="${CSS.escape(name)}"]`);
  const fold = field?.closest("details");
  if (fold !== null && fold !== undefined) fold.open = true;
  field?.scrollIntoView({ block: "center", behavior: "smooth" });
  field?.querySelector<HTMLElement>("input, select, button:not(.help)")?.focus({ preventScroll: true });
}

export function Recommendations({ result }: { result: Result }) {
  const advice = sentences(result.recommendations);
  if (advice.length === 0) return null;
  return (
    <section class="card" id="recommendations">
      <h2>Recommended</h2>
      <ul class="said">
        {advice.map((each) => (
          <li key={each}>
            {inPlainWords(each)}
            {toolsNamed(each).map((entry) => (
              <a key={entry.name} class="button set" href={linkTo(entry, {})}>
                Open {entry.title}
              </a>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}

function toolsNamed(text: string): readonly CatalogueEntry[] {
  return (catalogue.value?.tools ?? []).filter(({ name }) => new RegExp(`\\b${name}\\b`).test(text));
}

export function Closing({ result }: { result: Result }) {
  const { standard_reference: standard, disclaimer } = result;
  return (
    <footer class="closing">
      {typeof standard === "string" && (
        <p>
          <b>Standard.</b> {standard}
        </p>
      )}
      {typeof disclaimer === "string" && <p>{disclaimer}</p>}
    </footer>
  );
}
