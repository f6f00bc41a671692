// `plumbline run` and `plumbline explain`: one call, from options or a JSON file.
import { readFileSync } from "node:fs";
import { wholeTool } from "../build/whole.js";
import { authorsFolder, servedSet } from "../command/definitions.js";
import { takeFlag, takeOption, Usage } from "../command/usage.js";
import { writeWhole } from "../command/write-file.js";
import type { Explanation } from "../engine/reference/explain.js";
import type { ServedSet, ServedTool } from "../engine/run/tool.js";
import type { InputProblem } from "../engine/run/validate.js";
import type { Tool } from "../engine/tool.js";
import { DETAILS, isDetail, type SheetOptions } from "../pages/sheet/options.js";
import { messageOf, noSuch, quoted, refusalLines } from "../wording.js";

const LARGEST_INPUT = 1_000_000;

export async function runTool(given: readonly string[]): Promise<number> {
  const call = await prepare(given);
  if (call === undefined) return 1;
  const outcome = call.tool.run(call.input);
  if (!outcome.ok) return refuse(outcome.problems);
  process.stdout.write(`${JSON.stringify(outcome.result, null, 2)}\n`);
  return 0;
}

export async function explainTool(given: readonly string[]): Promise<number> {
  const args = [...given];
  const form = takeForm(args);
  const options = takeSheetOptions(args);
  const output = takeOption(args, "output");
  if (form === "pdf" && output === undefined) throw new Usage("--pdf needs --output FILE.");
  const call = await prepare(args);
  if (call === undefined) return 1;
  const tool = await wholeTool(call.set, call.tool);
  const { outcome, explanation } = await tool.explain(call.input);
  if (!outcome.ok || explanation === undefined) return refuse(outcome.ok ? [] : outcome.problems);
  const made = await FORMS[form](explanation, tool, options);
  if (output === undefined) process.stdout.write(made);
  else {
    writeWhole(output, made);
    process.stderr.write(`Written: ${output}\n`);
  }
  return 0;
}

type Form = (explanation: Explanation, tool: Tool, options: SheetOptions) => Promise<string | Uint8Array>;

const asPage = async (explanation: Explanation, tool: Tool, options: SheetOptions): Promise<string> => {
  const { contextOf, explanationPage } = await import("../pages/sheet/page.js");
  return explanationPage(explanation, contextOf(tool), options);
};

/** The forms of an explanation: a sheet for the terminal, data, a page for a project file, the same on paper. */
const FORMS = {
  text: async (explanation, tool, { detail = "checks" }) => {
    const [{ sheet }, { contextOf }] = await Promise.all([
      import("./sheet.js"),
      import("../pages/sheet/page.js"),
    ]);
    return sheet(explanation, contextOf(tool), detail);
  },
  json: async (explanation) => `${JSON.stringify(explanation, null, 2)}\n`,
  html: asPage,
  pdf: async (explanation, tool, options) =>
    (await import("./pdf.js")).printed(await asPage(explanation, tool, options)),
} satisfies Record<string, Form>;

function takeForm(args: string[]): keyof typeof FORMS {
  const asked = (["json", "html", "pdf"] as const).filter((form) => takeFlag(args, form));
  const [form = "text", second] = asked;
  if (second !== undefined) throw new Usage(`Choose --${form} or --${second}, not both.`);
  return form;
}

function takeSheetOptions(args: string[]): SheetOptions {
  const detail = takeOption(args, "detail");
  if (detail !== undefined && !isDetail(detail))
    throw new Usage(`--detail is one of ${DETAILS.join(", ")}, not ${quoted(detail)}.`);
  const project = takeOption(args, "project");
  const reference = takeOption(args, "reference");
  return {
    ...(detail === undefined ? {} : { detail }),
    project: {
      ...(project === undefined ? {} : { project }),
      ...(reference === undefined ? {} : { reference }),
    },
  };
}

function refuse(problems: readonly InputProblem[]): number {
  for (const line of refusalLines(problems)) process.stderr.write(`${line}\n`);
  return 1;
}

interface Prepared {
  readonly set: ServedSet;
  readonly tool: ServedTool;
  readonly input: unknown;
}

async function prepare(given: readonly string[]): Promise<Prepared | undefined> {
  const args = [...given];
  const folder = authorsFolder(args);
  const file = takeOption(args, "input");
  const [name, ...options] = args;
  if (name === undefined || name.startsWith("--")) throw new Usage("Name the tool to run.");
  const set = await servedSet(folder, { only: name });
  if (set === undefined) return undefined;
  const tool = set.tools.get(name);
  if (tool === undefined) throw new Usage(noSuch("tool", name, set.tools.keys()).message);
  if (file !== undefined && options.length > 0)
    throw new Usage("Give inputs either with --input or as options, not both.");
  return { set, tool, input: file === undefined ? fromOptions(tool, options) : fromFile(file) };
}

function fromFile(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file === "-" ? 0 : file, "utf8");
  } catch (error) {
    throw new Usage(`The input ${file} cannot be read: ${messageOf(error)}`);
  }
  if (text.length > LARGEST_INPUT) throw new Usage(`The input has more than ${LARGEST_INPUT} characters.`);
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new Usage(`The input is not JSON: ${messageOf(error)}`);
  }
}

/** Options by the schema: numbers, true and false, JSON for lists and maps, else text. */
function fromOptions(tool: ServedTool, options: readonly string[]): Record<string, unknown> {
  const properties = (tool.inputSchema.properties ?? {}) as Record<string, { type?: string }>;
  const input: Record<string, unknown> = {};
  for (let at = 0; at < options.length; at++) {
    const option = options[at] ?? "";
    if (!option.startsWith("--"))
      throw new Usage(`${option} stands where an option such as --name value should.`);
    const equals = option.indexOf("=");
    const name = equals < 0 ? option.slice(2) : option.slice(2, equals);
    const value = equals < 0 ? options[++at] : option.slice(equals + 1);
    if (value === undefined) throw new Usage(`--${name} needs a value.`);
    input[name] = convert(properties[name]?.type, value, name);
  }
  return input;
}

function convert(type: string | undefined, value: string, name: string): unknown {
  if (type === "number" || type === "integer") {
    const number = Number(value);
    return value.trim() === "" || Number.isNaN(number) ? value : number;
  }
  if (type === "boolean") return value === "true" ? true : value === "false" ? false : value;
  if (type === "object" || type === "array") {
    try {
      return JSON.parse(value) as unknown;
    } catch {
      throw new Usage(`--${name} must be JSON.`);
    }
  }
  return value;
}
