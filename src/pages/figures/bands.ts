// Draws a value on a banded scale as a ladder, with labels next to the bands. Bands of words grow downwards, as on an
// energy label.
import type { BandEnd, FigureBand, FigureBands } from "../../engine/language/figures.js";
import { type Html, html } from "../html.js";
import { type Drawing, path, rect, texts } from "./marks.js";
import { BOLD, LINE, NARROW, SIZE, seen, widthOf, withUnit, wrapped } from "./measure.js";

const RUNG = 28;
const GAP = 14;

export function drawBands({ bands, places, unit, end }: FigureBands, width: number): Drawing {
  const isOfWords = bands.every(({ from, to }) => from === null && to === null);
  const ranges = bands.map((band) => rangeOf(band, end));
  const widest = (texts: readonly string[], size: number) =>
    Math.max(...texts.map((each) => widthOf(each, size)));
  const rangeRoom = isOfWords ? 0 : widest(ranges, SIZE * 0.9) + GAP;
  const labelRoom = Math.min(
    0.36 * width,
    widest(
      bands.map(({ label }) => label),
      BOLD,
    ) + 26,
  );
  // In narrow figures the range is below the label.
  const isInside = !isOfWords && (width < NARROW || labelRoom + rangeRoom > 0.55 * width);
  const rung = isInside ? Math.min(0.55 * width, Math.max(labelRoom, rangeRoom + 20)) : labelRoom;
  const longest = isOfWords ? Math.max(rung, 0.46 * width) : rung;
  const shortest = isOfWords ? Math.max(rung, 0.16 * width) : rung;
  const right = longest + (isInside ? 0 : rangeRoom) + GAP;
  const body: Html[] = [];
  let y = 0;
  bands.forEach((band, nth) => {
    const here = places.flatMap((place, at) => {
      if (place.band !== band.label) return [];
      const value = typeof place.value === "number" ? ` ${withUnit(place.value, unit)}` : "";
      const lines = wrapped(`${place.label}${value}`, width - right - 20, at === 0 ? BOLD : SIZE);
      return [{ lines, isFirst: at === 0 }];
    });
    const labels = wrapped(band.label, rung - 20, BOLD);
    const range = ranges[nth] ?? "";
    const rows = labels.length + (isInside ? 1 : 0);
    const said = here.reduce((sum, { lines }) => sum + lines.length, 0);
    const height = Math.max(RUNG, rows * LINE + 10, said * LINE + 10);
    const length = shortest + ((longest - shortest) * nth) / Math.max(1, bands.length - 1);
    const middle = y + height / 2;
    const isHere = here.some(({ isFirst }) => isFirst);
    const tone = band.tone === undefined ? "" : ` f-${band.tone}`;
    const [rangeX, rangeY] = isInside
      ? [16, baseOf(middle, rows) + labels.length * LINE]
      : [longest + GAP, baseOf(middle, 1)];
    body.push(
      rect(0, y, length, height, `f-rung${tone}`),
      rect(0, y, isHere ? 8 : 4, height, `f-stripe${tone}`),
      texts(16, baseOf(middle, rows), labels, isHere ? "f-strong" : ""),
      isOfWords ? html`` : texts(rangeX, rangeY, [range], "f-small f-soft"),
    );
    let base = baseOf(middle, said);
    for (const { lines, isFirst } of here) {
      body.push(pointer(right, base - 5, isFirst), texts(right + 18, base, lines, isFirst ? "f-strong" : ""));
      base += lines.length * LINE;
    }
    y += height + 3;
  });
  return { height: y, body: html`${body}` };
}

/** Returns the base line of the first of several centred lines. */
function baseOf(middle: number, lines: number): number {
  return middle + 5 - ((lines - 1) * LINE) / 2;
}

/** Filled for the main value, hollow for comparisons. */
function pointer(x: number, y: number, isFirst: boolean): Html {
  return path(`M${x} ${Math.round(y)}l12 -6.5v13z`, isFirst ? "f-pointer" : "f-pointer f-hollow");
}

/** Returns the range of a band; the words state which ends are included. */
export function rangeOf({ from, to }: Pick<FigureBand, "from" | "to">, end: BandEnd): string {
  const isTopIn = end === "at_most" || end === "above";
  if (from === null) return to === null ? "" : `${isTopIn ? "up to" : "below"} ${seen(to)}`;
  if (to === null) return isTopIn ? `above ${seen(from)}` : `${seen(from)} and more`;
  return `${seen(from)} to ${seen(to)}`;
}
