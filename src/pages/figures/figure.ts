// Renders figures as SVG, for all pages. Needs no browser and no script; styles come from figures.css or are
// embedded.
import type { FigureData } from "../../engine/language/figures.js";
import { type Html, html, trusted } from "../html.js";
import { drawBands } from "./bands.js";
import { drawBars, drawParts } from "./bars.js";
import { drawLines } from "./lines.js";
import { at, type Drawing, text } from "./marks.js";
import { LINE, SIZE } from "./measure.js";
import { drawSketch } from "./sketch.js";
import { wordsOf } from "./words.js";

/** Widths on a page and on a phone. */
export const WIDE = 640;
export const SLIM = 340;

export interface SvgOptions {
  readonly width?: number;
  /** The text of figures.css, for a standalone picture, which then shows its title too. */
  readonly style?: string;
}

export function figureSvg(data: FigureData, { width = WIDE, style }: SvgOptions = {}): Html {
  const { height, body, plot } = draw(data, width);
  const title = style === undefined ? 0 : LINE + 14;
  return html`<svg xmlns="http://www.w3.org/2000/svg" class="figure-svg" role="img" viewBox="0 0 ${width} ${at(height + title)}" width="${width / SIZE}em"${plot !== undefined && html` data-plot="${[plot.left, plot.right].map(at).join(" ")} ${plot.first} ${plot.last}"`}><title>${data.title}</title><desc>${wordsOf(data)}</desc>${
    style !== undefined &&
    html`<style>${trusted(style.replaceAll("<", ""))}</style>${text(0, SIZE + 2, data.title, "f-strong")}`
  }<g font-size="${SIZE}"${title > 0 && html` transform="translate(0 ${title})"`}>${body}</g></svg>`;
}

function draw(data: FigureData, width: number): Drawing {
  switch (data.kind) {
    case "parts":
      return drawParts(data, width);
    case "bars":
      return drawBars(data, width);
    case "bands":
      return drawBands(data, width);
    case "lines":
    case "sweep":
      return drawLines(data, width);
    case "sketch":
      return drawSketch(data, width);
  }
}

/** Renders a figure in two widths; the page's style shows one. In a column only the narrow one is used. */
export function figureHtml(data: FigureData, where: "page" | "slim" = "page"): Html {
  const more = data.left_out === undefined ? "" : `${data.left_out} more are not shown.`;
  const note = [data.note, more].filter((each) => each !== undefined && each !== "").join(" ");
  return html`<figure class="figure"><figcaption>${data.title}</figcaption>${where === "page" && html`<div class="wide">${figureSvg(data)}</div>`}<div class="${where === "page" ? "slim" : "column"}">${figureSvg(data, { width: SLIM })}</div>${note !== "" && html`<p class="note">${note}</p>`}</figure>`;
}

export function figureList(figures: readonly FigureData[]): Html {
  return figures.length === 0
    ? html``
    : html`<div class="figures">${figures.map((each) => figureHtml(each))}</div>`;
}
