// `plumbline describe` and `plumbline run <tool> --help`: describes a tool, with its inputs as options.

import type { RuntimeTool } from "../engine/run/tool.js";
import type { Arguments } from "../settings/arguments.js";
import { type Field, type FieldSchema, fieldsOf } from "../tables/fields.js";
import { entryOf } from "../wording/catalogue-entry.js";
import { boundsOf, choiceText, fieldWords } from "../wording/field-words.js";
import { type Command, row } from "./help.js";
import { look, wrapped } from "./style.js";
import { namedTool } from "./tools.js";

export async function describe(args: Arguments): Promise<number> {
  const named = await namedTool(args.atMost(1));
  if (named === undefined) return 1;
  const { tool } = named;
  process.stdout.write(
    args.flag("json")
      ? `${JSON.stringify(entryOf(tool), null, 2)}\n`
      : [...head(tool), ...inputs(tool), ...results(tool), ...examples(tool, "run"), ""].join("\n"),
  );
  return 0;
}

/** Prints the help of one tool for a command that computes. */
export async function toolHelp(args: Arguments, { options }: Command): Promise<number> {
  const named = await namedTool(args);
  if (named === undefined) return 1;
  const { tool } = named;
  const own = Object.entries(options).flatMap(([name, { value, does }]) =>
    row([value === undefined ? `--${name}` : `--${name} ${value}`, does]),
  );
  const lines = [
    ...head(tool),
    ...inputs(tool),
    look("bold", `Options of ${args.command}`),
    ...own,
    "",
    ...examples(tool, args.command),
    "",
    `plumbline describe ${tool.name} lists the results too.`,
    "",
  ];
  process.stdout.write(lines.join("\n"));
  return 0;
}

function head({ facts }: RuntimeTool): string[] {
  return [
    look("bold", facts.title),
    look("dim", `${facts.name} ${facts.version}, edition ${facts.edition}`),
    "",
    ...wrapped(facts.description, 0),
    "",
  ];
}

function inputs(tool: RuntimeTool): string[] {
  const fields = fieldsOf(tool);
  const inside = (field: Field) => fields.find(({ name }) => name === field.input)?.required === true;
  const block = (title: string, required: boolean) => {
    const chosen = fields.filter(
      (field) => (field.inner === undefined ? field.required : inside(field)) === required,
    );
    return chosen.length === 0 ? [] : [look("bold", title), ...chosen.flatMap(inputLines), ""];
  };
  return [...block("Required", true), ...block("Optional", false)];
}

function inputLines(field: Field): string[] {
  const { name, schema } = field;
  const indent = field.inner === undefined ? "  " : "    ";
  const { title, description, unit } = fieldWords(schema, name);
  const kind = [kindOf(schema, unit), taken(schema)].filter((text) => text !== "").join("; ");
  const facts = title.endsWith("?")
    ? `${title} (${kind})`
    : [title, kind].filter((text) => text !== "").join("; ");
  return [
    `${indent}${look("cyan", `--${name}`)}`,
    ...wrapped(facts, 6),
    ...(description === "" ? [] : wrapped(description, 6)),
    ...choiceLines(schema.items ?? schema),
  ];
}

/** Returns type, unit and range in words. */
function kindOf(schema: FieldSchema, of: string | undefined): string {
  const unit = of === undefined ? "" : ` in ${of}`;
  switch ([schema.type ?? ""].flat()[0]) {
    case "number":
      return `a number${unit}${range(schema)}`;
    case "integer":
      return `a whole number${unit}${range(schema)}`;
    case "boolean":
      return "true or false";
    case "array":
      return "a list with commas between";
    case "object":
      return "as JSON, or each of these alone";
    default:
      if (schema.format === "date") return `a date such as 2026-11-01${range(schema)}`;
      return schema.enum === undefined ? "a text" : "one of";
  }
}

function range(schema: FieldSchema): string {
  const shown = (value: number) =>
    Math.abs(value) >= 10_000 ? value.toLocaleString("en-GB") : String(value);
  return boundsOf(schema, shown)
    .map((bound) => `, ${bound}`)
    .join("");
}

/** Returns the default in words. */
function taken({ assumed }: FieldSchema): string {
  return assumed === undefined ? "" : `${plain(assumed)} by default`;
}

function plain(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function choiceLines(schema: FieldSchema): string[] {
  const words = (schema.enum ?? Object.keys(schema.choices ?? {}))
    .filter((word) => word !== null)
    .map(String);
  if (words.length === 0) return [];
  if (schema.choices === undefined) return wrapped(words.join(", "), 8);
  const left = Math.min(28, Math.max(...words.map((word) => word.length)));
  return words.flatMap((word) => {
    const [first = "", ...rest] = wrapped(choiceText(schema, word), left + 10);
    return [`        ${word.padEnd(left)}  ${first.trimStart()}`.trimEnd(), ...rest];
  });
}

function results(tool: RuntimeTool): string[] {
  const { properties = {} } = tool.outputSchema as FieldSchema;
  return [
    look("bold", "Results"),
    ...Object.entries(properties).flatMap(([name, each]) => resultLines(name, each)),
    "",
  ];
}

function resultLines(name: string, schema: FieldSchema): string[] {
  const { title, description, unit } = fieldWords(schema, name);
  // Without a title the name is enough. Records and lists have no unit.
  const facts = [
    `${schema.title === undefined ? "" : title}${schema.unit === undefined || unit === undefined ? "" : ` in ${unit}`}`,
    [schema.type ?? ""].flat().includes("array") ? "a list" : "",
    description,
  ].filter((text) => text !== "");
  return [
    `  ${look("cyan", name)}`,
    ...(facts.length === 0 ? [] : wrapped(facts.join("; "), 6)),
    ...choiceLines(schema),
    ...Object.entries(schema.properties ?? {}).flatMap(([inner, each]) =>
      resultLines(`${name}.${inner}`, each),
    ),
  ];
}

function examples({ name, facts }: RuntimeTool, command: string): string[] {
  const [example] = facts.examples;
  if (example === undefined) return [];
  const options = Object.entries(example.input).map(([input, value]) => `--${input} ${shellWord(value)}`);
  const lines: string[] = [];
  let line = `  plumbline ${command} ${name}`;
  for (const option of options) {
    if (line.length + option.length + 3 > 100) {
      lines.push(`${line} \\`);
      line = "   ";
    }
    line += ` ${option}`;
  }
  return [look("bold", `Example: ${example.title}`), ...lines, line];
}

function shellWord(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return /^[\w.,:/+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
