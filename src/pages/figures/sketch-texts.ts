// Texts of a sketch: names of shapes, dimension lines, labels at the sides, and the legend.
import type { Side, SketchShape } from "../../engine/language/figures.js";
import { type Html, html } from "../html.js";
import { circle, type Drawing, line, path, text } from "./marks.js";
import { LINE, SIZE, widthOf, withUnit } from "./measure.js";
import { areaOf, crossOf, head, heldEdge } from "./sketch-marks.js";

/** Heights of a row of dimensions, of a force and of a support. */
export const ROW = 24;
export const FORCE = 34;
export const SUPPORT = 24;

export type Place = (value: number) => number;

export function labelOf(shape: SketchShape): string {
  return [shape.title, numberOf(shape)].filter((each) => each !== undefined && each !== "").join(" ");
}

export function numberOf({ value, unit }: SketchShape): string {
  return typeof value === "number" ? withUnit(value, unit) : (value ?? "");
}

/** Returns the full label if it fits, else the value only. */
export function fitting(shape: SketchShape, room: number): string {
  const full = labelOf(shape);
  return widthOf(full) <= room || shape.value === undefined ? full : numberOf(shape);
}

/** Rows of text that grow away from an edge. A text that would overlap another moves to the next row. */
export class TextRows {
  private readonly taken: [number, number][][] = [];
  constructor(private readonly height: number) {}

  /** Returns the first free row from `least` on. */
  place(from: number, to: number, least = 0): number {
    while (this.taken.length < least) this.taken.push([]);
    const isFree = (row: readonly [number, number][]) => row.every(([low, high]) => to < low || from > high);
    const known = this.taken.findIndex((row, nth) => nth >= least && isFree(row));
    const row = known < 0 ? this.taken.push([]) - 1 : known;
    this.taken[row]?.push([from, to]);
    return row;
  }

  get room(): number {
    return this.taken.length * this.height;
  }
}

export const sideOf = ({ shape, side }: SketchShape): Side =>
  side ?? (shape === "dimension" || shape === "support" ? "below" : "above");
export const isAt = (shape: SketchShape, kind: SketchShape["shape"], ...sides: readonly Side[]) =>
  shape.shape === kind && (sides.length === 0 || sides.includes(sideOf(shape)));

export interface Across {
  readonly shape: SketchShape;
  readonly from: number;
  readonly to: number;
  readonly said: string;
  readonly middle: number;
  readonly row: number;
}

export function dimensionsAt(
  shapes: readonly SketchShape[],
  side: Side,
  rows: TextRows,
  x: Place,
  clamped: (middle: number, said: string) => number,
  width: number,
): Across[] {
  const ends = ({ points }: SketchShape) => [x(points[0]?.[0] ?? 0), x(points[1]?.[0] ?? 0)] as const;
  const lengthOf = (shape: SketchShape) => Math.abs(ends(shape)[1] - ends(shape)[0]);
  const sorted = shapes
    .filter((each) => isAt(each, "dimension", side))
    .sort((a, b) => lengthOf(a) - lengthOf(b));
  const placed: (Across & { readonly length: number })[] = [];
  for (const shape of sorted) {
    const [from, to] = ends(shape);
    const length = lengthOf(shape);
    const said = fitting(shape, Math.max(to - from, width * 0.45));
    const middle = clamped((from + to) / 2, said);
    const half = widthOf(said) / 2 + 5;
    // Longer dimensions are farther out, so that equal ones share a row.
    const shorter = placed.filter((other) => other.length < length - 1).map(({ row }) => row + 1);
    const least = Math.max(0, ...shorter);
    const row = rows.place(Math.min(from, middle - half) + 0.5, Math.max(to, middle + half) - 0.5, least);
    placed.push({ shape, from, to, said, middle, row, length });
  }
  return placed;
}

