// The result of a tool as columns of a table: every single value under its dotted name, lists as one cell.
import { COMMON_FIELDS } from "../engine/language/common-fields.js";
import type { RuntimeTool } from "../engine/run/tool.js";
import { isRecord } from "../json/objects.js";
import { noSuch } from "../wording/wording.js";
import type { FieldSchema } from "./fields.js";

const COMMON: ReadonlySet<string> = new Set(COMMON_FIELDS);

export type CellKind = "number" | "integer" | "boolean" | "text" | "list";

export interface ResultColumn {
  /** Dotted path in the result. */
  readonly path: string;
  readonly kind: CellKind;
  /** Whether the tool computes it; the caller's plan and texts that all tools share are not computed. */
  readonly own: boolean;
  /** The value of all rows, refused ones included. */
  readonly value?: string;
}

/** Codes of warnings, which every table has. */
const FLAGS = "flags";
/** The column with the hash of the definition. */
const DEFINITION = "definition_sha256";

/** Every column that a tool can give. */
export function columnsIn(schema: FieldSchema, path = ""): ResultColumn[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, inner]): ResultColumn[] => {
    // The caller's plan is not the tool's to compute.
    if (path === "" && name === "tier") return [];
    const own = path === "" ? name : `${path}.${name}`;
    if (inner.properties !== undefined) return columnsIn(inner, own);
    const type = [inner.type ?? "string"].flat().find((each) => each !== "null");
    return [{ path: own, kind: KINDS[type ?? ""] ?? "list", own: path !== "" || !COMMON.has(name) }];
  });
}

const KINDS: Readonly<Record<string, CellKind>> = {
  number: "number",
  integer: "integer",
  boolean: "boolean",
  string: "text",
};

/**
 * Returns the requested columns: `usual` (the tool's single values and flags, the default), `all`, `definition_sha256`, or
 * paths, with commas between.
 */
export function chosenColumns(
  tool: RuntimeTool,
  wish = "usual",
  definition?: string,
): ResultColumn[] | { readonly fault: string } {
  const all = columnsIn(tool.outputSchema as FieldSchema);
  const chosen: ResultColumn[] = [];
  for (const word of wish.split(",").map((each) => each.trim())) {
    const found = columnsFor(word, all, definition);
    if (found.length === 0) {
      const names = [...all.map(({ path }) => path), "usual", "all", DEFINITION];
      return { fault: noSuch("result column", word, names).message };
    }
    chosen.push(...found.filter(({ path }) => !chosen.some((column) => column.path === path)));
  }
  return chosen;
}

function columnsFor(word: string, all: readonly ResultColumn[], definition = ""): readonly ResultColumn[] {
  if (word === "all") return all;
  if (word === "usual")
    return all.filter(({ path, kind, own }) => path === FLAGS || (own && kind !== "list"));
  if (word === DEFINITION) return [{ path: word, kind: "text", own: false, value: definition }];
  return all.filter(({ path }) => path === word || path.startsWith(`${word}.`));
}

/** Reads a dotted path of a result; undefined where something on the way is not there. */
export function pathReader(path: string): (result: object) => unknown {
  const [first = "", ...names] = path.split(".");
  return (result) => {
    let found = (result as Readonly<Record<string, unknown>>)[first];
    for (const name of names) found = isRecord(found) ? found[name] : undefined;
    return found;
  };
}

/** Returns the value of a cell: a single value unchanged, a list of texts with bars between, other values as JSON. */
export function readerAt({ path, kind, value }: ResultColumn): (result: object) => unknown {
  if (value !== undefined) return () => value;
  const get = pathReader(path);
  if (kind !== "list") return get;
  return (result) => {
    const list = get(result);
    if (!Array.isArray(list)) return list === null || list === undefined ? null : JSON.stringify(list);
    if (list.length === 0) return "";
    return list.every((each) => typeof each === "string") ? list.join(" | ") : JSON.stringify(list);
  };
}

/** Names for the columns that are added: those of results, unless a column of the table has them already. */
export function addedNames(header: readonly string[], results: readonly ResultColumn[]): string[] {
  const taken = new Set(header);
  return [...results.map(({ path }) => path), "notes", "error", "error_fields"].map((name) => {
    let own = name;
    while (taken.has(own)) own = `result.${own}`;
    taken.add(own);
    return own;
  });
}
