// What the command line says about itself: all commands on one page, and each with its options.

export interface Command {
  /** Ways to call it, each with what it does. */
  readonly calls: readonly (readonly [call: string, does: string])[];
  /** Options, and what else a reader of --help should know. */
  readonly options?: readonly (readonly [option: string, does: string])[];
  readonly run: (args: readonly string[]) => Promise<number>;
}

const WIDTH = 118;
const LEFT = 42;

/** Options that several commands have. */
export const DEFINITIONS = [
  "--definitions DIR",
  "the definitions; without it DEFINITIONS_DIR, then ./definitions where there is one, then those that come with plumbline",
] as const;
export const CASES = [
  "--cases DIR",
  "golden cases, a folder for each tool; without it test/golden beside the definitions",
] as const;
export const JSON_FORM = ["--json", "as data"] as const;

const FOOT = "Exit codes: 0 good, 1 findings or refused input, 2 wrong usage, 130 interrupted.\n";

/** Every command in a line or two. */
export function overview(commands: ReadonlyMap<string, Command>): string {
  const lines = [...commands.values()].flatMap(({ calls }) => calls.flatMap(row));
  return (
    `plumbline: engineering calculations as reviewable data\n\n${lines.join("\n")}\n\n` +
    `plumbline <command> --help tells its options.\n${FOOT}`
  );
}

export function helpOf({ calls, options = [] }: Command): string {
  const listed = options.length === 0 ? "" : `\n${options.flatMap(row).join("\n")}\n`;
  return `${calls.flatMap(row).join("\n")}\n${listed}\n${FOOT}`;
}

/** Two columns, the right one broken into lines. */
function row([left, right]: readonly [string, string]): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of right.split(" ")) {
    if (line !== "" && LEFT + line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = "";
    }
    line += line === "" ? word : ` ${word}`;
  }
  return [...lines, line].map((text, at) => `${(at === 0 ? `  ${left}` : "").padEnd(LEFT)}  ${text}`);
}
