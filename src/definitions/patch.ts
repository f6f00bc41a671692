// Patches: what a set changes of the files that it extends, each patch at one named place. The rest of a file stays as it ships,
// so that a new edition of it is taken over; a place that is gone there is an error.
import {
  type Document,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  stringify,
  type YAMLMap,
} from "yaml";
import type { DefinitionFile } from "../engine/language/files.js";
import { type Hint, Report } from "../engine/language/findings.js";
import { didYouMean } from "../engine/language/nearest.js";
import { Edits, type KeyPair, pairOf, pairsOf, range } from "./upgrade/edits.js";

export const PATCHES = "patches.yaml";

interface Patch {
  readonly file: string;
  readonly at: string;
  readonly set?: unknown;
  readonly add?: unknown;
  readonly before?: unknown;
  readonly remove?: true;
}

const CHANGES = ["set", "add", "before", "remove"];
const KEYS: ReadonlySet<string> = new Set(["file", "at", "because", ...CHANGES]);

/** Why a patch could not be applied, and at which of its keys. */
class BadPatch extends Error {
  constructor(
    message: string,
    readonly hint?: Hint,
    readonly key: "file" | "at" = "at",
  ) {
    super(message);
  }
}

/** Changes the files that the patches name; the file of the patches carries what is wrong with them. */
export function applyPatches(
  files: Map<string, DefinitionFile>,
  patches: DefinitionFile,
  sha256: (text: string) => string,
): void {
  const lines = new LineCounter();
  const document = parseDocument(patches.text, { lineCounter: lines });
  const report = new Report();
  const places = new Map<string, string>();
  // A file that is no mapping, or no YAML, is reported where all files are read.
  const listed = document.errors.length === 0 && isMap(document.contents) ? pairsOf(document.contents) : [];
  for (const { key, value } of listed) {
    if (!isMap(value)) continue;
    const name = String(key.value);
    const locationOf = (node: Node) => {
      const { line, col } = lines.linePos(range(node)[0]);
      return { file: PATCHES, line, column: col };
    };
    try {
      const patch = patchIn(value, document);
      if (patch === undefined) continue;
      const file = files.get(patch.file);
      if (file?.ownLines !== 0)
        throw new BadPatch(
          `The set that is extended has no file ${patch.file}.`,
          file === undefined
            ? didYouMean(patch.file, files.keys())
            : "the file is the set's own: change it there",
          "file",
        );
      const place = `${patch.at} of ${patch.file}`;
      const other = "set" in patch ? places.get(place) : undefined;
      if (other !== undefined)
        throw new BadPatch(`The patch ${other} sets ${place} already.`, "make one patch of the two");
      if ("set" in patch) places.set(place, name);
      const text = changed(file.text, patch);
      if (text === file.text)
        report.remark("patch", locationOf(key), `${name}: ${place} says so already as it ships.`);
      files.set(file.path, {
        ...{ ...file, text, sha256: sha256(text) },
        patches: [...(file.patches ?? []), name],
      });
    } catch (error) {
      if (!(error instanceof BadPatch)) throw error;
      const location = locationOf(pairOf(value, error.key)?.value ?? key);
      report.error("patch", location, `${name}: ${error.message}`, error.hint);
    }
  }
  files.set(PATCHES, { ...patches, findings: report.findings });
}

/** A patch as it is written; undefined where it has not the form of one, which is reported where files are read. */
function patchIn(map: YAMLMap, document: Document): Patch | undefined {
  const patch = map.toJS(document) as Partial<Patch>;
  const { file, at, remove = true } = patch;
  const isKnown = Object.keys(patch).every((key) => KEYS.has(key));
  if (typeof file !== "string" || typeof at !== "string" || !isKnown || remove !== true) return undefined;
  const changes = CHANGES.filter((key) => key in patch);
  if (changes.length === 0) throw new BadPatch("It changes nothing.", `add one of ${CHANGES.join(", ")}`);
  if (changes.length > 1)
    throw new BadPatch(
      `It says ${changes.join(" and ")}, and a patch is one change.`,
      "make a patch of each",
    );
  return patch as Patch;
}

/** The text with one place of it changed. */
function changed(text: string, patch: Patch): string {
  const { contents } = parseDocument(text);
  const edits = new Edits(text);
  const place = placeAt(contents, patch);
  if ("set" in patch) replace(edits, place.node, written(patch.set));
  else if ("add" in patch) add(edits, place.node, patch);
  else if (patch.remove === true) remove(edits, place);
  else insertBefore(edits, place, written(patch.before));
  return edits.apply();
}

interface Place {
  readonly node: Node;
  /** The list or mapping that holds it. */
  readonly holder: Node;
  readonly pair?: KeyPair;
}

/** Follows a path such as `tables.prices.rows[fuel=gas].price` to one node. */
function placeAt(root: Node | null, { file, at }: Patch): Place {
  const steps = at.match(/\[(?:"[^"]*"|[^\]"])*\]|[^.[\]]+/g) ?? [];
  if (root === null || steps.length === 0) throw new BadPatch(`${file} has no ${at}.`);
  let place: Place = { node: root, holder: root };
  let path = "";
  for (const step of steps) {
    const inside = path === "" ? file : `${path} of ${file}`;
    place = step.startsWith("[")
      ? itemOf(place.node, step.slice(1, -1), inside)
      : fieldOf(place.node, step, inside);
    path += step.startsWith("[") || path === "" ? step : `.${step}`;
  }
  return place;
}

