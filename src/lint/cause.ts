// Replaces findings by their common cause. A misspelt definition is missed wherever it is used, so the one odd
// spelling is reported instead of each use.
import type { DefinitionFile } from "../engine/language/files.js";
import type { Finding, Report, Typo } from "../engine/language/findings.js";
import type { Location } from "../engine/language/locations.js";
import { isTypo, partsApart } from "../engine/language/nearest.js";

type Files = ReadonlyMap<string, DefinitionFile>;

/** Each case searches all texts, and more cases than this have another cause. */
export const MOST = 20;
/** Lines between related entries. */
const NEAR = 3;

/** After these findings, the types of dependent values are unknown. */
const UNREAD: ReadonlySet<string> = new Set(["yaml", "structure", "formula", "table", "otherwise"]);
/** After these findings, an unused name may be a consequence. */
const BREAKS_USE: ReadonlySet<string> = new Set(["type", "lookup", "call", "part", "units"]);
export const READING: ReadonlySet<string> = new Set([...UNREAD, "text", "name", "file"]);

export function toTheirCause(report: Report, files: Files): void {
  const unread = report.findings.filter(
    ({ check, message }) => UNREAD.has(check) || message.includes(" is already the name of "),
  );
  for (const tool of new Set(unread.map(({ location }) => toolOf(location.file)))) {
    report.withdraw(
      ({ check, location }) =>
        !READING.has(check) && [tool, undefined].includes(tool && toolOf(location.file)),
    );
  }
  misspeltKeys(report, files);
  unitsToTheirCause(report, files);
  choicesToTheirCause(report, files);
  lostChoices(report, files);
  unusedAfterwards(report, files);
  const errors = report.findings.filter(({ severity }) => severity === "error");
  for (const error of errors.slice(0, MOST)) {
    const { check, typo, location, message } = error;
    if (typo === undefined || !isTypo(typo.said, typo.meant) || !report.findings.includes(error)) continue;
    const found = odd(typo, relatives(files, location.file));
    if (found === undefined) continue;
    const { said, meant, place } = found;
    if (place.file === location.file && place.line === location.line) continue;
    const elsewhere = `${said} is used here only. At ${location.file}:${location.line}: ${message}`;
    report.replace((each) => follows(each, said, meant), {
      check,
      location: place,
      message: said === typo.said ? message : elsewhere,
      typo: { said, meant },
    });
  }
}

/** Withdraws unused names that a faulty formula would have used. */
function unusedAfterwards(report: Report, files: Files): void {
  for (const finding of report.findings.filter(({ check }) => check === "unused").slice(0, MOST)) {
    const { location, message } = finding;
    const name = /^(\w+) is never used\.$/.exec(message)?.[1];
    const number = /\bconstant: ([\d.]+)\b/.exec(linesAt(files, location, 1))?.[1];
    const sentences =
      number === undefined || Number(number) === 1 ? [] : sentencesWith(number, files, location);
    const [only, other] = sentences;
    if (name === undefined || only === undefined || other !== undefined) continue;
    report.replace((each) => each === finding, {
      check: finding.check,
      location: only,
      message: `The text repeats ${number}, the value of ${name}, which nothing uses.`,
      hint: `write {${name}}`,
    });
  }
  if (report.findings.some(({ check, severity }) => severity === "error" && BREAKS_USE.has(check)))
    report.withdraw(({ check }) => check === "unused");
}

/** A value with a wrong unit disagrees with every formula that reads it. Reports only the unit. */
function unitsToTheirCause(report: Report, files: Files): void {
  const wrong = report.findings.filter(({ check, severity }) => check === "units" && severity === "error");
  const tools = new Set(wrong.map(({ location }) => toolOf(location.file)));
  // Conversion factors are recognised only if units agree.
  report.withdraw(
    ({ check, message, location }) =>
      check === "uncited" && message.startsWith("The number ") && tools.has(toolOf(location.file)),
  );
  const stated = wrong
    .filter(({ message }) => /but its name (?:or unit )?means/.test(message))
    .slice(0, MOST);
  for (const finding of stated) {
    const { message, location } = finding;
    const name = nameAt(files, location);
    const unit = /is stated in (\S+),/.exec(message)?.[1];
    const reads = (each: Finding, other: string | undefined) =>
      other !== undefined && wholly(other).test(linesAt(files, each.location, 4));
    report.withdraw(
      (each) =>
        wrong.includes(each) &&
        each !== finding &&
        (stated.includes(each)
          ? reads(each, name) && !reads(finding, nameAt(files, each.location))
          : reads(each, name) || (unit !== undefined && wholly(unit).test(each.message))),
    );
    const line = unit === undefined ? 0 : lineUnder(files, location, `unit: ${unit}`);
    if (line > 0)
      report.replace((each) => each === finding, {
        ...finding,
        location: { ...location, line: location.line + line },
      });
  }
}

