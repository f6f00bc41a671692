// Which frames of an evaluation are told value by value, and what stands inside a value.
import type { ValueDef } from "../language/model.js";
import { Frame, type Remembered, type Trace } from "./frame.js";

/** Calculations inside calculations beyond this are told as their values. */
export const DEEPEST = 6;

/** The frames whose values are steps: those of groups, calculations and picked entries, not of every entry of a list. */
export function detailedFrames(root: Frame): ReadonlySet<Frame> {
  const told = new Set<Frame>([root]);
  const visit = (frame: Frame, depth: number): void => {
    for (const { name, value } of frame.memo.values()) {
      const def = frame.values.get(name);
      if (depth > DEEPEST || def === undefined || !opens(def) || !(value instanceof Frame)) continue;
      for (const inside of withInner(value)) {
        told.add(inside);
        visit(inside, depth + 1);
      }
    }
  };
  visit(root, 0);
  return told;
}

export function opens({ kind }: ValueDef): boolean {
  return kind === "group" || kind === "calculate" || kind === "pick";
}

export function withInner(entry: Frame): readonly Frame[] {
  return entry.inner === undefined ? [entry] : [entry, entry.inner];
}

/** Of all values that were worked out inside a frame. */
export function tracesIn(frame: Frame): readonly Trace[] {
  return withInner(frame).flatMap(({ given, memo }) =>
    [...given.values(), ...memo.values()].flatMap((known) => [
      known.trace,
      ...framesIn(known).flatMap(tracesIn),
    ]),
  );
}

/** The frames that belong to a value itself: those of its entries, or of its group or calculation. */
export function framesIn({ frame, name, value }: Remembered): readonly Frame[] {
  const kind = frame.values.get(name)?.kind;
  if (kind === "each") return frame.tried.get(name) ?? [];
  return (kind === "group" || kind === "calculate") && value instanceof Frame ? [value] : [];
}
