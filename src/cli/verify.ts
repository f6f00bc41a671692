// `plumbline verify`: recomputes a stored result with the definitions that produced it.
import { readFileSync } from "node:fs";
import type { Arguments } from "../settings/arguments.js";
import { authorsFolder } from "../settings/served-set.js";
import { Usage } from "../settings/usage.js";
import { refusalLines } from "../wording/wording.js";
import type { Difference } from "../workbench/cases.js";
import { computeLinked } from "../workbench/linked.js";
import { type Found, NotStored, type Reproduction, reproduce } from "../workbench/reproduce.js";
import { readSaved, type Saved } from "../workbench/saved-files.js";

const MOST_SHOWN = 50;

export async function verify(args: Arguments): Promise<number> {
  if (args.flag("independent")) return (await import("./verify-independently.js")).verifyIndependently(args);
  const folder = authorsFolder(args);
  const [file, ...more] = args.words;
  if (file === undefined || more.length > 0)
    throw new Usage("Name one file with a stored result, or - for standard input.");
  const saved = savedIn(file);
  if (saved.kind === "link") return verifyLink(folder, saved, args.flag("json"));
  const { stored } = saved;
  const { tool, version } = stored.explanation;
  const done = await reproduce(folder, stored);
  if (args.flag("json")) {
    process.stdout.write(`${JSON.stringify({ tool, version, ...asData(done) }, null, 2)}\n`);
    return isSame(done) ? 0 : 1;
  }
  switch (done.kind) {
    case "missing":
      say(`Not verified: ${tool} ${version} was computed with files that are not in ${done.searched}:`);
      for (const line of done.files) say(`  ${line}`);
      return 1;
    case "broken":
      say(`Not verified: ${tool} ${version} cannot be computed with the files that were found:`);
      for (const line of done.lines) say(`  ${line}`);
      return 1;
    default:
  }
  const same = isSame(done);
  // A sheet contains no steps.
  const also = "steps" in stored.explanation ? " and its explanation" : "";
  say(
    same
      ? `identical: ${tool} ${version} gives the stored result${also} again`
      : done.result.length === 0
        ? `differs: ${tool} ${version} gives the stored result again, but not its explanation`
        : `differs: ${tool} ${version} does not give the stored result`,
  );
  list([...done.result, ...done.explanation]);
  say("Definition files (SHA-256)");
  for (const found of done.found) say(`  ${found.file.sha256}  ${found.file.path}  ${whence(found)}`);
  return same ? 0 : 1;
}

function isSame(done: Reproduction): boolean {
  return done.kind === "computed" && done.result.length + done.explanation.length === 0;
}

function asData(done: Reproduction): object {
  if (done.kind !== "computed") return { identical: false, ...done };
  const { result, explanation, found } = done;
  const files = found.map(({ file: { path, sha256 }, commit }) => ({ path, sha256, commit: commit ?? null }));
  return { identical: isSame(done), result, explanation, files };
}

/** Computes the result of a link. A PDF keeps only the link, so its printed results are not read. */
function verifyLink(folder: string, { link, isPrinted }: Saved & { kind: "link" }, isJson: boolean): number {
  const { outcome, commit, present } = computeLinked(folder, link);
  const status = outcome?.ok === true ? 0 : 1;
  if (isJson) {
    const data = { tool: link.tool, definition_sha256: link.sha256, printed_results_read: false };
    const found = { present: present ?? null, commit: commit ?? null, outcome: outcome ?? null };
    process.stdout.write(`${JSON.stringify({ ...data, ...found }, null, 2)}\n`);
    return status;
  }
  const short = link.sha256.slice(0, 12);
  if (isPrinted)
    say("The printed results were not read. Compare them with these, which follow from the link in the PDF.");
  if (present === undefined) say(`Not verified: ${link.tool} is not in ${folder}.`);
  else if (outcome === undefined)
    say(
      `Not verified: no version of ${link.tool} with the hash ${short} was found; here it is ${present.sha256.slice(0, 12)} (version ${present.version}).`,
    );
  else
    say(
      `${link.tool} with the hash ${short}, ${commit === undefined ? "as in the working tree" : `as in commit ${commit.slice(0, 12)}; the working tree has another`}:`,
    );
  if (outcome?.ok === true)
    for (const [name, value] of Object.entries(outcome.result)) say(`  ${name}: ${JSON.stringify(value)}`);
  if (outcome?.ok === false) for (const line of refusalLines(outcome.problems)) say(line);
  return status;
}

/** A file, standard input, or a link. */
function savedIn(file: string): Saved {
  try {
    return readSaved(/^https?:/.test(file) ? Buffer.from(file) : readFileSync(file === "-" ? 0 : file));
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const why = error instanceof NotStored ? "is not a stored result" : "cannot be read";
    throw new Usage(`${file} ${why}: ${error.message.replace(/\.$/, "")}.`);
  }
}

function list(differences: readonly Difference[]): void {
  for (const { path, expected, got } of differences.slice(0, MOST_SHOWN))
    say(`  ${path}\n    stored     ${shown(expected)}\n    recomputed ${shown(got)}`);
  if (differences.length > MOST_SHOWN) say(`  and ${differences.length - MOST_SHOWN} more`);
}

function shown(value: unknown): string {
  return value === undefined ? "(absent)" : JSON.stringify(value);
}

function whence({ commit }: Found): string {
  return commit === undefined ? "in the working tree" : `in commit ${commit.slice(0, 12)}`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
