// Draws a sketch: shapes to scale, with labels around them. Forces, supports and dimension lines have a fixed size,
// in rows that avoid overlaps.
import type { FigureSketch, Side, SketchShape } from "../../engine/language/figures.js";
import { type Html, html } from "../html.js";
import { at, circle, type Drawing, line, path, text } from "./marks.js";
import { LINE, NARROW, SIZE, widthOf } from "./measure.js";
import { areaOf, bentArrow, crossOf, head, heldEdge, supportOf } from "./sketch-marks.js";
import {
  beside,
  dimensionAcross,
  dimensionsAt,
  FORCE,
  fitting,
  isAt,
  legendOf,
  type Place,
  ROW,
  SUPPORT,
  sideOf,
  TextRows,
} from "./sketch-texts.js";

/** Heights of load arrows, of the picture's margin and of a supported edge. */
const LOAD = 20;
const EDGE = 14;
const HELD = 9;
/** Maximum height of the part drawn to scale. */
const HIGHEST = 190;
/** More restraints would be indistinguishable. */
const MOST_RESTRAINTS = 60;

export function drawSketch({ shapes }: FigureSketch, width: number): Drawing {
  const xs = shapes.flatMap(({ points }) => points.map(([x]) => x));
  const ys = shapes.flatMap(({ points }) => points.map(([, y]) => y));
  const [west, east, south, north] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  // A vertical member leaves more room at its sides.
  const room = (east > west ? 0.3 : 0.42) * width;
  const [left, right] = [marginOf(shapes, "left", room), marginOf(shapes, "right", room)];
  const scale = Math.min(
    (width - left - right) / (east - west || Number.EPSILON),
    ((width < NARROW ? 0.85 : 1) * HIGHEST) / (north - south || Number.EPSILON),
  );
  const start = left + (width - left - right - (east - west) * scale) / 2;
  const x = (value: number) => start + (value - west) * scale;
  const clamped = (middle: number, said: string) =>
    Math.min(Math.max(middle, widthOf(said) / 2), width - widthOf(said) / 2);

  // Above: dimensions, then stacked loads, then forces.
  const held = shapes.some((each) => each.look === "held") ? HELD : 0;
  const forces = shapes.filter((each) => isAt(each, "arrow", "above"));
  const loads = shapes.filter((each) => isAt(each, "load", "above"));
  const notes = shapes.filter((each) => isAt(each, "note", "above"));
  const over = new TextRows(ROW);
  const dimensionsOver = dimensionsAt(shapes, "above", over, x, clamped, width);
  const base = held + over.room;
  const loadTop = base + loads.length * (LOAD + LINE + 4);
  const forceRows = new TextRows(LINE);
  const forced = forces.map((shape) => {
    const said = fitting(shape, width);
    const middle = clamped(x(shape.points[0]?.[0] ?? 0), said);
    return {
      shape,
      said,
      middle,
      row: forceRows.place(middle - widthOf(said) / 2 - 4, middle + widthOf(said) / 2 + 4),
    };
  });
  const forceTop = forces.length === 0 ? loadTop : loadTop + (loads.length === 0 ? FORCE : 10);
  const top = forceTop + forceRows.room + notes.length * LINE + 6;
  const y = (value: number) => top + (north - value) * scale;
  const [ceiling, floor] = [y(north), y(south)];
  const body: Html[] = [];

  for (const shape of shapes) body.push(toScale(shape, x, y, scale));
  const forcesAt = forces.map(({ points }) => x(points[0]?.[0] ?? 0));
  loads.forEach((shape, nth) => {
    const foot = ceiling - base - nth * (LOAD + LINE + 4) - 2;
    body.push(loadOf(shape, x, foot, forcesAt, width));
  });
  for (const { shape, said, middle, row } of forced) {
    const [px, py] = [x(shape.points[0]?.[0] ?? 0), y(shape.points[0]?.[1] ?? 0)];
    const high = ceiling - forceTop;
    body.push(
      line(px, high, px, py - held - 1, "f-force"),
      path(head(px, py - held - 1, "above"), "f-tip"),
      text(middle, high - 6 - row * LINE, said, "f-halo", "middle"),
    );
  }
  notes.forEach((shape, nth) => {
    const said = fitting(shape, width);
    const middle = clamped(x(shape.points[0]?.[0] ?? 0), said);
    body.push(text(middle, SIZE + nth * LINE, said, "f-strong", "middle"));
  });
  body.push(...dimensionsOver.map((each) => dimensionAcross(each, ceiling - held - 10, y, -1)));

  // Below: supports with their reactions, forces, then dimensions.
  const supports = shapes.filter((each) => isAt(each, "support", "below"));
  let under = supports.length > 0 ? SUPPORT : 11;
  const carried = new TextRows(LINE);
  for (const shape of supports.filter(({ value }) => value !== undefined)) {
    const said = fitting(shape, width / supports.length - 8);
    const middle = clamped(x(shape.points[0]?.[0] ?? 0), said);
    const row = carried.place(middle - widthOf(said) / 2 - 6, middle + widthOf(said) / 2 + 6);
    body.push(text(middle, floor + under + SIZE + row * LINE, said, "f-soft", "middle"));
  }
  under += carried.room;
  for (const shape of shapes.filter((each) => isAt(each, "arrow", "below"))) {
    const [px, py] = [x(shape.points[0]?.[0] ?? 0), y(shape.points[0]?.[1] ?? 0)];
    body.push(
      line(px, py + 2, px, floor + under + FORCE, "f-force"),
      path(head(px, py + 2, "below"), "f-tip"),
    );
    const said = fitting(shape, width);
    body.push(text(clamped(px, said), floor + under + FORCE + SIZE, said, "f-halo", "middle"));
  }
  if (shapes.some((each) => isAt(each, "arrow", "below"))) under += FORCE + LINE;
  const rows = new TextRows(ROW);
  const dimensions = dimensionsAt(shapes, "below", rows, x, clamped, width);
  body.push(...dimensions.map((each) => dimensionAcross(each, floor + under + 18, y, 1)));
  under += rows.room + (rows.room > 0 ? 6 : 0);

  // At the sides.
  body.push(...beside(shapes, "left", room, x, y, start), ...beside(shapes, "right", room, x, y, x(east)));
  const legend = legendOf(shapes, width, floor + under + 10);
  return { height: floor + under + 10 + legend.height, body: html`${body}${legend.body}` };
}

