// Random inputs from a tool's JSON Schema, the same for the same seed: no clock, no library.
type Schema = Readonly<Record<string, unknown>>;
type Input = Readonly<Record<string, unknown>>;

const TRIES = 200;
const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 ";

/** A small seeded generator (mulberry32): good enough to spread inputs, and the same everywhere. */
export class RandomSource {
  private state = 0x811c9dc5;

  constructor(seed: string) {
    for (let at = 0; at < seed.length; at++)
      this.state = Math.imul(this.state ^ seed.charCodeAt(at), 0x01000193) >>> 0;
  }

  /** From 0 up to, not including, 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = this.state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  whole(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  pick<T>(list: readonly T[]): T {
    return list[this.whole(0, list.length - 1)] as T;
  }

  likely(probability: number): boolean {
    return this.next() < probability;
  }
}

export interface RandomInputOptions {
  readonly schema: Schema;
  readonly valid: (input: unknown) => boolean;
  readonly count: number;
  readonly seed: string;
  /** Inputs that are known to mean something; words and turning points are taken from them. */
  readonly examples?: readonly Input[];
}

/** Up to `count` valid inputs: half of them wholly drawn, half an example with a few inputs drawn anew. */
export function randomInputs({ schema, valid, count, seed, examples = [] }: RandomInputOptions): Input[] {
  const draw = new Drawer(new RandomSource(seed), examples);
  const inputs: Input[] = [];
  for (let tries = 0; inputs.length < count && tries < count * 20; tries++) {
    const input = draw.input(schema, tries % 2 === 1);
    if (valid(input)) inputs.push(input);
  }
  return inputs;
}

class Drawer {
  private readonly known = new Map<string, unknown[]>();

  constructor(
    private readonly chance: RandomSource,
    private readonly examples: readonly Input[],
  ) {
    for (const example of examples)
      for (const [name, value] of Object.entries(example))
        this.known.set(name, [...(this.known.get(name) ?? []), value]);
  }

  input(schema: Schema, near: boolean): Input {
    if (!near || this.examples.length === 0) return this.record(schema, true);
    const input: Record<string, unknown> = { ...this.chance.pick(this.examples) };
    const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
    const required = new Set((schema.required ?? []) as string[]);
    if (properties.length === 0) return input;
    for (let left = this.chance.whole(1, 3); left > 0; left--) {
      const [name, property] = this.chance.pick(properties);
      if (!required.has(name) && this.chance.likely(0.2)) delete input[name];
      else input[name] = this.property(name, property);
    }
    return input;
  }

  private record(schema: Schema, top: boolean): Record<string, unknown> {
    const required = new Set((schema.required ?? []) as string[]);
    const record: Record<string, unknown> = {};
    for (const [name, property] of Object.entries((schema.properties ?? {}) as Record<string, Schema>)) {
      if (!required.has(name) && this.chance.likely(0.4)) continue;
      record[name] = top ? this.property(name, property) : this.value(property);
    }
    return record;
  }

  /** An input of the tool: now and then as in an example, and mostly so where it is free text. */
  private property(name: string, schema: Schema): unknown {
    const known = this.known.get(name) ?? [];
    const free = (schema.type === "string" || schema.type === "array") && schema.enum === undefined;
    if (known.length > 0 && this.chance.likely(free ? 0.7 : 0.2)) return this.chance.pick(known);
    return this.value(schema);
  }

  private value(schema: Schema): unknown {
    const branches = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined;
    if (branches !== undefined)
      return this.value({ ...schema, anyOf: undefined, oneOf: undefined, ...this.chance.pick(branches) });
    if ("const" in schema) return schema.const;
    if (Array.isArray(schema.enum)) return this.chance.pick(schema.enum as unknown[]);
    const type: unknown = Array.isArray(schema.type) ? this.chance.pick(schema.type) : schema.type;
    switch (type) {
      case "integer":
        return this.number(schema, true);
      case "number":
        return this.number(schema, false);
      case "boolean":
        return this.chance.likely(0.5);
      case "null":
        return null;
      case "array":
        return this.list(schema);
      case "object":
        return schema.properties === undefined ? this.map(schema) : this.record(schema, false);
      default:
        return this.text(schema);
    }
  }

  /** Bounds, round numbers, numbers of every size and plain fractions, since limits stand at all of them. */
  private number(schema: Schema, whole: boolean): number {
    const min = Number(schema.minimum ?? schema.exclusiveMinimum ?? -1e6);
    const max = Number(schema.maximum ?? schema.exclusiveMaximum ?? Math.max(1e6, min + 1e6));
    const open = schema.exclusiveMinimum !== undefined;
    const first = whole ? Math.floor(min) + (open || min > Math.floor(min) ? 1 : 0) : Math.ceil(min);
    const last = Math.floor(max) - (schema.exclusiveMaximum === max && Number.isInteger(max) ? 1 : 0);
    const roll = this.chance.next();
    if (roll < 0.06) return whole ? first : open ? min + (max - min) * 1e-6 : min;
    if (roll < 0.12) return whole || schema.exclusiveMaximum !== undefined ? last : max;
    if ((whole || roll < 0.4) && last >= first)
      return this.chance.whole(first, roll < 0.5 ? Math.min(last, first + 40) : last);
    const span = max - min;
    const part = roll < 0.7 ? this.chance.next() : 10 ** (-6 * this.chance.next());
    return Number((min + span * part).toPrecision(this.chance.whole(2, 6)));
  }

  private list(schema: Schema): unknown[] {
    const least = Number(schema.minItems ?? 0);
    const length = this.chance.whole(least, Math.max(least, Math.min(Number(schema.maxItems ?? 6), 6)));
    const items: unknown[] = [];
    for (let tries = 0; items.length < length && tries < TRIES; tries++) {
      const item = this.value((schema.items ?? {}) as Schema);
      const repeated = items.some((each) => JSON.stringify(each) === JSON.stringify(item));
      if (schema.uniqueItems !== true || !repeated) items.push(item);
    }
    return items;
  }

  private map(schema: Schema): Record<string, unknown> {
    const names = (schema.propertyNames as { enum?: string[] } | undefined)?.enum ?? ["a", "b"];
    const item = (
      typeof schema.additionalProperties === "object" ? schema.additionalProperties : {}
    ) as Schema;
    const wanted = this.chance.whole(Number(schema.minProperties ?? 0), Math.min(names.length, 5));
    const map: Record<string, unknown> = {};
    for (let tries = 0; Object.keys(map).length < wanted && tries < TRIES; tries++)
      map[this.chance.pick(names)] = this.value(item);
    return map;
  }

  private text(schema: Schema): string {
    if (schema.format === "date") {
      const day = this.chance.whole(Date.UTC(2000, 0, 1) / 86_400_000, Date.UTC(2040, 11, 31) / 86_400_000);
      return new Date(day * 86_400_000).toISOString().slice(0, 10);
    }
    const pattern = typeof schema.pattern === "string" ? new RegExp(schema.pattern, "u") : undefined;
    const least = Number(schema.minLength ?? 0);
    const most = Math.max(least, Math.min(Number(schema.maxLength ?? 12), 12));
    let text = "";
    for (let tries = 0; tries < TRIES; tries++) {
      const length = this.chance.whole(least, most);
      text = Array.from({ length }, () => LETTERS[this.chance.whole(0, LETTERS.length - 1)]).join("");
      if (pattern === undefined || pattern.test(text)) break;
    }
    return text;
  }
}