/** Reports a word that only an input's choices contain at the choices instead of at each lookup. */
function choicesToTheirCause(report: Report, files: Files): void {
  for (const finding of report.findings.filter(({ check }) => check === "lookup").slice(0, MOST)) {
    const { location, message, typo } = finding;
    const word = /has no row for \w+ ([\w+-]+)(?:, [\w, +-]+)?\.$/.exec(message)?.[1];
    if (word === undefined || typo !== undefined) continue;
    const [place, other] = positionsOf(word, relatives(files, location.file), 2);
    if (
      place === undefined ||
      other !== undefined ||
      (place.file === location.file && place.line === location.line)
    )
      continue;
    report.replace((each) => each === finding, {
      ...finding,
      location: place,
      message: `${word} is used here only. At ${location.file}:${location.line}: ${message}`,
    });
  }
}

/** Moves the error about a word that rules and tables use to the choices of the input that lack it. */
function lostChoices(report: Report, files: Files): void {
  const missed = report.findings.filter(({ check }) => check === "word");
  for (const finding of missed.slice(0, MOST)) {
    const { location, message, hint } = finding;
    const word = /^This can never be "(\w+)"\.$/.exec(message)?.[1];
    const left = /^it is one of (.+)$/.exec(hint ?? "")?.[1];
    if (word === undefined || !report.findings.includes(finding)) continue;
    const known = new RegExp(`^[^#]*(?:"${word}\\W|[:{[,] ?${word}[,}\\]:]|^\\s+(?:- )?${word}:)`);
    const lines = relatives(files, location.file).flatMap(({ path, text }) =>
      text.split("\n").map((line, at) => ({ line, place: { file: path, line: at + 1, column: 1 } })),
    );
    const all = lines.filter(({ line }) => left !== undefined && choicesIn(line) === left);
    const asks = linesAt(files, location, 1);
    const choices =
      all.length === 1 ? all[0] : all.find(({ place }) => wholly(inputAt(files, place)).test(asks));
    if (choices === undefined || lines.filter(({ line }) => known.test(line)).length < 2) continue;
    const names = ({ check, severity, message: said }: Finding) =>
      severity === "error" && check !== "lookup" && wholly(word).test(said);
    report.replace(names, {
      check: finding.check,
      location: { ...choices.place, column: choices.line.search(/\S/) + 1 },
      message: `These choices lack ${word}. At ${location.file}:${location.line}: ${message}`,
      hint: `add ${word}, or delete what names it`,
    });
  }
}

/** Returns the input that contains a line. */
function inputAt(files: Files, { file, line }: Location): string {
  const above = files.get(file)?.text.split("\n").slice(0, line) ?? [];
  return /^ {2}(\w+):/.exec(above.findLast((each) => /^ {2}\w/.test(each)) ?? "")?.[1] ?? "?";
}

/** Reports a missing required key at a similar, misspelt key. */
function misspeltKeys(report: Report, files: Files): void {
  for (const finding of report.findings.filter(({ check }) => check === "structure").slice(0, MOST)) {
    const { file, line } = finding.location;
    const meant = / lacks the key (\w+)\.$/.exec(finding.message)?.[1];
    if (meant === undefined) continue;
    const from = Math.max(1, line - NEAR);
    const lines = linesAt(files, { file, line: from, column: 1 }, 2 * NEAR + 1).split("\n");
    const at = lines.findIndex((each) => isTypo(/^\s*(?:- )?(\w+):/.exec(each)?.[1] ?? "", meant));
    const said = /(\w+):/.exec(lines[at] ?? "")?.[1];
    if (said === undefined || said === meant) continue;
    report.replace((each) => each === finding, {
      check: finding.check,
      location: { file, line: from + at, column: (lines[at]?.indexOf(said) ?? 0) + 1 },
      message: `The key ${said} is not allowed here.`,
      typo: { said, meant },
    });
  }
}

/** Returns the choices on a line, formatted as in a hint. */
function choicesIn(line: string): string | undefined {
  const words = /\bchoices: [[{](.*?)[\]}]/.exec(line)?.[1]?.split(", ");
  return words?.map((word) => word.replace(/:.*$/, "").replaceAll('"', "")).join(", ");
}

