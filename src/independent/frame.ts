// Values of the independent check, and the frames in which names are looked up.
import type { ToolDef, ValueDef } from "../engine/language/model.js";

export type Datum = number | string | boolean | null | ScaleWord | NameFrame | Datum[] | NamedData;
export interface NamedData {
  [field: string]: Datum;
}

/** A word of a scale. */
export class ScaleWord {
  constructor(
    readonly word: string,
    readonly scale: readonly string[],
  ) {}
}

/** A number is infinite or not a number, or a date cannot be written. */
export class NotFinite extends Error {}

/** A formula needs a value that is not computed yet. */
export class Missing {
  constructor(
    readonly frame: NameFrame,
    readonly name: string,
  ) {}
}

/** What frames read of the tool and of one input. */
export interface ToolNames {
  readonly def: ToolDef;
  readonly sent: Readonly<Record<string, unknown>>;
  readonly root: NameFrame;
  /** An input, a table or a word of the language. */
  find(name: string): Datum | undefined;
  /** Returns the frame of a one-line function; the same arguments give the same frame. */
  called(name: string, args: readonly Datum[]): NameFrame;
}

/** The values of one scope: the tool, a group, an entry of a list, or a calculation. */
export class NameFrame {
  readonly memo = new Map<string, { readonly value: Datum } | { readonly error: NotFinite }>();
  /** Values that are computed at present. */
  readonly busy = new Map<string, Promise<void>>();
  readonly values: ReadonlyMap<string, ValueDef>;
  /** The item that an entry or a condition is for; its fields are names. */
  item: Datum | undefined;
  itemName: string | undefined;
  params: ReadonlyMap<string, Datum> = new Map();
  /** Parameters with columns that are names. */
  rows: readonly string[] = [];
  numberName: string | undefined;
  number: number | undefined;
  /** The calculation that computes an entry of a list. */
  inner: NameFrame | undefined;

  constructor(
    readonly label: string,
    readonly parent: NameFrame | undefined,
    values: readonly ValueDef[],
    readonly around: ToolNames,
  ) {
    this.values = new Map(values.toReversed().map((value) => [value.name, value]));
  }

  over(item: Datum, name?: string): NameFrame {
    const inside = new NameFrame(this.label, this, [], this.around);
    inside.item = item;
    inside.itemName = name;
    return inside;
  }

  /** The value of a name in this frame; undefined if it has none. */
  own(name: string): Datum | undefined {
    if (this.values.has(name)) return this.remembered(name);
    if (this.params.has(name)) return this.params.get(name);
    if (this.numberName === name) return this.number;
    if (this.itemName === name) return this.item;
    const inner = this.inner?.own(name);
    if (inner !== undefined) return inner;
    const records = [this.item, ...this.rows.map((row) => this.params.get(row))];
    return records.map((record) => fieldOf(record, name)).find((column) => column !== undefined);
  }

  private remembered(name: string): Datum {
    const known = this.memo.get(name);
    if (known === undefined) throw new Missing(this, name);
    if ("error" in known) throw known.error;
    return known.value;
  }

  find(name: string): Datum | undefined {
    for (let frame: NameFrame | undefined = this; frame !== undefined; frame = frame.parent) {
      const value = frame.own(name);
      if (value !== undefined) return value;
    }
    return this.around.find(name);
  }

  /** Whether the name is an input here, and no value or parameter around. */
  isInput(name: string): boolean {
    for (let at: NameFrame | undefined = this; at !== undefined; at = at.parent)
      if (at.values.has(name) || at.params.has(name) || at.itemName === name) return false;
    return this.around.def.inputs.has(name);
  }
}

/** A field of a record; undefined if it has none of that name. */
export function fieldOf(of: Datum | undefined, name: string): Datum | undefined {
  if (of instanceof NameFrame) return of.own(name);
  if (!isFields(of) || !Object.hasOwn(of, name)) return undefined;
  return of[name] ?? null;
}

export function isFields(value: Datum | undefined): value is NamedData {
  if (value === null || typeof value !== "object") return false;
  return !Array.isArray(value) && !(value instanceof ScaleWord) && !(value instanceof NameFrame);
}

/** Returns a text as a word of the scale, any other value unchanged. */
export function onScale(value: Datum, words: readonly string[] | undefined): Datum {
  return words !== undefined && typeof value === "string" ? new ScaleWord(value, words) : value;
}

/** Returns the word of a scale as text. */
export function plain(value: Datum): Datum {
  return value instanceof ScaleWord ? value.word : value;
}

export function toJson(value: Datum): unknown {
  if (value instanceof NameFrame) return value.label;
  if (Array.isArray(value)) return value.map(toJson);
  if (isFields(value))
    return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, toJson(field)]));
  return plain(value);
}
