// YAML as definitions are written: mappings, lists, texts and numbers, without anchors, tags, tabs or second documents.
// Read here it takes a sixth of the library's time, which is three tenths of a cold check. Whatever is unusual, or wrong, is
// left to the library: nothing is refused here.
import { LIMITS } from "../language/bounds.js";
import { type Location, notePlaces } from "../language/locations.js";
import { isYamlMap, type Noted, type Yaml, type YamlMap } from "./yaml-values.js";
import {
  CLOSE_LIST,
  CLOSE_MAP,
  COLON,
  COMMA,
  DASH,
  FOLDED,
  LITERAL,
  OPEN_LIST,
  OPEN_MAP,
  Unusual,
  YamlWords,
} from "./yaml-words.js";

/** Tabs and marks that cannot be seen, directives, and lines that begin or end a document. */
const STRANGE = /[^\n -~\u00a0-\ufefe\uff00-\uffff]|^(?:---|\.\.\.|%)/m;
/** The longest key that YAML knows without a mark of its own. */
const KEY_LENGTH = 1_000;
/** No line stands right of it. */
const ONE_LINE = Number.POSITIVE_INFINITY;

/** The mapping that a text holds, with the places of all that is in it; undefined where the library must read it. */
export function readPlain(text: string, at: (offset: number) => Location): YamlMap | undefined {
  if (STRANGE.test(text)) return undefined;
  try {
    return new PlainReader(text, at).whole();
  } catch (error) {
    if (!(error instanceof Unusual)) throw error;
    return undefined;
  }
}

class PlainReader extends YamlWords {
  private nodes = 0;

  constructor(
    text: string,
    private readonly locate: (offset: number) => Location,
  ) {
    super(text);
  }

  whole(): YamlMap {
    this.skip();
    const value = this.block(-1, 0);
    if (!this.isEnd() || !isYamlMap(value)) throw new Unusual();
    return value;
  }

  /** A value that may be a mapping or list in lines of its own, right of the column of what holds it. */
  private block(parent: number, depth: number): Yaml {
    const column = this.at - this.line;
    if (this.isMark(DASH)) return this.list(column, depth);
    const start = this.at;
    const key = this.key();
    return key === undefined ? this.inLine(parent, depth) : this.map(key, start, column, depth);
  }

  private map(first: string, start: number, column: number, depth: number): YamlMap {
    const map = Object.create(null) as YamlMap;
    const place = this.opened(map, start, depth);
    let keyAt = start;
    for (let key: string | undefined = first; ; key = this.key()) {
      this.noteKey(place, key, keyAt);
      map[key] = this.below(column, depth + 1, true);
      place.values.set(key, { raw: this.raw, start: this.start });
      keyAt = this.at;
      if (this.leaves(column)) return this.closed(map, start);
    }
  }

  private list(column: number, depth: number): Yaml[] {
    const start = this.at;
    const list: Yaml[] = [];
    const { values } = this.opened(list, start, depth);
    do {
      this.at++;
      const at = list.push(this.below(column, depth + 1, false)) - 1;
      values.set(String(at), { raw: this.raw, start: this.start });
    } while (!this.leaves(column) && this.isMark(DASH));
    return this.closed(list, start);
  }

  private opened(holder: object, start: number, depth: number): Noted {
    this.count(depth);
    const place: Noted = { start, keys: new Map(), values: new Map(), at: this.locate };
    notePlaces(holder, place);
    return place;
  }

  private closed<T extends Yaml>(value: T, start: number): T {
    this.start = start;
    this.raw = "";
    return value;
  }

  private count(depth: number): void {
    if (++this.nodes > LIMITS.fileNodes || depth > LIMITS.fileDepth) throw new Unusual();
  }

  private noteKey(place: Noted, key: string | undefined, at: number): asserts key is string {
    if (key === undefined || place.keys.has(key)) throw new Unusual();
    place.keys.set(key, at);
  }

