// Works out what an expression can be under given facts. Every answer is on the safe side: it holds all that can happen.
import { LIMITS } from "../limits.js";
import type { Body, Scope, Slot, ToolPlan, Typed, TypedEntry, TypedGive } from "../plan.js";
import type { Type } from "../types.js";
import { assume } from "./assume.js";
import { Bearing } from "./bearing.js";
import { type Facts, Met, NO_FACTS, subjectOf } from "./facts.js";
import { knownInputs } from "./inputs.js";
import {
  ANYTHING,
  EITHER,
  FALSE,
  impossible,
  inRange,
  join,
  type Known,
  meet,
  NOTHING,
  NULL_ONLY,
  notNil,
  ofType,
  orNil,
  rangeOf,
  setOf,
  TRUE,
  truth,
} from "./known.js";
import { columnOf, lookUp } from "./lookups.js";
import { canBe, exactly, holds, literalOf, must, negated, oneOf } from "./outcomes.js";
import { calculate, range } from "./ranges.js";

/** Values within values within values: deeper ones are taken as anything of their type. */
const DEEPEST = 150;
/** Conclusions from conclusions from conclusions. */
const FARTHEST = 3;

export class Reasoner {
  readonly inputs: ReadonlyMap<string, Known>;
  /** What the parameters of each scope are given, over all its calls seen so far. */
  readonly params = new Map<string, Known>();
  private readonly bearing: Bearing;
  private readonly met = new Met();
  /** What was worked out without any facts; those are shared by all tools, this is not. */
  private readonly plain = new Map<Slot, Known>();
  private steps = 0;
  drawn = 0;
  private depth = 0;

  constructor(readonly plan: ToolPlan) {
    this.inputs = knownInputs(plan.inputs, plan.inputSchema);
    this.bearing = new Bearing(plan);
  }

  /** Draws conclusions from a fact, and from these, a few times over: farther ones seldom tell more. */
  drawing(facts: Facts, draw: () => Facts | undefined): Facts | undefined {
    if (this.drawn >= FARTHEST) return facts;
    this.drawn++;
    const found = draw();
    this.drawn--;
    return found;
  }

  /** The work is bounded: beyond it nothing is concluded any more. */
  get tired(): boolean {
    return this.steps > LIMITS.reasoning;
  }

  of(typed: Typed, facts: Facts): Known {
    if (typed.op === "literal") return literalOf(typed);
    this.steps++;
    if (this.tired || this.depth > DEEPEST) return ofType(typed.type);
    const told = facts.size === 0 ? undefined : facts.get(subjectOf(typed));
    // What a frame is given is told where it is entered; that says more than all calls together.
    if (told !== undefined && typed.op === "param") return withType(told, typed.type);
    this.depth++;
    const found = this.workOut(typed, facts);
    this.depth--;
    return withType(told === undefined ? found : meet(found, told), typed.type);
  }

  private workOut(typed: Typed, facts: Facts): Known {
    switch (typed.op) {
      case "input":
        return this.inputs.get(typed.name) ?? ofType(typed.type);
      case "sent":
        return this.sent(typed.name, facts);
      case "slot":
        return this.slot(typed.slot, facts);
      case "param":
        return this.params.get(`${typed.scope.id} ${typed.name}`) ?? rowsOfType(this.plan, typed.type);
      case "item":
      case "lambda":
        return rowsOfType(this.plan, typed.type);
      case "known": {
        const of = this.of(typed.of, facts);
        return of.be.kind === "none" ? FALSE : of.nil ? EITHER : TRUE;
      }
      case "field":
        return this.field(this.of(typed.of, facts), typed.name, typed.type);
      case "operator":
        return this.operator(typed, facts);
      case "compare":
        return this.comparison(typed, facts);
      case "logic":
        return this.logic(typed, facts);
      case "nullish": {
        const [a, b] = typed.args;
        const first = this.of(a, facts);
        return first.nil ? join(notNil(first), this.of(b, facts)) : first;
      }
      case "if": {
        const [test, then, otherwise] = typed.args;
        const yes = assume(this, test, "true", facts);
        const no = assume(this, test, "not true", facts);
        const a = yes === undefined ? NOTHING : this.of(then, yes);
        return no === undefined ? a : join(a, this.of(otherwise, no));
      }
      case "builtin":
        return this.builtin(typed, facts);
      case "table":
        return (
          lookUp(
            typed.table,
            typed.args.map((arg) => this.of(arg, facts)),
          ) ?? ofType(typed.type)
        );
      case "call":
        return typed.result === undefined
          ? ofType(typed.type)
          : this.slot(typed.result, this.enter(typed.scope, typed.args, facts));
      default:
        return ofType(typed.type);
    }
  }

  /** An input without a default was sent exactly where it is not null. */
  private sent(name: string, facts: Facts): Known {
    const input = this.plan.inputs.get(name);
    if (input === undefined || input.required) return input === undefined ? EITHER : TRUE;
    if (input.fallback !== undefined) return EITHER;
    const of = this.of({ op: "input", name, type: input.type }, facts);
    return of.be.kind === "none" ? FALSE : of.nil ? EITHER : TRUE;
  }

