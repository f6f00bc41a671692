// Frames, lists and records that exist for the writer only: what is asked of them becomes local variables.
import type { Body, Lambda, Scope, Slot, Typed } from "../plan.js";
import type { RecordType, Type } from "../types.js";
import type { Placed } from "./blocks.js";
import { fieldCode, literal, slotCode } from "./fields.js";
import { Formulas } from "./formulas.js";
import { isNumber } from "./numbers.js";
import type { Module } from "./surroundings.js";
import { code, holdsFrames, Unfit, unfit, type Virtual, VirtualFrame } from "./virtual.js";

/** What a field is read of, and the field's own type. */
interface Field {
  readonly of: Typed;
  readonly type: Type;
}

export abstract class Records extends Formulas {
  protected readonly items = new Map<Lambda, { readonly value: Virtual; readonly loops: number }>();
  protected current: VirtualFrame;
  /** The elements of loops over tables: the variable of the place, and the constants of the columns. */
  protected readonly elements = new Map<
    string,
    { readonly at: string; readonly column: (name: string) => string | undefined }
  >();
  /** Fields of records by the variable of the record, and of choices by that of the place. */
  private readonly fields = new Map<string, Placed<Virtual>>();

  constructor(
    module: Module,
    tool: Scope,
    protected readonly name: string,
  ) {
    super(module, tool, "root");
    this.current = new VirtualFrame(tool, undefined, new Map(), undefined, { loops: 0 });
  }

  /** Works a value of the current frame out. */
  protected abstract work(slot: Slot, body: Body): Virtual;
  protected abstract filtered(typed: Extract<Typed, { op: "filter" }>): Virtual;
  protected abstract plucked(typed: Extract<Typed, { op: "pluck" }>): Virtual;
  protected abstract rowsOf(typed: Extract<Typed, { op: "rows" }>): Virtual;

  protected override virtual(typed: Typed): Virtual {
    switch (typed.op) {
      case "slot":
        return this.slot(this.frameOf(typed.slot.scope), typed.slot);
      case "param":
        return this.param(this.frameOf(typed.scope), typed.name);
      case "item":
        return this.itemOf(this.frameOf(typed.scope));
      case "lambda": {
        const item = this.items.get(typed.lambda) ?? unfit();
        this.loops |= item.loops;
        return item.value;
      }
      case "field": {
        const { value, loops } = this.traced(() => this.virtual(typed.of));
        return this.field(value, typed.name, { of: typed.of, type: typed.type }, loops);
      }
      case "call": {
        const frame = this.newVirtual(typed.scope, typed.args);
        return typed.result === undefined ? { kind: "frame", frame } : this.slot(frame, typed.result);
      }
      case "list":
        return {
          kind: "list",
          items: typed.items.map((item) => ({ when: undefined, value: this.fixed(item) })),
        };
      case "rows":
        return this.rowsOf(typed);
      case "filter":
        return this.filtered(typed);
      case "pluck":
        return this.plucked(typed);
      case "builtin":
        return this.ofList(typed) ?? this.scalar(typed);
      case "if":
        return holdsFrames(typed.type) ? this.eitherFrame(typed) : this.scalar(typed);
      default:
        return this.scalar(typed);
    }
  }

  private scalar(typed: Typed): Virtual {
    return isNumber(typed.type) ? { kind: "number", number: this.number(typed) } : code(this.value(typed));
  }

  private frameOf(scope: Scope): VirtualFrame {
    for (let frame: VirtualFrame | undefined = this.current; frame !== undefined; frame = frame.parent)
      if (frame.scope === scope) return frame;
    return unfit();
  }

  protected newVirtual(scope: Scope, args: ReadonlyMap<string, Typed>, present?: string): VirtualFrame {
    const params = new Map<string, Placed<Virtual>>();
    for (const name of scope.params.keys()) {
      const arg = args.get(name);
      params.set(
        name,
        this.place(() => (arg === undefined ? code("null") : this.kept(this.virtual(arg)))),
      );
    }
    const parent = scope.parent === undefined ? undefined : this.frameOf(scope.parent);
    const needed = this.needed(this.current);
    return new VirtualFrame(scope, parent, params, undefined, { present, needed, loops: this.loops });
  }

  /** The variable that tells whether anything is asked of the frame; that of a frame holds those of the frames around it. */
  protected needed(frame: VirtualFrame | undefined): string | undefined {
    if (frame === undefined) return undefined;
    if (frame.needed === undefined) return this.needed(frame.parent);
    this.loops |= frame.loops;
    return frame.needed;
  }

  /** What was written, and the loops that it alone depends on. */
  protected traced<T>(write: () => T): { readonly value: T; readonly loops: number } {
    const around = this.loops;
    this.loops = 0;
    const value = write();
    const { loops } = this;
    this.loops |= around;
    return { value, loops };
  }

  /** A value that is used more than once. */
  private kept(value: Virtual): Virtual {
    if (value.kind === "number") return { kind: "number", number: this.keptNumber(value.number) };
    return value.kind === "code" ? code(this.keep(value.code)) : value;
  }

  /** A value that can be seen from wherever it is asked for. */
  protected fixed(typed: Typed): Virtual {
    return this.place(() => this.kept(this.virtual(typed))).made;
  }

