// Formulas over frames, lists and records that exist for the writer only: what is asked of them becomes local variables.
import type { Body, Lambda, Scope, Slot, Typed } from "../plan.js";
import type { RecordType } from "../types.js";
import type { Module } from "./code.js";
import { fieldCode, literal, slotCode } from "./fields.js";
import { Statements } from "./statements.js";
import { code, holdsFrames, Unfit, unfit, type Virtual, VirtualFrame, type VirtualItem } from "./virtual.js";

/** Rows of a small table that are written out one by one. */
const UNROLLED = 8;

export abstract class Records extends Statements {
  protected readonly items = new Map<Lambda, Virtual>();
  protected readonly powers = new Map<string, string>();
  protected current: VirtualFrame;
  private readonly choices = new Map<string, Virtual>();

  constructor(
    module: Module,
    tool: Scope,
    protected readonly name: string,
  ) {
    super(module, tool, "root", -1);
    this.current = new VirtualFrame(tool, undefined, new Map());
  }

  /** Works a value of the current frame out. */
  protected abstract work(slot: Slot, body: Body): Virtual;

  override value(typed: Typed, chained = false): string {
    switch (typed.op) {
      case "slot":
      case "param":
      case "item":
      case "field":
      case "lambda":
      case "call": {
        const found = this.virtual(typed);
        if (found.kind !== "code") throw new Unfit();
        return found.code;
      }
      case "input":
        return `root.i_${typed.name}`;
      case "if": {
        const [test, then, otherwise] = typed.args;
        return this.branch(
          this.test(test),
          () => this.value(then, chained),
          () => this.value(otherwise, chained),
        );
      }
      case "nullish": {
        const [first, second] = typed.args;
        if (!first.type.nullable) return this.value(first, chained);
        const name = this.keep(this.value(first, chained));
        return this.branch(
          `${name} !== null`,
          () => name,
          () => this.value(second, chained),
        );
      }
      case "operator": {
        const power = this.power(typed);
        return power ?? super.value(typed, chained);
      }
      case "builtin":
        // These blame a value by themselves.
        if (["interpolate", "sum", "add_days"].includes(typed.name)) throw new Unfit();
        return super.value(typed, chained);
      case "self":
      case "rank":
      case "pluck":
      case "filter":
      case "inputs":
      case "lookup":
      case "rows":
      case "list":
      case "flagged":
        throw new Unfit();
      default:
        return super.value(typed, chained);
    }
  }

  /** A power of what is the same for every item is worked out for the first item only. */
  private power({ fn, args }: Extract<Typed, { op: "operator" }>): string | undefined {
    const [base, exponent] = args;
    if (fn !== "^" || exponent?.op !== "literal" || exponent.value === 2 || base === undefined)
      return undefined;
    const fixed = base.op === "input" || (base.op === "slot" && base.slot.scope.kind === "tool");
    if (!fixed || base.type.nullable) return undefined;
    const written = `${this.value(base)} ** ${literal(exponent.value)}`;
    const name = this.powers.get(written) ?? `P${this.name}_${this.powers.size}`;
    this.powers.set(written, name);
    return this.finite(`(${name} === ${name} ? ${name} : (${name} = ${written}))`);
  }

  override test(typed: Typed, want = true): string {
    switch (typed.op) {
      case "logic": {
        const [first, second] = typed.args as [Typed, Typed];
        if (typed.fn === "not") return this.test(first, !want);
        const both = (typed.fn === "and") === want;
        return this.both(this.test(first, want), () => this.test(second, want), both);
      }
      case "if": {
        const [test, then, otherwise] = typed.args;
        return this.branch(
          this.test(test),
          () => this.test(then, want),
          () => this.test(otherwise, want),
        );
      }
      case "known": {
        const found = this.virtual(typed.of);
        if (found.kind === "code")
          return typed.of.type.nullable ? `(${found.code} ${want ? "!==" : "==="} null)` : String(want);
        const there = found.kind === "frame" ? (found.frame.present ?? "true") : this.isThere(found);
        return want ? there : `!${there}`;
      }
      case "slot":
      case "flagged":
        return this.plainTest(typed, want);
      default:
        return super.test(typed, want);
    }
  }