  slot(slot: Slot, facts: Facts): Known {
    // A long list of rules is gone through once: what is asked of it is seldom told by where it is asked.
    const here =
      facts.size === 0 || (slot.scope.kind === "tool" && (isLong(slot.body) || this.bearing.isFixed(slot)))
        ? NO_FACTS
        : facts.seenFrom(slot.scope).bearingOn(this.bearing.of(slot), this.bearing, this.met);
    const memo = here === NO_FACTS ? this.plain : here.memo;
    const before = memo.get(slot);
    if (before !== undefined) return before;
    this.steps++;
    if (this.tired || this.depth > DEEPEST) return ofType(slot.type);
    this.depth++;
    let found: Known;
    if (slot.when === undefined) found = this.body(slot, here);
    else {
      const holds = assume(this, slot.when, "true", here);
      found = holds === undefined ? NULL_ONLY : this.body(slot, holds);
      if (assume(this, slot.when, "not true", here) !== undefined) found = orNil(found);
    }
    this.depth--;
    found = withType(found, slot.type);
    // What was cut short by the depth is not the last word on this value.
    if (this.depth < DEEPEST / 2) memo.set(slot, found);
    return found;
  }

  private body(slot: Slot, facts: Facts): Known {
    const { body } = slot;
    switch (body?.kind) {
      case "value":
        return this.of(body.value, facts);
      case "decide": {
        let found: Known = NOTHING;
        const rest = this.decided(body.entries, facts, (leaf, here) => {
          found = join(
            found,
            leaf.give === undefined ? NULL_ONLY : this.give(leaf.give, here, leaf.entry.id),
          );
        });
        if (rest !== undefined) found = join(found, this.give(body.otherwise, rest, body.otherwiseDef?.id));
        return found;
      }
      case "frame":
        return {
          nil: false,
          be: { kind: "frame", scope: body.scope, facts: this.enter(body.scope, body.args, facts) },
        };
      default:
        return ofType(slot.type);
    }
  }

  /** Runs over the rules that can hold, in order; gives the facts under which none does, undefined where one must. */
  decided(
    entries: readonly TypedEntry[],
    facts: Facts,
    visit: (leaf: TypedEntry, facts: Facts) => void,
  ): Facts | undefined {
    let rest: Facts | undefined = facts;
    for (const entry of entries) {
      if (rest === undefined) return undefined;
      const inside: Facts | undefined =
        entry.when === undefined ? rest : assume(this, entry.when, "true", rest);
      let left: Facts | undefined;
      if (inside !== undefined) {
        if (entry.rules === undefined) visit(entry, inside);
        else left = this.decided(entry.rules, inside, visit);
      }
      const passed: Facts | undefined =
        entry.when === undefined ? undefined : assume(this, entry.when, "not true", rest);
      rest = passed === undefined ? left : left === undefined ? passed : passed.or(left);
    }
    return rest;
  }

  give(give: TypedGive, facts: Facts, rule?: string): Known {
    if (give.kind === "value") return this.of(give.value, facts);
    if (give.kind !== "record") return ofType(give.type);
    const fields = new Map<string, Known>();
    for (const [name, field] of give.fields) fields.set(name, this.give(field, facts));
    fields.set("rule", rule === undefined ? NULL_ONLY : setOf([rule]));
    return { nil: false, be: { kind: "fields", fields } };
  }

  /** Facts inside a new frame: what its parameters are given, and what is known of everything around it. */
  enter(scope: Scope, args: ReadonlyMap<string, Typed>, facts: Facts): Facts {
    let inside = scope.parent === undefined ? facts.global() : facts.seenFrom(scope.parent);
    for (const [name, type] of scope.params) {
      const arg = args.get(name);
      const subject = subjectOf({ op: "param", scope, name, from: scope, type });
      if (subject !== undefined)
        inside = inside.set(subject, arg === undefined ? ofType(type) : this.of(arg, facts));
    }
    return inside;
  }

  private field(of: Known, name: string, type: Type): Known {
    const { be } = of;
    let found: Known | undefined;
    if (be.kind === "none") found = NULL_ONLY;
    else if (be.kind === "rows") {
      const dates = be.table.dated !== undefined && (name === "from" || name === "until");
      found = dates ? undefined : columnOf(be.rows, name);
    } else if (be.kind === "fields") found = be.fields.get(name);
    else if (be.kind === "frame") {
      const slot = be.scope.slots.get(name);
      const param = be.scope.params.get(name);
      if (slot !== undefined) found = this.slot(slot, be.facts);
      else if (param !== undefined)
        found = this.of({ op: "param", scope: be.scope, name, from: be.scope, type: param }, be.facts);
    }
    if (found === undefined) return ofType(type);
    return of.nil ? orNil(found) : found;
  }

