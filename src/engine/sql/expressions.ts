// Typed formulas as SQL: one case for each operation of the plan.
import { LISTS } from "../language/common-fields.js";
import type { Scale, Type } from "../language/types.js";
import type { Slot, ToolPlan, Typed, TypedEntry } from "../typing/plan.js";
import type { Columns, ListLoop } from "./columns.js";
import type { Dialect } from "./dialect.js";
import { enclosing, fieldOfFrame, newFrame, slotValue } from "./frames.js";
import { builtinValue } from "./functions.js";
import { held } from "./holding.js";
import type { SqlInputs } from "./inputs.js";
import { filtered, mapped } from "./list-functions.js";
import { choose } from "./lists.js";
import { cellAt, lookup, tableRows } from "./lookups.js";
import { arithmetic, compared, constant, finite, negated, same } from "./numbers.js";
import {
  all,
  and,
  anyOf,
  badOf,
  chooseScalar,
  isConstant,
  isNull,
  NULL,
  not,
  or,
  type SqlScalar,
  scalar,
  TRUE,
  withFacts,
} from "./scalars.js";
import {
  asRecord,
  asScalar,
  EMPTY,
  isGiven,
  type RecordLeaf,
  record,
  type SqlFrame,
  type SqlValue,
  withBad,
} from "./values.js";
import type { SqlPlace, SqlWriter } from "./writer.js";

type Op<K extends Typed["op"]> = Extract<Typed, { op: K }>;

export class Expressions implements SqlWriter {
  readonly columns: Columns;
  readonly open = new Set<ListLoop>();
  readonly root: SqlFrame;
  private readonly lambdas = new Map<object, SqlValue>();

  constructor(
    readonly plan: ToolPlan,
    readonly dialect: Dialect,
    columns: Columns,
    private readonly inputs: SqlInputs,
  ) {
    this.columns = columns;
    this.root = { scope: plan.root, parent: undefined, args: new Map(), slots: new Map() };
  }

  scalar(typed: Typed, place: SqlPlace, chained = false): SqlScalar {
    return asScalar(this.value(typed, place, chained));
  }

  slot(frame: SqlFrame, slot: Slot): SqlValue {
    return slotValue(this, frame, slot);
  }

  within<T>(lambda: object, item: SqlValue, make: () => T): T {
    const before = this.lambdas.get(lambda);
    this.lambdas.set(lambda, item);
    const made = make();
    if (before === undefined) this.lambdas.delete(lambda);
    else this.lambdas.set(lambda, before);
    return made;
  }

