// Describes figures in words, for screen readers.
import type { FigureData, FigurePoint } from "../../engine/language/figures.js";
import { rangeOf } from "./bands.js";
import { seen, withUnit } from "./measure.js";
import { labelOf } from "./sketch-texts.js";

/** Points of a line that are read out singly. */
const READ_OUT = 12;

/** Shapes with a described position. */
const PLACED: ReadonlySet<string> = new Set(["load", "arrow", "support"]);

export function wordsOf(data: FigureData): string {
  switch (data.kind) {
    case "parts":
      return `${list(
        data.items.map(({ label, value }) => {
          const share = value === null ? "" : ` (${seen(Math.round((1000 * value) / data.total) / 10)} %)`;
          return `${label} ${withUnit(value, data.unit)}${share}`;
        }),
      )}. Total ${withUnit(data.total, data.unit)}.`;
    case "bars": {
      const { limit, unit } = data;
      const side = limit?.is === "least" ? "below" : "above";
      const bars = data.items.map(
        ({ label, value, beyond }) =>
          `${label} ${withUnit(value, unit)}${beyond === true ? `, ${side} the limit` : ""}`,
      );
      const said = limit === undefined ? "" : ` ${limit.title}: ${withUnit(limit.value, unit)}.`;
      return `${list(bars)}.${said}`;
    }
    case "bands": {
      const bands = data.bands.map((band) => [band.label, rangeOf(band, data.end)].join(" ").trim());
      const places = data.places.map(
        ({ label, value, band }) =>
          `${label}: ${typeof value === "number" ? `${withUnit(value, data.unit)}, ${band ?? "in no band"}` : value}`,
      );
      return `${places.join(". ")}. Bands: ${list(bands)}.`;
    }
    case "sketch": {
      const said = data.shapes.map((shape) => {
        const [first, last] = [shape.points[0], shape.points.at(-1)];
        const name = labelOf(shape);
        if (name === "" || !PLACED.has(shape.shape) || first === undefined || last === undefined) return name;
        const place = (value: number) => withUnit(value, data.unit);
        const at =
          shape.points.length === 1
            ? `at ${place(first[0])}`
            : `from ${place(first[0])} to ${place(last[0])}`;
        return `${name} ${at}`;
      });
      return `${list(said.filter((each) => each !== ""))}.`;
    }
    case "lines":
    case "sweep": {
      const across = (x: number) => withUnit(x, data.x_unit);
      const lines = data.lines.map(
        ({ label, points }) => `${label}: ${lineWords(points, data.y_unit, across)}.`,
      );
      const marks = data.marks.map(({ label, x }) => `${label}: ${across(x)}.`);
      const levels = data.levels.map(({ label, y }) => `${label}: ${withUnit(y, data.y_unit)}.`);
      const now =
        data.now == null
          ? []
          : [`This case: ${withUnit(data.now[1], data.y_unit)} at ${across(data.now[0])}.`];
      const zones = (data.zones ?? []).map(
        ({ label, from, to }) => `${label} from ${across(from ?? 0)} to ${across(to ?? 0)}.`,
      );
      return [...lines, ...marks, ...levels, ...zones, ...now].join(" ");
    }
  }
}

function lineWords(
  points: readonly FigurePoint[],
  unit: string | undefined,
  across: (x: number) => string,
): string {
  const said = ([x, y]: FigurePoint) => `${withUnit(y, unit)} at ${across(x)}`;
  if (points.length <= READ_OUT) return points.map(said).join(", ");
  const known = points.filter(([, y]) => y !== null).sort((a, b) => (a[1] ?? 0) - (b[1] ?? 0));
  const [lowest, highest] = [known[0], known.at(-1)];
  const [first, last] = [points.find(([, y]) => y !== null), points.findLast(([, y]) => y !== null)];
  if (lowest === undefined || highest === undefined || first === undefined || last === undefined)
    return "no numbers";
  return `from ${said(first)} to ${said(last)}, lowest ${said(lowest)}, highest ${said(highest)}`;
}

function list(words: readonly string[]): string {
  return words.join("; ");
}
