// Sentences and words shared by the service, MCP, the command line and pages.
import { LIMITS } from "../engine/language/bounds.js";
import type { Licence } from "../engine/language/files.js";
import { isNear, nearestOf } from "../engine/language/nearest.js";
import type { InputProblem } from "../engine/run/validate.js";
import { capital } from "./plain-names.js";

/** Returns a name from a caller: plain if it looks like a name, else quoted. */
export function quoted(name: string): string {
  return /^[\w.-]{1,80}$/.test(name) ? name : JSON.stringify(name.slice(0, LIMITS.echoedText));
}

/** Characters of an unknown name that suggestions consider. */
const MOST_SEARCHED = 60;

/** Returns the message for an unknown name, with suggestions. */
export function noSuch(
  kind: string,
  name: string,
  known: Iterable<string>,
): { readonly message: string; readonly near: readonly string[] } {
  const names = [...known];
  // Bounds the time to compare a caller's text with every name.
  const searched = name.slice(0, MOST_SEARCHED);
  // Names that contain the word are better suggestions than similar spellings.
  const part = searched.toLowerCase();
  const holding = part.length < 3 ? [] : names.filter((each) => each.includes(part));
  const near = [
    ...new Set([...holding, ...nearestOf(searched, names, 3).filter((each) => isNear(searched, each))]),
  ].slice(0, 3);
  const hint = near.length === 0 ? "" : ` Did you mean ${near.join(", ")}?`;
  return { message: `There is no ${kind} ${quoted(name)}.${hint}`, near };
}

const COMMERCIAL: Readonly<Record<Licence["commercial"], string>> = {
  allowed: "commercial use allowed",
  by_licence: "commercial use needs the owner's agreement",
  unknown: "unknown whether commercial use is allowed",
};

/** Returns the terms of a source on one line. */
export function termsOf({ title, commercial }: Licence): string {
  return `${title}: ${COMMERCIAL[commercial]}`;
}

/** Returns the name with spaces and an initial capital. */
export function titleOf(name: string): string {
  return capital(name.replaceAll("_", " "));
}

/** `1 row`, `2 rows` */
export function manyOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Returns one line per invalid input. */
export function refusalLines(problems: readonly InputProblem[]): string[] {
  return problems.map(({ pointer, message }) => {
    const name = pointer === "" ? "input" : pointer.slice(1);
    return message.startsWith(`${name} `) ? message : `${name}: ${message}`;
  });
}

/** Wraps a text at a width, with a prefix of the first line and one of further lines. */
export function inLines(text: string, first: string, rest: string, width: number): string[] {
  const lines: string[] = [];
  let line = first;
  for (const word of text.split(/[ \t\n]+/)) {
    if (line.length + word.length + 1 > width && line.trim() !== "") {
      lines.push(line);
      line = rest;
    }
    line += line === first || line === rest ? word : ` ${word}`;
  }
  return [...lines, line];
}