/** Draws a dimension line with its ends and extension lines. */
export function dimensionAcross(
  { shape, from, to, said, middle, row }: Across,
  first: number,
  y: Place,
  way: 1 | -1,
): Html {
  const level = first + way * row * ROW;
  const starts = shape.points.map(([, py]) => y(py) + way * 4);
  const ends = [from, to].map(
    (px, nth) =>
      html`${line(px, starts[nth] ?? level, px, level + way * 4, "f-grid")}${line(px - 4, level + 4, px + 4, level - 4, "f-measure")}`,
  );
  return html`${ends}${line(from, level, to, level, "f-measure")}${text(middle, level - 4, said, "f-soft f-halo", "middle")}`;
}

/** Places dimensions, forces, moments and notes to the left or right. */
export function beside(
  shapes: readonly SketchShape[],
  side: "left" | "right",
  room: number,
  x: Place,
  y: Place,
  edge: number,
): Html[] {
  const way = side === "left" ? -1 : 1;
  const anchor = side === "left" ? "end" : "start";
  const lows: number[] = [];
  const beyond = shapes.some((each) => isAt(each, "support", side)) ? SUPPORT : 0;
  const bent = shapes.some((each) => each.shape === "moment" && (each.side ?? "right") === side) ? 26 : 10;
  /** Keeps a line of distance between texts of one side. */
  const apart = (wanted: number) => {
    let level = wanted;
    while (lows.some((each) => Math.abs(each - level) < LINE)) level += 2;
    lows.push(level);
    return level;
  };
  return shapes.flatMap((shape): Html[] => {
    const [[px, py] = [0, 0], [, qy] = [0, 0]] = shape.points.map(([a, b]): [number, number] => [x(a), y(b)]);
    const said = fitting(shape, room);
    if (shape.shape === "moment" && (shape.side ?? "right") === side)
      return [text(px + way * 26, apart(py + 5), said, "f-halo", anchor)];
    if (sideOf(shape) !== side) return [];
    if (shape.shape === "note") return [text(px + way * bent, apart(py + 5), said, "f-halo", anchor)];
    if (shape.shape === "arrow") {
      const far = px + way * FORCE;
      return [
        line(far, py, px + way, py, "f-force"),
        path(head(px + way, py, side), "f-tip"),
        text(far + way * 6, apart(py + 5), said, "f-halo", anchor),
      ];
    }
    if (shape.shape !== "dimension") return [];
    const level = edge + way * (16 + beyond);
    const ends = [py, qy].map(
      (each) =>
        html`${line(px + way * 4, each, level + way * 4, each, "f-grid")}${line(level - 4, each + 4, level + 4, each - 4, "f-measure")}`,
    );
    return [
      html`${ends}${line(level, py, level, qy, "f-measure")}${text(level + way * 8, apart((py + qy) / 2 + 5), said, "f-soft f-halo", anchor)}`,
    ];
  });
}

/** Lists symbols without a label below the drawing. */
export function legendOf(shapes: readonly SketchShape[], width: number, top: number): Drawing {
  const named = shapes.filter(
    ({ shape, title, look }) =>
      title !== undefined &&
      (shape === "restraints" ||
        shape === "dots" ||
        shape === "area" ||
        (shape === "line" && look === "held")),
  );
  const body: Html[] = [];
  let [x, y] = [0, top + SIZE];
  for (const shape of named) {
    const said = fitting(shape, width - 30);
    const room = 30 + widthOf(said) + 14;
    if (x > 0 && x + room > width) [x, y] = [0, y + LINE];
    const sign =
      shape.shape === "restraints"
        ? crossOf(x + 10, y - 5)
        : shape.shape === "dots"
          ? circle(x + 10, y - 5, 4, "f-spot")
          : shape.shape === "line"
            ? heldEdge(x, y - 1, x + 22)
            : areaOf(
                [
                  [x, y - 11],
                  [x + 22, y - 11],
                  [x + 22, y],
                  [x, y],
                ],
                shape.look ?? "solid",
              );
    body.push(sign, text(x + 30, y, said, "f-soft"));
    x += room;
  }
  return { height: named.length === 0 ? 0 : y - top + 6, body: html`${body}` };
}
