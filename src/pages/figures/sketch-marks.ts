// Symbols of sketches: arrow heads, supports, restraints, hatched edges and areas.
import type { ShapeLook, Side, SketchShape } from "../../engine/language/figures.js";
import { type Html, html } from "../html.js";
import { at, line, path } from "./marks.js";

/** Unit vectors towards each side. */
const WAYS: Readonly<Record<Side, readonly [number, number]>> = {
  above: [0, -1],
  below: [0, 1],
  left: [-1, 0],
  right: [1, 0],
};

/** Draws the head of an arrow that comes from a side. */
export function head(x: number, y: number, from: Side, size = 4.5): string {
  const [dx, dy] = WAYS[from];
  const [bx, by] = [x + dx * size * 1.9, y + dy * size * 1.9];
  return `M${at(x)} ${at(y)}L${at(bx - dy * size)} ${at(by + dx * size)}L${at(bx + dy * size)} ${at(by - dx * size)}z`;
}

export function crossOf(x: number, y: number): Html {
  return path(`M${at(x - 5)} ${at(y - 5)}l10 10m0 -10l-10 10`, "f-cross");
}

/** Draws a continuously supported edge as hatching. */
export function heldEdge(from: number, y: number, to: number): Html {
  const many = Math.floor((to - from) / 7);
  const slants = Array.from({ length: many }, (_, nth) => `M${at(from + nth * 7)} ${at(y - 2)}l6 -6`);
  return path(slants.join(""), "f-hatch");
}

/** Draws a wall, a hinge or a roller in a fixed size. */
export function supportOf({ look }: SketchShape, x: number, y: number, side: Side): Html {
  const [dx, dy] = WAYS[side];
  const point = (out: number, along: number) =>
    `${at(x + dx * out - dy * along)} ${at(y + dy * out + dx * along)}`;
  const wall = (out: number, half: number) => {
    const slants: string[] = [];
    for (let along = -half; along <= half - 4; along += 5)
      slants.push(`M${point(out, along)}L${point(out + 6, along + 4)}`);
    return html`${path(`M${point(out, -half)}L${point(out, half)}`, "f-outline")}${path(slants.join(""), "f-hatch")}`;
  };
  if (look === "fixed") return wall(1, 17);
  const base = look === "roller" ? 12 : 14;
  const hinge = path(`M${point(1, 0)}L${point(base, 8)}L${point(base, -8)}z`, "f-outline");
  return html`${hinge}${look === "roller" ? path(`M${point(base + 4, -11)}L${point(base + 4, 11)}`, "f-outline") : wall(base, 11)}`;
}

/** Draws three quarters of a circle. */
export function bentArrow(x: number, y: number, isRight: boolean): Html {
  const way = isRight ? 1 : -1;
  return html`${path(`M${at(x - way * 10)} ${at(y - 12)}A16 16 0 0 ${isRight ? 1 : 0} ${at(x + way * 13)} ${at(y + 9)}`, "f-force f-open")}${path(
    head(x + way * 13, y + 10, "above"),
    "f-tip",
  )}`;
}

type Corner = readonly [number, number];

export function areaOf(points: readonly Corner[], look: ShapeLook): Html {
  const outline = `${points.map(([x, y], nth) => `${nth === 0 ? "M" : "L"}${at(x)} ${at(y)}`).join("")}z`;
  if (look === "hollow") return path(outline, "f-hole");
  if (look === "solid") return path(outline, "f-solid");
  return html`${path(outline, "f-hole")}${hatches(points)}`;
}

/** Hatches an area with slanting lines, clipped to its outline. */
function hatches(points: readonly Corner[]): Html {
  const sums = points.map(([x, y]) => x + y);
  const lines: Html[] = [];
  for (let sum = Math.min(...sums) + 6; sum < Math.max(...sums); sum += 9) {
    const cuts = points.flatMap(([x1, y1], nth) => {
      const [x2, y2] = points[(nth + 1) % points.length] as Corner;
      const [from, to] = [x1 + y1 - sum, x2 + y2 - sum];
      return from > 0 === to > 0 ? [] : [x1 + ((x2 - x1) * from) / (from - to)];
    });
    cuts.sort((a, b) => a - b);
    for (let nth = 0; nth + 1 < cuts.length; nth += 2) {
      const [a = 0, b = 0] = [cuts[nth], cuts[nth + 1]];
      lines.push(line(a, sum - a, b, sum - b, "f-hatch"));
    }
  }
  return html`${lines}`;
}
