// A value on a banded scale, as a ladder: a rung for each band, and what lies on it beside it. The bands of a scale of words
// grow downwards, as on an energy label.
import type { BandEnd, FigureBand, FigureBands } from "../../engine/language/figures.js";
import { type Html, html } from "../html.js";
import { type Drawing, path, rect, texts } from "./marks.js";
import { LINE, SIZE, seen, widthOf, withUnit, wrapped } from "./measure.js";

const RUNG = 28;
const GAP = 14;

export function drawBands({ bands, places, unit, end }: FigureBands, width: number): Drawing {
  const isOfWords = bands.every(({ from, to }) => from === null && to === null);
  const ranges = bands.map((band) => rangeOf(band, end));
  const labelRoom = Math.min(
    0.36 * width,
    Math.max(...bands.map(({ label }) => widthOf(label, SIZE * 1.06))) + 26,
  );
  const rangeRoom = isOfWords ? 0 : Math.max(...ranges.map((range) => widthOf(range, SIZE * 0.92))) + GAP;
  const shortest = Math.max(labelRoom, 0.16 * width);
  const longest = isOfWords ? Math.max(shortest, 0.46 * width) : labelRoom;
  const right = longest + rangeRoom + GAP;
  const body: Html[] = [];
  let y = 0;
  bands.forEach((band, nth) => {
    const here = places.flatMap((place, at) => {
      if (place.band !== band.label) return [];
      const value = typeof place.value === "number" ? ` ${withUnit(place.value, unit)}` : "";
      return [{ lines: wrapped(`${place.label}${value}`, width - right - 20), isFirst: at === 0 }];
    });
    const labels = wrapped(band.label, labelRoom - 20);
    const said = here.reduce((sum, { lines }) => sum + lines.length, 0);
    const height = Math.max(RUNG, labels.length * LINE + 10, said * LINE + 10);
    const length = isOfWords
      ? shortest + ((longest - shortest) * nth) / Math.max(1, bands.length - 1)
      : longest;
    const middle = y + height / 2;
    const isHere = here.some(({ isFirst }) => isFirst);
    body.push(
      rect(0, y, length, height, `f-rung${band.tone === undefined ? "" : ` f-${band.tone}`}`),
      rect(0, y, isHere ? 8 : 4, height, `f-stripe${band.tone === undefined ? "" : ` f-${band.tone}`}`),
      texts(16, baseOf(middle, labels.length), labels, isHere ? "f-strong" : ""),
      isOfWords ? html`` : texts(longest + GAP, baseOf(middle, 1), [ranges[nth] ?? ""], "f-small f-soft"),
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

/** The first base line of so many lines around a middle. */
function baseOf(middle: number, lines: number): number {
  return middle + 5 - ((lines - 1) * LINE) / 2;
}

/** Filled for what the figure is about, hollow for what it is compared with. */
function pointer(x: number, y: number, isFirst: boolean): Html {
  return path(`M${x} ${Math.round(y)}l12 -6.5v13z`, isFirst ? "f-pointer" : "f-pointer f-hollow");
}

/** Where a band begins and ends; the words say on which side its ends lie. */
export function rangeOf({ from, to }: Pick<FigureBand, "from" | "to">, end: BandEnd): string {
  const isTopIn = end === "at_most" || end === "above";
  if (from === null) return to === null ? "" : `${isTopIn ? "up to" : "below"} ${seen(to)}`;
  if (to === null) return isTopIn ? `above ${seen(from)}` : `${seen(from)} and more`;
  return `${seen(from)} to ${seen(to)}`;
}
