// Reads the input of a call: from options, a JSON file or standard input.
import { fstatSync, readFileSync } from "node:fs";
import type { RuntimeTool } from "../engine/run/tool.js";
import { faultWords, findFault } from "../json/fault.js";
import type { Arguments } from "../settings/arguments.js";
import { Usage } from "../settings/usage.js";
import { cellReader } from "../tables/cell-reader.js";
import { type Field, fieldsByName, type HasInputs, place } from "../tables/fields.js";
import { messageOf, noSuch } from "../wording/wording.js";
import { type NamedTool, namedTool } from "./tools.js";

const LARGEST_INPUT = 1_000_000;

export interface ToolCall extends NamedTool {
  readonly input: unknown;
  readonly args: Arguments;
}

/** Returns the named tool and its input; undefined after printing errors of the definitions. */
export async function callOf(args: Arguments): Promise<ToolCall | undefined> {
  const named = await namedTool(args);
  if (named === undefined) return undefined;
  const extra = args.words[1];
  if (extra !== undefined)
    throw new Usage(`Unexpected word ${extra}: write inputs as options, such as --name value.`);
  const { tool } = named;
  const { inputs } = args;
  const file = args.text("input") ?? (inputs.length === 0 && isPiped() ? "-" : undefined);
  if (file !== undefined && inputs.length > 0)
    throw new Usage("Give inputs either with --input or as options, not both.");
  const input = file === undefined ? fromOptions(tool, args, inputs) : fromFile(file);
  return { ...named, args, input: input ?? {} };
}

/** Returns the options that apply to every row of a table. */
export function fixedFields(tool: HasInputs, args: Arguments): Record<string, unknown> {
  const fields = fieldsByName(tool);
  return Object.fromEntries(
    args.inputs.map((name) => {
      const field = fields.get(name);
      if (field === undefined) throw new Usage(noSuch("input", name, fields.keys()).message);
      return [name, fieldValue(field, args.text(name) ?? "")];
    }),
  );
}

/** Whether standard input is a pipe or file. */
function isPiped(): boolean {
  try {
    const input = fstatSync(0);
    return input.isFIFO() || input.isFile() || input.isSocket();
  } catch {
    return false;
  }
}

/** Returns undefined if standard input is empty. */
function fromFile(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file === "-" ? 0 : file, "utf8");
  } catch (error) {
    throw new Usage(`The input ${file} cannot be read: ${messageOf(error)}`);
  }
  if (text.length > LARGEST_INPUT) throw new Usage(`The input has more than ${LARGEST_INPUT} characters.`);
  if (file === "-" && text.trim() === "") return undefined;
  return parsed(text.replace(/^\uFEFF/, ""), file === "-" ? "The input" : file);
}

function parsed(text: string, what: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    const fault = findFault(text);
    if (fault === undefined) throw new Usage(`${what} is not JSON: ${messageOf(error)}`);
    throw new Usage(`${what} is not JSON: ${faultWords(fault)}.`);
  }
}

/** Converts options by the tool's schema. Unknown names are passed on and refused there. */
export function fromOptions(
  tool: RuntimeTool,
  args: Arguments,
  names: readonly string[],
): Record<string, unknown> {
  const fields = fieldsByName(tool);
  const input: Record<string, unknown> = {};
  for (const name of names) {
    const text = args.text(name) ?? "";
    const field = fields.get(name);
    if (field === undefined) input[name] = text;
    else place(input, field, fieldValue(field, text));
  }
  return input;
}

function fieldValue({ name, schema }: Field, text: string): unknown {
  if (schema.type === "object" || (schema.type === "array" && text.trimStart().startsWith("[")))
    return parsed(text, `--${name}`);
  return cellReader(schema)(text);
}
