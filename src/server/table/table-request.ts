// Reads a request for a table: its parameters, its table and the form of the results.
import { extname } from "node:path";
import type { FastifyRequest } from "fastify";
import type { InputProblem } from "../../engine/run/validate.js";
import { faultWords, findFault } from "../../json/fault.js";
import { isRecord, unknownNames } from "../../json/objects.js";
import { TABLE_TYPES, type TableForm } from "../../tables/forms.js";
import { FORMULAS, type Formulas, type Wishes } from "../../tables/open-table.js";
import { inBlocks } from "../http/bodies.js";
import { jsonIn } from "../http/json.js";
import { BadBody, invalidInput, problem } from "../http/problems.js";

const FORM_TYPE = "multipart/form-data";
const FORMS: Readonly<Record<string, TableForm>> = {
  [TABLE_TYPES.csv]: "csv",
  [TABLE_TYPES.jsonl]: "jsonl",
  "application/jsonl": "jsonl",
  [TABLE_TYPES.xlsx]: "xlsx",
};
const SENT: readonly string[] = [...Object.keys(FORMS), FORM_TYPE];

const PARAMETERS = [
  ...["columns", "mapping", "words", "input", "dates", "decimals", "formulas", "sheet", "header_row"],
];
const WORDS: Readonly<Record<string, readonly string[]>> = {
  dates: ["day-first", "month-first"],
  decimals: ["comma", "point"],
  formulas: FORMULAS,
};

export interface SentTable {
  readonly from: TableForm;
  /** The form of the results. */
  readonly to: TableForm;
  /** The bytes of the table. The list is emptied while they are read. */
  readonly blocks: Buffer[];
  readonly wishes: Pick<
    Wishes,
    "mapping" | "words" | "fixed" | "columns" | "readings" | "formulas" | "headerLine" | "isSheet"
  >;
  /** Name or number of the sheet of a spreadsheet. */
  readonly sheet: string | undefined;
}

/** Whether the body is a table of text, which may be longer than a spreadsheet or a form. */
export function isText(request: FastifyRequest): boolean {
  const form = FORMS[typeOf(request)];
  return form === "csv" || form === "jsonl";
}

