// Which frames of an evaluation are told value by value, and what stands inside a value.
import type { ValueDef } from "../language/model.js";
import { type Remembered, type Trace, WalkFrame } from "./frame.js";

/** Calculations inside calculations beyond this are told as their values. */
export const DEEPEST = 6;

/** The frames whose values are steps: those of groups, calculations and picked entries, not of every entry of a list. */
export function detailedFrames(root: WalkFrame): ReadonlySet<WalkFrame> {
  const told = new Set<WalkFrame>([root]);
  const visit = (frame: WalkFrame, depth: number): void => {
    for (const { name, value } of frame.memo.values()) {
      const def = frame.values.get(name);
      if (depth > DEEPEST || def === undefined || !opens(def) || !(value instanceof WalkFrame)) continue;
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

export function withInner(entry: WalkFrame): readonly WalkFrame[] {
  return entry.inner === undefined ? [entry] : [entry, entry.inner];
}

/** Of all values that were worked out inside a frame. */
export function tracesIn(frame: WalkFrame): readonly Trace[] {
  return withInner(frame).flatMap(({ given, memo }) =>
    [...given.values(), ...memo.values()].flatMap((known) => [
      known.trace,
      ...framesIn(known).flatMap(tracesIn),
    ]),
  );
}

/** The frames that belong to a value itself: those of its entries, or of its group or calculation. */
export function framesIn({ frame, name, value }: Remembered): readonly WalkFrame[] {
  const kind = frame.values.get(name)?.kind;
  if (kind === "each") return frame.tried.get(name) ?? [];
  return (kind === "group" || kind === "calculate") && value instanceof WalkFrame ? [value] : [];
}
