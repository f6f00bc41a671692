// Interprets formulas as closures.
import { RUNTIME } from "../run/functions.js";
import { chainedArguments, inlineFormula, staysFinite } from "../typing/number-checks.js";
import type { Scope, Slot, Typed } from "../typing/plan.js";
import { builtin } from "./builtins.js";
import { type ConditionNode, conditionEval, isCondition } from "./conditions.js";
import { type Eval, type Fields, Frame, type RootFrame, type Value } from "./frames.js";
import { lookup, rowsInForce } from "./lookup.js";
import type { EvalBuilder, Mode, Program } from "./program.js";
import type { ItemRecord } from "./record.js";

export function newFormulas(program: Program, scope: Scope, site: number): EvalBuilder {
  return new ScopeEvals(program, scope, site);
}

type Op<K extends Typed["op"]> = Extract<Typed, { op: K }>;

class ScopeEvals implements EvalBuilder {
  constructor(
    readonly program: Program,
    readonly scope: Scope,
    readonly site: number,
    /** Whether the recorder ignores these formulas. */
    private readonly isSilent = false,
  ) {}

  value(typed: Typed, chained = false): Eval {
    if (isCondition(typed))
      return this.noted(typed, conditionEval(this, typed, typed.type.nullable ? "value" : "isTrue"));
    return this.noted(typed, this.evaluate(typed, chained));
  }

  condition(typed: Typed, mode: Mode = "isTrue"): Eval {
    if (isCondition(typed)) return this.noted(typed, conditionEval(this, typed, mode));
    if (typed.op === "if")
      return this.noted(
        typed,
        this.choice(typed, (branch) => this.condition(branch, mode)),
      );
    return this.value(typed);
  }

  private noted(typed: Typed, run: Eval): Eval {
    const { recorder } = this.program;
    if (recorder === undefined || this.isSilent || typed.op === "literal") return run;
    return recorder.node(typed, run);
  }

  private evaluate(typed: Exclude<Typed, ConditionNode>, chained: boolean): Eval {
    const { program } = this;
    switch (typed.op) {
      case "literal": {
        const { value } = typed;
        return () => value;
      }
      case "slot":
        return this.slot(typed.slot, chained);
      case "input": {
        const { name } = typed;
        const root = this.root();
        return (frame) => {
          program.recorder?.read(name);
          return root(frame).inputs.get(name) ?? null;
        };
      }
      case "param": {
        const [of, { name }] = [this.path(typed.scope), typed];
        return (frame) => of(frame).args.get(name) ?? null;
      }
      case "item": {
        const of = this.path(typed.scope);
        return (frame) => of(frame).item;
      }
      case "self":
        return this.path(typed.scope);
      case "rank": {
        const of = this.path(typed.scope);
        return (frame) => of(frame).number ?? null;
      }
      case "lambda": {
        const { lambda } = typed;
        return () => program.itemOf(lambda);
      }
      case "field": {
        const { name } = typed;
        return this.one(typed.of, (of) => program.read(of, name));
      }
      case "pluck": {
        const { lambda, body } = typed;
        const silent = new ScopeEvals(program, this.scope, this.site, true);
        const each = silent.value(body);
        return this.one(typed.of, (list, frame) => {
          const work = () => each(frame);
          return (list as readonly Value[]).map((item, at) =>
            program.forItem(lambda, at, item, frame, undefined, work),
          );
        });
      }
      case "filter":
        return this.filter(typed);
      case "inputs":
        return this.root();
      case "lookup":
        return this.entry(typed);
      case "operator":
        return this.arithmetic(typed, chained);
      case "nullish": {
        const [first, second] = typed.args.map((arg) => this.value(arg, chained)) as [Eval, Eval];
        return (frame) => {
          const value = first(frame);
          program.recorder?.detail(typed.id, { taken: value === null ? 1 : 0 });
          return value ?? second(frame);
        };
      }
      case "if":
        return this.choice(typed, (branch) => this.value(branch, chained));
      case "builtin":
        return builtin(this, typed, chained);
      case "table":
        return lookup(this, typed);
      case "rows":
        return rowsInForce(this, typed.table);
      case "call": {
        const { result, id } = typed;
        const make = this.newFrame(typed.scope, typed.args);
        if (result === undefined) return make;
        const value = program.slot(result);
        return (frame) => {
          const inside = make(frame);
          program.recorder?.detail(id, { frame: inside });
          return value(inside);
        };
      }
      case "list": {
        const items = typed.items.map((item) => this.value(item));
        return (frame) => items.map((item) => item(frame));
      }
    }
  }

  private slot(slot: Slot, chained: boolean): Eval {
    const { program } = this;
    const formula = inlineFormula(slot);
    const own = new ScopeEvals(program, slot.scope, this.site);
    const value =
      formula === undefined ? program.slot(slot) : program.inlined(slot, own.value(formula, chained));
    if (slot.scope === this.scope) return value;
    const of = this.path(slot.scope);
    return (frame) => value(of(frame));
  }

