// Finds differences between two states of a tool (words, numbers and dates in rows, constants, formulas and bounds),
// and inputs at and near them. Random inputs alone rarely hit one row of a long table.
import type { TableDef } from "../../engine/language/model.js";
import { isDateText } from "../../engine/language/types.js";
import type { Tool } from "../../engine/tool.js";
import { type JsonSchema, propertiesOf } from "../../wording/field-words.js";
import type { Input } from "../promises/paths.js";
import { literalsIn, type TurningPoints, thinned, turningValues } from "../promises/values.js";
import { visitTool } from "../visit.js";

/** Inputs used as a start, and inputs tried at the edit. */
const STARTS = 12;
const MOST = 1000;

/** Values in one state of a tool, by location. */
type Standing = ReadonlyMap<string, readonly (string | number)[]>;

export function editedInputs(before: Tool, after: Tool, starts: readonly unknown[]): Input[] {
  const values = editedValues(before, after);
  const numbers = values.filter((value) => typeof value === "number").sort((a, b) => a - b);
  const words = values.filter((value) => typeof value === "string");
  const limits = { numbers, days: words.filter(isDateText).sort() };
  const bases = thinned(starts as readonly Input[], STARTS);
  const [old, now] = [before, after].map((tool) => propertiesOf(tool.inputSchema));
  const inputs = Object.entries({ ...old, ...now }).flatMap(([name, schema]) => {
    const isEdited = JSON.stringify(old?.[name]) !== JSON.stringify(now?.[name]);
    const tried = triedValues(schema, limits, words, isEdited);
    return tried.flatMap((value) => bases.map((input) => ({ ...input, [name]: value })));
  });
  return [...thinned(inputs, MOST)];
}

function triedValues(
  schema: JsonSchema,
  limits: TurningPoints,
  words: readonly string[],
  isEdited: boolean,
): readonly unknown[] {
  const items = schema.items as JsonSchema | undefined;
  if (schema.type === "array" && items !== undefined)
    return triedValues(items, limits, words, isEdited).map((value) => [value]);
  if (isEdited || schema.format === "date") return turningValues(schema, limits);
  if (Array.isArray(schema.enum)) return schema.enum.filter((word) => words.includes(String(word)));
  if (schema.type === "string") return words.filter((word) => !isDateText(word));
  return limits.numbers.length === 0 ? [] : turningValues(schema, limits);
}

/** Returns values that exist at a location in one state only. */
function editedValues(before: Tool, after: Tool): (string | number)[] {
  const [old, now] = [standing(before), standing(after)];
  const found = new Set<string | number>();
  for (const place of new Set([...old.keys(), ...now.keys()])) {
    const [a, b] = [old.get(place) ?? [], now.get(place) ?? []];
    if (JSON.stringify(a) !== JSON.stringify(b)) for (const value of [...a, ...b]) found.add(value);
  }
  return [...found];
}

function standing({ plan: { def } }: Tool): Standing {
  const found = new Map<string, (string | number)[]>();
  const note = (place: string, value: unknown) => {
    if (typeof value === "string" || (typeof value === "number" && Number.isFinite(value)))
      found.set(place, [...(found.get(place) ?? []), value]);
  };
  visitTool(def, "all", {
    formula: ({ it }, owner) => {
      for (const literal of literalsIn(it.expr)) note(`formula ${owner}`, literal);
    },
    constant: ({ constant }, owner) => note(`constant ${owner}`, constant),
    table: (table) => rowsOf(table, note),
  });
  return found;
}

/** Rows are identified by their content, so a changed, added or deleted row contributes its values. */
function rowsOf(table: TableDef, note: (place: string, value: unknown) => void): void {
  const keys = new Set(table.keys.flatMap((key) => key.columns));
  table.rows.forEach((row, at) => {
    const period = table.periods[at];
    const place = `${table.name} ${JSON.stringify([row, period])}`;
    for (const [column, cell] of Object.entries(row))
      if (keys.has(column)) for (const value of [cell].flat()) note(place, value);
    note(place, period?.from);
    note(place, period?.until);
  });
}
