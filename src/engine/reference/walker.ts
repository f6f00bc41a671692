// The reference evaluator: walks a definition as a reader would, one value at a time, and remembers everything.
// A formula that needs a name not yet worked out stops, the name is worked out, and the formula starts again.

import type { MathNode } from "mathjs";
import { formulaKey } from "../language/formula.js";
import type { InputPlan } from "../language/inputs.js";
import type { Give, ResultNode, Template, ToolDef, ValueDef, WrittenFormula } from "../language/model.js";
import { evaluateNow } from "./formulas.js";
import {
  byName,
  idOfRecord,
  Missing,
  newTrace,
  noteFields,
  type OnUse,
  type ReadNotes,
  type ReadOrigin,
  type ReferenceValue,
  type Trace,
  type Walk,
  WalkFrame,
} from "./frame.js";
import { complete, identifyAll, inOrder } from "./given.js";
import { rowsOf } from "./lookup.js";
import { nodeOf } from "./mathjs.js";
import { NotFinite, roundDecimal } from "./meaning.js";
import { onScale, plain } from "./scale-word.js";
import { shown, withCommas } from "./shown.js";
import { evaluateValue } from "./values/all.js";
import { calculationFrame } from "./values/calculate.js";

type Value = ReferenceValue;

export class Walker implements Walk {
  readonly root: WalkFrame;
  private readonly calls = new Map<string, WalkFrame>();
  private readonly ids = new WeakMap<object, number>();
  /** Inputs as formulas see them, each made once: its records are known by what they are. */
  private readonly whole = new Map<string, Value>();
  /** How each result was worked out, by its path. */
  readonly results = new Map<string, { readonly node: ResultNode; readonly trace: Trace }>();
  private counter = 0;
  private order = 0;

  constructor(
    readonly def: ToolDef,
    readonly inputs: ReadonlyMap<string, InputPlan>,
    readonly sent: Readonly<Record<string, unknown>>,
    private readonly leafRounding: ReadonlyMap<string, number>,
    readonly onUse: OnUse | undefined = undefined,
  ) {
    this.root = new WalkFrame(def.name, undefined, byName(def.values), this);
  }

  // Names ----------------------------------------------------------------------------------------------------------

  isInput(name: string, frame: WalkFrame): boolean {
    if (!this.inputs.has(name)) return false;
    for (let at: WalkFrame | undefined = frame; at !== undefined; at = at.parent) {
      if (at.values.has(name) || at.params.has(name) || at.itemName === name) return false;
    }
    return true;
  }

  find(name: string, notes?: ReadNotes): Value | undefined {
    const input = this.inputs.get(name);
    if (input !== undefined) {
      notes?.from.add(`input:${name}`);
      const value = this.whole.get(name) ?? this.inputValue(input);
      this.whole.set(name, value);
      return value;
    }
    const table = this.def.tables.get(name);
    if (table !== undefined) return rowsOf(this, table, notes);
    if (name === "as_of") return this.find(this.inputs.has("as_of_date") ? "as_of_date" : "edition", notes);
    if (name === "inputs") {
      return Object.fromEntries(
        [...this.inputs.keys()].map((input) => [input, this.find(input, notes) ?? null]),
      );
    }
    if (name === "edition") return this.def.edition;
    return name === "pi" ? Math.PI : undefined;
  }

  private inputValue({ name, type, fallback }: InputPlan): Value {
    const value = (this.sent[name] ?? fallback ?? null) as Value;
    if (type.kind === "record" || type.kind === "list") {
      const whole = complete(value, type);
      identifyAll(whole, `input:${name}`);
      return whole;
    }
    if (type.kind === "map" && type.keys !== undefined && value !== null) return inOrder(value, type.keys);
    return onScale(value, type.kind === "scale" ? type.scale.words : undefined);
  }

  // Values ---------------------------------------------------------------------------------------------------------

  /** Works out one value of a frame and remembers it, or the error that it led to. Facts of one rule ask at once. */
  force(frame: WalkFrame, name: string): Promise<void> {
    if (frame.memo.has(name)) return Promise.resolve();
    const work = frame.busy.get(name) ?? this.remember(frame, name);
    frame.busy.set(name, work);
    return work;
  }

