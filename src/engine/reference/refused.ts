// Why items of a list were refused before the first that fits: for each, the part of the condition that it failed.
import type { MathNode } from "mathjs";
import { LIMITS } from "../language/bounds.js";
import { partsOf } from "../language/formula.js";
import type { ValueOf } from "../language/model.js";
import { type ReferenceValue, WalkFrame } from "./frame.js";
import { bare, exprOf, nodeOf, pieceOf } from "./mathjs.js";
import { toJson } from "./meaning.js";

export interface ExplainedRefusal {
  readonly item: string;
  readonly condition: string;
  /** The value that is the condition, and the number of the failed part in its formula. */
  readonly of: string;
  readonly part: number;
  /** What the names in that part were worth. */
  readonly inputs: Readonly<Record<string, unknown>>;
}

/** Only where the condition is a value of the items themselves: else nobody has noted what it read. */
export function refusedBy(
  def: ValueOf<"pick">,
  frame: WalkFrame,
  chosen: ReferenceValue,
  pieces: ReadonlyMap<object, string>,
): { readonly refused?: readonly ExplainedRefusal[] } {
  const [list, key] = [def.source.it.expr, def.key.it.expr];
  if (def.by !== "first" || list.kind !== "name" || key.kind !== "name") return {};
  const items = frame.memo.get(list.name)?.value;
  const refused = (Array.isArray(items) ? items : [])
    .slice(0, LIMITS.explainedRefusals)
    .flatMap((item) => (item instanceof WalkFrame && item !== chosen ? refusal(item, key.name, pieces) : []));
  return refused.length === 0 ? {} : { refused };
}

function refusal(
  item: WalkFrame,
  key: string,
  pieces: ReadonlyMap<object, string>,
): readonly ExplainedRefusal[] {
  const holder = item.values.has(key) ? item : item.inner;
  const known = holder?.memo.get(key);
  const test = holder?.values.get(key);
  if (known?.value !== false || test?.kind !== "formula") return [];
  const { reads } = known.trace;
  // Parts are looked at in their order until one fails, so that the last that was read is the one that failed.
  const failed = conjunctsOf(nodeOf(test.formula.it)).findLast((part) =>
    readsOf(part).some((name) => reads.has(name)),
  );
  if (failed === undefined) return [];
  const inputs = readsOf(failed).flatMap((name) => {
    const value = toJson(reads.get(name) ?? null);
    return reads.has(name) && (value === null || typeof value !== "object") ? [[name, value] as const] : [];
  });
  const expr = exprOf(failed);
  const part = expr === undefined ? -1 : partsOf(test.formula.it.expr).indexOf(expr);
  const condition = failed.toString();
  return [
    { item: nameOf(item), condition, of: pieces.get(test) ?? key, part, inputs: Object.fromEntries(inputs) },
  ];
}

function conjunctsOf(node: MathNode): readonly MathNode[] {
  const { type, fn, args } = pieceOf(node);
  return type === "OperatorNode" && fn === "and" ? (args as MathNode[]).flatMap(conjunctsOf) : [bare(node)];
}

/** The names that a formula reads, and paths such as a.b as one; not those of functions. */
export function readsOf(node: MathNode): readonly string[] {
  const names = new Set<string>();
  const visit = (node: MathNode): void => {
    const part = bare(node);
    const { type } = pieceOf(part);
    if (type === "SymbolNode" || type === "AccessorNode") names.add(part.toString());
    if (type === "SymbolNode") return;
    part.forEach((child, path) => {
      if (!(type === "FunctionNode" && path === "fn")) visit(child);
    });
  };
  visit(node);
  return [...names];
}

/** An item is known by its name, else by its first text, else by its numbers. */
function nameOf({ item, label }: WalkFrame): string {
  if (item === null || item === undefined) return label;
  if (typeof item !== "object") return String(item);
  const of =
    item instanceof WalkFrame
      ? [...item.memo].map(([name, { value }]) => [name, value] as const)
      : Object.entries(item);
  const fields = of.filter(([, value]) => typeof value === "string" || typeof value === "number");
  const named =
    fields.find(([name]) => name === "name") ?? fields.find(([, value]) => typeof value === "string");
  return named === undefined ? fields.map(([, value]) => String(value)).join(" × ") : String(named[1]);
}
