// `npm run impact`: two revisions of the definitions, compared and reported.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { definitionsFolder } from "../command/definitions.js";
import { Progress } from "../command/progress.js";
import { takeFlag, Usage } from "../command/usage.js";
import { type DefinitionFile, type DefinitionSet, UPKEEP } from "../engine/definitions.js";
import { formatFinding } from "../engine/finding.js";
import { loadDefinitions } from "../engine/loader.js";
import { readFolder, readSchemas } from "../folder.js";
import { goldenTools, readGolden } from "../golden.js";
import { History } from "./history.js";
import { impactOf, type Probe } from "./impact.js";
import { type ImpactReport, markdownReport, textReport } from "./impact-report.js";

const SEED = "plumbline";
const RANDOM_INPUTS = 2000;

interface Side {
  readonly name: string;
  readonly files: readonly DefinitionFile[];
}

export function impactCommand(given: readonly string[]): number {
  const args = [...given];
  const folder = definitionsFolder(args);
  const form = takeFlag(args, "json") ? "json" : takeFlag(args, "markdown") ? "markdown" : "text";
  const option = args.find((arg) => arg.startsWith("--"));
  if (option !== undefined) throw new Usage(`impact does not know ${option}.`);
  const [from, to, ...more] = args;
  if (from === undefined || more.length > 0) throw new Usage("Name one git revision, or two.");
  const history = History.of(folder);
  if (history === undefined) throw new Usage(`${folder} is in no git repository.`);
  const before = revision(history, from);
  const after =
    to === undefined ? { name: "the working tree", files: readFolder(folder) } : revision(history, to);
  const old = load(before);
  const now = load(after);
  if (old === undefined || now === undefined) return 1;
  const progress = new Progress(
    "impact",
    new Set([...goldenTools(old).keys(), ...goldenTools(now).keys()]).size,
  );
  const tools = impactOf(old, now, {
    golden: (tool) => goldenInputs(join(folder, "../test/golden", tool)),
    random: RANDOM_INPUTS,
    seed: SEED,
    step: () => progress.step(),
  });
  progress.end();
  process.stdout.write(render({ before: before.name, after: after.name, seed: SEED, tools }, form));
  return tools.some(({ findings }) => findings.length > 0) ? 1 : 0;
}

function revision(history: History, name: string): Side {
  const commit = history.commit(name);
  if (commit === undefined) throw new Usage(`There is no git revision ${name}.`);
  const files = history.filesAt(commit);
  if (files.length === 0) throw new Usage(`The revision ${name} holds no definitions.`);
  const short = commit.slice(0, 12);
  return { name: commit.startsWith(name) ? short : `${name} (${short})`, files };
}

/** A set of the past is loaded in spite of findings that move no result. */
function load({ name, files }: Side): DefinitionSet | undefined {
  const { set, findings } = loadDefinitions(files, readSchemas(), UPKEEP);
  if (set !== undefined) return set;
  const errors = findings.filter(({ severity, check }) => severity === "error" && !UPKEEP.has(check));
  for (const finding of errors) process.stderr.write(`${formatFinding(finding)}\n`);
  process.stderr.write(`The definitions of ${name} do not load.\n`);
  return undefined;
}

function goldenInputs(folder: string): Probe[] {
  if (!existsSync(folder)) return [];
  return readGolden(folder).map(({ file, input }) => ({ name: file, input }));
}

function render(report: ImpactReport, form: "json" | "markdown" | "text"): string {
  if (form === "json") return `${JSON.stringify(report, null, 2)}\n`;
  return form === "markdown" ? markdownReport(report) : textReport(report);
}