  private operator(typed: Extract<Typed, { op: "operator" }>, facts: Facts): Known {
    const args = typed.args.map((arg) => this.of(arg, facts));
    return this.numeric(typed.fn, args);
  }

  /** A few numbers are computed one by one, others as ranges. */
  private numeric(fn: string, args: readonly Known[]): Known {
    const nil = args.some((arg) => arg.nil);
    if (args.some((arg) => arg.be.kind === "none")) return nil ? NULL_ONLY : NOTHING;
    const ranges = args.map(rangeOf);
    const [first] = ranges;
    if (first === undefined || ranges.some((each) => each === undefined)) return ANYTHING;
    const sizes = args.map((arg) => (arg.be.kind === "set" ? arg.be.set.size : Number.POSITIVE_INFINITY));
    if (sizes.reduce((product, size) => product * size, 1) <= 40) {
      let exact: number[][] = [[]];
      for (const arg of args) {
        const set = arg.be.kind === "set" ? [...arg.be.set] : [];
        exact = exact.flatMap((before) => set.map((value) => [...before, value as number]));
      }
      const found = exact.map((given) =>
        calculate(
          fn,
          given.map((value) => range(value, value)),
        ),
      );
      return found.map((each) => inRange(each)).reduce(join, { nil, be: { kind: "none" } });
    }
    return inRange(calculate(fn, ranges as NonNullable<(typeof ranges)[number]>[]), nil);
  }

  private comparison(typed: Extract<Typed, { op: "compare" }>, facts: Facts): Known {
    const { fn, scale } = typed;
    const [a, b] = typed.args.map((arg) => this.of(arg, facts)) as [Known, Known];
    const equality = fn === "==" || fn === "!=";
    const nil = !equality && (a.nil || b.nil);
    const [yes, no] = canBe(fn, a, b, exactly(typed.args), scale?.words);
    // A rule of a day to come, or of one gone by, is no mistake: the next edition may bring it.
    const dated = !yes && typed.args.every((arg) => arg.op === "literal" && arg.type.kind === "date");
    return truth(yes || dated, no, nil);
  }

  private logic(typed: Extract<Typed, { op: "logic" }>, facts: Facts): Known {
    const [first, second] = typed.args as [Typed, Typed];
    const a = this.of(first, facts);
    if (typed.fn === "not") return negated(a);
    const settles = typed.fn === "or";
    if (must(a, settles)) return settles ? TRUE : FALSE;
    const rest = assume(this, first, settles ? "not true" : "not false", facts);
    if (rest === undefined) return a;
    const b = this.of(second, rest);
    if (must(b, settles)) return settles ? TRUE : FALSE;
    const can = (value: boolean) => {
      const [x, y] = [holds(a, value), holds(b, value)];
      return value === settles ? x || y : x && y;
    };
    return truth(can(true), can(false), a.nil || b.nil);
  }

  private builtin(typed: Extract<Typed, { op: "builtin" }>, facts: Facts): Known {
    const args = typed.args.map((arg) => this.of(arg, facts));
    const [first = ANYTHING] = args;
    switch (typed.name) {
      case "min":
      case "max":
        if (typed.type.kind !== "number" || args.length < 2) return ofType(typed.type);
        return args.slice(1).reduce((so, arg) => this.numeric(typed.name, [so, arg]), first);
      case "clamp": {
        const [x, lo, hi] = args as [Known, Known, Known];
        return this.numeric("min", [this.numeric("max", [x, lo]), hi]);
      }
      case "abs":
      case "sqrt":
      case "exp":
        return this.numeric(typed.name, args);
      case "count":
        return inRange(range(0, Number.POSITIVE_INFINITY), first.nil);
      case "one_of":
        return oneOf(first, args.slice(1));
      default:
        return ofType(typed.type);
    }
  }
}

const LONG = 12;
const lengths = new WeakMap<Body, number>();

export function isLong(body: Body | undefined): boolean {
  if (body?.kind !== "decide") return false;
  const count = (entries: readonly TypedEntry[]): number =>
    entries.reduce((sum, entry) => sum + (entry.rules === undefined ? 1 : count(entry.rules)), 0);
  const length = lengths.get(body) ?? count(body.entries);
  lengths.set(body, length);
  return length > LONG;
}

function rowsOfType(plan: ToolPlan, type: Type): Known {
  if (type.kind === "record" && type.shapes.length === 1) {
    const name = /^t:(\w+)$/.exec(type.shapes[0]?.id ?? "")?.[1];
    const table = name === undefined ? undefined : plan.tables.get(name)?.def;
    if (table !== undefined) return { nil: type.nullable, be: { kind: "rows", table, rows: table.rows } };
  }
  return ofType(type);
}

/** Never more than the type allows. */
function withType(found: Known, type: Type): Known {
  if (impossible(found)) return found;
  const typed = ofType(type);
  const nil = found.nil && (typed.nil || type.kind === "unknown");
  const be = found.be.kind === "any" ? typed.be : found.be;
  return nil === found.nil && be === found.be ? found : { nil, be };
}
