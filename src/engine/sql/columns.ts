// The columns of the nested SELECTs: shared expressions, each written once. Until the end, characters of Unicode's private use area
// mark references to columns, loop variables and array positions. No text of a definition contains one.
import type { Dialect } from "./dialect.js";

/** A loop over the positions 1 to `size` of a list. */
export interface ListLoop {
  readonly id: number;
  /** May contain the variables of outer loops. */
  readonly size: string;
}

interface Column {
  readonly body: string;
  /** Loops of the variables in the body, outermost first. The column is an array with one level for each. */
  readonly loops: readonly ListLoop[];
  /** Evaluated only in rows with a number that is not finite. */
  readonly gated: boolean;
}

const REFERENCE = /\uE001(\d+)\uE002/g;
const VARIABLE = /\uE003(\d+)\uE004/g;
const [AT, END] = ["\uE005", "\uE006"];
/** Names, numbers and references, which can be repeated at no cost. */
const ATOM = /^(\uE001\d+\uE002(\uE005\uE003\d+\uE004\uE006)*|[\w.]+|-?[\d.]+e?-?\d*)$/;
/** Shorter texts are repeated instead of becoming a column. */
const SHORT = 24;

export class Columns {
  private readonly columns: Column[] = [];
  private readonly ids = new Map<string, number>();
  private readonly loops = new Map<number, ListLoop>();
  /** Expressions to test for being finite. */
  private readonly doubtful = new Set<string>();
  /** The column that is true if any of them is not finite. */
  private readonly gate = this.add({ body: "", loops: [], gated: false });

  constructor(private readonly dialect: Dialect) {}

  loop(size: string): ListLoop {
    const loop = { id: this.loops.size, size };
    this.loops.set(loop.id, loop);
    return loop;
  }

  static variable({ id }: ListLoop): string {
    return `\uE003${id}\uE004`;
  }

  /** Replaces a loop's variable by another expression. */
  static bind(text: string, loop: ListLoop, by: string): string {
    return text.replaceAll(Columns.variable(loop), () => by);
  }

  /** Returns the name of a loop's variable in the statement. */
  static closed({ id }: ListLoop): string {
    return `x${id}`;
  }

  /** Returns an item of an array column. */
  static item(column: string, index: string): string {
    return `${column}${AT}${index}${END}`;
  }

  /** Returns the array column if the text is its item at the variable of the loop; otherwise undefined. */
  static listOf(text: string, loop: ListLoop): string | undefined {
    const index = Columns.item("", Columns.variable(loop));
    return text.endsWith(index) ? text.slice(0, -index.length) : undefined;
  }

  /** Adds a column for the expression and returns a reference to it. */
  of(body: string, gated = false): string {
    if (ATOM.test(body)) return body;
    const loops = this.loopsIn(body);
    const id = this.add({ body, loops, gated });
    return loops.reduce((made, loop) => Columns.item(made, Columns.variable(loop)), `\uE001${id}\uE002`);
  }

  /** Records a number that may not be finite. */
  doubt(number: string): void {
    const closed = this.loopsIn(number).reduceRight((body, loop) => {
      return this.dialect.sum(Columns.listOf(body, loop) ?? this.mapped(body, loop));
    }, number);
    this.doubtful.add(closed);
  }

  /** Returns the loops of the variables in a text, outermost first. */
  private loopsIn(text: string): ListLoop[] {
    const found = new Set<ListLoop>();
    const visit = (part: string): void => {
      for (const [, id] of part.matchAll(VARIABLE)) {
        const loop = this.loops.get(Number(id)) as ListLoop;
        if (found.has(loop)) continue;
        visit(loop.size);
        found.add(loop);
      }
    };
    visit(text);
    return [...found];
  }

  private mapped(body: string, loop: ListLoop): string {
    const name = Columns.closed(loop);
    return this.dialect.map(this.dialect.range(loop.size), name, Columns.bind(body, loop, name));
  }

  private add(column: Column): number {
    const key = `${column.gated ? "?" : ""}${column.body}`;
    const known = this.ids.get(key);
    if (known !== undefined) return known;
    this.ids.set(key, this.columns.length);
    this.columns.push(column);
    return this.columns.length - 1;
  }

