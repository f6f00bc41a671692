// Results by their paths: which of them can be drawn, and what they are called.
import { COMMON_FIELDS } from "../engine/language/common-fields.js";
import { isRecord } from "../json/objects.js";
import { fieldAt, type JsonSchema, propertiesOf } from "../wording/field-words.js";
import { type FormInput, typesOf } from "./inputs.js";

/** What is held fixed along one line of a picture. */
export interface Series {
  readonly label: string;
  readonly input: FormInput;
}

const COMMON: ReadonlySet<string> = new Set(COMMON_FIELDS);

/** Paths of single numbers, words and truths in a result; what is inside lists has no one place. */
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

/** A text without fixed words is a sentence, unless it is short by nature. */
function isVerdict(field: JsonSchema): boolean {
  return typesOf(field).includes("string") && field.format === undefined && field.maxLength === undefined;
}

/** The titles on the way, the last one last in line. */
export function pathTitle(schema: unknown, path: string): string {
  return fieldAt(schema, path).titles.join(" · ");
}
