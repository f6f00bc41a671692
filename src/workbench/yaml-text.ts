// Edits values in the text of a YAML file. Only changed values are rewritten; comments and layout keep every byte.
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
  type YAMLSeq,
} from "yaml";
import { isRecord } from "../json/objects.js";
import { entryText, inline, valueText } from "./case-text.js";
import { differences } from "./cases.js";

type Fields = Readonly<Record<string, unknown>>;

interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

export class YamlText {
  readonly root: Node | null;
  private readonly document: Document;
  private readonly edits: Edit[] = [];

  constructor(private readonly text: string) {
    this.document = parseDocument(text);
    this.root = this.document.contents;
  }

  get changed(): boolean {
    return this.edits.length > 0;
  }

  /** Returns the text with all edits, applied from the end so that earlier offsets stay valid. */
  apply(): string {
    let text = this.text;
    for (const edit of [...this.edits].reverse().sort((a, b) => b.from - a.from || b.to - a.to))
      text = text.slice(0, edit.from) + edit.text + text.slice(edit.to);
    return text;
  }

  /** Returns the file as plain data. */
  get whole(): unknown {
    return this.document.toJS();
  }

  /** Returns the value of an entry as plain data. */
  value(pair: Pair | undefined): unknown {
    return (pair?.value as Node | undefined)?.toJS(this.document);
  }

  /** Sets the fields of the record of an entry. */
  setRecord(pair: Pair, next: Fields): void {
    const map = pair.value;
    const stays = isMap(map) && map.items.some((each) => nameOf(each) in next);
    const moves =
      isMap(map) &&
      (map.items.length !== Object.keys(next).length || !map.items.every((each) => nameOf(each) in next));
    if (!isMap(map) || !stays || (moves && map.flow === true)) this.setEntry(pair, next, false);
    else this.setFields(map, next);
  }

  /** Sets the fields of a mapping in block style. A new field follows the one that precedes it. */
  setFields(map: YAMLMap, next: Fields): void {
    for (const pair of map.items)
      if (nameOf(pair) in next) this.setEntry(pair, next[nameOf(pair)], map.flow === true);
      else this.removeEntry(pair);
    let last: Pair | undefined;
    const column = this.column(start(map.items[0]?.key));
    for (const [name, value] of Object.entries(next)) {
      const pair = entryOf(map, name);
      if (pair !== undefined) last = pair;
      else {
        const line = " ".repeat(column) + entryText(name, value, column);
        if (last === undefined) this.putBefore(start(map.items[0]?.key), line);
        else this.putBehind(end(this.text, last), line);
      }
    }
  }

  /** Removes an entry in block style with its lines. */
  removeEntry(pair: Pair): void {
    this.removeLines(start(pair.key), end(this.text, pair));
  }

  /** Inserts lines after the line that contains this offset. */
  private putBehind(offset: number, lines: string): void {
    const found = this.text.indexOf("\n", offset);
    const at = found < 0 ? this.text.length : found;
    this.replace(at, at, `\n${lines}`);
  }

  private putBefore(offset: number, line: string): void {
    const at = this.lineStart(offset);
    this.replace(at, at, `${line}\n`);
  }

  private setEntry(pair: Pair, next: unknown, flow: boolean): void {
    if (this.setInside(pair.value as Node, next)) return;
    const column = this.column(start(pair.key));
    const text = entryText(nameOf(pair), next, column);
    if (flow) this.replaceNode(pair.value as Node, inline(next));
    else this.replace(start(pair.key), end(this.text, pair), text);
  }

  /** Changes the parts of a value that keeps its shape. Returns false if the whole value must be rewritten. */
  private setInside(node: Node, next: unknown): boolean {
    const old = node.toJS(this.document) as unknown;
    if (differences("", old, next).length === 0) return true;
    if (isMap(node) && isRecord(old) && isRecord(next)) {
      const names = Object.keys(old);
      if (names.length !== Object.keys(next).length || !names.every((name) => name in next)) return false;
      for (const pair of node.items) this.setEntry(pair, next[nameOf(pair)], node.flow === true);
      return true;
    }
    if (!isSeq(node) || !Array.isArray(next) || !Array.isArray(old)) return false;
    const items = node.items as Node[];
    if (items.length === next.length) items.forEach((item, at) => void this.setItem(node, item, next[at]));
    else if (node.flow === true || items.length === 0 || next.length === 0) return false;
    else this.setLength(node, items, old, next);
    return true;
  }

  private setItem(node: YAMLSeq, item: Node, next: unknown): void {
    if (this.setInside(item, next)) return;
    this.replaceNode(item, node.flow === true ? inline(next) : this.itemText(item, next));
  }

  /** Returns the text of a list item after its dash, indented like another item. */
  private itemText(beside: Node, next: unknown): string {
    return valueText(next, this.column(start(beside)) - 2, 1).trimStart();
  }

  /** Changes the length of a list. Equal items at both ends are not rewritten. */
  private setLength(
    node: YAMLSeq,
    items: readonly Node[],
    old: readonly unknown[],
    next: readonly unknown[],
  ): void {
    const alike = (a: unknown, b: unknown) => differences("", a, b).length === 0;
    const least = Math.min(old.length, next.length);
    let head = 0;
    while (head < least && alike(old[head], next[head])) head++;
    let tail = 0;
    while (tail < least - head && alike(old.at(-1 - tail), next.at(-1 - tail))) tail++;
    const both = least - head - tail;
    for (let at = head; at < head + both; at++) this.setItem(node, items[at] as Node, next[at]);
    for (const item of items.slice(head + both, items.length - tail))
      this.removeLines(start(item), end(this.text, item));
    const before = items[head + both - 1] ?? (items[0] as Node);
    const column = this.column(start(before)) - 2;
    for (const added of next.slice(head + both, next.length - tail)) {
      const line = `${" ".repeat(column)}- ${this.itemText(before, added)}`;
      if (head + both === 0) this.putBefore(start(before), line);
      else this.putBehind(end(this.text, before), line);
    }
  }

  private replaceNode(node: Node, text: string): void {
    this.replace(start(node), end(this.text, node), text);
  }

  /** Replaces a range. Several texts inserted at one offset keep the order of the calls. */
  private replace(from: number, to: number, text: string): void {
    this.edits.push({ from, to, text });
  }

  /** Removes the whole lines of a range. */
  private removeLines(from: number, to: number): void {
    const found = this.text.indexOf("\n", to);
    this.replace(this.lineStart(from), found < 0 ? this.text.length : found + 1, "");
  }

  private lineStart(offset: number): number {
    return this.text.lastIndexOf("\n", offset - 1) + 1;
  }

  private column(offset: number): number {
    return offset - this.lineStart(offset);
  }
}

export function entryOf(map: unknown, name: string): Pair | undefined {
  return isMap(map) ? map.items.find((pair) => nameOf(pair) === name) : undefined;
}

function nameOf(pair: Pair): string {
  return isScalar(pair.key) ? String(pair.key.value) : "";
}

function start(node: unknown): number {
  return (node as Node | undefined)?.range?.[0] ?? 0;
}

/** Returns the end of a value, before any comment or empty line after it. */
function end(text: string, part: Node | Pair): number {
  const node = ("key" in part ? part.value : part) as Node;
  const last =
    isCollection(node) && node.flow !== true ? (node.items.at(-1) as Node | Pair | undefined) : undefined;
  if (last !== undefined) return end(text, last);
  const [from, to] = [node.range?.[0] ?? 0, node.range?.[1] ?? 0];
  return from + text.slice(from, to).trimEnd().length;
}
