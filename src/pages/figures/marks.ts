// SVG primitives of figures. Styling uses the classes of figures.css, so that pages may forbid inline styles.
import { type Html, html } from "../html.js";
import { LINE } from "./measure.js";

export interface Drawing {
  readonly height: number;
  readonly body: Html;
  /** Ends of the plot and of its scale, for reading values with a pointer. */
  readonly plot?: {
    readonly left: number;
    readonly right: number;
    readonly first: number;
    readonly last: number;
  };
}

/** Rounds coordinates to tenths. */
export function at(value: number): number {
  return Math.round(value * 10) / 10 + 0;
}

type Anchor = "start" | "middle" | "end";

export function text(x: number, y: number, said: string, looks = "", anchor: Anchor = "start"): Html {
  return html`<text x="${at(x)}" y="${at(y)}"${looks !== "" && html` class="${looks}"`}${anchor !== "start" && html` text-anchor="${anchor}"`}>${said}</text>`;
}

/** Lines of text; `y` is the first base line. */
export function texts(x: number, y: number, lines: readonly string[], looks: string): Html {
  return html`${lines.map((line, nth) => text(x, y + nth * LINE, line, looks))}`;
}

export function rect(x: number, y: number, width: number, height: number, looks: string): Html {
  return html`<rect x="${at(x)}" y="${at(y)}" width="${at(Math.max(0, width))}" height="${at(height)}" class="${looks}"/>`;
}

export function line(x1: number, y1: number, x2: number, y2: number, looks: string): Html {
  return html`<line x1="${at(x1)}" y1="${at(y1)}" x2="${at(x2)}" y2="${at(y2)}" class="${looks}"/>`;
}

export function circle(x: number, y: number, radius: number, looks: string): Html {
  return html`<circle cx="${at(x)}" cy="${at(y)}" r="${radius}" class="${looks}"/>`;
}

export function path(d: string, looks: string): Html {
  return html`<path d="${d}" class="${looks}"/>`;
}
