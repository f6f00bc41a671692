// Draws lines over a numeric axis. Lines are labelled at their ends, or above the plot if there is no room.
import type { FigureBand, FigureLines, FigurePoint } from "../../engine/language/figures.js";
import { type Html, html } from "../html.js";
import { exactNumber, unitText } from "../show.js";
import { at, circle, type Drawing, line, path, rect, text } from "./marks.js";
import { BOLD, LINE, NARROW, SIZE, scaled, ticksOf, widthOf, withUnit } from "./measure.js";

/** Line styles that differ without colours. */
const LOOKS = 6;
/** More points than this are drawn without dots. */
const DOTS = 12;

/** The plot area and its scale. */
interface Plot {
  readonly width: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly x: (value: number) => number;
  readonly y: (value: number) => number;
}

export function drawLines(data: FigureLines, width: number): Drawing {
  const isNarrow = width < NARROW;
  const { lines, marks, levels, now, zones = [] } = data;
  const points = lines.flatMap(({ points }) => points);
  const heights = [
    ...points.flatMap(([, y]) => y ?? []),
    ...levels.map(({ y }) => y),
    ...(now?.[1] == null ? [] : [now[1]]),
  ];
  const widths = [...points.map(([x]) => x), ...marks.map(({ x }) => x)];
  const upwards = ticksOf(...rangeOf(heights), isNarrow ? 4 : 5);
  const [low, high] = [upwards[0] ?? 0, upwards.at(-1) ?? 1];
  const [first, last] = [Math.min(...widths), Math.max(...widths)];
  const great = scaled(upwards);
  const said = upwards.map((tick) => exactNumber(Number((tick / great.by).toPrecision(12))));
  const names = lines.map(({ label }) => label);
  const longest = Math.max(...names.map((name) => widthOf(name)));
  const isOne = lines.length === 1;
  const isDirect = !isOne && longest <= 0.3 * width && lines.length <= 8;
  const legend = isOne || isDirect ? { height: 0, body: html`` } : legendOf(names, width);
  const stacked = marks.length * LINE;
  const left = Math.max(...said.map((each) => widthOf(each))) + 10;
  const right = width - Math.max(isDirect ? longest + 14 : 14, widthOf(exactNumber(last)) / 2 + 2);
  const strip = zones.length === 0 ? 0 : ZONE + 8;
  const top = LINE + 14 + legend.height + stacked + strip;
  const bottom = top + (isNarrow ? 190 : 230);
  const plot: Plot = {
    width,
    left,
    right,
    top,
    bottom,
    x: (value) => left + ((value - first) / (last - first || 1)) * (right - left),
    y: (value) => bottom - ((value - low) / (high - low || 1)) * (bottom - top),
  };
  const header = [data.y_title, [unitText(data.y_unit), great.word].filter((each) => each !== "").join(" ")];
  return {
    height: bottom + 2 * LINE + 10,
    plot: { left, right, first, last },
    body: html`${text(0, SIZE, header.filter((each) => each !== undefined && each !== "").join(", "), "f-soft")}<g transform="translate(0 ${LINE + 6})">${legend.body}</g>${zones.map((zone, nth) => zoneOf(zone, nth, plot, top - stacked - strip))}${upwards.map(
      (tick, nth) =>
        html`${line(left, plot.y(tick), right, plot.y(tick), tick === 0 ? "f-axis" : "f-grid")}${text(left - 8, plot.y(tick) + 5, said[nth] ?? "", "f-number f-soft", "end")}`,
    )}${acrossAxis(data, plot, isNarrow)}${marks.map((mark, nth) =>
      markLine(mark.label, plot.x(mark.x), plot.top - stacked + nth * LINE, plot),
    )}${levels.map(
      (level) =>
        html`${line(left, plot.y(level.y), right, plot.y(level.y), level.faint ? "f-limit f-faint" : "f-limit")}${levelLabel(level, data, plot)}`,
    )}${lines.map((each, nth) => drawn(each.points, plot, nth))}${isDirect && endLabels(data, plot)}${now != null && present(now, data, plot)}`,
  };
}

