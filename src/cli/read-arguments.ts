// Parses a command line with node:util, and refuses unknown options with a hint.
import { parseArgs } from "node:util";
import { likely } from "../engine/language/nearest.js";
import { Arguments } from "../settings/arguments.js";
import { Usage } from "../settings/usage.js";

export interface Option {
  /** Placeholder of the value, or words separated by |; flags have none. */
  readonly value?: string;
  readonly does: string;
  /** Can be repeated. */
  readonly many?: boolean;
}
export type Options = Readonly<Record<string, Option>>;

/**
 * Parses the arguments after the command's name. With `open`, unknown options take a value: they are inputs of a
 * tool.
 */
export function readArguments(
  command: string,
  typed: readonly string[],
  options: Options,
  open = false,
): Arguments {
  const known: Record<string, { type: "string" | "boolean" }> = {};
  if (open)
    for (const word of typed)
      if (/^--[^-=]/.test(word)) known[word.slice(2).split("=", 1)[0] ?? ""] = { type: "string" };
  for (const [name, { value }] of Object.entries(options))
    known[name] = { type: value === undefined ? "boolean" : "string" };
  const { tokens } = parseArgs({
    args: [...typed],
    options: known,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const words: string[] = [];
  const given = new Map<string, string[]>();
  for (const token of tokens) {
    if (token.kind === "positional") words.push(token.value);
    if (token.kind !== "option") continue;
    const { name, rawName } = token;
    const type = rawName.startsWith("--") ? known[name]?.type : undefined;
    if (type === undefined) throw new Usage(unknown(command, rawName, Object.keys(options)));
    if (type === "boolean" && token.value !== undefined) throw new Usage(`--${name} takes no value.`);
    if (type === "string" && (token.value === undefined || (!token.inlineValue && /^--\D/.test(token.value))))
      throw new Usage(`--${name} needs a value.`);
    const before = given.get(name) ?? [];
    if (before.length > 0 && options[name]?.many !== true) throw new Usage(`--${name} is given twice.`);
    given.set(name, [...before, token.value ?? ""]);
  }
  const inputs = [...given.keys()].filter((name) => options[name] === undefined);
  return new Arguments(command, typed, words, given, inputs);
}

function unknown(command: string, option: string, known: readonly string[]): string {
  const names = known.map((name) => `--${name}`);
  const meant = likely(option, names);
  const hint = meant === undefined ? `It knows ${names.join(", ")}.` : `Did you mean ${meant}?`;
  return `${command} does not know ${option}. ${hint}`;
}