  private eitherFrame({ args: [test, then, otherwise] }: Extract<Typed, { op: "if" }>): Virtual {
    const items = [then, otherwise].map((typed) => ({ when: undefined, value: this.virtual(typed) }));
    if (items.some(({ value }) => value.kind !== "frame" && value.kind !== "choice")) throw new Unfit();
    return { kind: "choice", place: this.place(() => this.keep(`${this.test(test)} ? 0 : 1`)).made, items };
  }

  /** A field, by the way in which its record exists. */
  private field(of: Virtual, name: string, typed: Field, loops: number): Virtual {
    switch (of.kind) {
      case "code": {
        const type = typed.of.type as RecordType;
        if (type.kind !== "record") throw new Unfit();
        const write = (): Virtual => {
          const element = this.elements.get(of.code);
          const column = isNumber(typed.type) ? undefined : element?.column(name);
          if (element !== undefined && column !== undefined)
            return code(`${this.lifted(() => column)}[${element.at}]`);
          const record = this.keep(of.code);
          const found = fieldCode(this.module, type, name, record);
          const made = type.nullable ? `(${record} === null ? null : ${found})` : found;
          return isNumber(typed.type) ? { kind: "number", number: this.split(made) } : code(made);
        };
        return isSeen(typed.of) ? this.read(this.fields, `${of.code}.${name}`, loops, write) : write();
      }
      case "record":
        return of.fields.get(name) ?? code("null");
      case "frame": {
        const { frame } = of;
        const { present } = frame;
        if (present === undefined) return this.fieldOfFrame(frame, name, typed.type);
        return this.read(frame.reads, name, loops | frame.loops, () =>
          this.whereThere(present, this.fieldOfFrame(frame, name, typed.type), typed.type),
        );
      }
      case "choice":
        return this.read(this.fields, `${of.place}.${name}`, loops, () => {
          const read = (item: Virtual) => this.field(item, name, typed, loops);
          if (!isNumber(typed.type))
            return code(this.oneOf(of.place, of.items, (item) => this.plain(read(item))));
          const number = this.oneNumber(of.place, of.items, (item) => this.numberOf(read(item)));
          return { kind: "number", number };
        });
      case "list":
      case "rows":
      case "number":
        throw new Unfit();
    }
  }

  /** Null where the frame is not there; what it holds is then worked out for nothing or not at all. */
  private whereThere(present: string, value: Virtual, type: Type): Virtual {
    if (!isNumber(type)) return code(`(${present} ? ${this.plain(value)} : null)`);
    const { value: number, has } = this.numberOf(value);
    return { kind: "number", number: { value: number, has: [present, ...has] } };
  }

  private read(
    reads: Map<string, Placed<Virtual>>,
    key: string,
    loops: number,
    write: () => Virtual,
  ): Virtual {
    const known = reads.get(key);
    if (known !== undefined && this.sees(known)) return known.made;
    const placed = this.place(() => {
      this.loops |= loops;
      return this.kept(write());
    });
    reads.set(key, placed);
    return placed.made;
  }

  private param(frame: VirtualFrame, name: string): Virtual {
    const given = frame.params.get(name);
    if (given === undefined) return code("null");
    this.loops |= given.loops;
    return given.made;
  }

  private itemOf(frame: VirtualFrame): Virtual {
    this.loops |= frame.loops;
    return frame.item ?? unfit();
  }

  private fieldOfFrame(frame: VirtualFrame, name: string, type: Type): Virtual {
    const { scope, item } = frame;
    const slot = scope.slots.get(name);
    if (slot !== undefined) return this.slot(frame, slot);
    if (scope.params.has(name)) return this.param(frame, name);
    if (scope.number === name) throw new Unfit();
    if (scope.item?.name === name) return this.itemOf(frame);
    const { inner } = scope;
    if (inner?.scope.shape.field(name) !== undefined)
      return this.fieldOfFrame(this.innerOf(frame, inner.scope, inner.args), name, type);
    if (item === undefined || scope.item === undefined) throw new Unfit();
    const of: Typed = { op: "item", scope, from: scope, type: scope.item.type };
    return this.field(this.itemOf(frame), name, { of, type }, frame.loops);
  }

  private innerOf(frame: VirtualFrame, scope: Scope, args: ReadonlyMap<string, Typed>): VirtualFrame {
    const known = frame.inner;
    if (known !== undefined && this.sees(known)) return known.made;
    const placed = this.place(() => this.within(frame, () => this.newVirtual(scope, args)));
    frame.inner = placed;
    return placed.made;
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
    if (known !== undefined && this.sees(known)) return known.made;
    const placed = this.place(() =>
      slot.scope.kind === "tool" ? this.outside(slot) : this.within(frame, () => this.work(slot, body)),
    );
    frame.values.set(slot, placed);
    return placed.made;
  }

  /** A value of the tool itself: its function remembers it. */
  private outside(slot: Slot): Virtual {
    if (this.module.isInlined(slot)) throw new Unfit();
    const found = slotCode(slot, "root");
    return isNumber(slot.type) ? { kind: "number", number: this.split(found) } : code(this.keep(found));
  }
}

/** Whether what was written for it can be seen from wherever it is asked for. */
function isSeen(typed: Typed): boolean {
  if (typed.op === "field") return isSeen(typed.of);
  if (typed.op === "builtin") return typed.name === "first" || typed.name === "last";
  return typed.op === "slot" || typed.op === "param" || typed.op === "item" || typed.op === "lambda";
}