function typeOf({ headers }: FastifyRequest): string {
  return headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

export async function readSent(request: FastifyRequest, body: Buffer[]): Promise<SentTable> {
  const type = typeOf(request);
  const { "content-encoding": encoding = "identity", accept } = request.headers;
  if (encoding !== "identity")
    throw new BadBody(problem("unsupported-media-type", "Send the body without Content-Encoding."));
  if (!SENT.includes(type)) {
    const detail = `Send a table with one of these types: ${SENT.join(", ")}.`;
    throw new BadBody(problem("unsupported-media-type", detail, { allowed: SENT }));
  }
  const query = request.query as Readonly<Record<string, unknown>>;
  const form = type === FORM_TYPE ? await readForm(request, body) : { fields: {}, blocks: body };
  const from = form.from ?? FORMS[type] ?? "csv";
  const to = resultForm(accept, from);
  if (to === undefined) {
    const allowed = Object.keys(FORMS);
    const detail = `Results can be sent with one of these types: ${allowed.join(", ")}.`;
    throw new BadBody(problem("not-acceptable", detail, { allowed }));
  }
  const given = { ...query, ...form.fields };
  return { from, to, blocks: form.blocks, wishes: wishesOf(given), sheet: given.sheet as string | undefined };
}

interface SentForm {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly blocks: Buffer[];
  readonly from?: TableForm;
}

/** Reads a form: its one file is the table, and its fields are parameters. */
async function readForm({ headers }: FastifyRequest, body: Buffer[]): Promise<SentForm> {
  let parts: [string, string | File][];
  try {
    const given = new Response(new Blob(body), {
      headers: { "content-type": headers["content-type"] ?? "" },
    });
    parts = [...(await given.formData())] as typeof parts;
  } catch {
    throw new BadBody(problem("bad-request", `The body is no well-formed ${FORM_TYPE}.`));
  }
  const [file, ...others] = parts.flatMap(([, value]) => (typeof value === "string" ? [] : [value]));
  const ending = extname(file?.name ?? "").toLowerCase();
  const from = FORMS[file?.type ?? ""] ?? Object.values(FORMS).find((form) => ending === `.${form}`);
  if (file === undefined || others.length > 0 || from === undefined) {
    const message = "The form must contain one file, the table, as .csv, .jsonl or .xlsx.";
    throw new BadBody(invalidInput([{ pointer: "/file", message }]));
  }
  const fields = Object.fromEntries(parts.filter(([, value]) => typeof value === "string"));
  return { fields, from, blocks: inBlocks(Buffer.from(await file.arrayBuffer())) };
}

/** Returns the form that Accept names first, or with the highest weight; undefined if it names none. */
function resultForm(accept = "*/*", from: TableForm): TableForm | undefined {
  const ranges = accept.split(",").map((range) => ({
    type: range.split(";", 1)[0]?.trim().toLowerCase() ?? "",
    weight: Number(/;\s*q=([\d.]+)/i.exec(range)?.[1] ?? 1),
  }));
  const wild: Readonly<Record<string, TableForm>> = {
    "*/*": from,
    "text/*": "csv",
    "application/*": from === "csv" ? "jsonl" : from,
  };
  const [first] = ranges
    .toSorted((one, other) => other.weight - one.weight)
    .flatMap(({ type, weight }) => (weight > 0 ? (FORMS[type] ?? wild[type] ?? []) : []));
  return first;
}

function wishesOf(given: Readonly<Record<string, unknown>>): SentTable["wishes"] {
  const errors: InputProblem[] = unknownNames(given, PARAMETERS, "", "parameter of a table");
  const refuse = (name: string, what: string) =>
    errors.push({ pointer: `/${name}`, message: `${name} must be ${what}.` });
  const json = (name: string) => {
    const text = given[name];
    const value = typeof text === "string" ? jsonIn(text) : undefined;
    const fault = typeof text === "string" ? findFault(text) : undefined;
    if (text !== undefined && !isRecord(value))
      refuse(name, `one JSON object${fault === undefined ? "" : `: ${faultWords(fault)}`}`);
    return isRecord(value) ? value : {};
  };
  const [mapping, words, fixed] = [json("mapping"), json("words"), json("input")];
  const { columns, dates, decimals, formulas, sheet, header_row: headerRow } = given;
  if (
    !Object.values(words).every(
      (own) => isRecord(own) && Object.values(own).every((each) => typeof each === "string"),
    )
  )
    refuse("words", "an object by the names of inputs, each with choices by words");
  if (sheet !== undefined && typeof sheet !== "string") refuse("sheet", "one name or number of a sheet");
  if (headerRow !== undefined && !/^[1-9]\d{0,3}$/.test(String(headerRow)))
    refuse("header_row", "the number of a line");
  if (Object.values(mapping).some((column) => typeof column !== "string"))
    refuse("mapping", "an object of columns by the names of inputs");
  if (columns !== undefined && typeof columns !== "string")
    refuse("columns", "a text: all, or names with commas between them");
  for (const [name, words] of Object.entries(WORDS))
    if (given[name] !== undefined && !words.some((word) => word === given[name]))
      refuse(name, words.join(" or "));
  if (errors.length > 0) throw new BadBody(invalidInput(errors));
  return {
    mapping: mapping as Record<string, string>,
    words: words as Record<string, Record<string, string>>,
    headerLine: headerRow === undefined ? undefined : Number(headerRow),
    fixed,
    columns: columns as string | undefined,
    readings: { dates, decimals } as NonNullable<Wishes["readings"]>,
    formulas: formulas as Formulas | undefined,
  };
}