/** Returns lines of a tool that contain a number within a sentence. */
function sentencesWith(number: string, files: Files, { file }: Location): Location[] {
  const stands = new RegExp(
    `^(?!\\s*#|.*\\b(?:cite|at|constant|unit|formula|reference): ).*[a-z({,;] ?(?:${number.replace(".", "\\.")}|${Number(number).toLocaleString("en-GB")})(?:[.,;)]| [A-Za-z%])`,
  );
  const own = relatives(files, file).filter(({ path }) => toolOf(path) === toolOf(file));
  return own.flatMap(({ path, text }) =>
    text
      .split("\n")
      .flatMap((line, at) => (stands.test(line) ? [{ file: path, line: at + 1, column: 1 }] : [])),
  );
}

/** Returns the distance to a line with these words in the indented block below, or 0. */
function lineUnder(files: Files, { file, line }: Location, words: string): number {
  const [first = "", ...lines] = linesAt(files, { file, line, column: 1 }, 40).split("\n");
  const depth = (text: string) => text.length - text.trimStart().length;
  const end = lines.findIndex((text) => text.trim() !== "" && depth(text) <= depth(first));
  return lines.slice(0, end < 0 ? lines.length : end).findIndex((text) => text.trim() === words) + 1;
}

/** Returns the key at the start of the line. */
function nameAt(files: Files, location: Location): string | undefined {
  return /^\s*(?:- )?(\w+):/.exec(linesAt(files, location, 1))?.[1];
}

function linesAt(files: Files, { file, line }: Location, count: number): string {
  const lines = files.get(file)?.text.split("\n") ?? [];
  return lines.slice(line - 1, line - 1 + count).join("\n");
}

/** Whether a finding has the same typo in either direction, or follows from the odd spelling. */
function follows({ typo, message, severity }: Finding, said: string, meant: string): boolean {
  if (severity !== "error") return false;
  const both =
    typo !== undefined && [typo.said, typo.meant].includes(said) && [typo.said, typo.meant].includes(meant);
  return both || wholly(said).test(message);
}

/** Returns the path of a file's tool without its ending; undefined for shared files. */
export function toolOf(path: string): string | undefined {
  return /^(?:tools|legacy)\/\w+/.exec(path)?.[0];
}

/** Returns the files of the same tool, and shared files. */
function relatives(files: Files, path: string): DefinitionFile[] {
  // Promises of agreement mention other tools.
  const tool = path.endsWith("/promises.yaml") ? undefined : toolOf(path);
  return [...files.values()].filter(
    (file) => tool === undefined || [tool, undefined].includes(toolOf(file.path)),
  );
}

/** Returns the odd one of two spellings with its location. */
function odd(
  { said, meant }: Typo,
  files: readonly DefinitionFile[],
): (Typo & { readonly place: Location }) | undefined {
  for (const [one, other] of [
    [said, meant],
    [meant, said],
  ] as const) {
    const places = positionsOf(one, files, 2);
    const [place] = places;
    if (place === undefined || places.length > 1) continue;
    // If both occur once, the parts of their names decide: condition occurs elsewhere in the file, conditino does
    // not.
    const isOdd =
      positionsOf(other, files, 2).length > 1 || partsApart(one, other).some((part) => isRare(part, files));
    if (isOdd && !partsApart(other, one).some((part) => isRare(part, files)))
      return { said: one, meant: other, place };
  }
  return undefined;
}

function isRare(part: string, files: readonly DefinitionFile[]): boolean {
  const alone = new RegExp(`(?<![A-Za-z])${part}(?![A-Za-z])`, "gi");
  return files.reduce((count, { text }) => count + [...text.matchAll(alone)].length, 0) < 2;
}

function positionsOf(word: string, files: readonly DefinitionFile[], most: number): Location[] {
  const places: Location[] = [];
  for (const { path, text } of files)
    for (const { index } of text.matchAll(wholly(word))) {
      const before = text.slice(0, index);
      if (/(?:^|\s)#/.test(before.slice(before.lastIndexOf("\n") + 1))) continue;
      places.push({ file: path, line: before.split("\n").length, column: index - before.lastIndexOf("\n") });
      if (places.length === most) return places;
    }
  return places;
}

function wholly(word: string): RegExp {
  return new RegExp(`(?<!\\w)${word.replaceAll(/\W/g, "\\$&")}(?!\\w)`, "g");
}