  /** True where what comes next stands left of a column, and so ends what stands in it. */
  private leaves(column: number): boolean {
    const next = this.isEnd() ? -1 : this.at - this.line;
    if (next > column) throw new Unusual();
    return next < column;
  }

  /** The value of a key, or of a dash, that stands in a column. */
  private below(column: number, depth: number, ofKey: boolean): Yaml {
    const isFirst = this.skip();
    if (this.isEnd()) throw new Unusual();
    if (!isFirst) return ofKey ? this.inLine(column, depth) : this.block(column, depth);
    const next = this.at - this.line;
    if (next > column) return this.block(column, depth);
    if (ofKey && next === column && this.isMark(DASH)) return this.list(column, depth);
    throw new Unusual();
  }

  /** A text, number or bracket after which its line ends. */
  private inLine(parent: number, depth: number): Yaml {
    const code = this.text.charCodeAt(this.at);
    const value =
      code === LITERAL || code === FOLDED ? this.textBelow(parent, depth) : this.flow(parent, depth, false);
    if (!this.skip()) throw new Unusual();
    return value;
  }

  private textBelow(parent: number, depth: number): string {
    this.count(depth);
    return this.blockText(parent);
  }

  /** A key with its colon; undefined, and nothing read, where no key stands. */
  private key(): string | undefined {
    const { text, at, line } = this;
    const code = text.charCodeAt(at);
    if (code === OPEN_LIST || code === OPEN_MAP || code === LITERAL || code === FOLDED) return undefined;
    const key = String(this.scalar(code, ONE_LINE, false));
    if (!this.skip() && this.isMark(COLON) && this.at - at < KEY_LENGTH) {
      this.at++;
      return key;
    }
    this.at = at;
    this.line = line;
    return undefined;
  }

  private flow(parent: number, depth: number, isInside: boolean): Yaml {
    const { text, at } = this;
    const code = text.charCodeAt(at);
    if (code === OPEN_LIST) return this.flowList(parent, depth);
    if (code === OPEN_MAP) return this.flowMap(parent, depth);
    this.count(depth);
    const value = this.scalar(code, parent, isInside);
    this.start = at;
    this.raw = text.slice(at, this.at);
    return value;
  }

  private flowList(parent: number, depth: number): Yaml[] {
    const start = this.at++;
    const list: Yaml[] = [];
    const { values } = this.opened(list, start, depth);
    for (let code = this.inside(parent); code !== CLOSE_LIST; code = this.between(parent, CLOSE_LIST)) {
      const at = list.push(this.flow(parent, depth + 1, true)) - 1;
      values.set(String(at), { raw: this.raw, start: this.start });
    }
    this.at++;
    return this.closed(list, start);
  }

  private flowMap(parent: number, depth: number): YamlMap {
    const start = this.at++;
    const map = Object.create(null) as YamlMap;
    const place = this.opened(map, start, depth);
    for (let code = this.inside(parent); code !== CLOSE_MAP; code = this.between(parent, CLOSE_MAP)) {
      const keyAt = this.at;
      const key = String(this.scalar(code, ONE_LINE, true));
      if (!this.isMark(COLON) || this.at - keyAt > KEY_LENGTH) throw new Unusual();
      this.at++;
      this.noteKey(place, key, keyAt);
      this.inside(parent);
      map[key] = this.flow(parent, depth + 1, true);
      place.values.set(key, { raw: this.raw, start: this.start });
    }
    this.at++;
    return this.closed(map, start);
  }

  /** What comes next inside of brackets, whose lines stand right of what holds them. */
  private inside(parent: number): number {
    if (this.skip() && this.at - this.line <= parent) throw new Unusual();
    return this.text.charCodeAt(this.at);
  }

  private between(parent: number, close: number): number {
    const code = this.inside(parent);
    if (code === close) return code;
    if (code !== COMMA) throw new Unusual();
    this.at++;
    const next = this.inside(parent);
    if (next === close) throw new Unusual();
    return next;
  }
}
