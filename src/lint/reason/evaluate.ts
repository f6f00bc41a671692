// Computes the possible values of expressions under given facts. Values of the tool are computed once without facts,
// conditions again for each use. Results are conservative: they contain every possible value.

import { LIMITS } from "../../engine/language/bounds.js";
import type { Row, TableDef } from "../../engine/language/model.js";
import { OPPOSITE } from "../../engine/language/operators.js";
import type { Type } from "../../engine/language/types.js";
import {
  NO_ID,
  type Slot,
  type ToolPlan,
  type Typed,
  type TypedEntry,
  type TypedGive,
} from "../../engine/typing/plan.js";
import { assume, conditionOf, FAILS, HOLDS } from "./assume.js";
import { type Facts, NO_FACTS } from "./facts.js";
import { ALL, calculate } from "./numbers.js";
import {
  ANYTHING,
  holds,
  inRange,
  isNone,
  isSet,
  join,
  mayHold,
  meet,
  NOTHING,
  NULL_ONLY,
  ofInput,
  ofType,
  type Possible,
  rangeOf,
  setOf,
  truth,
  type Word,
  withNil,
} from "./possible-values.js";

/** Nesting of named conditions; deeper ones are evaluated without facts. */
const DEEPEST = 12;

export class Reasoner {
  private readonly inputs = new Map<string, Possible>();
  private readonly values = new Map<Slot, Possible>();
  private readonly columns = new Map<string, Possible>();
  private steps = 0;
  private depth = 0;

  /** `slots` are in dependency order. */
  constructor(
    readonly plan: ToolPlan,
    slots: readonly Slot[],
  ) {
    const properties = (plan.inputSchema.properties ?? {}) as Record<string, Record<string, unknown>>;
    for (const [name, input] of plan.inputs) this.inputs.set(name, ofInput(input, properties[name] ?? {}));
    for (const slot of slots) this.values.set(slot, meet(this.value(slot), ofType(slot.type)));
  }

  /** Whether the step limit is exceeded. */
  get tired(): boolean {
    return this.steps > LIMITS.reasoning;
  }

  of(typed: Typed, facts: Facts = NO_FACTS): Possible {
    if (typed.op === "literal") return literalOf(typed);
    this.steps++;
    const allowed = ofType(typed.type);
    if (this.tired) return allowed;
    const found = meet(this.workOut(typed, facts) ?? allowed, allowed);
    const told = facts.of(typed);
    return told === undefined ? found : meet(found, told);
  }

  /** Undefined means any value of its type. */
  private workOut(typed: Typed, facts: Facts): Possible | undefined {
    switch (typed.op) {
      case "input":
        return this.inputs.get(typed.name);
      case "sent":
        return this.sent(typed.name, facts);
      case "slot":
        return this.slot(typed.slot, facts);
      case "known": {
        const of = this.of(typed.of, facts);
        return truth(!isNone(of), of.nil, false);
      }
      case "field":
        return typed.of.op === "table"
          ? this.cell(typed.of, typed.name)
          : this.column(typed.of.type, typed.name);
      case "table":
        return typed.table.cell === undefined ? undefined : this.cell(typed, typed.table.cell);
      case "operator":
        return numeric(
          typed.fn,
          typed.args.map((arg) => this.of(arg, facts)),
        );
      case "compare":
        return this.comparison(typed, facts);
      case "logic":
        return this.logic(typed, facts);
      case "nullish": {
        const [a, b] = typed.args;
        const first = this.of(a, facts);
        return first.nil ? join(withNil(first, false), this.of(b, facts)) : first;
      }
      case "if": {
        const [test, then, otherwise] = typed.args;
        const yes = assume(this, test, HOLDS, facts);
        const no = assume(this, test, FAILS, facts);
        const first = yes === undefined ? NOTHING : this.of(then, yes);
        return no === undefined ? first : join(first, this.of(otherwise, no));
      }
      case "builtin":
        return this.builtin(typed, facts);
      default:
        return undefined;
    }
  }

  /** An input without default was sent if and only if it is not null. */
  private sent(name: string, facts: Facts): Possible | undefined {
    const input = this.plan.inputs.get(name);
    if (input === undefined) return undefined;
    if (input.fallback !== undefined) return undefined;
    const of = this.of({ id: NO_ID, op: "input", name, type: input.type }, facts);
    return truth(!isNone(of), of.nil, false);
  }

  private slot(slot: Slot, facts: Facts): Possible | undefined {
    const formula = facts === NO_FACTS ? undefined : conditionOf(slot);
    if (formula === undefined || this.depth >= DEEPEST) return this.values.get(slot);
    this.depth++;
    const found = this.of(formula, facts);
    this.depth--;
    return found;
  }

  private value({ body, when, type }: Slot): Possible {
    const there = when === undefined ? NO_FACTS : assume(this, when, HOLDS, NO_FACTS);
    if (there === undefined) return NULL_ONLY;
    const found =
      body?.kind === "value"
        ? this.of(body.value, there)
        : body?.kind === "decide"
          ? join(this.given(body.entries), this.give(body.otherwise))
          : ofType(type);
    return when === undefined ? found : withNil(found, true);
  }

