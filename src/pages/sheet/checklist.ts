// The checklist of a tool with requirements, in one shape for sheet, page, hosts of MCP and text.
import type { Tone } from "../../engine/language/headline.js";
import { isRecord } from "../../json/objects.js";
import { fieldWords } from "../../wording/field-words.js";
import { type Html, html } from "../html.js";

export interface CheckedRequirement {
  readonly id: string;
  readonly title: string;
  readonly clause: string;
  readonly status: string;
  readonly icon: string;
  readonly word: string;
  readonly tone: Tone | "none";
  readonly sentence: string;
  /** "from" or "by" and a day; empty if there is none. */
  readonly day: string;
  /** The inputs that would settle it: name and title. */
  readonly settle: readonly (readonly [name: string, title: string])[];
  readonly restsOn: readonly (readonly [name: string, title: string])[];
}

interface Look {
  readonly icon: string;
  readonly word: string;
  readonly tone: CheckedRequirement["tone"];
}

/** Statuses in the order in which they are shown. */
const LOOKS: Readonly<Record<string, Look>> = {
  not_met: { icon: "\u2717", word: "Not met", tone: "bad" },
  open: { icon: "?", word: "Open", tone: "unknown" },
  unchecked: { icon: "\u2013", word: "Not checked", tone: "unknown" },
  met_if: { icon: "\u2713", word: "Met, on assumptions", tone: "care" },
  exempt: { icon: "\u25cb", word: "Exempt", tone: "care" },
  met: { icon: "\u2713", word: "Met", tone: "good" },
  upcoming: { icon: "\u2192", word: "Upcoming", tone: "none" },
  not_applicable: { icon: "\u00b7", word: "Does not apply", tone: "none" },
};

/** Returns the requirements of a result, those that need attention first; none for a tool without requirements. */
export function requirementsIn(
  result: Readonly<Record<string, unknown>>,
  inputSchema: unknown,
): readonly CheckedRequirement[] {
  const { requirements: list } = result;
  if (!Array.isArray(list) || !list.every(isStated)) return [];
  const order = Object.keys(LOOKS);
  return list
    .map((item): CheckedRequirement => {
      const status = String(item.status);
      const text = (value: unknown) => (typeof value === "string" ? value : "");
      const day = text(item.due) === "" ? ["from", text(item.from)] : ["by", text(item.due)];
      const look = LOOKS[status] ?? { icon: "", word: status, tone: "none" };
      return {
        ...{ id: text(item.id), title: text(item.title), clause: text(item.clause), status, ...look },
        sentence: text(item.sentence),
        day: day[1] === "" ? "" : day.join(" "),
        settle: titled(item.settle, inputSchema),
        restsOn: titled(item.rests_on, inputSchema),
      };
    })
    .sort((a, b) => order.indexOf(a.status) - order.indexOf(b.status));
}

function isStated(item: unknown): item is Readonly<Record<string, unknown>> {
  return isRecord(item) && typeof item.status === "string" && "settle" in item && "sentence" in item;
}

function titled(names: unknown, schema: unknown): CheckedRequirement["settle"] {
  return (Array.isArray(names) ? names.map(String) : []).map((name) => [name, titleOf(name, schema)]);
}

/** The title of an input, or of a field of one. */
function titleOf(path: string, schema: unknown): string {
  let inner: unknown = schema;
  let name = "";
  for (name of path.split(".")) {
    const object = isRecord(inner) && isRecord(inner.items) ? inner.items : inner;
    inner = isRecord(object) && isRecord(object.properties) ? object.properties[name] : undefined;
  }
  return fieldWords(inner, name).title;
}

/** Returns how many requirements have each status, such as "2 open, 5 met". */
export function countsOf(list: readonly CheckedRequirement[]): string {
  const words = [...new Set(list.map(({ word }) => word))];
  return words
    .map((word) => `${list.filter((each) => each.word === word).length} ${word.toLowerCase()}`)
    .join(", ");
}

/** Renders the checklist; nothing for a tool without requirements. */
export function checklist(list: readonly CheckedRequirement[]): Html {
  if (list.length === 0) return html``;
  return html`<section id="requirements"><h2>Requirements: ${countsOf(list)}</h2><table class="checklist"><thead><tr><th scope="col">Status</th><th scope="col">Requirement</th><th scope="col">Clause</th><th scope="col">Day</th><th scope="col">What would settle it</th></tr></thead><tbody>${list.map(row)}</tbody></table></section>`;
}

function row({ tone, icon, word, sentence, clause, day, settle, restsOn }: CheckedRequirement): Html {
  const rests = restsOn.length > 0 && html`<span class="soft">Assumed: ${titles(restsOn)}</span>`;
  return html`<tr class="tone-${tone}"><td class="status"><span aria-hidden="true">${icon}</span> ${word}</td><th scope="row">${sentence}</th><td>${clause}</td><td class="day">${day}</td><td>${titles(settle)}${rests}</td></tr>`;
}

function titles(inputs: CheckedRequirement["settle"]): string {
  return inputs.map(([, title]) => title).join(", ");
}

/** Returns the checklist as lines of text: counts, then what is missed, open or conditional. */
export function checklistLines(list: readonly CheckedRequirement[]): string[] {
  if (list.length === 0) return [];
  const lines = list
    .filter(({ status }) => status !== "met" && status !== "not_applicable")
    .map(({ icon, word, sentence, clause, settle }) => {
      const needs = settle.length === 0 ? "" : ` It needs: ${titles(settle)}.`;
      return `${icon} ${word}: ${sentence}${needs}${clause === "" ? "" : ` (${clause})`}`;
    });
  return [`Requirements: ${countsOf(list)}.`, ...lines];
}
