// Linear interpolation between points.
import { held, spread } from "./holding.js";
import { arithmetic, compared } from "./numbers.js";
import {
  all,
  and,
  anyOf,
  badOf,
  type Case,
  chooseScalar,
  holds,
  isThere,
  NULL,
  not,
  or,
  type SqlScalar,
  TRUE,
  withFacts,
} from "./scalars.js";
import type { SqlTarget } from "./values.js";
/** A point of a line, and the condition that adds it. */
export interface Point {
  readonly when: SqlScalar;
  readonly x: SqlScalar;
  readonly y: SqlScalar;
}

/** Interpolates between points; outside them the nearest end counts. Null if a point is null. */
export function interpolated(t: SqlTarget, x: SqlScalar, points: readonly Point[]): SqlScalar {
  const [first] = points;
  if (first === undefined) return NULL;
  const below = (a: SqlScalar, b: SqlScalar) => compared(t, "<=", a, b, true);
  const lines = points.slice(1).map(({ when, x: x1, y: y1 }, at): Case<SqlScalar> => {
    const { x: x0, y: y0 } = points[at] as Point;
    const share = arithmetic(t, "/", arithmetic(t, "-", x, x0), arithmetic(t, "-", x1, x0));
    const rise = arithmetic(t, "*", share, arithmetic(t, "-", y1, y0));
    const line = chooseScalar([
      { when: compared(t, "==", x1, x0, true), value: y0 },
      { when: TRUE, value: arithmetic(t, "+", y0, rise) },
    ]);
    const isWithin = or(and(below(x0, x), below(x, x1)), and(below(x1, x), below(x, x0)));
    return { when: and(when, isWithin), value: line };
  });
  const fromLast = [...points].reverse();
  const last = held(t, chooseScalar(fromLast.map((point) => ({ when: point.when, value: point.x }))));
  const isBefore = chooseScalar([
    { when: below(first.x, last), value: compared(t, "<", x, first.x, true) },
    { when: TRUE, value: compared(t, ">", x, first.x, true) },
  ]);
  const ends = [{ when: isBefore, value: first.y }, ...fromLast.map(({ when, y }) => ({ when, value: y }))];
  const holes = points.map(({ when, x: own, y }) => and(when, not(and(isThere(own), isThere(y)))));
  const isWhole = all([isThere(x), first.when, not(holds(anyOf(holes)))]);
  const found = chooseScalar([{ when: isWhole, value: chooseScalar([...lines, ...ends]) }]);
  return withFacts(found, { ...spread(points.map(({ y }) => y)), bad: badOf([x]) });
}
