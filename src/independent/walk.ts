// Computes the values of a tool for one input, one at a time. A formula that needs a value which is not computed yet stops; the
// value is computed, and the formula starts again.
import { flagNames, leavesOf } from "../engine/language/entries.js";
import { formulaKey } from "../engine/language/formula.js";
import type { Call, Entry, Give, Template, ToolDef, ValueDef, ValueOf } from "../engine/language/model.js";
import { type EvaluateText, holding, holds, rulesOf } from "./decide.js";
import {
  type Datum,
  Missing,
  type NamedData,
  NameFrame,
  NotFinite,
  onScale,
  type ToolNames,
} from "./frame.js";
import { order } from "./functions.js";
import { inputValue } from "./inputs.js";
import { rowsOf } from "./lookup.js";
import { evaluate } from "./mathjs.js";
import { shown } from "./texts.js";

export class Walk implements ToolNames {
  readonly root: NameFrame;
  private readonly calls = new Map<string, NameFrame>();
  private readonly ids = new WeakMap<object, number>();
  private count = 0;
  private readonly inputs = new Map<string, Datum>();

  constructor(
    readonly def: ToolDef,
    readonly sent: Readonly<Record<string, unknown>>,
    private readonly roundings: ReadonlyMap<string, number>,
    /** Values of requirements and verdicts, or why there are none. */
    private readonly stated: ReadonlyMap<string, Datum | NotFinite> = new Map(),
  ) {
    this.root = new NameFrame(def.name, undefined, def.values, this);
  }

  // Names ----------------------------------------------------------------------------------------------------------

  find(name: string): Datum | undefined {
    const input = this.def.inputs.get(name);
    if (input !== undefined) {
      // Made once, so that its records stay the same objects.
      const value = this.inputs.get(name) ?? inputValue(input, this.sent);
      this.inputs.set(name, value);
      return value;
    }
    const table = this.def.tables.get(name);
    if (table !== undefined) return rowsOf(this, table);
    switch (name) {
      case "as_of":
        return this.find(this.def.inputs.has("as_of_date") ? "as_of_date" : "edition");
      case "inputs":
        return Object.fromEntries([...this.def.inputs.keys()].map((each) => [each, this.find(each) ?? null]));
      case "edition":
        return this.def.edition;
      default:
        return name === "pi" ? Math.PI : this.statedValue(name);
    }
  }

  private statedValue(name: string): Datum | undefined {
    const value = this.stated.get(name);
    if (value instanceof NotFinite) throw value;
    return value;
  }

  called(name: string, args: readonly Datum[]): NameFrame {
    const key = `${name}(${args.map((arg) => this.keyOf(arg)).join()})`;
    const params = [...(this.def.calculations.get(name)?.given.keys() ?? [])];
    const frame =
      this.calls.get(key) ??
      this.calculation(name, new Map(params.map((param, at) => [param, args[at] ?? null])));
    this.calls.set(key, frame);
    return frame;
  }

  private keyOf(value: Datum): string {
    if (typeof value !== "object" || value === null) return JSON.stringify(value);
    const id = this.ids.get(value) ?? ++this.count;
    this.ids.set(value, id);
    return `#${id}`;
  }

  private calculation(name: string, params: ReadonlyMap<string, Datum>): NameFrame {
    const def = this.def.calculations.get(name);
    const frame = new NameFrame(name, this.root, def?.values ?? [], this);
    frame.params = params;
    frame.rows = [...(def?.given ?? [])]
      .filter(([, { type }]) => type.startsWith("row of"))
      .map(([param]) => param);
    return frame;
  }

  // Values ---------------------------------------------------------------------------------------------------------

  /** Runs again after each missing value. */
  async settled<T>(work: () => T): Promise<T> {
    for (;;) {
      try {
        return work();
      } catch (error) {
        if (!(error instanceof Missing)) throw error;
        await this.force(error.frame, error.name);
      }
    }
  }

  readonly formula: EvaluateText = (text, frame) => this.settled(() => evaluate(text, frame));

  private force(frame: NameFrame, name: string): Promise<void> {
    if (frame.memo.has(name)) return Promise.resolve();
    const work = frame.busy.get(name) ?? this.remember(frame, name);
    frame.busy.set(name, work);
    return work;
  }

  private async remember(frame: NameFrame, name: string): Promise<void> {
    try {
      const value = await this.value(frame.values.get(name) as ValueDef, frame);
      frame.memo.set(name, { value });
    } catch (error) {
      if (!(error instanceof NotFinite)) throw error;
      frame.memo.set(name, { error });
    } finally {
      frame.busy.delete(name);
    }
  }

  private async value(def: ValueDef, frame: NameFrame): Promise<Datum> {
    if (def.when !== undefined && (await this.formula(def.when.it.text, frame)) !== true) return null;
    const value = await this.body(def, frame);
    if (typeof value === "number" && !Number.isFinite(value)) throw new NotFinite(def.name);
    return onScale(value, this.def.scales.get(def.scale ?? "")?.words);
  }

  private async body(def: ValueDef, frame: NameFrame): Promise<Datum> {
    switch (def.kind) {
      case "formula":
        return this.formula(def.formula.it.text, frame);
      case "constant":
        return def.constant;
      case "text":
        return this.text(def.template.it, frame);
      case "group":
        return new NameFrame(def.name, frame, def.values, this);
      case "calculate":
        return this.arguments(def.call, frame);
      case "decide":
        return this.decide(def, frame);
      case "collect":
        return this.collect(def, frame);
      case "each":
        return this.each(def, frame);
      case "pick":
        return this.pick(def, frame);
    }
  }