  private isThere(found: Virtual): string {
    if (found.kind === "choice") return `(${found.place} >= 0)`;
    throw new Unfit();
  }

  protected virtual(typed: Typed): Virtual {
    switch (typed.op) {
      case "slot":
        return this.slot(this.frameOf(typed.slot.scope), typed.slot);
      case "param":
        return this.frameOf(typed.scope).params.get(typed.name) ?? code("null");
      case "item":
        return this.frameOf(typed.scope).item ?? unfit();
      case "lambda":
        return this.items.get(typed.lambda) ?? unfit();
      case "field":
        return this.field(this.virtual(typed.of), typed.name, typed.of);
      case "call": {
        const frame = this.newVirtual(typed.scope, typed.args);
        return typed.result === undefined ? { kind: "frame", frame } : this.slot(frame, typed.result);
      }
      case "list":
        return {
          kind: "list",
          items: typed.items.map((item) => ({ when: undefined, value: this.virtual(item) })),
        };
      case "rows":
        return this.rowsOf(typed);
      case "builtin":
        return this.firstOf(typed) ?? code(this.value(typed));
      case "if":
        return holdsFrames(typed.type) ? this.eitherFrame(typed) : code(this.value(typed));
      default:
        return code(this.value(typed));
    }
  }

  private frameOf(scope: Scope): VirtualFrame {
    for (let frame: VirtualFrame | undefined = this.current; frame !== undefined; frame = frame.parent)
      if (frame.scope === scope) return frame;
    return unfit();
  }

  protected newVirtual(scope: Scope, args: ReadonlyMap<string, Typed>, present?: string): VirtualFrame {
    const params = new Map<string, Virtual>();
    for (const name of scope.params.keys()) {
      const arg = args.get(name);
      params.set(name, arg === undefined ? code("null") : this.before(() => this.kept(this.virtual(arg))));
    }
    const parent = scope.parent === undefined ? undefined : this.frameOf(scope.parent);
    return new VirtualFrame(scope, parent, params, undefined, present);
  }

  /** A value that is used more than once. */
  private kept(value: Virtual): Virtual {
    return value.kind === "code" ? code(this.keep(value.code)) : value;
  }

  private rowsOf(typed: Extract<Typed, { op: "rows" }>): Virtual {
    const { def } = typed.table;
    if (def.dated !== undefined || def.rows.length > UNROLLED) throw new Unfit();
    const items = def.rows.map((row): VirtualItem => {
      const fields = Object.entries(row).map(([name, cell]) => {
        if (typeof cell === "object" && cell !== null) throw new Unfit();
        return [name, code(literal(cell))] as const;
      });
      return { when: undefined, value: { kind: "record", fields: new Map(fields) } };
    });
    return { kind: "list", items };
  }

  private firstOf(typed: Extract<Typed, { op: "builtin" }>): Virtual | undefined {
    const [arg] = typed.args;
    const list = typed.name === "first" && arg !== undefined ? this.virtual(arg) : undefined;
    if (list?.kind !== "list") return undefined;
    const sure = list.items.findIndex(({ when }) => when === undefined);
    const tests = list.items
      .slice(0, sure < 0 ? undefined : sure)
      .map(({ when }, at) => `${when} ? ${at} : `);
    const place = this.before(() => this.keep(`${tests.join("")}${sure}`));
    return { kind: "choice", place, items: list.items };
  }

  private eitherFrame({ args: [test, then, otherwise] }: Extract<Typed, { op: "if" }>): Virtual {
    const items = [then, otherwise].map((typed) => ({ when: undefined, value: this.virtual(typed) }));
    if (items.some(({ value }) => value.kind !== "frame")) throw new Unfit();
    return { kind: "choice", place: this.before(() => this.keep(`${this.test(test)} ? 0 : 1`)), items };
  }

