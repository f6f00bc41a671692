// `plumbline check`: lists errors and remarks by file and line; on request also doubts about edits since a revision, and
// the share of numbers with a source.
import { basename, relative, resolve, sep } from "node:path";
import { checkTiers } from "../access/tiers-folder.js";
import { readSchemas } from "../definitions/folder.js";
import { readFolder } from "../definitions/read-folder.js";
import type { DefinitionFile } from "../engine/language/files.js";
import { type Finding, formatFinding, plainLine, sortedFindings } from "../engine/language/findings.js";
import { loadAround } from "../lint/load.js";
import { doubtsSince } from "../lint/since/since.js";
import type { Arguments } from "../settings/arguments.js";
import { authorsFolder } from "../settings/served-set.js";
import { Usage } from "../settings/usage.js";
import { manyOf, noSuch } from "../wording/wording.js";
import { revisionOf } from "../workbench/history.js";
import { citationLines } from "./citation-lines.js";

type Doubt = ReturnType<typeof doubtsSince>[number];

export async function check(args: Arguments): Promise<number> {
  const folder = authorsFolder(args);
  const files = readFolder(folder);
  const wanted = args.words.flatMap((word) => filesNamed(word, folder, files));
  const { findings: found, citations, set, isWhole } = loadAround(files, readSchemas(), wanted);
  const tiers = isWhole ? (await checkTiers(folder)).findings : [];
  // A file affects the tools that use it, so their files are shown too.
  const reached = new Set([
    ...wanted,
    ...citations.flatMap(({ files: own }) => (own.some((file) => wanted.includes(file)) ? own : [])),
  ]);
  const shown = sortedFindings([...found, ...tiers]).filter(
    ({ location }) => isWhole || reached.has(location.file),
  );
  const errors = shown.filter((finding) => finding.severity === "error");
  const remarks = shown.filter((finding) => finding.severity === "remark");
  const shares = citations.filter(({ files: own }) =>
    own.some((file) => wanted.length === 0 || wanted.includes(file)),
  );
  const since = args.text("since");
  const doubts =
    since === undefined
      ? []
      : doubtsSince(revisionOf(since, folder).files, files).filter(
          ({ location }) => isWhole || reached.has(location.file),
        );
  const servable = isWhole ? { servable: set !== undefined && tiers.length === 0 } : undefined;
  if (args.flag("json")) {
    const tools = shares.map(({ files: _, ...share }) => share);
    const data = {
      findings: [...errors, ...remarks].map(findingData),
      ...(since === undefined ? {} : { doubts: doubts.map(doubtData) }),
      citations: tools,
      ...servable,
    };
    process.stdout.write(`${JSON.stringify(data, null, 2)}\n`);
    return errors.length > 0 ? 1 : 0;
  }
  for (const finding of [...errors, ...remarks]) process.stdout.write(`${formatFinding(finding)}\n`);
  for (const doubt of doubts) process.stdout.write(`${formatDoubt(doubt)}\n`);
  const doubted = since === undefined ? "" : `, ${manyOf(doubts.length, "doubt")} since ${since}`;
  const rest =
    servable === undefined
      ? `; looked at ${manyOf(reached.size, "file")}, the whole set without a name`
      : servable.servable
        ? `; ${manyOf(set?.tools.size ?? 0, "tool")} can be served`
        : "";
  process.stdout.write(
    `${manyOf(errors.length, "error")}, ${manyOf(remarks.length, "remark")}${doubted}${rest}\n`,
  );
  if (args.flag("citations") && shares.length > 0)
    process.stdout.write(`\n${citationLines(shares, wanted.length > 0)}`);
  return errors.length > 0 ? 1 : 0;
}

/** Resolves a word to definition files: a path, a file name, or a defined name. */
function filesNamed(word: string, folder: string, files: readonly DefinitionFile[]): string[] {
  const inside = relative(resolve(folder), resolve(word)).split(sep).join("/");
  const path = inside.startsWith("..") ? word.split(sep).join("/") : inside;
  const all = files.map((file) => file.path);
  const found = all.filter(
    (file) => file === path || basename(file) === path || basename(file, ".yaml") === path,
  );
  if (found.length === 0) throw new Usage(noSuch("definition file", word, all).message);
  return found;
}

function formatDoubt({ location: { file, line, column }, message }: Doubt): string {
  return plainLine(`${file}:${line}:${column} doubt: ${message}`);
}

function doubtData({ location, message }: Doubt): object {
  return { ...location, message };
}

function findingData({ check: name, severity, location, message, hint }: Finding): object {
  return { check: name, severity, ...location, message, ...(hint === undefined ? {} : { hint }) };
}
