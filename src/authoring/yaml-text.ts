// Edits values in the text of a YAML file: only what changed is written anew, comments and layout stay to the letter.
import {
  type Document,
  isCollection,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  type YAMLMap,
} from "yaml";
import { isRecord } from "../objects.js";
import { entryText, inline, valueText } from "./case-text.js";
import { differences } from "./cases.js";

type Fields = Readonly<Record<string, unknown>>;

/** A stretch of the text and what stands there instead. */
interface Splice {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

export class YamlText {
  readonly root: Node | null;
  private readonly document: Document;
  private readonly splices: Splice[] = [];

  constructor(private readonly text: string) {
    this.document = parseDocument(text);
    this.root = this.document.contents;
  }

  get changed(): boolean {
    return this.splices.length > 0;
  }

  /** The text with all changes. */
  toString(): string {
    // From the end, so that places before stay where they are; of what is put in one place, the last comes first.
    return this.splices
      .map((splice, at) => ({ ...splice, at }))
      .sort((a, b) => b.from - a.from || b.to - a.to || b.at - a.at)
      .reduce(
        (text, { from, to, text: instead }) => text.slice(0, from) + instead + text.slice(to),
        this.text,
      );
  }

  /** The whole file as plain data. */
  get whole(): unknown {
    return this.document.toJS();
  }

  /** The value of an entry as plain data. */
  value(pair: Pair | undefined): unknown {
    return (pair?.value as Node | undefined)?.toJS(this.document);
  }

  /** Makes the record of an entry hold these fields. */
  setRecord(pair: Pair, next: Fields): void {
    const map = pair.value;
    const stays = isMap(map) && map.items.some((each) => nameOf(each) in next);
    const moves =
      isMap(map) &&
      (map.items.length !== Object.keys(next).length || !map.items.every((each) => nameOf(each) in next));
    if (!isMap(map) || !stays || (moves && map.flow === true)) this.setEntry(pair, next, false);
    else this.setFields(map, next);
  }

  /** Makes a mapping in block style hold these fields; new ones follow the field that precedes them. */
  setFields(map: YAMLMap, next: Fields): void {
    for (const pair of map.items)
      if (nameOf(pair) in next) this.setEntry(pair, next[nameOf(pair)], map.flow === true);
      else this.remove(pair);
    let last: Pair | undefined;
    const column = this.column(start(map.items[0]?.key));
    for (const [name, value] of Object.entries(next)) {
      const pair = entryOf(map, name);
      if (pair !== undefined) last = pair;
      else this.insert(last, map, " ".repeat(column) + entryText(name, value, column));
    }
  }

  /** Takes an entry in block style out, with its lines. */
  remove(pair: Pair): void {
    const line = this.text.indexOf("\n", end(this.text, pair));
    const from = start(pair.key);
    this.splices.push({
      from: from - this.column(from),
      to: line < 0 ? this.text.length : line + 1,
      text: "",
    });
  }

  private insert(last: Pair | undefined, map: YAMLMap, line: string): void {
    if (last === undefined) {
      const at = start(map.items[0]?.key);
      this.splices.push({ from: at - this.column(at), to: at - this.column(at), text: `${line}\n` });
      return;
    }
    const found = this.text.indexOf("\n", end(this.text, last));
    const at = found < 0 ? this.text.length : found;
    this.splices.push({ from: at, to: at, text: `\n${line}` });
  }

  private setEntry(pair: Pair, next: unknown, flow: boolean): void {
    if (this.setInside(pair.value as Node, next)) return;
    const column = this.column(start(pair.key));
    const text = entryText(nameOf(pair), next, column);
    if (flow) this.splices.push({ ...this.stretch(pair.value as Node), text: inline(next) });
    else this.splices.push({ from: start(pair.key), to: end(this.text, pair), text });
  }

  /** Changes what moved inside a value that keeps its shape; false where the value has to be written anew. */
  private setInside(node: Node, next: unknown): boolean {
    const old = node.toJS(this.document) as unknown;
    if (differences("", old, next).length === 0) return true;
    if (isMap(node) && isRecord(old) && isRecord(next)) {
      const names = Object.keys(old);
      if (names.length !== Object.keys(next).length || !names.every((name) => name in next)) return false;
      for (const pair of node.items) this.setEntry(pair, next[nameOf(pair)], node.flow === true);
      return true;
    }
    if (!isSeq(node) || !Array.isArray(next) || node.items.length !== next.length) return false;
    for (const [at, item] of (node.items as Node[]).entries())
      if (!this.setInside(item, next[at])) {
        const column = this.column(start(item)) - 2;
        const text = node.flow === true ? inline(next[at]) : valueText(next[at], column, 1).trimStart();
        this.splices.push({ ...this.stretch(item), text });
      }
    return true;
  }

  private stretch(node: Node): { from: number; to: number } {
    return { from: start(node), to: end(this.text, node) };
  }

  private column(at: number): number {
    return at - this.text.lastIndexOf("\n", at - 1) - 1;
  }
}

/** The entry of a mapping with this name. */
export function entryOf(map: unknown, name: string): Pair | undefined {
  return isMap(map) ? map.items.find((pair) => nameOf(pair) === name) : undefined;
}

export function nameOf(pair: Pair): string {
  return isScalar(pair.key) ? String(pair.key.value) : "";
}

function start(node: unknown): number {
  return (node as Node | undefined)?.range?.[0] ?? 0;
}

/** Where a value ends, without the comment or the empty lines behind it. */
function end(text: string, part: Node | Pair): number {
  const node = ("key" in part ? part.value : part) as Node;
  const last =
    isCollection(node) && node.flow !== true ? (node.items.at(-1) as Node | Pair | undefined) : undefined;
  if (last !== undefined) return end(text, last);
  const [from, to] = [node.range?.[0] ?? 0, node.range?.[1] ?? 0];
  return from + text.slice(from, to).trimEnd().length;
}
