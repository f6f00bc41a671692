// Inferred types of values. Numbers may be whole, texts may be closed sets of words, and any type may be nullable.
// Records are unions of shapes, so that `steel ?? concrete` has the fields of both.

/** `set` contains all possible values, if there are few. */
export type Type =
  | NumberType
  | TextType
  | BooleanType
  | DateType
  | ScaleType
  | ListType
  | MapType
  | RecordType
  | NullType
  | UnknownType;
export type NumberType = Of<"number", { readonly integer: boolean; readonly set?: ReadonlySet<number> }>;
export type TextType = Of<"text", { readonly set?: ReadonlySet<string> }>;
export type BooleanType = Of<"boolean">;
export type DateType = Of<"date", { readonly set?: ReadonlySet<string> }>;
export type ScaleType = Of<"scale", { readonly scale: Scale; readonly set?: ReadonlySet<string> }>;
export type ListType = Of<"list", { readonly item: Type }>;
export type MapType = Of<"map", { readonly keys?: ReadonlySet<string>; readonly value: Type }>;
export type RecordType = Of<"record", { readonly shapes: readonly Shape[] }>;
/** Only null. */
export type NullType = Of<"null", { readonly nullable: true }>;
/** The item of an empty list, or the result of an error; compatible with every type. */
export type UnknownType = Of<"unknown">;
type Of<Kind extends string, More = unknown> = { readonly kind: Kind; readonly nullable: boolean } & More;

export const NOT_ON_SCALE = "add it to the scale, or choose one of its words";

export interface Scale {
  readonly name: string;
  /** Lowest first. */
  readonly words: readonly string[];
}

/** The fields of one kind of record. Fields of frames are typed lazily. */
export interface Shape {
  readonly id: string;
  /** `plain` for a JavaScript object with these fields; a number for a frame of the scope with this id. */
  readonly access: "plain" | number;
  /** The name of the table with these rows. */
  readonly table?: string;
  names(): Iterable<string>;
  field(name: string): Type | undefined;
}

export const NULL: NullType = { kind: "null", nullable: true };
export const UNKNOWN: UnknownType = { kind: "unknown", nullable: true };
export const BOOLEAN: BooleanType = { kind: "boolean", nullable: false };
export const NUMBER: NumberType = { kind: "number", integer: false, nullable: false };
export const INTEGER: NumberType = { kind: "number", integer: true, nullable: false };
export const TEXT: TextType = { kind: "text", nullable: false };

/** Larger sets are dropped, because they are data and not words to choose from. */
const LARGEST_SET = 400;

export function numberOf(values: Iterable<number>): NumberType {
  const set = new Set(values);
  const type = [...set].every((value) => Number.isInteger(value)) ? INTEGER : NUMBER;
  return set.size > LARGEST_SET || [...set].some((value) => !Number.isFinite(value))
    ? type
    : { ...type, set };
}

export function textOf(words: Iterable<string>): TextType {
  const set = new Set(words);
  return set.size > LARGEST_SET ? TEXT : { ...TEXT, set };
}

export function listOf(item: Type): ListType {
  return { kind: "list", item, nullable: false };
}

export function isDateText(text: string): boolean {
  // Date.parse would accept 30 February as a day of March.
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && daysLater(text, 0) === text;
}