  value(typed: Typed, place: SqlPlace, chained = false): SqlValue {
    switch (typed.op) {
      case "literal":
        return constant(this, typed.value);
      case "slot":
        return this.slot(enclosing(place.frame, typed.slot.scope), typed.slot);
      case "input":
        return this.inputs.value(typed.name);
      case "inputs":
        return record({ kind: "fields", fields: this.inputs.all });
      case "sent":
        return this.inputs.isSent(typed.name);
      case "known":
        return isGiven(this.value(typed.of, place));
      case "param":
        return enclosing(place.frame, typed.scope).args.get(typed.name) ?? NULL;
      case "item":
        return enclosing(place.frame, typed.scope).item ?? NULL;
      case "self":
        return record({ kind: "frame", frame: enclosing(place.frame, typed.scope), binds: [] });
      case "rank":
        return enclosing(place.frame, typed.scope).rank?.() ?? NULL;
      case "lambda":
        return this.lambdas.get(typed.lambda) ?? NULL;
      case "field":
        return this.field(this.value(typed.of, place), typed.name);
      case "pluck":
        return mapped(this, this.value(typed.of, place), (item) =>
          this.within(typed.lambda, item, () => this.value(typed.body, place)),
        );
      case "filter":
        return filtered(this, this.value(typed.of, place), (item) =>
          this.within(typed.lambda, item, () => this.scalar(typed.test, place)),
        );
      case "lookup":
        return this.lookup(this.value(typed.of, place), this.scalar(typed.key, place));
      case "operator":
        return this.operator(typed, place, chained);
      case "compare":
        return this.compare(typed, place);
      case "logic": {
        const args = typed.args.map((arg) => this.scalar(arg, place)) as [SqlScalar, SqlScalar];
        if (typed.fn === "not") return not(args[0]);
        return typed.fn === "and" ? and(...args) : or(...args);
      }
      case "nullish":
        return this.nullish(typed, place, chained);
      case "if": {
        const [test, then, otherwise] = typed.args;
        const when = held(this, this.scalar(test, place));
        if (isConstant(when)) return this.value(when.constant === true ? then : otherwise, place, chained);
        const cases = [
          { when, value: this.value(then, place, chained) },
          { when: TRUE, value: this.value(otherwise, place, chained) },
        ];
        return choose(this, cases);
      }
      case "builtin":
        return builtinValue(this, typed, place, chained);
      case "table":
        return this.table(typed, place);
      case "rows": {
        const { dated } = typed.table;
        return tableRows(this, typed.table, dated === undefined ? undefined : this.scalar(dated, place));
      }
      case "call": {
        const { frame, bad } = newFrame(this, typed.scope, typed.args, place);
        const made =
          typed.result === undefined
            ? record({ kind: "frame", frame, binds: [] })
            : this.slot(frame, typed.result);
        return withBad(made, bad);
      }
      case "list": {
        const items = typed.items.map((item) => ({ when: TRUE, value: this.value(item, place) }));
        return {
          ...EMPTY,
          items,
          bad: badOf(items.flatMap(({ value }) => (value.kind === "scalar" ? [value] : []))),
        };
      }
      case "flagged":
        return this.flagged(typed.code);
    }
  }

  private operator({ fn, args, type }: Op<"operator">, place: SqlPlace, chained: boolean): SqlScalar {
    const exponent = args[1]?.op === "literal" ? args[1].value : undefined;
    const runsOn = argumentsChained(fn, exponent, chained);
    const [a, b] = args.map((arg, at) => this.scalar(arg, place, runsOn[at])) as [SqlScalar, SqlScalar];
    if (fn === "negate") return negated(this, a);
    const made = arithmetic(this, fn, a, b);
    const isWhole = type.kind === "number" && type.integer && fn !== "/" && fn !== "^";
    return chained || isWhole ? made : finite(this, made, place.site);
  }

  private compare({ fn, args, scale }: Op<"compare">, place: SqlPlace): SqlScalar {
    const [a, b] = args.map((arg) => held(this, this.value(arg, place))) as [SqlValue, SqlValue];
    const [first, second] = args.map(({ type }) => type) as [Type, Type];
    const isNumber = first.kind === "number" && second.kind === "number";
    if (fn === "==" || fn === "!=") {
      const isGiven = !first.nullable && !second.nullable;
      const test = this.equal(a, b, { isNumber, isExact: isExact(args), isGiven });
      return fn === "==" ? test : not(test);
    }
    const [x, y] = [asScalar(a), asScalar(b)];
    if (scale !== undefined) return compared(this, fn, this.rank(scale, x), this.rank(scale, y), true);
    if (isNumber) return compared(this, fn, x, y, isExact(args));
    const bad = badOf([x, y]);
    if (isNull(x) || isNull(y)) return withFacts(NULL, { bad });
    return scalar(`(${this.dialect.ordered(x.sql)} ${fn} ${this.dialect.ordered(y.sql)})`, { bad });
  }

  /** Records and lists can only be compared with null. */
  private equal(a: SqlValue, b: SqlValue, how: Parameters<typeof same>[3]): SqlScalar {
    if (a.kind === "scalar" && b.kind === "scalar") return same(this, a, b, how);
    const [other, one] = isNull(a) ? [b, a] : [a, b];
    if (!isNull(one)) throw new Error("records and lists are compared with null alone");
    return not(isGiven(other));
  }