/** Height of the strip of zones. */
const ZONE = 22;

/** Draws a verdict over its range; omits its name if it does not fit. */
function zoneOf({ label, from, to, tone }: FigureBand, nth: number, plot: Plot, top: number): Html {
  const [start, end] = [from === null ? plot.left : plot.x(from), to === null ? plot.right : plot.x(to)];
  const looks = tone === undefined ? "" : ` f-${tone}`;
  return html`${rect(start, top, end - start, ZONE, `f-rung${looks}`)}${rect(start, top, end - start, 4, `f-stripe${looks}`)}${
    nth > 0 && line(start, top, start, plot.bottom, "f-turn")
  }${widthOf(label, BOLD) + 8 <= end - start && text((start + end) / 2, top + 18, label, "f-small f-strong", "middle")}`;
}

/** Includes zero unless it is far from the values. */
function rangeOf(values: readonly number[]): [number, number] {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  if (low > 0 && low <= 0.6 * high) return [0, high];
  if (high < 0 && high >= 0.6 * low) return [low, 0];
  return low === high ? [Math.min(0, low), Math.max(0, high) || 1] : [low, high];
}

function acrossAxis(data: FigureLines, plot: Plot, isNarrow: boolean): Html {
  const all = [...new Set(data.lines.flatMap(({ points }) => points.map(([x]) => x)))];
  const [first, last] = [Math.min(...all), Math.max(...all)];
  const most = isNarrow ? 5 : 8;
  // Few whole numbers, such as years, become the ticks.
  const ticks =
    all.length <= most && all.every(Number.isInteger)
      ? all
      : ticksOf(first, last, most - 1).filter((tick) => tick >= first && tick <= last);
  const title = [data.x_title, unitText(data.x_unit)]
    .filter((each) => each !== undefined && each !== "")
    .join(", ");
  const half = widthOf(title) / 2;
  const middle = Math.min(Math.max((plot.left + plot.right) / 2, half), plot.width - half);
  return html`${line(plot.left, plot.bottom, plot.right, plot.bottom, "f-axis")}${ticks.map(
    (tick) =>
      html`${line(plot.x(tick), plot.bottom, plot.x(tick), plot.bottom + 4, "f-axis")}${text(plot.x(tick), plot.bottom + LINE, exactNumber(tick), "f-number f-soft", "middle")}`,
  )}${text(middle, plot.bottom + 2 * LINE + 2, title, "f-soft", "middle")}`;
}

/** Draws a line with gaps for missing numbers; an isolated point becomes a dot. */
function drawn(points: readonly FigurePoint[], plot: Plot, nth: number): Html {
  const pieces: string[] = [];
  const dots: Html[] = [];
  points.forEach(([x, y], place) => {
    if (y === null) return;
    const known = (other: number) => (points[other]?.[1] ?? null) !== null;
    pieces.push(`${known(place - 1) ? "L" : "M"}${at(plot.x(x))} ${at(plot.y(y))}`);
    if (points.length <= DOTS || (!known(place - 1) && !known(place + 1)))
      dots.push(circle(plot.x(x), plot.y(y), 3, `f-dot f-c${nth % LOOKS}`));
  });
  return html`${path(pieces.join(""), `f-line f-c${nth % LOOKS}`)}${dots}`;
}

