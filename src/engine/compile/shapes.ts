// Rows of tables in the form that is read fastest. A record that was put together key by key, or that has no prototype, is
// looked up as a dictionary; one that a literal made has its cells in fixed places, the same for all rows of a table.

type Fields = Readonly<Record<string, unknown>>;
type Maker = (of: Fields) => Fields;

/** The same values; what was one object before is one object after. */
export function inShape(constants: ReadonlyMap<string, unknown>): Map<string, unknown> {
  const shaper = new Shaper();
  // What the first rows hold decides where their cells go, and later ones change that: once all are known it stays.
  for (const value of constants.values()) shaper.shaped(value, new Map());
  const made = new Map<object, unknown>();
  return new Map([...constants].map(([name, value]) => [name, shaper.shaped(value, made)]));
}

class Shaper {
  private readonly makers = new Map<string, Maker>();

  shaped(value: unknown, made: Map<object, unknown>): unknown {
    if (typeof value === "string") return word(value);
    if (typeof value !== "object" || value === null) return value;
    const known = made.get(value);
    if (known !== undefined) return known;
    const copy = this.copied(value, made);
    made.set(value, copy);
    return copy;
  }

  private copied(value: object, made: Map<object, unknown>): unknown {
    if (Array.isArray(value)) return value.map((item) => this.shaped(item, made));
    if (value instanceof Map) {
      return new Map([...value].map(([key, item]) => [this.shaped(key, made), this.shaped(item, made)]));
    }
    const prototype: unknown = Object.getPrototypeOf(value);
    // Patterns and columns of numbers are what they are.
    if (prototype !== null && prototype !== Object.prototype) return value;
    const fields = Object.entries(value);
    return this.makerOf(fields.map(([name]) => name))(
      Object.fromEntries(fields.map(([name, field]) => [name, this.shaped(field, made)])),
    );
  }

  private makerOf(names: readonly string[]): Maker {
    const key = JSON.stringify(names);
    const known = this.makers.get(key);
    if (known !== undefined) return known;
    // A literal that names the prototype would set it.
    const maker: Maker = names.includes("__proto__") ? (of) => of : literalOf(names);
    this.makers.set(key, maker);
    return maker;
  }
}

/** Longer texts are sentences, and compared with nothing. */
const LONGEST_WORD = 40;

/** The same text as the one object that names in code are: two of them are compared without a look at their letters. */
function word(text: string): string {
  return text.length > LONGEST_WORD ? text : (Object.keys({ [text]: null })[0] ?? text);
}

function literalOf(names: readonly string[]): Maker {
  const cells = names.map((name) => `${JSON.stringify(name)}: of[${JSON.stringify(name)}]`);
  return new Function("of", `"use strict"; return { ${cells.join(", ")} };`) as Maker;
}
