// An explanation as a calculation sheet for the terminal: the answer, inputs and results exactly as the interface gives
// them, and the steps of the checks in short lines.
import type { Explanation } from "../engine/reference/explanation.js";
import { isRecord } from "../json/objects.js";
import { ownResults, type SheetContext } from "../pages/sheet/context.js";
import { answersOf, numbersOf, rowTitle, verdictOf } from "../pages/sheet/headline.js";
import type { Detail } from "../pages/sheet/options.js";
import { readerText, readerTexts } from "../pages/sheet/reader-text.js";
import { type Work, type Worked, workOf } from "../pages/sheet/work.js";
import { exactNumber, quantityText } from "../pages/show.js";
import { fieldAt, fieldWords, schemaOf, worded } from "../wording/field-words.js";
import { aligned, citationLines, wrap } from "./sheet-lines.js";
import { formulaLine, stepLines, stepTitle } from "./sheet-steps.js";

const LISTS = ["assumptions", "recommendations"] as const;

export function sheet(explanation: Explanation, context: SheetContext, detail: Detail): string {
  const work = workOf(explanation, context);
  const said = (name: string) => readerTexts(explanation, name, context);
  return `${[
    ...head(explanation, context),
    ...listed("Flags", said("warnings")),
    ...section("Inputs", inputLines(explanation, context)),
    ...(detail === "summary" ? [] : section("Checks", checkLines(work))),
    ...section("Results", resultLines(explanation, context)),
    ...LISTS.flatMap((name) => listed(fieldAt(context.outputSchema, name).title, said(name))),
    ...(detail === "full" ? wholeRecord(explanation, work) : []),
  ].join("\n")}\n`;
}

function head(explanation: Explanation, context: SheetContext): string[] {
  const { title, tool, version, edition, as_of } = explanation;
  const verdict = verdictOf(explanation, context);
  const numbers = numbersOf(explanation, context).map(
    (leaf) =>
      [rowTitle(leaf), quantity(leaf.value, leaf.schema, fieldWords(leaf.schema, leaf.name).unit)] as const,
  );
  return [
    title,
    "=".repeat(title.length),
    `${tool} ${version}, edition ${edition}, law and data as of ${as_of}`,
    "",
    ...(verdict === undefined ? [] : [`${verdict.title}: ${verdict.words}`]),
    ...answersOf(explanation, context).flatMap((text) => wrap(text, "  ", "    ")),
    ...aligned(numbers),
  ];
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ["", title, ...lines];
}

function listed(title: string, items: readonly string[]): string[] {
  const lines = items.length === 0 ? ["  none"] : items.flatMap((item) => wrap(`- ${item}`, "  ", "    "));
  return section(title, lines);
}

function inputLines(explanation: Explanation, context: SheetContext): string[] {
  return aligned(
    Object.entries(explanation.inputs).map(([name, { value, unit, from }]) => {
      const schema = schemaOf(context.inputSchema, name);
      const shown = quantity(value, schema, unit);
      return [
        fieldWords(schema, name).title,
        from === "default" ? `${shown}   (taken as usual)` : shown,
      ] as const;
    }),
  );
}

/** Each utilisation and number of the headline with the steps that no earlier one has shown. */
function checkLines(work: Work): string[] {
  return work.worked
    .filter(({ isCheck, lines }) => isCheck || lines.length > 0)
    .flatMap((each) => [
      `  ${each.title} = ${valueWords(each)}`,
      ...each.lines.flatMap((line) => shownLine(line, work)),
    ]);
}

function valueWords({ leaf, isCheck }: Worked): string {
  const verdict = isCheck ? (Number(leaf.value) > 1 ? "   fails" : "   holds") : "";
  return `${quantity(leaf.value, leaf.schema, fieldWords(leaf.schema, leaf.name).unit)}${verdict}`;
}

function shownLine({ step, used, citations }: Worked["lines"][number], work: Work): string[] {
  return [
    ...wrap(stepTitle(step, work), "    ", "        "),
    ...formulaLine(used, work, "        "),
    ...citationLines(citations, "        "),
  ];
}

function resultLines(explanation: Explanation, context: SheetContext): string[] {
  return ownResults(explanation).flatMap(([name, value]) =>
    fieldLines(name, value, schemaOf(context.outputSchema, name), "  ", context),
  );
}

function fieldLines(
  name: string,
  value: unknown,
  schema: unknown,
  indent: string,
  context: SheetContext,
): string[] {
  const title = fieldWords(schema, name).title;
  const inner = `${indent}  `;
  if (isRecord(value) && Object.keys(value).length > 0)
    return [
      `${indent}${title}`,
      ...Object.entries(value).flatMap(([field, each]) =>
        fieldLines(field, each, schemaOf(schema, field), inner, context),
      ),
    ];
  if (Array.isArray(value) && value.some((item) => isRecord(item) || String(item).includes(" ")))
    return [
      `${indent}${title}`,
      ...value.flatMap((item) =>
        wrap(
          `- ${isRecord(item) ? pairs(item, schema) : readerText(words(item, itemsOf(schema)), context)}`,
          inner,
          `${inner}  `,
        ),
      ),
    ];
  const text = typeof value === "string" && value.includes(" ") ? readerText(value, context) : undefined;
  return wrap(`${title}: ${text ?? quantity(value, schema, fieldWords(schema, name).unit)}`, indent, inner);
}

function itemsOf(schema: unknown): unknown {
  return isRecord(schema) ? schema.items : undefined;
}

function pairs(record: Readonly<Record<string, unknown>>, schema: unknown): string {
  return Object.entries(record)
    .map(([name, value]) => {
      const field = schemaOf(schema, name);
      const { title, unit } = fieldWords(field, name);
      return `${title} ${quantity(value, field, unit)}`;
    })
    .join(", ");
}

/** Every digit, as the interface gives it, written as on the page. */
function quantity(value: unknown, schema: unknown, unit: string | undefined): string {
  return typeof value === "number" ? quantityText(value, unit, exactNumber) : words(value, schema);
}

function words(value: unknown, schema: unknown): string {
  if (value === null || value === undefined) return "n/a";
  if (Array.isArray(value))
    return value.length === 0 ? "none" : value.map((item) => words(item, itemsOf(schema))).join(", ");
  if (isRecord(value)) return Object.keys(value).length === 0 ? "none" : `(${pairs(value, schema)})`;
  return String(worded(value, schema));
}

function wholeRecord(explanation: Explanation, work: Work): string[] {
  const hashes = Object.entries(explanation.definition_files).map(([file, hash]) => `  ${hash}  ${file}`);
  return [
    ...section("Every step", stepLines(explanation, work)),
    ...section("Definition files (SHA-256)", hashes),
  ];
}
