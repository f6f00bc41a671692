// Builds a figure from the numbers of an evaluator.
import { LIMITS } from "../language/bounds.js";
import { defined } from "../language/defined.js";
import type {
  BandEnd,
  FigureBand,
  FigureData,
  FigureHead,
  FigureItem,
  FigureLines,
  FigurePoint,
} from "../language/figures.js";
import { compare } from "../language/numbers.js";
import { sketchOf } from "./sketches.js";

/** The numbers of a figure, in the form of its tree. */
export type FigureNumbers = Readonly<Record<string, unknown>>;

/** Returns the result at a value of the swept input, or for the sent input; null if there is none. */
export type FigureSweep = (x?: number) => number | null;

type Fields = Readonly<Record<string, unknown>>;

/** Undefined if there is nothing to draw. */
export function figureOf(head: FigureHead, found: FigureNumbers, sweep: FigureSweep): FigureData | undefined {
  const { title, note } = head;
  const said = { title, ...defined({ note }) };
  switch (head.kind) {
    case "parts": {
      const items = itemsOf(head, found.items);
      const total = items.reduce((sum, { value }) => sum + (value ?? 0), 0);
      if (total === 0) return undefined;
      const [shown, more] = cut(items, LIMITS.figureItems);
      return { ...said, kind: "parts", ...defined({ unit: head.unit }), items: shown, total, ...more };
    }
    case "bars":
      return barsOf(head, said, found);
    case "lines":
      return linesOf(head, said, found);
    case "bands":
      return bandsOf(head, said, found);
    case "sweep":
      return sweepOf(head, said, found, sweep);
    case "sketch":
      return sketchOf(head, said, found);
  }
}

type Said = Pick<FigureData, "title" | "note">;

/** Cuts a list to its limit, and counts the rest. */
function cut<T>(
  list: readonly T[],
  most: number,
): readonly [shown: readonly T[], more: { left_out?: number }] {
  return [list.slice(0, most), list.length > most ? { left_out: list.length - most } : {}];
}

function listOf(found: unknown): readonly Fields[] {
  return Array.isArray(found) ? (found as Fields[]) : [];
}

function numberOf(found: unknown): number | null {
  return typeof found === "number" && Number.isFinite(found) ? found : null;
}

/** Returns numbered fields with their labels. */
function labelled(labels: readonly string[], found: unknown): [label: string, value: unknown][] {
  return labels.map((label, at) => [label, ((found ?? {}) as Fields)[`n${at}`]]);
}

function itemsOf({ labels, tones }: FigureHead, found: unknown): FigureItem[] {
  const pairs: readonly (readonly [string, unknown])[] = Array.isArray(found)
    ? listOf(found).map(({ label, value }) => [String(label), value])
    : labelled(labels, found);
  return pairs.map(([label, value]) => ({
    label,
    value: numberOf(value),
    ...defined({ tone: tones[label] }),
  }));
}

function barsOf(head: FigureHead, said: Said, found: FigureNumbers): FigureData | undefined {
  const items = itemsOf(head, found.items);
  if (items.every(({ value }) => value === null)) return undefined;
  const value = numberOf(found.limit);
  const { limit_is: is } = head;
  const within = is === "most" ? compare.LE : compare.GE;
  const judged = items.map((item): FigureItem => {
    const isBeyond = value !== null && item.value !== null && !within(item.value, value);
    return isBeyond ? { ...item, beyond: true } : item;
  });
  const limit = value === null ? {} : { limit: { title: head.limit_title ?? "Limit", value, is } };
  const [shown, more] = cut(judged, LIMITS.figureItems);
  return { ...said, kind: "bars", ...defined({ unit: head.unit }), items: shown, ...limit, ...more };
}

function axes({ x_title, x_unit, y_title, unit }: FigureHead): Partial<FigureLines> {
  return defined({ x_title, x_unit, y_title, y_unit: unit });
}

function known(labels: readonly string[], from: unknown): [string, number][] {
  return labelled(labels, from).flatMap(([label, value]) => {
    const number = numberOf(value);
    return number === null ? [] : [[label, number]];
  });
}

function levelsOf({ levels, faint }: FigureHead, found: FigureNumbers): FigureLines["levels"] {
  return known(levels, found.levels).map(([label, y]) =>
    faint.includes(label) ? { label, y, faint: true } : { label, y },
  );
}