function fieldOf(holder: Node, key: string, inside: string): Place {
  const pair = isMap(holder) ? pairsOf(holder).find((each) => String(each.key.value) === key) : undefined;
  const node = pair?.value;
  if (pair === undefined || node === undefined || node === null) {
    const keys = isMap(holder) ? pairsOf(holder).map((each) => String(each.key.value)) : [];
    throw new BadPatch(`There is no ${key} in ${inside}.`, didYouMean(key, keys, notYet(holder, key)));
  }
  return { node, holder, pair };
}

/** How what is not there yet comes into a mapping. */
function notYet(holder: Node, key: string): string | undefined {
  return isMap(holder) ? `end the place before it and write add: {${key}: ...}` : undefined;
}

/** The one item of a list whose fields have these values; of a list of texts the one that is this text. */
function itemOf(holder: Node, selector: string, inside: string): Place {
  const wanted = [...selector.matchAll(/\s*(?:(\w+)\s*=\s*)?(?:"([^"]*)"|([^,"]+))/g)].map(
    ([, field, quoted, plain = ""]) => ({ field, text: quoted ?? plain.trim() }),
  );
  const items = isSeq(holder) ? (holder.items as Node[]) : [];
  const found = items.filter((item) =>
    wanted.every(({ field, text }) => {
      const value = field === undefined ? item : isMap(item) ? pairOf(item, field)?.value : undefined;
      return isScalar(value) && String(value.value) === text;
    }),
  );
  const [node, ...others] = found;
  if (node === undefined) {
    const [{ field, text } = { field: undefined, text: "" }] = wanted;
    throw new BadPatch(`No item of ${inside} is [${selector}].`, didYouMean(text, wordsIn(items, field)));
  }
  if (others.length > 0)
    throw new BadPatch(`${found.length} items of ${inside} are [${selector}].`, "name more of its fields");
  return { node, holder };
}

/** What the items of a list are, or have under a field. */
function wordsIn(items: readonly Node[], field: string | undefined): string[] {
  const values = items.map((item) =>
    field === undefined ? item : isMap(item) && pairOf(item, field)?.value,
  );
  return values.flatMap((value) => (isScalar(value) ? [String(value.value)] : []));
}

/** A value in one line, which may stand wherever a value may. */
function written(value: unknown): string {
  return stringify(value, { collectionStyle: "flow", flowCollectionPadding: false, lineWidth: 0 }).trimEnd();
}

function replace(edits: Edits, node: Node, value: string): void {
  const [from, to] = range(node);
  // A text of several lines ends with its last line.
  edits.replace(from, to, edits.text[to - 1] === "\n" ? `${value}\n` : value);
}

function add(edits: Edits, node: Node, { at, add: value }: Patch): void {
  if (isMap(node)) {
    if (typeof value !== "object" || value === null || Array.isArray(value))
      throw new BadPatch(`${at} is a mapping.`, "add a mapping of names to values");
    for (const [key, each] of Object.entries(value)) {
      if (pairOf(node, key) !== undefined)
        throw new BadPatch(`${at} has ${key} already.`, `write at: ${at}.${key} and set`);
      edits.insertLast(node, `${key}: ${written(each)}`);
    }
    return;
  }
  const last = isSeq(node) ? (node.items.at(-1) as Node | undefined) : undefined;
  if (last === undefined) throw new BadPatch(`${at} is no list or mapping that something can be added to.`);
  const [, end] = range(last);
  if ((node as { flow?: boolean }).flow === true) edits.replace(end, end, `, ${written(value)}`);
  else {
    const line = edits.lineEnd(end);
    edits.replace(
      line,
      line,
      `${edits.text[line - 1] === "\n" ? "" : "\n"}${marginOf(edits, last)}- ${written(value)}\n`,
    );
  }
}

function insertBefore(edits: Edits, { node, holder }: Place, value: string): void {
  if (!isSeq(holder)) throw new BadPatch("Only items of a list have something before them.");
  const [start] = range(node);
  if (holder.flow === true) edits.replace(start, start, `${value}, `);
  else {
    const line = edits.lineStart(start);
    edits.replace(line, line, `${marginOf(edits, node)}- ${value}\n`);
  }
}

function remove(edits: Edits, { node, holder, pair }: Place): void {
  if (pair !== undefined && isMap(holder)) {
    edits.remove(holder, pair);
    return;
  }
  const [start, end] = range(node);
  if (!isSeq(holder) || holder.flow === true) {
    const after = /^\s*,\s*/.exec(edits.text.slice(end))?.[0].length ?? 0;
    const before = after > 0 ? 0 : (/,\s*$/.exec(edits.text.slice(0, start))?.[0].length ?? 0);
    edits.replace(start - before, end + after, "");
  } else edits.replace(edits.lineStart(start), edits.lineEnd(end), "");
}

/** What stands before the dash of an item. */
function marginOf(edits: Edits, item: Node): string {
  const [start] = range(item);
  return /^\s*/.exec(edits.text.slice(edits.lineStart(start), start))?.[0] ?? "";
}
