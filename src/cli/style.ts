// Text for people on a terminal: bold, faint and coloured where a terminal shows it and NO_COLOR does not forbid it, and
// broken into lines.
import { styleText } from "node:util";
import { inLines } from "../wording/wording.js";

type Look = "bold" | "dim" | "green" | "yellow" | "red" | "cyan";
interface Output {
  readonly isTTY?: boolean;
}

/** Where NO_COLOR says anything at all, there is no colour; the same for terminals that have none. */
export function coloured(out: Output): boolean {
  const { NO_COLOR = "", TERM } = process.env;
  return out.isTTY === true && NO_COLOR === "" && TERM !== "dumb";
}

export function look(how: Look, text: string, out: Output = process.stdout): string {
  return coloured(out) && text !== "" ? styleText(how, text) : text;
}

const MOST_COLUMNS = 120;
const NO_TERMINAL = 100;

/** Letters that fit into a line. */
export function widthOf(): number {
  return Math.max(40, Math.min(MOST_COLUMNS, process.stdout.columns ?? NO_TERMINAL));
}

/** A text in lines, each after the same indent. */
export function wrapped(text: string, indent: number): string[] {
  return inLines(text, " ".repeat(indent), " ".repeat(indent), widthOf());
}