  private given(entries: readonly TypedEntry[]): Possible {
    return entries
      .map(({ give, rules }) => (give === undefined ? this.given(rules ?? []) : this.give(give)))
      .reduce(join, NOTHING);
  }

  private give(give: TypedGive): Possible {
    return give.kind === "value" ? this.of(give.value) : ofType(give.type);
  }

  /** Returns the cells of a table column. */
  private column(type: Type, name: string): Possible | undefined {
    if (type.kind !== "record" || type.shapes.length !== 1) return undefined;
    const [{ id = "", table = "" } = {}] = type.shapes;
    const plan = this.plan.tables.get(table);
    const def = plan?.shape.id === id ? plan.def : undefined;
    const known = this.columns.get(`${id} ${name}`) ?? this.cells(def, def?.rows ?? [], name);
    this.columns.set(`${id} ${name}`, known);
    return withNil(known, known.nil || type.nullable);
  }

  /** Returns the cells of rows that match the literal keys of a lookup. */
  private cell({ table: { def }, args, type }: Extract<Typed, { op: "table" }>, name: string): Possible {
    const rows = def.rows.filter((row) =>
      def.keys.every(({ kind, columns: [column = ""] }, at) => {
        const key = args[at];
        return kind !== "equal" || key?.op !== "literal" || row[column] === key.value;
      }),
    );
    const known = this.cells(def, rows, name);
    return withNil(known, known.nil || type.nullable);
  }

  private cells(def: TableDef | undefined, rows: readonly Row[], name: string): Possible {
    const between = def?.otherwise || def?.keys.some(({ kind }) => kind === "interpolate");
    const cells = between ? [] : rows.map((row) => row[name]);
    const words = cells.filter((cell) => typeof cell !== "object" && cell !== undefined);
    return words.length === 0 || words.length < cells.length ? ANYTHING : setOf(words as Word[]);
  }

  private comparison(typed: Extract<Typed, { op: "compare" }>, facts: Facts): Possible {
    const { fn, scale } = typed;
    const [a, b] = typed.args.map((arg) => this.of(arg, facts)) as [Possible, Possible];
    const yes = mayHold(fn, a, b, scale?.words);
    const no = mayHold(OPPOSITE[fn] ?? "", a, b, scale?.words);
    // Rules for past or future dates are no mistakes, since another edition may use them.
    const dated = typed.args.every((arg) => arg.op === "literal" && arg.type.kind === "date");
    return truth(yes || dated, no, fn !== "==" && fn !== "!=" && (a.nil || b.nil));
  }

  private logic(typed: Extract<Typed, { op: "logic" }>, facts: Facts): Possible {
    const [a, b] = typed.args.map((arg) => this.of(arg, facts)) as [Possible, Possible];
    if (typed.fn === "not") return truth(holds(a, false), holds(a, true), a.nil);
    // The operand value that decides the outcome.
    const settling = typed.fn === "or";
    const settled = [a, b].some((side) => !side.nil && !holds(side, !settling));
    const either = holds(a, settling) || holds(b, settling);
    const neither = holds(a, !settling) && holds(b, !settling);
    return truth(settling ? either : neither, settling ? neither : either, !settled && (a.nil || b.nil));
  }

  private builtin(typed: Extract<Typed, { op: "builtin" }>, facts: Facts): Possible | undefined {
    const args = typed.args.map((arg) => this.of(arg, facts));
    const [first, ...rest] = args as [Possible, ...Possible[]];
    switch (typed.name) {
      case "min":
      case "max":
        if (typed.type.kind !== "number" || rest.length === 0) return undefined;
        return rest.reduce((so, arg) => numeric(typed.name, [so, arg]), first);
      case "clamp":
        return numeric("min", [numeric("max", [first, rest[0] ?? first]), rest[1] ?? first]);
      case "abs":
      case "sqrt":
      case "exp":
        return numeric(typed.name, args);
      case "count":
        return inRange({ lo: 0, hi: ALL.hi }, first.nil);
      case "one_of":
        // Never null: null equals none of the words.
        return truth(
          rest.some((word) => mayHold("==", first, word, undefined)),
          first.nil || each(first).some((of) => rest.every((word) => mayHold("!=", of, word, undefined))),
          false,
        );
      default:
        return undefined;
    }
  }
}

const literals = new WeakMap<Typed, Possible>();

function literalOf(typed: Extract<Typed, { op: "literal" }>): Possible {
  const known = literals.get(typed) ?? (typed.value === null ? NULL_ONLY : setOf([typed.value]));
  literals.set(typed, known);
  return known;
}

/** Splits small sets into single values. */
function each(of: Possible): Possible[] {
  return isSet(of.be) ? [...of.be].map((word) => setOf([word])) : [of];
}

function numeric(fn: string, args: readonly Possible[]): Possible {
  const nil = args.some((arg) => arg.nil);
  if (args.some(isNone)) return withNil(NOTHING, nil);
  const [a = ALL, b] = args.map((arg) => rangeOf(arg) ?? ALL);
  return inRange(calculate(fn, a, b), nil);
}
