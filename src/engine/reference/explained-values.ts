// Values and formulas as an explanation shows them: short, with numbers in the place of names.
import type { MathNode } from "mathjs";
import { LIMITS } from "../language/bounds.js";
import type { Formula } from "../language/formula.js";
import type { WrittenFormula } from "../language/model.js";
import { type ReferenceValue, WalkFrame } from "./frame.js";
import { nodeOf } from "./mathjs.js";
import { toJson } from "./meaning.js";

/** A formula in one line. */
export function textOf(formula: Formula): string {
  return formula.text.replace(/\s+/g, " ").trim();
}

const typeset = new WeakMap<Formula, string>();

export function latexOf(formula: Formula): string {
  const tex = typeset.get(formula) ?? nodeOf(formula).toTex();
  typeset.set(formula, tex);
  return tex;
}

/** The formula with numbers and words in the place of the names that were read. */
export function substitute(node: MathNode, reads: ReadonlyMap<string, ReferenceValue>): string {
  const handler = (part: MathNode): string | undefined => {
    const { type } = part as unknown as { type: string };
    if (type !== "SymbolNode" && type !== "AccessorNode") return undefined;
    const value = toJson(reads.get(part.toString()) ?? null);
    if (typeof value === "number")
      return String(Number.isInteger(value) ? value : Number(value.toPrecision(6)));
    if (typeof value === "string") return JSON.stringify(value);
    if (typeof value === "boolean" || reads.get(part.toString()) === null) return String(value);
    return undefined;
  };
  return node.toString({ handler } as unknown as object);
}

export function textsOf(args: ReadonlyMap<string, WrittenFormula>): Record<string, string> {
  return Object.fromEntries([...args].map(([name, { it }]) => [name, textOf(it)]));
}

/** A value small enough to show beside others. */
export function short(value: ReferenceValue): unknown {
  if (value instanceof WalkFrame) return `(${value.label})`;
  if (Array.isArray(value)) {
    if (value.some((item) => item instanceof WalkFrame)) return `(${value.length} entries)`;
    const shown = value.slice(0, LIMITS.explainedEntries).map(short);
    return value.length > shown.length ? [...shown, `(${value.length - shown.length} more)`] : shown;
  }
  return toJson(value);
}

export function rowOf(row: object): unknown {
  return Object.fromEntries(
    Object.entries(row)
      .filter(([, cell]) => !Array.isArray(cell))
      .map(([name, cell]) => [name, toJson(cell as ReferenceValue)]),
  );
}

/** What is known of an entry of a list: its item and the values that were worked out. */
export function entryOf(entry: WalkFrame): unknown {
  const shown: Record<string, unknown> = {};
  const { item, itemName } = entry;
  if (itemName !== undefined && item !== undefined && (item === null || typeof item !== "object"))
    shown[itemName] = item;
  if (item !== null && typeof item === "object" && !Array.isArray(item) && !(item instanceof WalkFrame)) {
    const [first] = Object.entries(item);
    if (first !== undefined) shown[first[0]] = toJson(first[1] as ReferenceValue);
  }
  for (const frame of [entry, entry.inner]) {
    for (const [name, known] of frame?.memo ?? []) {
      const value = known.value ?? null;
      if (known.error === undefined && (value === null || typeof value !== "object")) shown[name] = value;
    }
  }
  return shown;
}
