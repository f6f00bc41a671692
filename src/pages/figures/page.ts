// Renders figures and tables of text as a self-contained page.
import type { FigureData } from "../../engine/language/figures.js";
import { html } from "../html.js";
import { pageAlone } from "../standalone-page.js";
import { styleOf } from "../styles.js";
import { figureList } from "./figure.js";

/** Text of a cell, with an optional smaller line below. */
export interface PageCell {
  readonly text: string;
  readonly below?: string;
}

export interface FiguresPage {
  readonly title: string;
  /** Sentences under the title. */
  readonly said: readonly string[];
  readonly figures: readonly FigureData[];
  /** The first column of a table is text, the others are numbers. */
  readonly tables: readonly {
    readonly title: string;
    readonly head: readonly string[];
    readonly rows: readonly (readonly PageCell[])[];
  }[];
}

const kindAt = (at: number) => (at === 0 ? "" : "number");

export function figuresPage({ title, said, figures, tables }: FiguresPage): string {
  const styles = styleOf("tokens.css", "sheet.css", "figures.css");
  const body = html`<main class="sheet-body"><header><h1>${title}</h1>${said.map((each) => html`<p>${each}</p>`)}</header>
${figureList(figures)}
${tables.map(
  (
    table,
  ) => html`<section><h2>${table.title}</h2><table class="pairs"><thead><tr>${table.head.map((cell, at) => html`<th scope="col" class="${kindAt(at)}">${cell}</th>`)}</tr></thead>
<tbody>${table.rows.map((row) => html`<tr>${row.map(({ text, below }, at) => (at === 0 ? html`<th scope="row">${text}</th>` : html`<td class="number">${text}${below !== undefined && html`<span class="sides">${below}</span>`}</td>`))}</tr>`)}</tbody></table></section>`,
)}</main>`;
  return pageAlone(title, styles, body.text);
}