  rank(scale: Scale, word: SqlScalar): SqlScalar {
    if (isNull(word)) return word;
    if (isConstant(word)) return constant(this, scale.words.indexOf(String(word.constant)));
    const texts = scale.words.map((each) => this.dialect.text(each));
    const words = this.columns.of(this.dialect.array(texts, "text"));
    const sql = `(${this.dialect.indexOf(words, word.sql)} - 1)`;
    return scalar(this.columns.of(sql), { low: 0, high: scale.words.length - 1, bad: word.bad });
  }

  private nullish({ args: [first, second] }: Op<"nullish">, place: SqlPlace, chained: boolean): SqlValue {
    const a = held(this, this.value(first, place, chained));
    if (!first.type.nullable) return a;
    const isThere = held(this, isGiven(a));
    if (isConstant(isThere))
      return isThere.constant === true ? a : withBad(this.value(second, place, chained), a.bad);
    const cases = [
      { when: isThere, value: a },
      { when: TRUE, value: this.value(second, place, chained) },
    ];
    return choose(this, cases);
  }

  private lookup(of: SqlValue, key: SqlScalar): SqlValue {
    const cases = asRecord(of).cases.map(({ when, value: leaf }) => {
      const fields = leaf.kind === "fields" ? leaf.fields : new Map<string, SqlValue>();
      if (isConstant(key)) return { when, value: fields.get(String(key.constant)) ?? NULL };
      const word = held(this, key);
      const each = [...fields].map(([name, value]) => ({
        when: same(this, word, constant(this, name), { isNumber: false }),
        value,
      }));
      return { when, value: choose(this, each) };
    });
    return withBad(choose(this, cases), badOf([withFacts(NULL, { bad: of.bad }), key]));
  }

  private table({ table, args }: Op<"table">, place: SqlPlace): SqlValue {
    const keys = args.map((arg) => held(this, this.scalar(arg, place)));
    const date = table.dated === undefined ? undefined : held(this, this.scalar(table.dated, place));
    return lookup(this, table, keys, date);
  }

  field(of: SqlValue, name: string): SqlValue {
    const { cases, bad } = asRecord(of);
    const values = cases.map(({ when, value }) => ({ when, value: this.fieldOfLeaf(value, name) }));
    return withBad(choose(this, values), bad);
  }

  private fieldOfLeaf(leaf: RecordLeaf, name: string): SqlValue {
    switch (leaf.kind) {
      case "frame":
        return fieldOfFrame(this, leaf, name) ?? NULL;
      case "row":
        return cellAt(this, leaf.table, name, leaf.index);
      case "fields":
        return leaf.fields.get(name) ?? NULL;
      case "none":
        return NULL;
    }
  }

  private flagged(code: string): SqlScalar {
    const slot = this.plan.root.slots.get(LISTS.flags);
    if (slot?.body?.kind !== "collect") return NULL;
    const place = { frame: this.root, site: slot.id };
    const found: SqlScalar[] = [];
    const walk = (entries: readonly TypedEntry[], around: readonly SqlScalar[]): void => {
      for (const { when, rules, entry } of entries) {
        const own = () => (when === undefined ? around : [...around, held(this, this.scalar(when, place))]);
        if (rules !== undefined) walk(rules, own());
        else if (entry.own.get("code") === code) found.push(all(own()));
      }
    };
    walk(slot.body.entries, []);
    return chooseScalar([
      { when: anyOf(found), value: TRUE },
      { when: TRUE, value: not(TRUE) },
    ]);
  }
}

/** Returns for each argument whether its check can wait: if it is not finite, the result is not finite either and gets checked. */
function argumentsChained(fn: string, exponent: unknown, chained: boolean): readonly boolean[] {
  if (fn === "negate") return [chained];
  if (fn === "/") return [true, false];
  if (fn === "^") return [typeof exponent === "number" && exponent > 0, false];
  return [true, true];
}

/** Whole numbers and zero are compared without tolerance. */
function isExact([a, b]: readonly [Typed, Typed]): boolean {
  const isWhole = ({ type }: Typed) => type.kind === "number" && type.integer;
  const isZero = (typed: Typed) => typed.op === "literal" && typed.value === 0;
  return (isWhole(a) && isWhole(b)) || isZero(a) || isZero(b);
}
