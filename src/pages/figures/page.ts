// Figures with a few tables of text as one page that needs nothing from outside.
import type { FigureData } from "../../engine/language/figures.js";
import { pageAlone } from "../alone.js";
import { html } from "../html.js";
import { styleOf } from "../sheet/page.js";
import { figureList } from "./figure.js";

export interface FiguresPage {
  readonly title: string;
  /** Sentences under the title. */
  readonly said: readonly string[];
  readonly figures: readonly FigureData[];
  readonly tables: readonly {
    readonly title: string;
    readonly head: readonly string[];
    readonly rows: readonly (readonly string[])[];
  }[];
}

export function figuresPage({ title, said, figures, tables }: FiguresPage): string {
  const styles = [styleOf("tokens.css"), styleOf("sheet.css"), styleOf("figures.css")].join("\n");
  const body = html`<main><header><h1>${title}</h1>${said.map((each) => html`<p>${each}</p>`)}</header>
${figureList(figures)}
${tables.map(
  (
    table,
  ) => html`<section><h2>${table.title}</h2><div class="scroll"><table><thead><tr>${table.head.map((cell) => html`<th scope="col">${cell}</th>`)}</tr></thead>
<tbody>${table.rows.map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody></table></div></section>`,
)}</main>`;
  return pageAlone(title, styles, body.text);
}
