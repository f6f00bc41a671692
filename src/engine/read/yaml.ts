// YAML with the place of every key and value. Values are plain JavaScript; the places stand beside them, keyed by
// the object that holds them, so that code which has an object and a key can always say where that is.
import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type LineCounter,
  type Node,
  type Scalar,
  type YAMLMap,
} from "yaml";
import { LIMITS } from "../language/bounds.js";
import type { Report, Spot } from "../language/findings.js";
import { parseNodes } from "./yaml-nodes.js";

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

const UNUSED_KIND = "This kind of YAML value is not used in definitions.";
/** Tags of what can be written without a tag, too. */
const PLAIN_TAGS: ReadonlySet<string | undefined> = new Set([
  undefined,
  ...["str", "int", "float", "bool", "null", "map", "seq"].map((kind) => `tag:yaml.org,2002:${kind}`),
]);

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
  const { lines, problems, contents } = parseNodes(text);
  const source = new SourceText(file, text, lines);
  for (const { offset, message, limit } of problems) {
    if (limit) report.error("yaml", source.spot(offset), message);
    else report.error("yaml", source.spot(offset), yamlMessage(message), yamlHint(message));
  }
  if (problems.length > 0) return undefined;
  if (!isMap(contents)) {
    report.error("yaml", start, "The file must hold a mapping of keys to values.");
    return undefined;
  }
  const reader = new Reader(source, report);
  const value = reader.read(contents, 0);
  return reader.failed || !isYamlMap(value) ? undefined : value;
}

/** Entries of a mapping in file order (JavaScript would move keys that look like whole numbers to the front). */
export function entriesOf(map: YamlMap): [string, Yaml][] {
  const known = places.get(map);
  const keys = known === undefined ? Object.keys(map) : [...known.keys.keys()];
  return keys.map((key) => [key, map[key] ?? null]);
}

/** What an anchor stands for: with its nodes and levels, because each alias counts as if it were written out. */
interface Anchored {
  readonly value: Yaml;
  readonly nodes: number;
  readonly levels: number;
}

class Reader {
  failed = false;
  private nodes = 0;
  /** Deepest level since the innermost anchor that is being read. */
  private deepest = 0;
  private readonly anchors = new Map<string, Anchored | "begun">();

  constructor(
    private readonly source: SourceText,
    private readonly report: Report,
  ) {}

  read(node: Node | null, depth: number): Yaml {
    if (node === null) return null;
    const spot = this.source.spot(node.range?.[0] ?? 0);
    if (isAlias(node)) return this.alias(node.source, depth, spot);
    if (!this.fits(1, depth, spot)) return null;
    if (!PLAIN_TAGS.has(node.tag)) return this.refuse(spot, UNUSED_KIND);
    return node.anchor === undefined ? this.plain(node, depth, spot) : this.anchored(node, depth, spot);
  }

  private anchored(node: Node & { anchor?: string }, depth: number, spot: Spot): Yaml {
    const name = node.anchor ?? "";
    const before = { nodes: this.nodes, deepest: this.deepest };
    this.deepest = depth;
    this.anchors.set(name, "begun");
    const value = this.plain(node, depth, spot);
    this.anchors.set(name, { value, nodes: this.nodes - before.nodes + 1, levels: this.deepest - depth });
    this.deepest = Math.max(this.deepest, before.deepest);
    return value;
  }

  private alias(name: string, depth: number, spot: Spot): Yaml {
    const known = this.anchors.get(name);
    if (known === undefined) return this.refuse(spot, "The alias names no anchor.");
    if (known === "begun") return this.refuse(spot, "This alias stands inside what it names.");
    return this.fits(known.nodes, depth + known.levels, spot) ? known.value : null;
  }

  /** True while the file stays within its limits; one finding says that it does not. */
  private fits(nodes: number, depth: number, spot: Spot): boolean {
    if (this.nodes > LIMITS.fileNodes) return false;
    this.nodes += nodes;
    this.deepest = Math.max(this.deepest, depth);
    if (this.nodes > LIMITS.fileNodes) this.refuse(spot, `The file has more than ${LIMITS.fileNodes} nodes.`);
    else if (depth > LIMITS.fileDepth)
      this.refuse(spot, `The file nests deeper than ${LIMITS.fileDepth} levels.`);
    else return true;
    return false;
  }

  private plain(node: Node, depth: number, spot: Spot): Yaml {
    if (isScalar(node)) return this.scalar(node, spot);
    if (isMap(node)) return this.map(node, depth);
    if (!isSeq(node)) return this.refuse(spot, "This kind of YAML node is not used in definitions.");
    const list: Yaml[] = [];
    const place = this.place(list, node);
    node.items.forEach((item, index) => {
      list.push(this.read(item as Node | null, depth + 1));
      this.note(place, String(index), item as Node | null);
    });
    return list;
  }

  private map(node: YAMLMap, depth: number): YamlMap {
    const map: YamlMap = Object.create(null) as YamlMap;
    const place = this.place(map, node);
    for (const pair of node.items) {
      const keyNode = pair.key as Node | null;
      if (!isScalar(keyNode)) {
        this.refuse(this.source.spot(node.range?.[0] ?? 0), "A key must be a plain word.");
        continue;
      }
      const key = this.key(keyNode, place);
      map[key] = this.read(pair.value as Node | null, depth + 1);
      this.note(place, key, pair.value as Node | null);
    }
    return map;
  }

  private key(node: Scalar, place: Places): string {
    const key = String(node.value);
    const spot = this.source.spot(node.range?.[0] ?? 0);
    if (node.anchor !== undefined) this.anchors.set(node.anchor, { value: key, nodes: 1, levels: 0 });
    const twice = "Map keys must be unique";
    if (place.keys.has(key)) this.refuse(spot, yamlMessage(twice), yamlHint(twice));
    else place.keys.set(key, spot);
    return key;
  }

  private scalar({ value, source }: Scalar, spot: Spot): Yaml {
    // Open bands are written .inf; any other number that is not finite was not meant.
    if (typeof value === "number" && !Number.isFinite(value) && !/^[-+]?\.inf$/i.test(source ?? ""))
      return this.refuse(spot, Number.isNaN(value) ? "This is not a number." : "This number is too large.");
    if (
      value === null ||
      typeof value === "string" ||
      typeof value === "number" ||
      typeof value === "boolean"
    ) {
      return value;
    }
    return this.refuse(spot, UNUSED_KIND);
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

  private refuse(spot: Spot, message: string, hint?: string): null {
    this.failed = true;
    this.report.error("yaml", spot, message, hint);
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
