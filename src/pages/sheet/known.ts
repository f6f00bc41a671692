// Formulas of a calculation sheet with values in them: what each name was worth where the formula stands.

import type { Expr } from "../../engine/language/formula.js";
import type { ExplainedStep, Explanation } from "../../engine/reference/explain.js";
import { isRecord } from "../../objects.js";
import { type Html, html, nameHtml } from "../html.js";
import { type Names, pathOf } from "../sentences.js";
import { rounded, valueText } from "../show.js";
import type { Symbols } from "../tex.js";
import { isSimple, standsFor } from "./values.js";

/** Longer texts would drown the sentence that they stand in. */
const LONGEST = 40;

export class Known implements Names {
  private constructor(
    private readonly values: ReadonlyMap<string, unknown>,
    /** Symbols of the trade that stand for names here. */
    readonly symbols: Symbols,
    private readonly around?: Known,
  ) {}

  static of(explanation: Explanation, inputs: Symbols): Known {
    const given = Object.entries(explanation.inputs).map(([name, { value }]) => [name, value] as const);
    return new Known(new Map(given), inputs).inside(explanation.steps);
  }

  /** Steps inside a group or calculation see each other first. */
  inside(steps: readonly ExplainedStep[]): Known {
    const symbols = steps.flatMap(({ name, symbol }) =>
      symbol === undefined ? [] : [[name, symbol] as const],
    );
    return new Known(
      new Map(steps.map(({ name, value }) => [name, value])),
      new Map([...this.symbols, ...symbols]),
      this,
    );
  }

  private value(path: string): unknown {
    const [first = "", ...fields] = path.split(".");
    if (!this.values.has(first)) return this.around?.value(path);
    let value = this.values.get(first);
    for (const field of fields) value = isRecord(value) ? value[field] : undefined;
    return value;
  }

  show(path: string): Html {
    const value = this.value(path);
    const worth = value !== undefined && typeof value !== "boolean" && isSimple(value) && !standsFor(value);
    const text = worth ? valueText(value) : "";
    return text === "" || text.length > LONGEST
      ? html`${nameHtml(path)}`
      : html`${nameHtml(path)} <span class="known">(${text})</span>`;
  }
}

/** The formula with the values that it read in the place of their names; undefined where none was read. */
export function substituted(expr: Expr, step: ExplainedStep): Expr | undefined {
  const reads = step.inputs ?? {};
  let changed = false;
  const visit = (part: Expr): Expr => {
    // Whether something was given is said of its name; pi is known by its letter.
    if (part.kind === "call" && part.name === "given") return part;
    if (part.kind === "name" && part.name === "pi") return part;
    const path = part.kind === "index" ? keyPath(part) : pathOf(part);
    const literal = path !== undefined && path in reads ? literalOf(reads[path], step) : undefined;
    if (literal !== undefined) {
      changed = true;
      return literal;
    }
    switch (part.kind) {
      case "field":
        return { ...part, of: visit(part.of) };
      case "index":
        return { ...part, of: visit(part.of) };
      case "call":
        return { ...part, args: part.args.map(visit) };
      case "operator":
        return { ...part, args: part.args.map(visit) };
      case "list":
        return { ...part, items: part.items.map(visit) };
      default:
        return part;
    }
  };
  const result = visit(expr);
  return changed ? result : undefined;
}

function keyPath(expr: Expr & { kind: "index" }): string | undefined {
  const of = pathOf(expr.of);
  return of === undefined || expr.by.kind !== "text" ? undefined : `${of}["${expr.by.value}"]`;
}

function literalOf(value: unknown, step: ExplainedStep): Expr | undefined {
  if (typeof value === "number") return { kind: "number", value: rounded(value) };
  if (typeof value === "boolean") return { kind: "boolean", value };
  if (value === null) return { kind: "null" };
  if (typeof value !== "string") return undefined;
  // "(steel_beams)" stands for a record; a text that a caller sent is in the substituted formula, in quotes.
  const label = standsFor(value) && step.substituted?.includes(JSON.stringify(value)) !== true;
  return label ? undefined : { kind: "text", value };
}
