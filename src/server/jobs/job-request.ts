// What a request for a job asks for: a JSON body with rows, a table as the body and the rest as parameters, or a form with both,
// as browsers and `curl -F` send it.
import { readFileSync, writeFileSync } from "node:fs";
import { extname } from "node:path";
import type { InputProblem } from "../../engine/run/validate.js";
import { faultWords, findFault } from "../../json/fault.js";
import { isRecord, unknownNames } from "../../json/objects.js";
import type { TableForm } from "../../tables/forms.js";
import { FORMULAS, type Formulas } from "../../tables/open-table.js";
import type { ReportedReadings } from "../../tables/readings.js";
import { messageOf } from "../../wording/wording.js";
import { jsonOf } from "../http/json.js";
import { type Problem, problem } from "../http/problems.js";
import type { Sent } from "./intake.js";

/** A request whose body is in a file. */
export interface SentFile {
  readonly file: string;
  readonly contentType: string;
  readonly query: Readonly<Record<string, unknown>>;
}

export const FORMS: readonly TableForm[] = ["csv", "jsonl", "xlsx"];
export const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
export const TYPES: Readonly<Record<string, TableForm>> = {
  "text/csv": "csv",
  "application/x-ndjson": "jsonl",
  "application/jsonl": "jsonl",
  [XLSX]: "xlsx",
};
const PARTS = ["tool", "format", "columns", "mapping", "input", "dates", "decimals", "formulas", "callback"];
const DATES: readonly unknown[] = [undefined, "day-first", "month-first"];
const DECIMALS: readonly unknown[] = [undefined, "comma", "point"];
/** Values of a JSON body: a million rows of a few cells. */
const MOST_VALUES = 4_000_000;

export type JobRequest = Omit<Sent, "tool" | "definition" | "mostRows"> & { readonly tool: string };
type Faults = { readonly errors: InputProblem[] } | { readonly problem: Problem };

export const FORM_TYPE = "multipart/form-data";

export async function requestFor({ file, contentType, query }: SentFile): Promise<JobRequest | Faults> {
  const type = contentType.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  if (type === FORM_TYPE) return fromForm(file, contentType, query);
  const form = TYPES[type];
  if (form !== undefined) {
    const errors: InputProblem[] = [];
    const table = form === "xlsx" ? file : readFileSync(file);
    return checked(fromQuery(query, errors), PARTS, errors, form, () => table);
  }
  const read = jsonOf(readFileSync(file), MOST_VALUES);
  if ("problem" in read) return read;
  const { value } = read;
  if (!isRecord(value))
    return {
      errors: [{ pointer: "", message: "The body must be a table, or one JSON object with tool and rows." }],
    };
  const { rows } = value;
  const errors: InputProblem[] = [];
  if (!Array.isArray(rows) || rows.length === 0)
    errors.push({ pointer: "/rows", message: "rows must be a list of objects, each the inputs of a row." });
  return checked(value, [...PARTS, "rows"], errors, "jsonl", () =>
    Buffer.from(`${(rows as unknown[]).map((row) => JSON.stringify(row)).join("\n")}\n`),
  );
}

/** Fields are parameters, and one file is the table: its type, or the ending of its name, says what it is. */
async function fromForm(
  file: string,
  contentType: string,
  query: Readonly<Record<string, unknown>>,
): Promise<JobRequest | Faults> {
  let parts: [string, string | File][];
  try {
    const body = new Response(readFileSync(file), { headers: { "content-type": contentType } });
    parts = [...(await body.formData())] as typeof parts;
  } catch {
    return { problem: problem("bad-request", `The body is no well-formed ${FORM_TYPE}.`) };
  }
  const errors: InputProblem[] = [];
  const files = parts.flatMap(([, value]) => (typeof value === "string" ? [] : [value]));
  const [sent] = files;
  const form =
    sent === undefined
      ? undefined
      : (TYPES[sent.type] ?? FORMS.find((each) => extname(sent.name) === `.${each}`));
  if (sent === undefined || files.length > 1)
    errors.push({ pointer: "/file", message: "The form must hold one file, the table." });
  else if (form === undefined) {
    const endings = FORMS.map((each) => `.${each}`).join(", ");
    errors.push({ pointer: "/file", message: `The file must be one of ${endings}.` });
  }
  const given = { ...query, ...Object.fromEntries(parts.filter(([, value]) => typeof value === "string")) };
  const bytes = Buffer.from((await sent?.arrayBuffer()) ?? new ArrayBuffer(0));
  return checked(fromQuery(given, errors), PARTS, errors, form ?? "csv", () => {
    if (form !== "xlsx") return bytes;
    writeFileSync(file, bytes);
    return file;
  });
}

function checked(
  given: Readonly<Record<string, unknown>>,
  known: readonly string[],
  errors: InputProblem[],
  from: TableForm,
  table: () => Buffer | string,
): JobRequest | Faults {
  errors.unshift(...unknownNames(given, known, "", "part of a job"));
  const { tool, format, columns, mapping = {}, input = {}, dates, decimals, formulas, callback } = given;
  const form = (format ?? from) as TableForm;
  const refuse = (name: string, what: string) =>
    errors.push({ pointer: `/${name}`, message: `${name} must be ${what}.` });
  if (typeof tool !== "string") refuse("tool", "the name of a tool");
  if (!FORMS.includes(form)) refuse("format", `one of ${FORMS.join(", ")}`);
  if (columns !== undefined && typeof columns !== "string")
    refuse("columns", "a text: all, or names with commas");
  if (!isRecord(mapping) || Object.values(mapping).some((column) => typeof column !== "string"))
    refuse("mapping", "an object: input to column");
  if (!isRecord(input)) refuse("input", "an object: inputs of all rows alike");
  if (!DATES.includes(dates)) refuse("dates", "day-first or month-first");
  if (!DECIMALS.includes(decimals)) refuse("decimals", "comma or point");
  if (formulas !== undefined && !FORMULAS.some((word) => word === formulas))
    refuse("formulas", FORMULAS.join(" or "));
  if (callback !== undefined && typeof callback !== "string")
    refuse("callback", "a text, the address to call");
  if (errors.length > 0) return { errors };
  return {
    ...{ tool: String(tool), table: table(), from, form },
    mapping: mapping as Record<string, string>,
    fixed: input as Record<string, unknown>,
    readings: { dates, decimals } as ReportedReadings,
    formulas: formulas as Formulas | undefined,
    ...(columns === undefined ? {} : { columns: String(columns) }),
    ...(callback === undefined ? {} : { callback: String(callback) }),
  };
}

function fromQuery(
  given: Readonly<Record<string, unknown>>,
  errors: InputProblem[],
): Record<string, unknown> {
  const query = { ...given };
  for (const name of ["mapping", "input"]) {
    if (typeof query[name] !== "string") continue;
    const text = query[name];
    try {
      query[name] = JSON.parse(text) as unknown;
    } catch (error) {
      const fault = findFault(text);
      const why = fault === undefined ? messageOf(error) : faultWords(fault);
      errors.push({ pointer: `/${name}`, message: `${name} must be JSON: ${why}.` });
    }
  }
  return query;
}
