// Values of a definition (rows, lists, indexes of tables) as the text of JavaScript that makes them again. Rows come out
// as object literals, whose cells V8 keeps in fixed places: read from plain data they became dictionaries, twice as slow.

/** Statements that declare each constant under its name; what is one object in several of them stays one object. */
export function declarations(constants: ReadonlyMap<string, unknown>): string {
  const writer = new LiteralWriter(constants.values());
  const lines: string[] = [];
  for (const [name, value] of constants) {
    const text = writer.text(value);
    lines.push(...writer.takeShared(), `const ${name} = ${text};`);
  }
  return lines.join("\n");
}

class LiteralWriter {
  private readonly uses = new Map<object, number>();
  private readonly names = new Map<object, string>();
  private shared: string[] = [];

  constructor(values: Iterable<unknown>) {
    for (const value of values) this.count(value);
  }

  /** Declarations of what the last texts share, in the order in which they need each other. */
  takeShared(): string[] {
    const taken = this.shared;
    this.shared = [];
    return taken;
  }

  text(value: unknown): string {
    if (typeof value !== "object" || value === null) return plain(value);
    const known = this.names.get(value);
    if (known !== undefined) return known;
    const text = this.made(value);
    if ((this.uses.get(value) ?? 0) < 2) return text;
    const name = `D_${this.names.size}`;
    this.names.set(value, name);
    this.shared.push(`const ${name} = ${text};`);
    return name;
  }

  private made(value: object): string {
    if (Array.isArray(value)) return `[${value.map((item) => this.text(item)).join(",")}]`;
    if (value instanceof Map) {
      const entries = [...value].map(([key, item]) => `[${this.text(key)},${this.text(item)}]`);
      return `new Map([${entries.join(",")}])`;
    }
    if (value instanceof RegExp) return `new RegExp(${JSON.stringify(value.source)}, "${value.flags}")`;
    if (value instanceof Float64Array) return `Float64Array.of(${[...value].map(plain).join(",")})`;
    const fields = Object.entries(value).map(([name, item]) => `${key(name)}:${this.text(item)}`);
    return `{${fields.join(",")}}`;
  }

  private count(value: unknown): void {
    if (typeof value !== "object" || value === null) return;
    const uses = (this.uses.get(value) ?? 0) + 1;
    this.uses.set(value, uses);
    if (uses > 1 || value instanceof RegExp || value instanceof Float64Array) return;
    const inner = value instanceof Map ? [...value].flat() : Object.values(value);
    for (const item of inner) this.count(item);
  }
}

function plain(value: unknown): string {
  if (value === undefined) return "undefined";
  if (typeof value !== "number") return JSON.stringify(value);
  return Object.is(value, -0) ? "-0" : String(value);
}

/** In brackets, `__proto__` is a name like any other. */
function key(name: string): string {
  if (name === "__proto__") return '["__proto__"]';
  return /^[a-zA-Z_]\w*$/.test(name) ? name : JSON.stringify(name);
}
