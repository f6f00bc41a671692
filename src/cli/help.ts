// Prints the overview of commands, and the help of each.
import type { Arguments } from "../settings/arguments.js";
import type { Option, Options } from "./read-arguments.js";
import { look, wrapped } from "./style.js";

export interface Command {
  /** Its heading in the overview. */
  readonly group: string;
  /** Forms of the call, with descriptions. */
  readonly calls: readonly (readonly [call: string, does: string])[];
  readonly options: Options;
  /** Further notes of --help. */
  readonly notes?: readonly string[];
  /** The kind of its words: tools, files, or fixed words. */
  readonly words?: "tool" | "tools" | "files" | readonly string[];
  /** Whether inputs of the first named tool are options. */
  readonly inputs?: boolean;
  /** Short commands raise V8's optimisation threshold: check takes 7.1 s of CPU time instead of 11.4. */
  readonly brief?: boolean;
  readonly run: (args: Arguments) => Promise<number>;
}

const LEFT = 42;
const FOOT = "Exit codes: 0 good, 1 findings or refused input, 2 wrong usage, 130 interrupted.";

export function overview(commands: ReadonlyMap<string, Command>): string {
  const groups = [...new Set([...commands.values()].map(({ group }) => group))];
  const lines = groups.flatMap((group) => [
    "",
    look("bold", group),
    ...[...commands.values()]
      .filter((command) => command.group === group)
      .flatMap(({ calls }) => calls.flatMap(row)),
  ]);
  return [
    "plumbline: engineering calculations as reviewable data",
    ...lines,
    "",
    "plumbline <command> --help lists the options of each, plumbline run <tool> --help the inputs of a tool.",
    FOOT,
    "",
  ].join("\n");
}

export function helpOf({ calls, options, notes = [], inputs }: Command): string {
  const all: Options =
    inputs === true ? { "<input>": { value: "", does: "see <tool> --help" }, ...options } : options;
  return [
    ...calls.flatMap(row),
    "",
    ...Object.entries(all).flatMap(([name, option]) => row([optionText(name, option), option.does])),
    ...notes.flatMap((note) => ["", ...wrapped(note, 2)]),
    "",
    FOOT,
    "",
  ].join("\n");
}

function optionText(name: string, { value }: Option): string {
  return value === undefined || value === "" ? `--${name}` : `--${name} ${value}`;
}

/** Formats two columns with wrapped text on the right. */
export function row([left, right]: readonly [string, string]): string[] {
  const [first = "", ...rest] = wrapped(right, LEFT + 2);
  const head = `  ${left}`;
  if (head.length > LEFT) return [head, first, ...rest];
  return [`${head.padEnd(LEFT)}  ${first.trimStart()}`, ...rest];
}
