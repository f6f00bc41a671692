// Terminal text: styles, unless NO_COLOR or the terminal prevents them, and line wrapping.
import { styleText } from "node:util";
import { inLines } from "../wording/wording.js";

type Look = "bold" | "dim" | "green" | "yellow" | "red" | "cyan";
interface Output {
  readonly isTTY?: boolean;
}

/** Any value of NO_COLOR disables colours, as do terminals without them. */
export function coloured(out: Output): boolean {
  const { NO_COLOR = "", TERM } = process.env;
  return out.isTTY === true && NO_COLOR === "" && TERM !== "dumb";
}

export function look(how: Look, text: string, out: Output = process.stdout): string {
  return coloured(out) && text !== "" ? styleText(how, text) : text;
}

const MOST_COLUMNS = 120;
const NO_TERMINAL = 100;

/** Characters per line. */
export function widthOf(): number {
  return Math.max(40, Math.min(MOST_COLUMNS, process.stdout.columns ?? NO_TERMINAL));
}

/** Wraps a text with an indent. */
export function wrapped(text: string, indent: number): string[] {
  return inLines(text, " ".repeat(indent), " ".repeat(indent), widthOf());
}
