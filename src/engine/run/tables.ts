// What compiled plans call at run time of tables that are more than an index: lines between rows, periods, near words.
import { nearestRows } from "../language/nearest.js";

export type Point = readonly [x: number, y: number];

/** Straight lines between the points; the ends are held beyond them. */
function alongLine(points: readonly Point[], x: number): number | null {
  const [first] = points;
  if (first === undefined) return null;
  if (x <= first[0]) return first[1];
  for (let at = 1; at < points.length; at++) {
    const [x0, y0] = points[at - 1] as Point;
    const [x1, y1] = points[at] as Point;
    if (x <= x1) return y0 + ((x - x0) / (x1 - x0)) * (y1 - y0);
  }
  return points[points.length - 1]?.[1] ?? null;
}

interface Dated {
  readonly from: string | null;
  readonly until: string | null;
}

/** Rows in force on a date. */
function inForce<T extends Dated>(rows: readonly T[], date: string): T[] {
  return rows.filter(
    ({ from, until }) => (from === null || from <= date) && (until === null || date <= until),
  );
}

/** The normal words of the rows whose words are nearest to a given one. */
function nearest(rows: readonly (readonly string[])[], word: string, count: number): string[] {
  return nearestRows(word, rows, count);
}

export const TABLES = { LINE: alongLine, DATED: inForce, NEAREST: nearest } as const;
