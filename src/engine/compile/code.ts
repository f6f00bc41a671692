// Writes typed formulas as JavaScript: plain numbers, no dispatch, null tests only where null can be.
import type { Lambda, Scope, Slot, Typed, TypedPart } from "../plan.js";
import type { RecordType, Scale, Type } from "../types.js";
import { builtinCode } from "./builtins.js";
import { fieldCode, literal, slotCode } from "./fields.js";

/** What all functions of one compiled tool share. */
export interface Module {
  readonly scales: Map<string, string>;
  /** The name of the constant that holds a scale's ranks. */
  ranks(scale: Scale | undefined): string;
  lookup(typed: Extract<Typed, { op: "table" }>): string;
  rows(typed: Extract<Typed, { op: "rows" }>): string;
  pattern(source: string): string;
  words(typed: Typed): string;
  scope(id: number): Scope;
  /** Notes a use of a slot; a use on the spot is in the slot's own scope and outside any repetition. */
  use(slot: Slot, onTheSpot: boolean): void;
  /** Whether the slot's only use is on the spot: its formula is written there and nothing is remembered. */
  isInlined(slot: Slot): boolean;
}

/** One JavaScript function while it is written. */
export class Code {
  readonly temps: string[] = [];
  private counter = 0;
  /** Functions of items that are being written: what stands in them runs once for each item. */
  private repeated = 0;

  constructor(
    readonly module: Module,
    readonly scope: Scope,
    /** The variable that holds this scope's frame. */
    readonly frame: string,
    /** The slot to blame for a value that is not finite; -1 where there is none. */
    readonly site: number,
  ) {}

  temp(): string {
    const name = `t${this.counter++}`;
    this.temps.push(name);
    return name;
  }

  /** The expression for the frame of an enclosing scope. */
  path(target: Scope): string {
    let path = this.frame;
    for (let scope: Scope | undefined = this.scope; scope !== undefined; scope = scope.parent) {
      if (scope === target) return path;
      path += ".p";
    }
    throw new Error(`scope ${target.label} is not visible from ${this.scope.label}`);
  }

  /** Writes what runs once for each item of a list. */
  repeat(write: () => string): string {
    this.repeated++;
    const written = write();
    this.repeated--;
    return written;
  }

  private slotValue(slot: Slot, chained: boolean): string {
    this.module.use(slot, slot.scope === this.scope && this.repeated === 0);
    if (this.module.isInlined(slot) && slot.body?.kind === "value")
      return this.value(slot.body.value, chained);
    return slotCode(slot, this.path(slot.scope));
  }

  lambdaName(lambda: Lambda): string {
    return `it${lambda.id}`;
  }

  /** An expression for the value. Inside a sum or product an overflow may run on: the outermost operation checks it. */
  value(typed: Typed, chained = false): string {
    switch (typed.op) {
      case "literal":
        return literal(typed.value);
      case "slot":
        return this.slotValue(typed.slot, chained);
      case "input":
        return `${this.root()}.i_${typed.name}`;
      case "param":
        return `${this.path(typed.scope)}.a_${typed.name}`;
      case "item":
        return `${this.path(typed.scope)}.it`;
      case "self":
        return this.path(typed.scope);
      case "rank":
        return `${this.path(typed.scope)}.n`;
      case "lambda":
        return this.lambdaName(typed.lambda);
      case "field":
        return this.guard([typed.of], ([of]) =>
          fieldCode(this.module, typed.of.type as RecordType, typed.name, of as string),
        );
      case "pluck":
        return this.guard(
          [typed.of],
          ([of]) =>
            `${of}.map((${this.lambdaName(typed.lambda)}) => ${this.repeat(() => this.value(typed.body))})`,
        );
      case "filter":
        return this.guard(
          [typed.of],
          ([of]) =>
            `${of}.filter((${this.lambdaName(typed.lambda)}) => ${this.repeat(() => this.test(typed.test))})`,
        );
      case "inputs":
        return this.root();
      case "lookup":
        if (typed.of.op === "inputs")
          return this.guard([typed.key], ([key]) => `${this.root()}["i_" + ${key}]`);
        return this.guard([typed.of, typed.key], ([of, key]) => `(${of}[${key}] ?? null)`);
      case "operator":
        return this.arithmetic(typed, chained);
      case "nullish": {
        const [a, b] = typed.args;
        if (!a.type.nullable) return this.value(a);
        const temp = this.temp();
        return `((${temp} = ${this.value(a)}) !== null ? ${temp} : ${this.value(b)})`;
      }
      case "if": {
        const [test, then, otherwise] = typed.args;
        return `(${this.test(test)} ? ${this.value(then)} : ${this.value(otherwise)})`;
      }
      case "builtin":
        return builtinCode(this, typed);
      case "table":
        return this.guard(
          typed.args,
          (args) => `${this.module.lookup(typed)}(${[...args, ...this.date(typed)].join(", ")})`,
        );
      case "rows": {
        const date = this.date(typed);
        return date.length === 0 ? this.module.rows(typed) : `${this.module.rows(typed)}(${date.join("")})`;
      }
      case "call": {
        const frame = this.newFrame(typed.scope, typed.args);
        if (typed.result === undefined) return frame;
        this.module.use(typed.result, false);
        return slotCode(typed.result, frame);
      }
      case "list":
        return `[${typed.items.map((item) => this.value(item)).join(", ")}]`;
      case "compare":
      case "logic":
        return typed.type.nullable
          ? `(${this.test(typed)} ? true : ${this.test(typed, false)} ? false : null)`
          : this.test(typed);
      case "sent":
      case "known":
      case "flagged":
        return this.test(typed);
    }
  }

