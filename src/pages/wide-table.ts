// Tables that may be wider than the page: labelled regions that can scroll by keyboard.
import { type Html, html, type Insert } from "./html.js";

/** The header of a numeric column; plain text heads a column of words. */
export function numbersOf(title: string): Html {
  return html`<th scope="col" class="number">${title}</th>`;
}

export function wideTable(
  { label, looks, table = "" }: { readonly label: string; readonly looks: string; readonly table?: string },
  columns: readonly Insert[],
  rows: Insert,
): Html {
  const head = columns.map((each) => (typeof each === "string" ? html`<th scope="col">${each}</th>` : each));
  return html`<div class="${looks}" tabindex="0" role="region" aria-label="${label}"><table${table !== "" && html` class="${table}"`}><thead><tr>${head}</tr></thead><tbody>${rows}</tbody></table></div>`;
}