  /** A field, by the way in which its record exists. */
  private field(of: Virtual, name: string, typed: Typed): Virtual {
    switch (of.kind) {
      case "code": {
        const type = typed.type as RecordType;
        if (type.kind !== "record") throw new Unfit();
        if (!type.nullable) return code(fieldCode(this.module, type, name, of.code));
        const record = this.keep(of.code);
        return code(`(${record} === null ? null : ${fieldCode(this.module, type, name, record)})`);
      }
      case "record":
        return of.fields.get(name) ?? code("null");
      case "frame": {
        const { frame } = of;
        const { present } = frame;
        if (present === undefined) return this.fieldOfFrame(frame, name);
        return this.read(frame.reads, name, () =>
          this.branch(
            present,
            () => this.plain(this.fieldOfFrame(frame, name)),
            () => "null",
          ),
        );
      }
      case "choice": {
        const key = `${of.place}.${name}`;
        return this.read(this.choices, key, () => this.fieldOfChoice(of.place, of.items, name, typed));
      }
      case "list":
        throw new Unfit();
    }
  }

  private read(reads: Map<string, Virtual>, key: string, write: () => string): Virtual {
    const known = reads.get(key) ?? code(this.before(() => this.keep(write())));
    reads.set(key, known);
    return known;
  }

  private plain(value: Virtual): string {
    return value.kind === "code" ? value.code : unfit();
  }

  private fieldOfChoice(place: string, items: readonly VirtualItem[], name: string, typed: Typed): string {
    const next = (at: number): string => {
      const item = items[at];
      if (item === undefined) return "null";
      return this.branch(
        `${place} === ${at}`,
        () => this.plain(this.field(item.value, name, typed)),
        () => next(at + 1),
      );
    };
    return next(0);
  }

  private fieldOfFrame(frame: VirtualFrame, name: string): Virtual {
    const { scope, item } = frame;
    const slot = scope.slots.get(name);
    if (slot !== undefined) return this.slot(frame, slot);
    if (scope.params.has(name)) return frame.params.get(name) ?? code("null");
    if (scope.number === name) throw new Unfit();
    if (scope.item?.name === name) return item ?? unfit();
    const { inner } = scope;
    if (inner?.scope.shape.field(name) !== undefined)
      return this.fieldOfFrame(this.innerOf(frame, inner.scope, inner.args), name);
    if (item === undefined || scope.item === undefined) throw new Unfit();
    return this.field(item, name, { op: "literal", value: null, type: scope.item.type });
  }

  private innerOf(frame: VirtualFrame, scope: Scope, args: ReadonlyMap<string, Typed>): VirtualFrame {
    frame.inner ??= this.before(() => this.within(frame, () => this.newVirtual(scope, args)));
    return frame.inner;
  }

  protected within<T>(frame: VirtualFrame, write: () => T): T {
    const around = this.current;
    this.current = frame;
    try {
      return write();
    } finally {
      this.current = around;
    }
  }

  private slot(frame: VirtualFrame, slot: Slot): Virtual {
    const { body } = slot;
    if (body === undefined) throw new Unfit();
    if (slot.when === undefined && body.kind === "value" && body.value.op === "literal")
      return code(literal(body.value.value));
    const known = frame.values.get(slot);
    if (known !== undefined) return known;
    const value = this.before(() =>
      slot.scope.kind === "tool" ? this.outside(slot) : this.within(frame, () => this.work(slot, body)),
    );
    frame.values.set(slot, value);
    return value;
  }

  /** A value of the tool itself: its function remembers it. */
  private outside(slot: Slot): Virtual {
    if (this.module.isInlined(slot)) throw new Unfit();
    return code(this.keep(slotCode(slot, "root")));
  }
}
