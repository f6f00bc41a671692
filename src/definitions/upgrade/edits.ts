// Edits of a YAML text that leave the rest of it as it stands: comments, order, widths and quotes.
import { isMap, isScalar, type Node, type Pair, type Scalar, type YAMLMap } from "yaml";

interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

export type KeyPair = Pair<Scalar, Node | null>;

export function pairsOf(map: YAMLMap): KeyPair[] {
  return map.items.filter((pair): pair is KeyPair => isScalar(pair.key) && isNode(pair.value));
}

function isNode(value: unknown): value is Node | null {
  return value === null || (typeof value === "object" && "range" in value);
}

export function pairOf(map: YAMLMap, key: string): KeyPair | undefined {
  return pairsOf(map).find((pair) => pair.key.value === key);
}

export function mapOf(map: YAMLMap, key: string): YAMLMap | undefined {
  const value = pairOf(map, key)?.value;
  return isMap(value) ? value : undefined;
}

export class Edits {
  private readonly edits: Edit[] = [];

  constructor(readonly text: string) {}

  get changed(): boolean {
    return this.edits.length > 0;
  }

  /** Puts a text in the place of a stretch; of several that are put at one place the first comes first. */
  replace(from: number, to: number, text: string): void {
    this.edits.push({ from, to, text });
  }

  renameKey({ key }: KeyPair, name: string): void {
    const [from, to] = range(key);
    this.replace(from, to, name);
  }

  replaceValue({ value }: KeyPair, text: string): void {
    if (value === null) return;
    const [from, to] = range(value);
    this.replace(from, to, text);
  }

  /** Takes a pair out: its lines from a block, itself and one comma from a flow mapping. */
  remove(map: YAMLMap, pair: KeyPair): void {
    const [start] = range(pair.key);
    const end = this.endOf(pair);
    if (map.flow !== true) {
      this.removeLines(start, end);
      return;
    }
    const after = /^\s*,\s*/.exec(this.text.slice(end))?.[0] ?? "";
    if (after !== "") this.replace(start, end + after.length, "");
    else this.replace(start - (/,\s*$/.exec(this.text.slice(0, start))?.[0] ?? "").length, end, "");
  }

  /** Takes out the lines from here to there. */
  removeLines(from: number, to: number): void {
    this.replace(this.lineStart(from), this.lineEnd(to), "");
  }

  /** Puts a pair before another. */
  insertBefore(map: YAMLMap, pair: KeyPair, text: string): void {
    const [start] = range(pair.key);
    if (map.flow === true) this.replace(start, start, `${text}, `);
    else {
      const line = this.lineStart(start);
      this.replace(line, line, `${" ".repeat(this.column(start))}${text}\n`);
    }
  }

  insertLast(map: YAMLMap, text: string): void {
    const last = pairsOf(map).at(-1);
    if (last === undefined) return;
    const end = this.endOf(last);
    if (map.flow === true) this.replace(end, end, `, ${text}`);
    else {
      const line = this.lineEnd(end);
      this.replace(line, line, `${" ".repeat(this.column(range(last.key)[0]))}${text}\n`);
    }
  }

  /** Another text in the place of a mapping, whatever was to change in it. */
  fill(map: YAMLMap, text: string): void {
    const [from, to] = range(map);
    for (let at = this.edits.length - 1; at >= 0; at--) {
      const edit = this.edits[at];
      if (edit !== undefined && edit.from >= from && edit.to <= to) this.edits.splice(at, 1);
    }
    this.replace(from, to, text);
  }

  lineStart(offset: number): number {
    return this.text.lastIndexOf("\n", offset - 1) + 1;
  }

  column(offset: number): number {
    return offset - this.lineStart(offset);
  }

  /** Behind the line of what ends at this offset; a block text ends with its own line. */
  lineEnd(offset: number): number {
    if (this.text[offset - 1] === "\n") return offset;
    const end = this.text.indexOf("\n", offset);
    return end === -1 ? this.text.length : end + 1;
  }

  endOf({ key, value }: KeyPair): number {
    return range(value ?? key)[1];
  }

  /** The text with all edits: from the end, so that places before stay where they are. */
  apply(): string {
    let text = this.text;
    for (const edit of [...this.edits].reverse().sort((a, b) => b.from - a.from || b.to - a.to))
      text = text.slice(0, edit.from) + edit.text + text.slice(edit.to);
    return text;
  }
}

export function range(node: Node): readonly [start: number, end: number] {
  const [start = 0, end = 0] = node.range ?? [];
  return [start, end];
}