  /** An expression that is true exactly when the condition is `want`; null is neither. */
  test(typed: Typed, want = true): string {
    switch (typed.op) {
      case "literal":
        return String(typed.value === want);
      case "logic": {
        const { fn, args } = typed;
        const [a, b] = args as [Typed, Typed];
        if (fn === "not") return this.test(a, !want);
        const both = (fn === "and") === want;
        return `(${this.test(a, want)} ${both ? "&&" : "||"} ${this.test(b, want)})`;
      }
      case "compare":
        return this.comparison(typed, want);
      case "sent":
        return `(${this.root()}.s_${typed.name}${want ? "" : " === false"})`;
      case "known":
        if (!typed.of.type.nullable) return String(want);
        return `(${this.value(typed.of)} ${want ? "!==" : "==="} null)`;
      case "flagged":
        return `(flag_${typed.code}(${this.root()}) === ${want})`;
      case "if": {
        const [test, then, otherwise] = typed.args;
        return `(${this.test(test)} ? ${this.test(then, want)} : ${this.test(otherwise, want)})`;
      }
      default:
        if (typed.type.nullable) return `(${this.value(typed)} === ${want})`;
        return want ? this.value(typed) : `!${this.value(typed)}`;
    }
  }

  /** Null if any argument is; else what the arguments make. */
  guard(args: readonly Typed[], make: (args: string[]) => string, chained = false): string {
    const tests: string[] = [];
    const names = args.map((arg) => {
      if (!arg.type.nullable) return this.value(arg, chained);
      const temp = this.temp();
      tests.push(`(${temp} = ${this.value(arg)}) === null`);
      return temp;
    });
    const made = make(names);
    return tests.length === 0 ? made : `(${tests.join(" || ")} ? null : ${made})`;
  }

  text(parts: readonly TypedPart[]): string {
    if (parts.length === 0) return '""';
    const pieces = parts.map((part) => (typeof part === "string" ? JSON.stringify(part) : this.piece(part)));
    return typeof parts[0] === "string" ? pieces.join(" + ") : `"" + ${pieces.join(" + ")}`;
  }

  private piece(part: Exclude<TypedPart, string>): string {
    const { value, decimals, grouped, round } = part;
    const number = value.type.kind === "number";
    if (number && decimals !== undefined)
      return this.shown(value, (code) => `${grouped === true ? "GR" : "FX"}(${code}, ${decimals})`);
    if (number && round !== undefined) return this.shown(value, (code) => `R(${code}, ${round})`);
    if (
      !value.type.nullable &&
      (value.type.kind === "text" || value.type.kind === "date" || value.type.kind === "scale")
    ) {
      return this.value(value);
    }
    return `TX(${this.value(value)})`;
  }

  private shown(value: Typed, make: (code: string) => string): string {
    if (!value.type.nullable) return make(this.value(value));
    const temp = this.temp();
    return `((${temp} = ${this.value(value)}) === null ? "n/a" : ${make(temp)})`;
  }

