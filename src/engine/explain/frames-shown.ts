// Determines which frames get a step for each value, and which frames belong to a value.
import { Frame } from "../interpret/frames.js";
import { bodyOf, type ComputedValue, defOf, type Evaluation } from "./computed.js";

/** Calculations nested deeper than this appear as values only. */
export const DEEPEST = 6;

/** Returns the frames of groups, calculations and chosen entries, but not of every list entry. */
export function detailedFrames(evaluation: Evaluation): ReadonlySet<Frame> {
  const { root } = evaluation.record;
  const detailed = new Set<Frame>([root]);
  const visit = (frame: Frame, depth: number): void => {
    for (const computed of evaluation.values(frame)) {
      if (depth > DEEPEST || !opens(computed) || !(computed.value instanceof Frame)) continue;
      for (const inside of withInner(computed.value)) {
        detailed.add(inside);
        visit(inside, depth + 1);
      }
    }
  };
  visit(root, 0);
  return detailed;
}

/** Whether the steps inside a value are shown under it. */
export function opens(computed: ComputedValue): boolean {
  const kind = defOf(computed)?.kind;
  return kind === "group" || kind === "calculate" || kind === "pick";
}

export function withInner(entry: Frame): readonly Frame[] {
  return entry.inner === undefined ? [entry] : [entry, entry.inner];
}

/** Returns the frames of a value: its entries, group or calculation. */
export function framesIn(computed: ComputedValue, evaluation: Evaluation): readonly Frame[] {
  const body = bodyOf(computed);
  if (body?.kind === "each") return evaluation.tried(computed);
  return body?.kind === "frame" && computed.value instanceof Frame ? [computed.value] : [];
}

/** Returns every value computed inside a frame, including parameters. */
export function computedIn(frame: Frame, evaluation: Evaluation): readonly ComputedValue[] {
  return withInner(frame).flatMap((inside) =>
    [...evaluation.given(inside), ...evaluation.values(inside)].flatMap((computed) => [
      computed,
      ...framesIn(computed, evaluation).flatMap((inner) => computedIn(inner, evaluation)),
    ]),
  );
}