function linesOf(head: FigureHead, said: Said, found: FigureNumbers): FigureData | undefined {
  const [rows, more] = cut(listOf(found.rows), LIMITS.figurePoints);
  const lines = head.labels.map((label, at) => ({
    label,
    points: rows.flatMap(({ x, y }): FigurePoint[] => {
      const across = numberOf(x);
      return across === null ? [] : [[across, numberOf((y as Fields)[`n${at}`])]];
    }),
  }));
  if (lines.every(({ points }) => points.every(([, y]) => y === null))) return undefined;
  return {
    ...said,
    kind: "lines",
    ...axes(head),
    lines,
    marks: known(head.marks, found.marks).map(([label, x]) => ({ label, x })),
    levels: levelsOf(head, found),
    ...more,
  };
}

function bandsOf(head: FigureHead, said: Said, found: FigureNumbers): FigureData | undefined {
  const { words, tones, end } = head;
  const isPlaced = (value: unknown): value is number | string =>
    words === undefined ? numberOf(value) !== null : typeof value === "string";
  if (!isPlaced(found.value)) return undefined;
  const bands =
    words === undefined
      ? bandsBetween(listOf(found.bands), head)
      : words
          .toReversed()
          .map((label) => ({ label, from: null, to: null, ...defined({ tone: tones[label] }) }));
  const labels: [string, unknown][] = [
    [head.value_title ?? "This case", found.value],
    ...labelled(head.marks, found.marks),
  ];
  const places = labels.flatMap(([label, value]) =>
    isPlaced(value) ? [{ label, value, band: bandOf(bands, value, end) }] : [],
  );
  const [shown, more] = cut(bands, LIMITS.figureItems);
  return { ...said, kind: "bands", ...defined({ unit: head.unit }), bands: shown, end, places, ...more };
}

/** Returns bands with both ends, taking missing ends from neighbours. The outermost may be open. */
function bandsBetween(rows: readonly Fields[], { tones, end }: FigureHead): FigureBand[] {
  const given = rows.map((row) => ({
    label: String(row.label),
    from: numberOf(row.from),
    to: numberOf(row.to),
  }));
  const ends = given.flatMap(({ from, to }) => [from, to]).filter((each) => each !== null);
  const isOfTops = end === "at_most" || end === "below";
  return given.map(({ label, from, to }) => {
    // A band without ends is the one beyond the last limit.
    const [low, high] = isOfTops
      ? [from, to ?? Number.POSITIVE_INFINITY]
      : [from ?? Number.NEGATIVE_INFINITY, to];
    const lower = low ?? Math.max(...ends.filter((each) => each < (high ?? 0)));
    const upper = high ?? Math.min(...ends.filter((each) => each > lower));
    return { label, from: numberOf(lower), to: numberOf(upper), ...defined({ tone: tones[label] }) };
  });
}

/** Returns the band of a value. On a common end, uses the band that a table lookup would find. */
function bandOf(bands: readonly FigureBand[], value: number | string, end: BandEnd): string | null {
  if (typeof value === "string") return bands.find(({ label }) => label === value)?.label ?? null;
  const [above, below] =
    end === "at_most" || end === "above" ? [compare.GT, compare.LE] : [compare.GE, compare.LT];
  const found = bands.find(
    ({ from, to }) => (from === null || above(value, from)) && (to === null || below(value, to)),
  );
  return found?.label ?? null;
}

function sweepOf(
  head: FigureHead,
  said: Said,
  found: FigureNumbers,
  sweep: FigureSweep,
): FigureData | undefined {
  const from = head.from ?? numberOf(found.from);
  const to = head.to ?? numberOf(found.to);
  if (from === null || to === null || from >= to) return undefined;
  const now = numberOf(found.over);
  const step = (to - from) / (head.points - 1);
  const grid = Array.from({ length: head.points }, (_, at) => Number((from + at * step).toPrecision(12)));
  // Includes the present point exactly.
  const all = now !== null && now > from && now < to ? [...grid, now] : grid;
  const points = [...new Set(all)].sort((a, b) => a - b).map((x): FigurePoint => [x, sweep(x)]);
  if (points.every(([, y]) => y === null)) return undefined;
  return {
    ...said,
    kind: "sweep",
    ...axes(head),
    lines: [{ label: head.y_title ?? "", points }],
    marks: [],
    levels: levelsOf(head, found),
    now: now === null ? null : [now, sweep()],
  };
}
