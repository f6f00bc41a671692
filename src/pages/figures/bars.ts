// Draws bars, and parts of a whole: one row each, with label, bar and number. Each part starts where the previous one
// ends.
import type { FigureBars, FigureParts } from "../../engine/language/figures.js";
import type { Tone } from "../../engine/language/headline.js";
import { type Html, html } from "../html.js";
import { numberText, unitText } from "../show.js";
import { type Drawing, line, rect, text, texts } from "./marks.js";
import { BOLD, LINE, NARROW, SIZE, widthOf, withUnit, wrapped } from "./measure.js";

interface Row {
  readonly label: string;
  /** A second, smaller line under the label. */
  readonly remark?: string;
  readonly numbers: readonly string[];
  readonly from: number;
  readonly to: number;
  readonly looks: string;
}

const BAR = 14;
const GAP = 12;
/** A longer unit is shown once, above the numbers. */
const SHORT_UNIT = 40;

function unitsOf(unit: string | undefined): { readonly beside: string | undefined; readonly above: string } {
  const isLong = widthOf(unitText(unit)) > SHORT_UNIT;
  return isLong ? { beside: undefined, above: unitText(unit) } : { beside: unit, above: "" };
}

export function drawParts({ items, total, unit }: FigureParts, width: number): Drawing {
  let sum = 0;
  const { beside, above } = unitsOf(unit);
  const rows = items.map(({ label, value, tone }): Row => {
    const from = sum;
    sum += value ?? 0;
    const share = value === null ? "" : `${numberText(Math.round((1000 * value) / total) / 10)}\u202F%`;
    return { label, numbers: [withUnit(value, beside), share], from, to: sum, looks: toneOf(tone) };
  });
  const whole: Row = {
    label: "Total",
    numbers: [withUnit(total, beside), "100\u202F%"],
    from: 0,
    to: total,
    looks: "f-whole",
  };
  return drawRows([...rows, whole], width, { above, track: true, last: true });
}

export function drawBars({ items, limit, unit }: FigureBars, width: number): Drawing {
  const { beside, above } = unitsOf(unit);
  const side = limit?.is === "least" ? "below" : "above";
  const rows = items.map(
    ({ label, value, tone, beyond }): Row => ({
      label,
      ...(beyond === true ? { remark: `${side} the limit` } : {}),
      numbers: [withUnit(value, beside)],
      from: 0,
      to: value ?? 0,
      looks: toneOf(tone ?? (beyond === true ? "bad" : undefined)),
    }),
  );
  const mark =
    limit === undefined
      ? undefined
      : { at: limit.value, said: `${limit.title} ${withUnit(limit.value, beside)}` };
  return drawRows(rows, width, { above, mark });
}

function toneOf(tone: Tone | undefined): string {
  return tone === undefined ? "f-bar" : `f-bar f-${tone}`;
}

interface Options {
  readonly above: string;
  readonly track?: boolean;
  /** Whether the last row is the total. */
  readonly last?: boolean;
  readonly mark?: { readonly at: number; readonly said: string } | undefined;
}

function drawRows(
  rows: readonly Row[],
  width: number,
  { above, track = false, last = false, mark }: Options,
): Drawing {
  const columns = columnsOf(rows);
  const numbersWidth = columns.reduce((sum, each) => sum + each + GAP, 0);
  const isNarrow = width < NARROW;
  const room = isNarrow
    ? width - numbersWidth
    : Math.min(0.4 * width, Math.max(...rows.map(({ label }) => widthOf(label)))) + GAP;
  const [left, right] = isNarrow ? [0, width] : [room, width - numbersWidth];
  const ends = [0, ...rows.flatMap(({ from, to }) => [from, to]), ...(mark === undefined ? [] : [mark.at])];
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  const across = (value: number) => left + ((value - low) / (high - low || 1)) * (right - left);
  const body: Html[] = [];
  let y = 0;
  if (above !== "") {
    const shares = columns.slice(1).reduce((sum, each) => sum + each + GAP, 0);
    body.push(text(width - shares, SIZE, above, "f-soft", "end"));
    y += LINE;
  }
  if (mark !== undefined) {
    y += LINE + 6;
    body.push(limitLabel(mark.said, across(mark.at), y - 10, width));
  }
  const under = Math.max(0, y - 4);
  rows.forEach((row, nth) => {
    const isLast = last && nth === rows.length - 1;
    if (isLast) {
      body.push(line(0, y + 3, width, y + 3, "f-rule"));
      y += 6;
    }
    const labels = wrapped(row.label, room - GAP);
    const height = labels.length * LINE + (row.remark === undefined ? 0 : LINE - 2);
    const top = isNarrow ? y + height + 3 : y + Math.max(6, (Math.max(height, BAR) - BAR) / 2 + 6);
    const base = y + SIZE + (isNarrow ? 0 : 5);
    const [start, end] = [across(Math.min(row.from, row.to)), across(Math.max(row.from, row.to))];
    body.push(
      html`<g>${texts(0, base, labels, isLast ? "f-strong" : "")}${row.remark !== undefined && text(0, base + labels.length * LINE - 2, row.remark, "f-small f-warn")}${numbers(row.numbers, columns, width, isNarrow ? base : top + BAR - 2, isLast)}${
        track && !isLast && rect(left, top, right - left, BAR, "f-track")
      }${rect(start, top, Math.max(end - start, row.from === row.to ? 0 : 1), BAR, row.looks)}${
        mark !== undefined &&
        isNarrow &&
        line(across(mark.at), top - 4, across(mark.at), top + BAR + 4, "f-bound")
      }</g>`,
    );
    y = isNarrow ? top + BAR + 10 : y + Math.max(height, BAR) + 10;
  });
  if (mark !== undefined && !isNarrow)
    body.push(line(across(mark.at), under, across(mark.at), y - 4, "f-bound"));
  if (low < 0) body.push(line(across(0), under, across(0), y - 4, "f-axis"));
  return { height: y, body: html`${body}` };
}

/** Centres the limit's name over its line, within the figure. */
function limitLabel(said: string, x: number, y: number, width: number): Html {
  const half = widthOf(said) / 2;
  return text(Math.min(Math.max(x, half), width - half), y, said, "f-warn", "middle");
}

function columnsOf(rows: readonly Row[]): number[] {
  const many = Math.max(...rows.map(({ numbers }) => numbers.length));
  return Array.from({ length: many }, (_, nth) =>
    Math.max(...rows.map(({ numbers }) => widthOf(numbers[nth] ?? "", BOLD))),
  );
}

/** Right-aligned numbers. */
function numbers(
  all: readonly string[],
  columns: readonly number[],
  width: number,
  y: number,
  strong: boolean,
): Html {
  let right = width;
  return html`${all.toReversed().map((said, nth) => {
    const drawn = text(right, y, said, strong ? "f-number f-strong" : "f-number", "end");
    right -= (columns[columns.length - 1 - nth] ?? 0) + GAP;
    return drawn;
  })}`;
}
