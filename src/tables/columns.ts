// The result of a tool as columns of a table: every single value under its dotted name, lists as one cell.
import type { RuntimeTool } from "../engine/run/tool.js";
import { noSuch } from "../wording/wording.js";
import type { FieldSchema } from "./fields.js";

export type CellKind = "number" | "integer" | "boolean" | "text" | "list";

export interface ResultColumn {
  /** Dotted path in the result. */
  readonly path: string;
  readonly kind: CellKind;
  /** Whether the tool itself says it; the caller's plan and the standing texts of all tools are not. */
  readonly own: boolean;
}

/** The codes of what is odd about a row belong into every table. */
const FLAGS = "flags";

/** Every column that a tool can give. */
function resultColumns(tool: RuntimeTool): ResultColumn[] {
  return columnsIn(tool.outputSchema as FieldSchema, "");
}

function columnsIn(schema: FieldSchema, path: string): ResultColumn[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, inner]): ResultColumn[] => {
    // The caller's plan is not the tool's to compute.
    if (path === "" && name === "tier") return [];
    const own = path === "" ? name : `${path}.${name}`;
    if (inner.properties !== undefined) return columnsIn(inner, own);
    const type = [inner.type ?? "string"].flat().find((each) => each !== "null");
    return [{ path: own, kind: KINDS[type ?? ""] ?? "list", own: path !== "" || inner.title !== undefined }];
  });
}

const KINDS: Readonly<Record<string, CellKind>> = {
  number: "number",
  integer: "integer",
  boolean: "boolean",
  string: "text",
};

/** The columns that were asked for: without a wish the tool's single values and flags, `all`, or a list of paths. */
export function chosenColumns(
  tool: RuntimeTool,
  wish: string | undefined,
): ResultColumn[] | { readonly fault: string } {
  const all = resultColumns(tool);
  if (wish === undefined)
    return all.filter(({ path, kind, own }) => path === FLAGS || (own && kind !== "list"));
  if (wish === "all") return all;
  const chosen: ResultColumn[] = [];
  for (const path of wish.split(",").map((each) => each.trim())) {
    const found = all.filter((column) => column.path === path || column.path.startsWith(`${path}.`));
    if (found.length === 0)
      return {
        fault: noSuch(
          "result column",
          path,
          all.map((column) => column.path),
        ).message,
      };
    chosen.push(...found.filter((column) => !chosen.includes(column)));
  }
  return chosen;
}

/** Code that reads a dotted path of `r`; null or undefined where something on the way is not there. */
export function pathCode(path: string): string {
  return `r${path
    .split(".")
    .map((name) => `[${JSON.stringify(name)}]`)
    .join("?.")}`;
}

/** A function of its own for each path: one for all of them would have to look every name up. */
export function pathReader(path: string): (result: unknown) => unknown {
  return new Function("r", `return ${pathCode(path)};`) as ReturnType<typeof pathReader>;
}

/** What stands in a cell: a single value as it is, a list of texts with bars between, anything else as JSON. */
export function readerAt({ path, kind }: ResultColumn): (result: unknown) => unknown {
  const get = pathReader(path);
  if (kind !== "list") return get;
  return (result) => {
    const list = get(result);
    if (!Array.isArray(list)) return list === null || list === undefined ? null : JSON.stringify(list);
    if (list.length === 0) return "";
    return list.every((each) => typeof each === "string") ? list.join(" | ") : JSON.stringify(list);
  };
}