  private async remember(frame: WalkFrame, name: string): Promise<void> {
    const def = frame.values.get(name);
    if (def === undefined) throw new Error(`no value ${name} in ${frame.label}`);
    const trace = newTrace();
    try {
      const value = await this.value(def, frame, trace);
      trace.order = this.order++;
      frame.memo.set(name, { frame, name, value, trace });
    } catch (error) {
      if (!(error instanceof NotFinite)) throw error;
      frame.memo.set(name, { frame, name, error, trace });
    } finally {
      frame.busy.delete(name);
    }
  }

  private async value(def: ValueDef, frame: WalkFrame, trace: Trace): Promise<Value> {
    if (def.when !== undefined && (await this.formula(def.when, frame, trace)) !== true) return null;
    const value = await evaluateValue(def, frame, trace);
    if (typeof value === "number" && !Number.isFinite(value)) throw new NotFinite(def.name);
    return onScale(value, def.scale === undefined ? undefined : this.def.scales.get(def.scale)?.words);
  }

  formula(written: WrittenFormula, frame: WalkFrame, trace: Trace): Promise<Value> {
    return this.node(nodeOf(written.it), frame, trace);
  }

  async node(node: MathNode, frame: WalkFrame, trace: Trace): Promise<Value> {
    for (;;) {
      const tables = trace.tables.length;
      try {
        return evaluateNow(node, frame, trace);
      } catch (error) {
        if (!(error instanceof Missing)) throw error;
        trace.tables.length = tables;
        await this.force(error.frame, error.name);
      }
    }
  }

  async get(frame: WalkFrame, name: string): Promise<Value> {
    for (;;) {
      try {
        return frame.own(name) ?? null;
      } catch (error) {
        if (!(error instanceof Missing)) throw error;
        await this.force(error.frame, error.name);
      }
    }
  }

  /** A one-line function: the same arguments give the same frame, so that a restarted formula finds its result. */
  called(name: string, values: readonly Value[]): WalkFrame {
    const key = `${name}(${values.map((value) => this.keyOf(value)).join(",")})`;
    let frame = this.calls.get(key);
    if (frame === undefined) {
      const names = [...(this.def.calculations.get(name)?.given.keys() ?? [])];
      frame = calculationFrame(this, name, new Map(names.map((param, at) => [param, values[at] ?? null])));
      frame.call = `${name}(${values.map(argumentText).join(", ")})`;
      this.calls.set(key, frame);
    }
    return frame;
  }

  private keyOf(value: Value): string {
    return typeof value === "object" && value !== null ? `#${this.idOf(value)}` : JSON.stringify(value);
  }

  private idOf(object: object): number {
    const known = this.ids.get(object);
    if (known !== undefined) return known;
    this.ids.set(object, ++this.counter);
    return this.counter;
  }

  // Texts and gives ------------------------------------------------------------------------------------------------

  async text(template: Template, frame: WalkFrame, trace: Trace): Promise<string> {
    this.onUse?.(template, "found");
    let text = "";
    for (const part of template.parts) {
      if (typeof part === "string") text += part;
      else {
        const value = await this.node(nodeOf(part.formula), frame, trace);
        text +=
          part.grouped === true && typeof value === "number" && part.decimals !== undefined
            ? withCommas(roundDecimal(value, part.decimals).toFixed(part.decimals))
            : shown(value, part.decimals, this.leafRounding.get(formulaKey(part.formula)));
      }
    }
    return text;
  }

  async give(give: Give, frame: WalkFrame, trace: Trace): Promise<Value> {
    switch (give.kind) {
      case "formula":
        return this.formula(give.formula, frame, trace);
      case "text":
        return this.text(give.template.it, frame, trace);
      case "record": {
        const record: Record<string, Value> = {};
        const origins = new Map<string, ReadonlySet<ReadOrigin>>();
        for (const [name, field] of give.fields) {
          record[name] = await this.give(field, frame, trace);
          const from = field.kind === "formula" ? trace.named.get(field.formula.it.text.trim()) : undefined;
          if (from !== undefined) origins.set(name, from);
        }
        noteFields(record, origins);
        return record;
      }
      case "list": {
        const list: Value[] = [];
        for (const item of give.items) {
          if (item.when !== undefined && (await this.formula(item.when, frame, trace)) !== true) continue;
          this.onUse?.(item, "found");
          list.push(await this.give(item.give, frame, trace));
        }
        return list;
      }
    }
  }
}

/** An argument in the id of a call; two calls with other lists are told apart by their number. */
function argumentText(argument: Value): string {
  const value = plain(argument);
  if (value instanceof WalkFrame) return value.label;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  return idOfRecord(value) ?? "...";
}