  newFrame(scope: Scope, args: ReadonlyMap<string, Typed>): string {
    const parent = scope.parent === undefined ? "null" : this.path(scope.parent);
    const given = [...scope.params.keys()].map((name) => {
      const arg = args.get(name);
      return arg === undefined ? "null" : this.value(arg);
    });
    return `new F${scope.id}(${[parent, ...given].join(", ")})`;
  }

  root(): string {
    let scope = this.scope;
    while (scope.parent !== undefined) scope = scope.parent;
    return this.path(scope);
  }

  private date(typed: Extract<Typed, { op: "table" | "rows" }>): string[] {
    return typed.table.dated === undefined ? [] : [this.value(typed.table.dated)];
  }

  private arithmetic(typed: Extract<Typed, { op: "operator" }>, chained: boolean): string {
    const { fn, args } = typed;
    const runsOn = fn === "+" || fn === "-" || fn === "*" || fn === "negate";
    return this.guard(
      args,
      ([a, b]) => {
        switch (fn) {
          case "negate":
            return `(-${a})`;
          case "/":
            return `FIN(${a} / ${b}, ${this.site})`;
          case "^": {
            const exponent = args[1];
            const square = exponent?.op === "literal" && exponent.value === 2 && /^[\w.]+$/.test(a ?? "");
            return square ? `FIN(${a} * ${a}, ${this.site})` : `FIN(${a} ** ${b}, ${this.site})`;
          }
          default: {
            const whole = typed.type.kind === "number" && typed.type.integer;
            return chained || whole ? `(${a} ${fn} ${b})` : `FIN(${a} ${fn} ${b}, ${this.site})`;
          }
        }
      },
      fn === "negate" ? chained : runsOn,
    );
  }

  private comparison(typed: Extract<Typed, { op: "compare" }>, want: boolean): string {
    const { fn, args, scale } = typed;
    const [a, b] = args;
    if (fn === "==" || fn === "!=") return this.equality(a, b, (fn === "==") === want);
    const operator = want ? fn : OPPOSITE[fn as keyof typeof OPPOSITE];
    const tests: string[] = [];
    const names = args.map((arg) => {
      if (!arg.type.nullable) return this.value(arg);
      const temp = this.temp();
      tests.push(`(${temp} = ${this.value(arg)}) !== null`);
      return temp;
    });
    const [x, y] = names as [string, string];
    tests.push(this.order(operator, x, y, a, b, scale));
    return `(${tests.join(" && ")})`;
  }

  private order(
    operator: string,
    x: string,
    y: string,
    a: Typed,
    b: Typed,
    scale: Scale | undefined,
  ): string {
    if (scale !== undefined) {
      const ranks = this.module.ranks(scale);
      const rank = (typed: Typed, code: string) =>
        typed.op === "literal" ? String(scale.words.indexOf(String(typed.value))) : `${ranks}[${code}]`;
      return `${rank(a, x)} ${operator} ${rank(b, y)}`;
    }
    if (exact(a, b)) return `${x} ${operator} ${y}`;
    return `${TOLERANT[operator as keyof typeof TOLERANT]}(${x}, ${y})`;
  }

  private equality(a: Typed, b: Typed, want: boolean): string {
    const not = want ? "" : "!";
    const numeric = a.type.kind === "number" && b.type.kind === "number";
    if (!numeric || exact(a, b)) return `(${this.value(a)} ${want ? "===" : "!=="} ${this.value(b)})`;
    if (!a.type.nullable && !b.type.nullable) return `${not}EQ(${this.value(a)}, ${this.value(b)})`;
    return `${not}SAME(${this.value(a)}, ${this.value(b)})`;
  }
}

const OPPOSITE = { "<": ">=", "<=": ">", ">": "<=", ">=": "<" } as const;
const TOLERANT = { "<": "LT", "<=": "LE", ">": "GT", ">=": "GE" } as const;

/** Whole numbers, words and zero are compared exactly: no tolerance can matter. */
function exact(a: Typed, b: Typed): boolean {
  const whole = (type: Type) => type.kind === "number" && type.integer;
  const zero = (typed: Typed) => typed.op === "literal" && typed.value === 0;
  if (a.type.kind !== "number" && b.type.kind !== "number") return true;
  return (whole(a.type) && whole(b.type)) || zero(a) || zero(b);
}
