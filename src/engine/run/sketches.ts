// Builds the shapes of a sketch from its numbers.
import { defined } from "../language/defined.js";
import type { FigureData, FigureHead, SketchShape } from "../language/figures.js";

type Fields = Readonly<Record<string, unknown>>;

/** A shape with a false condition, or without a point or size, is omitted. */
export function sketchOf(
  head: FigureHead,
  said: Pick<FigureData, "title" | "note">,
  found: Fields,
): FigureData | undefined {
  const shapes = (head.shapes ?? []).flatMap((shape, at): SketchShape[] => {
    const own = (found.shapes as Fields)[`n${at}`] as Fields | null;
    if (own === null) return [];
    const { label, points, ...sizes } = own;
    const numbers = Object.values(points as Readonly<Record<string, number>>);
    if ([...numbers, ...Object.values(sizes)].some((value) => !Number.isFinite(value))) return [];
    const pairs = numbers.flatMap((x, nth): [number, number][] =>
      nth % 2 === 0 ? [[x, numbers[nth + 1] ?? 0]] : [],
    );
    const value = typeof label === "number" || typeof label === "string" ? { value: label } : {};
    return [{ ...shape, points: pairs, ...value, ...sizes }];
  });
  if (shapes.length === 0) return undefined;
  return { ...said, kind: "sketch", ...defined({ unit: head.unit }), shapes };
}
