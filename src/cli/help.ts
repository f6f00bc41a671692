// What the command line says about itself: all commands on one page, and each with its options.
import type { Arguments } from "../settings/arguments.js";
import type { Option, Options } from "./read-arguments.js";
import { look, wrapped } from "./style.js";

export interface Command {
  /** Heading of the overview that it stands under. */
  readonly group: string;
  /** Ways to call it, each with what it does. */
  readonly calls: readonly (readonly [call: string, does: string])[];
  readonly options: Options;
  /** What else a reader of --help should know. */
  readonly notes?: readonly string[];
  /** What its words are: names of tools, files, or one of these. */
  readonly words?: "tool" | "tools" | "files" | readonly string[];
  /** Whether the inputs of the tool that is named first are options as well. */
  readonly inputs?: boolean;
  /** It ends soon, so only what runs very often is worth optimising: check takes 7.1 s of processor time instead of 11.4. */
  readonly brief?: boolean;
  readonly run: (args: Arguments) => Promise<number>;
}

const LEFT = 42;
const FOOT = "Exit codes: 0 good, 1 findings or refused input, 2 wrong usage, 130 interrupted.";

/** Every command in a line or two. */
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

/** Two columns, the right one broken into lines. */
export function row([left, right]: readonly [string, string]): string[] {
  const [first = "", ...rest] = wrapped(right, LEFT + 2);
  const head = `  ${left}`;
  if (head.length > LEFT) return [head, first, ...rest];
  return [`${head.padEnd(LEFT)}  ${first.trimStart()}`, ...rest];
}
