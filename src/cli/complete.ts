// Completions for shells: commands, options, tools, inputs and choices, each with a description. The scripts of
// `plumbline completion` call this.
import { type Field, fieldsOf } from "../tables/fields.js";
import { choiceText, fieldWords } from "../wording/field-words.js";
import type { Command } from "./help.js";
import { type Option, readArguments } from "./read-arguments.js";
import { namedTool } from "./tools.js";

type Offer = readonly [word: string, about: string];
/** The shell completes paths itself. */
const PATHS: Offer = [":paths", ""];

/** Prints one completion per line; the last word is incomplete. */
export async function complete(
  commands: ReadonlyMap<string, Command>,
  typed: readonly string[],
): Promise<number> {
  const offers = await offersFor(commands, typed.slice(0, -1));
  const begun = typed.at(-1) ?? "";
  const matching = offers.filter(([word]) => word.startsWith(begun) || word === PATHS[0]);
  process.stdout.write(matching.map(([word, about]) => `${word}\t${about.replace(/\s+/g, " ")}\n`).join(""));
  return 0;
}

async function offersFor(
  commands: ReadonlyMap<string, Command>,
  [name, ...before]: readonly string[],
): Promise<Offer[]> {
  if (name === undefined || (name === "help" && before.length === 0))
    return [
      ...[...commands].map(([each, { calls }]): Offer => [each, calls[0]?.[1] ?? ""]),
      ["help", "the help of a command"],
    ];
  const command = commands.get(name);
  if (command === undefined) return [];
  const last = before.at(-1) ?? "";
  const inputs = command.inputs === true ? await inputsOf(name, before, command) : [];
  if (last.startsWith("--")) {
    const values = valuesOf(last.slice(2), command.options, inputs);
    if (values !== undefined) return values;
  }
  const words = before.filter(
    (word, at) => !word.startsWith("-") && !takesValue(before[at - 1], command, inputs),
  );
  const options = [
    ...inputs.map(({ name: input, schema }): Offer => [`--${input}`, fieldWords(schema, input).title]),
    ...Object.entries(command.options).map(([option, { does }]): Offer => [`--${option}`, does]),
    ["--help", "show the options"] as Offer,
  ].filter(([option]) => !before.includes(option));
  return [...(await wordsOf(command, words)), ...options];
}

function takesValue(option: string | undefined, { options }: Command, inputs: readonly Field[]): boolean {
  if (option === undefined || !option.startsWith("--") || option.includes("=")) return false;
  const name = option.slice(2);
  return options[name]?.value !== undefined || inputs.some((field) => field.name === name);
}

/** Returns the possible values of an option; undefined for flags. */
function valuesOf(
  name: string,
  options: Readonly<Record<string, Option>>,
  inputs: readonly Field[],
): Offer[] | undefined {
  const option = options[name];
  if (option !== undefined) {
    if (option.value === undefined) return undefined;
    if (option.value.includes("|")) return option.value.split("|").map((word): Offer => [word, ""]);
    return ["DIR", "FILE"].includes(option.value) ? [PATHS] : [];
  }
  const field = inputs.find((each) => each.name === name);
  if (field === undefined) return undefined;
  const schema = field.schema.items ?? field.schema;
  if (schema.type === "boolean")
    return [
      ["true", fieldWords(schema, name).title],
      ["false", fieldWords(schema, name).title],
    ];
  return (schema.enum ?? [])
    .filter((word) => word !== null)
    .map((word): Offer => [String(word), choiceText(schema, String(word))]);
}

async function inputsOf(name: string, before: readonly string[], command: Command): Promise<Field[]> {
  const [word] = before;
  if (word === undefined || word.startsWith("-")) return [];
  try {
    const named = await namedTool(readArguments(name, [word], command.options, true));
    return named === undefined ? [] : fieldsOf(named.tool);
  } catch {
    // Unreadable definitions have no completions.
    return [];
  }
}

async function wordsOf({ words, options }: Command, before: readonly string[]): Promise<Offer[]> {
  if (words === undefined) return [];
  if (words === "files") return [PATHS];
  if (words !== "tool" && words !== "tools")
    return before.length > 0 ? [] : words.map((word): Offer => [word, ""]);
  if (words === "tool" && before.length > 0) return [];
  const { authorsFolder, servedSet } = await import("../settings/served-set.js");
  const set = await servedSet(authorsFolder(readArguments("", [], options)), { only: "" });
  return [...(set?.tools.values() ?? [])]
    .filter(({ name }) => !before.includes(name))
    .map(({ facts }): Offer => [facts.name, facts.title]);
}
