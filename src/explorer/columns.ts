// Result columns by path: which can be drawn, and their titles.
import { COMMON_FIELDS } from "../engine/language/common-fields.js";
import { isRecord } from "../json/objects.js";
import { fieldAt, type JsonSchema, propertiesOf } from "../wording/field-words.js";
import { typesOf } from "./inputs.js";

const COMMON: ReadonlySet<string> = new Set(COMMON_FIELDS);

/** Returns paths of numbers, words and booleans, except within lists. */
export function columnsOf(schema: unknown, path = ""): string[] {
  return Object.entries(propertiesOf(schema)).flatMap(([name, field]) => {
    if (path === "" && COMMON.has(name)) return [];
    const own = path === "" ? name : `${path}.${name}`;
    const types = typesOf(field);
    if (types.includes("object") || isRecord(field.properties)) return columnsOf(field, own);
    if (types.includes("array")) return [];
    const isText = types.includes("string") && field.enum === undefined;
    return isText && !isVerdict(field) ? [] : [own];
  });
}

/** A text without fixed words is a sentence, unless its schema limits it. */
function isVerdict(field: JsonSchema): boolean {
  return typesOf(field).includes("string") && field.format === undefined && field.maxLength === undefined;
}

/** Joins the titles along the path. */
export function pathTitle(schema: unknown, path: string): string {
  return fieldAt(schema, path).titles.join(" · ");
}