  /** Nests SELECTs so that each column is computed once. */
  select(outputs: readonly (readonly [name: string, sql: string])[], source: string): string {
    const bodies = this.reachable(outputs.map(([, sql]) => sql));
    const shown = outputs.map(([name, sql]) => [name, bodies.expand(sql, false)] as const);
    const depths = new Map<number, number>();
    const depthOf = (id: number): number => {
      const before = depths.get(id);
      if (before !== undefined) return before;
      const depth = 1 + Math.max(0, ...referencesIn(bodies.text(id)).map(depthOf));
      depths.set(id, depth);
      return depth;
    };
    for (const [, sql] of shown) for (const id of referencesIn(sql)) depthOf(id);
    const layers: string[][] = [];
    for (const [id, depth] of depths) {
      layers[depth - 1] ??= [];
      layers[depth - 1]?.push(`${this.final(bodies.text(id))} AS c${id}`);
    }
    const inner = layers.reduce(
      (query, layer) => this.dialect.subquery(`SELECT *, ${layer.join(",\n")} FROM ${query}`),
      source,
    );
    const list = shown.map(([name, sql]) => `${this.final(sql)} AS ${this.dialect.identifier(name)}`);
    return `SELECT ${list.join(",\n")}\nFROM ${inner}`;
  }

  /** Inlines columns that are used once. */
  private reachable(roots: readonly string[]) {
    const { dialect } = this;
    const doubts = [...this.doubtful].map((sql) => `NOT ${dialect.finite(sql)}`);
    this.columns[this.gate] = {
      body: doubts.length === 0 ? "false" : `(${doubts.join(" OR ")})`,
      loops: [],
      gated: false,
    };
    const uses = new Map<number, number>();
    const count = (text: string): void => {
      for (const id of referencesIn(text)) {
        uses.set(id, (uses.get(id) ?? 0) + 1);
        if (uses.get(id) === 1) count(this.whole(id));
      }
    };
    for (const root of roots) count(root);
    const texts = new Map<number, string>();
    const expand = (text: string, isRepeated: boolean): string =>
      inlined(text, (id, indexes) => {
        const { body, loops, gated } = this.columns[id] as Column;
        if (gated || id === this.gate || indexes.length !== loops.length) return undefined;
        const isCheap = uses.get(id) === 1 && (!isRepeated || loops.length > 0 || body.length < SHORT);
        if (!isCheap) return undefined;
        const own = loops.reduce(
          (sql, loop, at) => Columns.bind(sql, loop, expand(indexes[at] ?? "", true)),
          body,
        );
        return expand(own, isRepeated || loops.length > 0);
      });
    const text = (id: number): string => {
      const known = texts.get(id);
      if (known !== undefined) return known;
      const { loops } = this.columns[id] as Column;
      const made = expand(this.whole(id), loops.length > 0 || /\bx\d+\b/.test(this.whole(id)));
      texts.set(id, made);
      return made;
    };
    return { expand, text };
  }

  private whole(id: number): string {
    const { body, loops, gated } = this.columns[id] as Column;
    const looped = loops.reduceRight((inner, loop) => this.mapped(inner, loop), body);
    return gated ? `CASE WHEN \uE001${this.gate}\uE002 THEN ${looped} END` : looped;
  }

  private final(sql: string): string {
    return sql.replace(REFERENCE, "c$1").replaceAll(AT, "[").replaceAll(END, "]");
  }
}

function referencesIn(text: string): number[] {
  return [...text.matchAll(REFERENCE)].map(([, id]) => Number(id));
}

/** Replaces references together with the positions after them. References stay if `make` returns undefined. */
function inlined(text: string, make: (id: number, indexes: string[]) => string | undefined): string {
  let made = "";
  let rest = 0;
  for (const match of text.matchAll(REFERENCE)) {
    if (match.index < rest) continue;
    let end = match.index + match[0].length;
    const indexes: string[] = [];
    while (text[end] === AT) {
      const close = closing(text, end);
      indexes.push(text.slice(end + 1, close));
      end = close + 1;
    }
    const by = make(Number(match[1]), indexes);
    if (by === undefined) continue;
    made += text.slice(rest, match.index) + by;
    rest = end;
  }
  return made + text.slice(rest);
}

function closing(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === AT) depth++;
    else if (text[at] === END && --depth === 0) return at;
  }
  throw new Error("a position in an array does not end");
}