/** Places labels next to the last points, without overlaps. */
function endLabels({ lines }: FigureLines, plot: Plot): Html {
  const labels = lines
    .flatMap(({ label, points }, nth) => {
      const last = points.findLast(([, y]) => y !== null);
      return last === undefined ? [] : [{ label, nth, y: plot.y(last[1] ?? 0) }];
    })
    .sort((a, b) => a.y - b.y);
  let lowest = Number.NEGATIVE_INFINITY;
  const placed = labels.map((each) => {
    lowest = Math.max(each.y, lowest + LINE - 2);
    return { ...each, y: lowest };
  });
  const over = Math.max(0, lowest - plot.bottom);
  return html`${placed.map(({ label, nth, y }) => text(plot.right + 10, y - over + 5, label, `f-name f-c${nth % LOOKS}`))}`;
}

/** Places labels above the plot, each after a sample of its line. */
function legendOf(names: readonly string[], width: number): Drawing {
  const body: Html[] = [];
  let [x, y] = [0, SIZE];
  names.forEach((name, nth) => {
    const room = 34 + widthOf(name) + 16;
    if (x > 0 && x + room > width) [x, y] = [0, y + LINE];
    body.push(path(`M${at(x)} ${y - 5}h26`, `f-line f-c${nth % LOOKS}`), text(x + 34, y, name));
    x += room;
  });
  return { height: y + 8, body: html`${body}` };
}

/** Draws a vertical line, labelled on the side with more room. */
function markLine(label: string, x: number, top: number, plot: Plot): Html {
  const isRight = x > (plot.left + plot.right) / 2;
  return html`${line(x, top, x, plot.bottom, "f-limit")}${text(x + (isRight ? -6 : 6), top + SIZE - 2, label, "f-warn f-halo", isRight ? "end" : "start")}`;
}

/** Labels a level at the end that is farther from the lines; close levels use both ends. */
function levelLabel(
  { label, y: level, faint }: FigureLines["levels"][number],
  { lines, levels, y_unit, now }: FigureLines,
  plot: Plot,
): Html {
  const far = (points: readonly (FigurePoint | undefined)[]) =>
    Math.min(...points.map((point) => Math.abs((point?.[1] ?? level) - level)));
  const isRight = far(lines.map(({ points }) => points.at(-1))) > far(lines.map(({ points }) => points[0]));
  const x = isRight ? plot.right - 4 : plot.left + 6;
  const others = levels.filter(({ y }) => y !== level).map(({ y }) => plot.y(y) - 5);
  const taken = [...others, ...(now?.[1] == null ? [] : [presentBase(plot.y(now[1]), plot)])];
  const bases = [-5, SIZE, -5 - LINE, SIZE + LINE].map((each) => plot.y(level) + each);
  const base = bases.find((each) => taken.every((other) => Math.abs(other - each) >= LINE)) ?? bases[0] ?? 0;
  const said = `${label} ${withUnit(level, y_unit)}`;
  return text(x, base, said, faint ? "f-soft f-halo" : "f-warn f-halo", isRight ? "end" : "start");
}

/** Returns the base line of the present value's label: above the point if there is room. */
function presentBase(height: number, plot: Plot): number {
  return height - 12 < plot.top + SIZE ? height + LINE + 4 : height - 12;
}

/** Marks the present input. Its label is above the line, on the descending side. */
function present([x, y]: FigurePoint, { y_unit, lines }: FigureLines, plot: Plot): Html {
  if (plot.x(x) < plot.left || plot.x(x) > plot.right) return html``;
  const said = `This case: ${withUnit(y, y_unit)}`;
  const room = widthOf(said, BOLD) + 8;
  const [here, height] = [plot.x(x), y === null ? plot.bottom : plot.y(y)];
  const next = lines[0]?.points.find(([other]) => other > x)?.[1] ?? null;
  const rises = y !== null && next !== null && next > y;
  const isLeft = here + room > plot.right || (rises && here - room > plot.left);
  const start = Math.min(Math.max(isLeft ? here - room : here + 8, plot.left + 4), plot.width - room);
  return html`${line(here, height, here, plot.bottom, "f-now")}${y !== null && circle(here, height, 5, "f-here")}${text(start, presentBase(height, plot), said, "f-strong f-halo")}`;
}