  private choice({ id, args }: Op<"if">, branchOf: (branch: Typed) => Eval): Eval {
    const { recorder } = this.program;
    const test = this.condition(args[0]);
    const [then, otherwise] = [branchOf(args[1]), branchOf(args[2])];
    return (frame) => {
      const holds = test(frame) === true;
      recorder?.detail(id, { taken: holds ? 1 : 2 });
      return holds ? then(frame) : otherwise(frame);
    };
  }

  private filter({ id, of, lambda, test }: Op<"filter">): Eval {
    const { program } = this;
    const { recorder } = program;
    const keep = this.condition(test);
    return this.one(of, (list, frame) => {
      const items: ItemRecord[] | undefined = recorder && [];
      const work = () => keep(frame) === true;
      const kept = (list as readonly Value[]).filter((item, at) =>
        program.forItem(lambda, at, item, frame, items, work),
      );
      if (items !== undefined) recorder?.detail(id, { items });
      return kept;
    });
  }

  /** Returns the entry of a map, or the input of a name. */
  private entry({ of, key }: Op<"lookup">): Eval {
    const { recorder } = this.program;
    if (of.op !== "inputs")
      return this.both([of, key], (map, word) => (map as Fields)[word as string] ?? null);
    const root = this.root();
    return this.one(key, (name, frame) => {
      recorder?.read(name as string);
      return root(frame).inputs.get(name as string) ?? null;
    });
  }

  private arithmetic(typed: Op<"operator">, chained: boolean): Eval {
    const { site } = this;
    const [first, second] = typed.args as [Typed, Typed];
    const [chainedFirst, chainedSecond] = chainedArguments(typed, chained);
    if (typed.fn === "negate") return this.one(first, (a) => -(a as number), chainedFirst);
    const operation = OPERATIONS[typed.fn] as (a: never, b: never) => number;
    const make = operation as (a: Value, b: Value) => number;
    const isFree = chained || staysFinite(typed);
    const checked = (a: Value, b: Value) => RUNTIME.FIN(make(a, b), site);
    return this.both([first, second], isFree ? make : checked, [chainedFirst, chainedSecond]);
  }

  one(arg: Typed, make: (value: Value, frame: Frame) => Value, chained = false): Eval {
    const run = this.value(arg, chained);
    if (!arg.type.nullable) return (frame) => make(run(frame), frame);
    return (frame) => {
      const value = run(frame);
      return value === null ? null : make(value, frame);
    };
  }

  /** Evaluates a nullable argument first; if it is null, the other is not evaluated. */
  both(
    [one, other]: readonly [Typed, Typed],
    make: (a: Value, b: Value) => Value,
    chained: readonly [boolean, boolean] = [false, false],
  ): Eval {
    const [first, second] = [this.value(one, chained[0]), this.value(other, chained[1])];
    if (!one.type.nullable && !other.type.nullable) return (frame) => make(first(frame), second(frame));
    if (!one.type.nullable)
      return (frame) => {
        const b = second(frame);
        return b === null ? null : make(first(frame), b);
      };
    return (frame) => {
      const a = first(frame);
      if (a === null) return null;
      const b = second(frame);
      return b === null ? null : make(a, b);
    };
  }

  guard(args: readonly Typed[], make: (values: readonly Value[], frame: Frame) => Value): Eval {
    const all = args.map((arg, at) => ({ at, run: this.value(arg), nullable: arg.type.nullable }));
    const inOrder = [...all.filter(({ nullable }) => nullable), ...all.filter(({ nullable }) => !nullable)];
    return (frame) => {
      const values: Value[] = new Array(inOrder.length);
      for (const { at, run, nullable } of inOrder) {
        const value = run(frame);
        if (value === null && nullable) return null;
        values[at] = value;
      }
      return make(values, frame);
    };
  }

  newFrame(scope: Scope, args: ReadonlyMap<string, Typed>): (frame: Frame) => Frame {
    const { recorder } = this.program;
    const parent = scope.parent === undefined ? undefined : this.path(scope.parent);
    const given = [...scope.params.keys()].map((name) => {
      const arg = args.get(name);
      return [name, arg === undefined ? () => null : this.value(arg)] as const;
    });
    return (frame) => {
      const values = new Map(given.map(([name, run]) => [name, run(frame)] as const));
      const made = new Frame(scope, parent?.(frame), values);
      recorder?.given(made, args);
      return made;
    };
  }

  /** Returns the frame of an enclosing scope. */
  private path(target: Scope): (frame: Frame) => Frame {
    let steps = 0;
    for (let scope: Scope | undefined = this.scope; scope !== target; scope = scope.parent) {
      if (scope === undefined)
        throw new Error(`scope ${target.label} is not visible from ${this.scope.label}`);
      steps++;
    }
    return (frame) => {
      let found = frame;
      for (let at = 0; at < steps; at++) found = found.parent as Frame;
      return found;
    };
  }

  root(): (frame: Frame) => RootFrame {
    return this.path(this.program.plan.root) as (frame: Frame) => RootFrame;
  }
}

const OPERATIONS: Readonly<Record<string, (a: number, b: number) => number>> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => a / b,
  "^": RUNTIME.POW,
};