/** Returns the date a number of days later or earlier. */
export function daysLater(date: string, days: number): string {
  return new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Returns the type of a literal. A text with a date is a date until it is combined with other texts. */
export function literalType(value: string | number | boolean | null): Type {
  if (value === null) return NULL;
  if (typeof value === "number") return numberOf([value]);
  if (typeof value === "boolean") return BOOLEAN;
  return isDateText(value) ? { kind: "date", set: new Set([value]), nullable: false } : textOf([value]);
}

export function orNull<T extends Type>(type: T): T {
  return type.nullable ? type : { ...type, nullable: true };
}

export function notNull(type: Type): Type {
  return type.kind === "null" || !type.nullable ? type : { ...type, nullable: false };
}

/** Whether the type may be one of these kinds; null and unknown types may. */
export function isA(type: Type | undefined, ...kinds: readonly Type["kind"][]): boolean {
  return type === undefined || type.kind === "unknown" || type.kind === "null" || kinds.includes(type.kind);
}

/** Returns the union of two sets, if both are closed and the union is small. */
function joinSets<T>(a: ReadonlySet<T> | undefined, b: ReadonlySet<T> | undefined): { set?: ReadonlySet<T> } {
  const set = a === undefined || b === undefined ? undefined : new Set([...a, ...b]);
  return set === undefined || set.size > LARGEST_SET ? {} : { set };
}

/** Returns the common type of two values; undefined if there is none. */
export function unify(a: Type, b: Type): Type | undefined {
  if (a.kind === "null") return orNull(b);
  if (b.kind === "null") return orNull(a);
  if (a.kind === "unknown") return a.nullable ? orNull(b) : b;
  if (b.kind === "unknown") return b.nullable ? orNull(a) : a;
  const nullable = a.nullable || b.nullable;
  if (a.kind === "number" && b.kind === "number")
    return { kind: "number", integer: a.integer && b.integer, ...joinSets(a.set, b.set), nullable };
  if (a.kind === "scale" && b.kind === "scale") {
    const { scale } = a;
    return scale.name === b.scale.name
      ? { kind: "scale", scale, ...joinSets(a.set, b.set), nullable }
      : undefined;
  }
  if (a.kind === "scale" && b.kind === "text") return unifyScaleText(a, b, nullable);
  if (a.kind === "text" && b.kind === "scale") return unifyScaleText(b, a, nullable);
  if ((a.kind === "text" || a.kind === "date") && (b.kind === "text" || b.kind === "date"))
    return { kind: a.kind === b.kind ? a.kind : "text", ...joinSets(a.set, b.set), nullable };
  if (a.kind === "boolean" && b.kind === "boolean") return { kind: "boolean", nullable };
  if (a.kind === "list" && b.kind === "list") {
    const item = unify(a.item, b.item);
    return item === undefined ? undefined : { kind: "list", item, nullable };
  }
  if (a.kind === "record" && b.kind === "record") {
    const shapes = [...a.shapes];
    for (const shape of b.shapes) if (!shapes.some((known) => known.id === shape.id)) shapes.push(shape);
    return { kind: "record", shapes, nullable };
  }
  if (a.kind === "map" && b.kind === "map") {
    const value = unify(a.value, b.value);
    const { set } = joinSets(a.keys, b.keys);
    return value && { kind: "map", ...(set === undefined ? {} : { keys: set }), value, nullable };
  }
  return undefined;
}

function unifyScaleText(scale: ScaleType, text: TextType, nullable: boolean): Type {
  const inside = text.set !== undefined && [...text.set].every((word) => scale.scale.words.includes(word));
  if (inside) return { kind: "scale", scale: scale.scale, nullable };
  return { kind: "text", ...joinSets(scale.set ?? new Set(scale.scale.words), text.set), nullable };
}

/** Returns the type of a record's field; nullable if only some shapes have it, undefined if none has. */
export function fieldOf(type: RecordType, name: string): Type | undefined {
  let found: Type | undefined;
  let missing = type.nullable;
  for (const shape of type.shapes) {
    const field = shape.field(name);
    if (field === undefined) missing = true;
    else found = found === undefined ? field : (unify(found, field) ?? UNKNOWN);
  }
  return found !== undefined && missing ? orNull(found) : found;
}

export function fieldNames(type: RecordType): string[] {
  return [...new Set(type.shapes.flatMap((shape) => [...shape.names()]))];
}

/** Returns the possible words of a text; undefined if it is open. */
export function wordsOf(type: Type): ReadonlySet<string> | undefined {
  if (type.kind === "scale") return new Set(type.scale.words);
  return type.kind === "text" ? type.set : undefined;
}

/** Describes a type for messages. */
export function describe(type: Type): string {
  const base = describeBase(type);
  return type.nullable && type.kind !== "null" && type.kind !== "unknown" ? `${base} or null` : base;
}

function describeBase(type: Type): string {
  switch (type.kind) {
    case "number":
      return type.integer ? "a whole number" : "a number";
    case "text":
      if (type.set?.size === 1) return `the text "${[...type.set][0]}"`;
      return type.set !== undefined && type.set.size <= 6 ? `one of ${[...type.set].join(", ")}` : "a text";
    case "scale":
      return `a word of the scale ${type.scale.name}`;
    default:
      return PLAIN_WORDS[type.kind];
  }
}

const PLAIN_WORDS = {
  boolean: "true or false",
  date: "a date",
  list: "a list",
  map: "a map",
  record: "a record",
  null: "null",
  unknown: "something unknown",
} as const;

/** Returns a key that is equal for equal types. */
export function typeKey(type: Type): string {
  const mark = type.nullable ? "?" : "";
  switch (type.kind) {
    case "number":
      return `n${type.integer ? "i" : ""}${mark}`;
    case "text":
    case "date":
      return `${type.kind[0]}${type.set === undefined ? "" : `{${[...type.set].sort().join("|")}}`}${mark}`;
    case "scale":
      return `s:${type.scale.name}${mark}`;
    case "list":
      return `[${typeKey(type.item)}]${mark}`;
    case "map":
      return `m(${typeKey(type.value)})${mark}`;
    case "record":
      return `r(${type.shapes
        .map((shape) => shape.id)
        .sort()
        .join(",")})${mark}`;
    default:
      return `${type.kind}${mark}`;
  }
}

/** Returns a record with one shape. */
export function recordOf(shape: Shape): RecordType {
  return { kind: "record", shapes: [shape], nullable: false };
}

/** Returns the shape of a plain JavaScript object. */
export function plainShape(id: string, fields: ReadonlyMap<string, Type>, table?: string): Shape {
  const own = { names: () => fields.keys(), field: (name: string) => fields.get(name) };
  return { id, access: "plain", ...own, ...(table === undefined ? {} : { table }) };
}
