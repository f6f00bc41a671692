// YAML with the place of every key and value. Values are plain JavaScript; the places stand beside them, keyed by
// the object that holds them, so that code which has an object and a key can always say where that is.
import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from "yaml";
import type { Report, Spot } from "./finding.js";
import { LIMITS } from "./limits.js";

export type Yaml = string | number | boolean | null | Yaml[] | YamlMap;
export interface YamlMap {
  [key: string]: Yaml;
}

interface Places {
  readonly self: Spot;
  readonly keys: Map<string, Spot>;
  readonly values: Map<string, { spot: Spot; raw: string; start: number }>;
  readonly source: SourceText;
}

class SourceText {
  constructor(
    readonly file: string,
    readonly text: string,
    readonly lines: LineCounter,
  ) {}

  spot(offset: number): Spot {
    const { line, col } = this.lines.linePos(offset);
    return { file: this.file, line: Math.max(1, line), column: Math.max(1, col) };
  }
}

const places = new WeakMap<object, Places>();

export function isYamlMap(value: unknown): value is YamlMap {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Where an object, or one key's value in it, stands. */
export function spotOf(holder: object, key?: string | number): Spot {
  const known = places.get(holder);
  if (known === undefined) return { file: "(built in)", line: 1, column: 1 };
  if (key === undefined) return known.self;
  return known.values.get(String(key))?.spot ?? known.self;
}

/** Where a key itself stands. */
export function spotOfKey(holder: object, key: string): Spot {
  const known = places.get(holder);
  return known?.keys.get(key) ?? spotOf(holder, key);
}

/** Where the nth occurrence of a word inside a value stands, whatever the style of the scalar. */
export function spotOfWord(holder: object, key: string | number, word: string, nth = 0): Spot {
  const known = places.get(holder);
  const value = known?.values.get(String(key));
  if (known === undefined || value === undefined) return spotOf(holder, key);
  const wordLike = /^\w/.test(word);
  let from = 0;
  for (let found = 0; ; ) {
    const at = value.raw.indexOf(word, from);
    if (at < 0) return value.spot;
    const before = value.raw[at - 1] ?? " ";
    const after = value.raw[at + word.length] ?? " ";
    const whole = !wordLike || (!/\w/.test(before) && !/\w/.test(after));
    if (whole && found++ === nth) return known.source.spot(value.start + at);
    from = at + 1;
  }
}

/** Reads one file; problems go to the report and the result is undefined. */
export function readYaml(file: string, text: string, report: Report): YamlMap | undefined {
  const start: Spot = { file, line: 1, column: 1 };
  if (text.length > LIMITS.fileLength) {
    report.error("yaml", start, `The file has more than ${LIMITS.fileLength} characters.`);
    return undefined;
  }
  const lines = new LineCounter();
  const source = new SourceText(file, text, lines);
  const document = parseDocument(text, { lineCounter: lines, keepSourceTokens: false, uniqueKeys: true });
  for (const error of document.errors) {
    report.error("yaml", source.spot(error.pos[0]), yamlMessage(error.message), yamlHint(error.message));
  }
  if (document.errors.length > 0) return undefined;
  if (!isMap(document.contents)) {
    report.error("yaml", start, "The file must hold a mapping of keys to values.");
    return undefined;
  }
  const reader = new Reader(source, report, (node) => (isAlias(node) ? node.resolve(document) : node));
  const value = reader.read(document.contents, 0);
  return reader.failed || !isYamlMap(value) ? undefined : value;
}

/** Entries of a mapping in file order (JavaScript would move keys that look like whole numbers to the front). */
export function entriesOf(map: YamlMap): [string, Yaml][] {
  const known = places.get(map);
  const keys = known === undefined ? Object.keys(map) : [...known.keys.keys()];
  return keys.map((key) => [key, map[key] ?? null]);
}

class Reader {
  failed = false;
  private nodes = 0;
  private readonly done = new Map<Node, Yaml>();

  constructor(
    private readonly source: SourceText,
    private readonly report: Report,
    private readonly resolve: (node: Node) => Node | undefined,
  ) {}

  read(written: Node | null, depth: number): Yaml {
    if (written === null) return null;
    const spot = this.source.spot(written.range?.[0] ?? 0);
    if (depth > LIMITS.fileDepth)
      return this.refuse(spot, `The file nests deeper than ${LIMITS.fileDepth} levels.`);
    if (++this.nodes > LIMITS.fileNodes)
      return this.refuse(spot, `The file has more than ${LIMITS.fileNodes} nodes.`);
    const node = this.resolve(written);
    if (node === undefined) return this.refuse(spot, "The alias names no anchor.");
    const known = this.done.get(node);
    if (known !== undefined) return known;
    if (isScalar(node)) return this.scalar(node.value, spot);
    if (isSeq(node)) {
      const list: Yaml[] = [];
      const place = this.place(list, node);
      this.done.set(node, list);
      node.items.forEach((item, index) => {
        list.push(this.read(item as Node | null, depth + 1));
        this.note(place, String(index), item as Node | null);
      });
      return list;
    }
    if (isMap(node)) {
      const map: YamlMap = Object.create(null) as YamlMap;
      const place = this.place(map, node);
      this.done.set(node, map);
      for (const pair of node.items) {
        const keyNode = pair.key as Node | null;
        if (!isScalar(keyNode)) {
          this.refuse(this.source.spot(node.range?.[0] ?? 0), "A key must be a plain word.");
          continue;
        }
        const key = String(keyNode.value);
        place.keys.set(key, this.source.spot(keyNode.range?.[0] ?? 0));
        map[key] = this.read(pair.value as Node | null, depth + 1);
        this.note(place, key, pair.value as Node | null);
      }
      return map;
    }
    return this.refuse(spot, "This kind of YAML node is not used in definitions.");
  }

  private scalar(value: unknown, spot: Spot): Yaml {
    if (
      value === null ||
      typeof value === "string" ||
      typeof value === "number" ||
      typeof value === "boolean"
    ) {
      return value;
    }
    return this.refuse(spot, "This kind of YAML value is not used in definitions.");
  }

  private place(holder: object, node: Node): Places {
    const self = this.source.spot(node.range?.[0] ?? 0);
    const place: Places = { self, keys: new Map(), values: new Map(), source: this.source };
    places.set(holder, place);
    return place;
  }

  private note(place: Places, key: string, node: Node | null): void {
    const start = node?.range?.[0] ?? 0;
    const end = node?.range?.[1] ?? start;
    const raw = isScalar(node) ? this.source.text.slice(start, end) : "";
    place.values.set(key, { spot: node === null ? place.self : this.source.spot(start), raw, start });
  }

  private refuse(spot: Spot, message: string): null {
    this.failed = true;
    this.report.error("yaml", spot, message);
    return null;
  }
}

function yamlMessage(message: string): string {
  return `This is not valid YAML: ${(message.split("\n")[0] ?? message).replace(/ at line \d+, column \d+:?$/, "")}.`;
}

function yamlHint(message: string): string | undefined {
  if (
    message.includes("Nested mappings") ||
    message.includes("Implicit keys") ||
    message.includes("compact mapping") ||
    message.includes("Block collections")
  ) {
    return "a text or formula with a colon and a space needs quotes";
  }
  if (message.includes("unique")) return "each name may stand only once";
  return undefined;
}