  private async decide(def: ValueOf<"decide">, frame: NameFrame): Promise<Datum> {
    const leaves = leavesOf(def.entries);
    const [first] = await holding(def, frame, this.formula);
    const chosen = first === undefined ? def.otherwise : leaves[first]?.entry;
    const value = await this.give(chosen?.give, frame);
    const named = def.otherwise?.id !== undefined || leaves.some(({ entry }) => entry.id !== undefined);
    return named && chosen?.give?.kind === "record"
      ? { ...(value as NamedData), rule: chosen.id ?? null }
      : value;
  }

  private async collect(def: ValueOf<"collect">, frame: NameFrame): Promise<Datum> {
    const list: Datum[] = [];
    const beside = flagNames(def.entries);
    const leaves = leavesOf(def.entries);
    for (const at of await holding(def, frame, this.formula)) {
      const entry = leaves[at]?.entry as Entry;
      const conditions = rulesOf(def)[at]?.event.params.item_conditions;
      for (const inside of await this.over(entry, frame)) {
        if (conditions !== undefined && !(await holds(conditions, inside, this.formula))) continue;
        const given = await this.give(entry.give, inside);
        const own = [...beside].map((name) => [name, entry.own.get(name) ?? null] as const);
        list.push(def.flags ? { warning: given, ...Object.fromEntries(own) } : given);
      }
    }
    return list.length === 0 && def.otherwise !== undefined ? this.give(def.otherwise, frame) : list;
  }

  /** A frame for each item of the lists that a rule runs over. */
  private async over({ loops }: Entry, frame: NameFrame): Promise<NameFrame[]> {
    let frames = [frame];
    for (const { source, name } of loops) {
      const next: NameFrame[] = [];
      for (const each of frames)
        for (const item of ((await this.formula(source.it.text, each)) ?? []) as Datum[])
          next.push(each.over(item, name));
      frames = next;
    }
    return frames;
  }

  private async each(def: ValueOf<"each">, frame: NameFrame): Promise<Datum> {
    const list = await this.formula(def.loop.source.it.text, frame);
    if (list === null) return null;
    const items = Array.isArray(list) ? list : Object.entries(list).map(([key, value]) => ({ key, value }));
    const entries: { readonly entry: NameFrame; readonly key: Datum }[] = [];
    for (const item of items) {
      const entry = new NameFrame(def.name, frame, def.values, this);
      entry.item = item;
      entry.itemName = def.loop.name;
      entry.numberName = def.number;
      if (def.where !== undefined && (await this.formula(def.where.it.text, entry)) !== true) continue;
      if (def.calculate !== undefined) entry.inner = await this.arguments(def.calculate, entry);
      entries.push({
        entry,
        key: def.order === undefined ? null : await this.formula(def.order.by.it.text, entry),
      });
    }
    const sign = def.order?.descending === true ? -1 : 1;
    // Entries without a key come last, and equal ones stay in their order.
    entries.sort((a, b) =>
      a.key === null || b.key === null
        ? Number(a.key === null) - Number(b.key === null)
        : order(a.key, b.key) * sign,
    );
    return entries.map(({ entry }, at) => Object.assign(entry, { number: at + 1 }));
  }

  private async arguments({ name, args }: Call, frame: NameFrame): Promise<NameFrame> {
    const params = new Map<string, Datum>();
    for (const param of this.def.calculations.get(name)?.given.keys() ?? []) {
      const written = args.get(param);
      params.set(
        param,
        written === undefined ? (frame.item ?? null) : await this.formula(written.it.text, frame),
      );
    }
    return this.calculation(name, params);
  }

  private async pick(def: ValueOf<"pick">, frame: NameFrame): Promise<Datum> {
    const list = (await this.formula(def.source.it.text, frame)) as Datum[] | null;
    const kept: Datum[] = [];
    for (const item of list ?? [])
      if (def.where === undefined || (await this.formula(def.where.it.text, frame.over(item))) === true)
        kept.push(item);
    let [best, bestKey]: [Datum, Datum] = [null, null];
    for (const item of kept) {
      const key = await this.formula(def.key.it.text, frame.over(item));
      if (def.by === "first" && key === true) return item;
      if (def.by === "first" || key === null) continue;
      const sign = bestKey === null ? 1 : order(key, bestKey) * (def.by === "largest" ? 1 : -1);
      if (sign > 0) [best, bestKey] = [item, key];
    }
    return best === null && def.otherwise === "last" ? (kept.at(-1) ?? null) : best;
  }

  // Texts and gives ------------------------------------------------------------------------------------------------

  async text({ parts }: Template, frame: NameFrame): Promise<string> {
    let text = "";
    for (const part of parts)
      text +=
        typeof part === "string"
          ? part
          : shown(await this.formula(part.formula.text, frame), {
              ...part,
              round: this.roundings.get(formulaKey(part.formula)),
            });
    return text;
  }

  private async give(give: Give | undefined, frame: NameFrame): Promise<Datum> {
    switch (give?.kind) {
      case undefined:
        return null;
      case "formula":
        return this.formula(give.formula.it.text, frame);
      case "text":
        return this.text(give.template.it, frame);
      case "record": {
        const record: NamedData = {};
        for (const [name, field] of give.fields) record[name] = await this.give(field, frame);
        return record;
      }
      case "list": {
        const list: Datum[] = [];
        for (const item of give.items)
          if (item.when === undefined || (await this.formula(item.when.it.text, frame)) === true)
            list.push(await this.give(item.give, frame));
        return list;
      }
    }
  }
}