/** Returns the width needed at a side. */
function marginOf(shapes: readonly SketchShape[], side: Side, room: number): number {
  const hasSupport = shapes.some((each) => isAt(each, "support", side));
  const rooms = shapes.map((shape) => {
    const said = widthOf(fitting(shape, room));
    if (shape.shape === "support" && sideOf(shape) === side) return SUPPORT;
    if (shape.shape === "moment" && (shape.side ?? "right") === side) return said + 34;
    if (sideOf(shape) !== side) return EDGE;
    if (shape.shape === "dimension") return said + 30 + (hasSupport ? SUPPORT : 0);
    if (shape.shape === "arrow") return said + FORCE + 12;
    return shape.shape === "note" ? said + 34 : EDGE;
  });
  return Math.max(EDGE, ...rooms);
}

/** Draws a shape to scale: member, outline, dot, support or restraint. */
function toScale(shape: SketchShape, x: Place, y: Place, scale: number): Html {
  const points = shape.points.map(([px, py]): [number, number] => [x(px), y(py)]);
  const [[x1, y1] = [0, 0], [x2, y2] = [0, 0]] = points;
  switch (shape.shape) {
    case "line":
      if (shape.look === "held") return heldEdge(x1, y1, x2);
      return line(x1, y1, x2, y2, shape.look === "axis" ? "f-middle" : "f-member");
    case "support":
      return supportOf(shape, x1, y1, sideOf(shape));
    case "area":
      return areaOf(points, shape.look ?? "solid");
    case "moment":
      return bentArrow(x1, y1, (shape.side ?? "right") === "right");
    case "restraints": {
      const length = Math.hypot(x2 - x1, y2 - y1);
      const step = (shape.every ?? 0) * scale;
      const many = step > 0 ? Math.min(MOST_RESTRAINTS, Math.floor(length / step + 1e-6)) : 0;
      const places = Array.from({ length: many + 1 }, (_, nth) => (nth * step) / (length || 1));
      const all = (places.at(-1) ?? 0) < 1 - 1e-6 ? [...places, 1] : places;
      return html`${all.map((share) => crossOf(x1 + (x2 - x1) * share, y1 + (y2 - y1) * share))}`;
    }
    case "dots": {
      const many = Math.max(1, Math.round(shape.count ?? 1));
      const radius = Math.max(2, ((shape.size ?? 0) * scale) / 2);
      return html`${Array.from({ length: many }, (_, nth) => {
        const share = many === 1 ? 0.5 : nth / (many - 1);
        return circle(
          x1 + (x2 - x1) * share,
          y1 + (y2 - y1) * share,
          at(radius),
          shape.look === undefined ? "f-spot" : shape.look === "solid" ? "f-solid" : "f-hole",
        );
      })}`;
    }
    default:
      return html``;
  }
}

/** Draws a load as arrows under a line, labelled away from forces. */
function loadOf(shape: SketchShape, x: Place, foot: number, forces: readonly number[], width: number): Html {
  const [from, to] = [x(shape.points[0]?.[0] ?? 0), x(shape.points[1]?.[0] ?? 0)];
  const many = Math.max(2, Math.round((to - from) / 26));
  const arrows = Array.from({ length: many + 1 }, (_, nth) => from + ((to - from) * nth) / many);
  const said = fitting(shape, Math.max(to - from, width * 0.6));
  const half = widthOf(said) / 2;
  const middles = [(from + to) / 2, from + half, to - half].map((each) =>
    Math.min(Math.max(each, half), width - half),
  );
  const isFree = (middle: number) => forces.every((force) => Math.abs(force - middle) > half + 6);
  const middle = middles.find(isFree) ?? middles[0] ?? 0;
  return html`${line(from, foot - LOAD, to, foot - LOAD, "f-force")}${arrows.map(
    (each) =>
      html`${line(each, foot - LOAD, each, foot, "f-force")}${path(head(each, foot, "above", 3), "f-tip")}`,
  )}${text(middle, foot - LOAD - 6, said, "f-halo", "middle")}`;
}
