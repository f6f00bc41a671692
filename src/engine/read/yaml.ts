// Reads YAML with positions. Values are plain JavaScript; positions are stored separately by object, so that any code
// with an object and key can find its location.
import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, type Scalar, type YAMLMap } from "yaml";
import { LIMITS } from "../language/bounds.js";
import type { Report } from "../language/findings.js";
import { BUILT_IN, type Location, Position } from "../language/locations.js";
import { parseNodes } from "./yaml-nodes.js";
import { firstProblem, KEY_TWICE } from "./yaml-problems.js";

export type Yaml = string | number | boolean | null | Yaml[] | YamlMap;
export interface YamlMap {
  [key: string]: Yaml;
}

export function isYamlMap(value: unknown): value is YamlMap {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const positions = new WeakMap<object, Position>();

export function recordPosition(yaml: object, position: Position): void {
  positions.set(yaml, position);
}

export function positionOf(yaml: object): Position {
  return positions.get(yaml) ?? BUILT_IN;
}

/** Returns the location of a map or list, or of one key's value. */
export function locationOf(yaml: object, key?: string | number): Location {
  const position = positionOf(yaml);
  return key === undefined ? position.location : position.of(key);
}

/** Returns the location of a key. */
export function locationOfKey(yaml: object, key: string): Location {
  return positionOf(yaml).ofKey(key);
}

/** Returns a function from offsets to locations. Lines are counted at its first call. */
export function locator(file: string, text: string): (offset: number) => Location {
  const lines = new LineCounter();
  return (offset) => {
    if (lines.lineStarts.length === 0)
      for (let next = 0; next >= 0; next = text.indexOf("\n", next) + 1 || -1) lines.addNewLine(next);
    const { line, col } = lines.linePos(offset);
    return { file, line, column: col };
  };
}

const UNUSED_KIND = "This kind of YAML value is not used in definitions.";
/** Tags that are allowed because they change nothing. */
const PLAIN_TAGS: ReadonlySet<string | undefined> = new Set([
  undefined,
  ...["str", "int", "float", "bool", "null", "map", "seq"].map((kind) => `tag:yaml.org,2002:${kind}`),
]);

/** Reads one file. Reports problems and returns undefined if there are any. */
export function readYaml(file: string, text: string, report: Report): YamlMap | undefined {
  const start: Location = { file, line: 1, column: 1 };
  if (text.length > LIMITS.fileLength) {
    report.error("yaml", start, `The file has more than ${LIMITS.fileLength} characters.`);
    return undefined;
  }
  const at = locator(file, text);
  const { problems, contents } = parseNodes(text);
  const problem = firstProblem(text, problems);
  if (problem !== undefined) {
    report.error("yaml", at(problem.offset), problem.message, problem.hint);
    return undefined;
  }
  if (!isMap(contents)) {
    report.error("yaml", at(0), "The file must be a mapping of keys to values.");
    return undefined;
  }
  const reader = new Reader(text, at, report);
  const value = reader.read(contents, 0);
  return reader.failed || !isYamlMap(value) ? undefined : value;
}

/** Returns the entries in file order; JavaScript would move integer keys to the front. */
export function entriesOf(map: YamlMap): [string, Yaml][] {
  const position = positionOf(map);
  const keys = position === BUILT_IN ? Object.keys(map) : [...position.keys.keys()];
  return keys.map((key) => [key, map[key] ?? null]);
}

/** An anchored value with its nodes and levels, because aliases count as if expanded. */
interface Anchored {
  readonly value: Yaml;
  readonly nodes: number;
  readonly levels: number;
}

function startOf(node: Node): number {
  return node.range?.[0] ?? 0;
}

class Reader {
  failed = false;
  private readonly twice = new Set<Position>();
  private nodes = 0;
  /** Deepest level since the innermost current anchor. */
  private deepest = 0;
  private readonly anchors = new Map<string, Anchored | "begun">();

  constructor(
    private readonly text: string,
    private readonly at: (offset: number) => Location,
    private readonly report: Report,
  ) {}

  read(node: Node | null, depth: number): Yaml {
    if (node === null) return null;
    const start = startOf(node);
    if (isAlias(node)) return this.alias(node.source, depth, start);
    if (!this.fits(1, depth, start)) return null;
    if (!PLAIN_TAGS.has(node.tag)) return this.refuse(start, UNUSED_KIND);
    return node.anchor === undefined ? this.plain(node, depth, start) : this.anchored(node, depth, start);
  }

  private anchored(node: Node & { anchor?: string }, depth: number, start: number): Yaml {
    const name = node.anchor ?? "";
    const before = { nodes: this.nodes, deepest: this.deepest };
    this.deepest = depth;
    this.anchors.set(name, "begun");
    const value = this.plain(node, depth, start);
    this.anchors.set(name, { value, nodes: this.nodes - before.nodes + 1, levels: this.deepest - depth });
    this.deepest = Math.max(this.deepest, before.deepest);
    return value;
  }

  private alias(name: string, depth: number, start: number): Yaml {
    const known = this.anchors.get(name);
    if (known === undefined) return this.refuse(start, "The alias names no anchor.");
    if (known === "begun") return this.refuse(start, "This alias is inside its own anchor.");
    return this.fits(known.nodes, depth + known.levels, start) ? known.value : null;
  }

  /** Returns whether the file is within its limits; reports the first violation. */
  private fits(nodes: number, depth: number, start: number): boolean {
    if (this.nodes > LIMITS.fileNodes) return false;
    this.nodes += nodes;
    this.deepest = Math.max(this.deepest, depth);
    if (this.nodes > LIMITS.fileNodes)
      this.refuse(start, `The file has more than ${LIMITS.fileNodes} nodes.`);
    else if (depth > LIMITS.fileDepth)
      this.refuse(start, `The file nests deeper than ${LIMITS.fileDepth} levels.`);
    else return true;
    return false;
  }

  private plain(node: Node, depth: number, start: number): Yaml {
    if (isScalar(node)) return this.scalar(node, start);
    if (isMap(node)) return this.map(node, depth, start);
    if (!isSeq(node)) return this.refuse(start, "This kind of YAML node is not used in definitions.");
    const list: Yaml[] = [];
    const place = this.place(list, start);
    node.items.forEach((item, index) => {
      const value = this.read(item as Node | null, depth + 1);
      list.push(value);
      this.note(place, String(index), item as Node | null, value);
    });
    return list;
  }

  private map(node: YAMLMap, depth: number, start: number): YamlMap {
    const map: YamlMap = Object.create(null) as YamlMap;
    const place = this.place(map, start);
    for (const pair of node.items) {
      const keyNode = pair.key as Node | null;
      if (!isScalar(keyNode)) {
        this.refuse(start, "A key must be a plain word.");
        continue;
      }
      const key = this.key(keyNode, place);
      const value = this.read(pair.value as Node | null, depth + 1);
      map[key] = value;
      this.note(place, key, pair.value as Node | null, value);
    }
    return map;
  }

  private key(node: Scalar, place: Position): string {
    const key = String(node.value);
    const start = startOf(node);
    if (node.anchor !== undefined) this.anchors.set(node.anchor, { value: key, nodes: 1, levels: 0 });
    if (!place.keys.has(key)) place.keys.set(key, start);
    // An entry without its dash repeats every key, so duplicates are reported once.
    else if (!this.twice.has(place)) {
      this.twice.add(place);
      this.refuse(start, KEY_TWICE.message, KEY_TWICE.hint);
    }
    return key;
  }

  private scalar({ value, source, type, range }: Scalar, start: number): Yaml {
    const end = range?.[1] ?? start;
    if (type === "PLAIN" && typeof value === "string" && /^ #\S/.test(this.text.slice(end, end + 3)))
      return this.refuse(
        end + 1,
        "The text ends here: # begins a comment.",
        "quote the text, or write a space after #",
      );
    // Open bands are written .inf; other non-finite numbers are mistakes.
    if (typeof value === "number" && !Number.isFinite(value) && !/^[-+]?\.inf$/i.test(source ?? ""))
      return this.refuse(start, Number.isNaN(value) ? "This is not a number." : "This number is too large.");
    if (typeof value === "number" && /^[-+]?0\d/.test(source ?? ""))
      return this.refuse(
        start,
        `This number begins with a nought: ${source}.`,
        "a decimal point may be missing",
      );
    const isPlain = value === null || ["string", "number", "boolean"].includes(typeof value);
    return isPlain ? (value as Yaml) : this.refuse(start, UNUSED_KIND);
  }

  private place(holder: object, start: number): Position {
    const place = new Position(start, this.at);
    recordPosition(holder, place);
    return place;
  }

  private note(place: Position, key: string, node: Node | null, value: Yaml): void {
    const start = node === null ? place.start : startOf(node);
    const raw = isScalar(node) ? this.text.slice(start, node.range?.[1] ?? start) : "";
    place.values.set(key, { raw, start });
    if (typeof value === "object" && value !== null) place.inner.set(key, positionOf(value));
  }

  private refuse(start: number, message: string, hint?: string): null {
    this.failed = true;
    this.report.error("yaml", this.at(start), message, hint);
    return null;
  }
}
