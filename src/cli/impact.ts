// `plumbline impact`: compares two states of the definitions, each a git revision, a folder or the working tree.
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { DEFAULT_FOLDER, GOLDEN_FOLDER, readSchemas } from "../definitions/folder.js";
import { readFolder } from "../definitions/read-folder.js";
import { formatFinding } from "../engine/language/findings.js";
import { isDateText } from "../engine/language/types.js";
import type { DefinitionSet } from "../engine/set.js";
import { loadDefinitions, UPKEEP } from "../lint/load.js";
import type { Arguments } from "../settings/arguments.js";
import { authorsFolder, casesFolder } from "../settings/served-set.js";
import { Usage } from "../settings/usage.js";
import { writeNamed } from "../settings/write-file.js";
import { readGolden } from "../workbench/cases.js";
import { History, type Revision } from "../workbench/history.js";
import { impactOf, type Probe, type ToolImpact, toolsOfBoth } from "../workbench/impact/impact.js";
import type { Sides } from "../workbench/impact/page-files.js";
import { type ImpactReport, markdownReport, textReport } from "../workbench/impact/report.js";
import { workThrough } from "./progress.js";

const SEED = "plumbline";
const RANDOM_INPUTS = 2000;
/** The name of the shipped set, as in `extends`. */
const SHIPPED = "plumbline";

export async function impact(args: Arguments): Promise<number> {
  const folder = authorsFolder(args);
  const cases = casesFolder(args, folder);
  const asJson = args.flag("json");
  const asMarkdown = args.flag("markdown");
  if (asJson && asMarkdown) throw new Usage("Choose --json or --markdown, not both.");
  const page = args.text("html");
  const asOf = args.text("as-of");
  if (asOf !== undefined && !isDateText(asOf)) throw new Usage("--as-of needs a day such as 2026-11-01.");
  const [from, to, ...more] = args.words;
  if (from === undefined || more.length > 0) throw new Usage("Name one git revision or folder, or two.");
  const history = History.of(folder);
  const before = sideOf(from, folder, history);
  const after =
    to === undefined ? { name: "the working tree", files: readFolder(folder) } : sideOf(to, folder, history);
  const [old, now] = [load(before), load(after)];
  if (old === undefined || now === undefined) return 1;
  const tools: ToolImpact[] = [];
  const folders = [from, to].includes(SHIPPED) ? [cases, GOLDEN_FOLDER] : [cases];
  const options = {
    golden: (tool: string) => folders.flatMap((each) => goldenInputs(join(each, tool))),
    random: RANDOM_INPUTS,
    seed: SEED,
    ...(asOf === undefined ? {} : { asOf }),
  };
  const count = toolsOfBoth(old, now).length;
  const compared = impactOf(old, now, options);
  if (!(await workThrough("tools compared:", count, compared, (tool) => tools.push(tool)))) {
    process.stderr.write("Interrupted: not all tools were compared, so nothing is reported.\n");
    return 130;
  }
  const report: ImpactReport = { before: before.name, after: after.name, seed: SEED, tools };
  if (page !== undefined) await writePage(page, report, { before: old, after: now });
  process.stdout.write(
    asJson
      ? `${JSON.stringify(report, null, 2)}\n`
      : asMarkdown
        ? markdownReport(report)
        : textReport(report),
  );
  return tools.some(({ findings }) => findings.length > 0) ? 1 : 0;
}

/** Writes the page and its folder of sheets, which replaces that of an earlier run. */
async function writePage(file: string, report: ImpactReport, sides: Sides): Promise<void> {
  const place = resolve(file);
  const folder = `${basename(place).replace(/\.html?$/, "")}-sheets`;
  const { impactFiles } = await import("../workbench/impact/page-files.js");
  const files = await impactFiles(report, sides, basename(place), folder);
  const beside = join(dirname(place), folder);
  const own =
    existsSync(beside) && readdirSync(beside).every((name) => /-\d+-(before|after)\.html$/.test(name));
  if (existsSync(beside) && !own)
    throw new Usage(`${beside} contains files that are not sheets of an earlier run; choose another page.`);
  rmSync(beside, { recursive: true, force: true });
  for (const [name, content] of files) {
    if (name.includes("/")) mkdirSync(beside, { recursive: true });
    writeNamed(join(dirname(place), name), content);
  }
  process.stderr.write(
    `Written: ${file}${files.length > 1 ? `, with ${files.length - 1} sheets in ${folder}` : ""}\n`,
  );
}

/** Resolves a name: the shipped set, a git revision or a folder. */
function sideOf(name: string, folder: string, history: History | undefined): Revision {
  if (name === SHIPPED) return { name, files: readFolder(DEFAULT_FOLDER) };
  const revision = history?.revision(name);
  if (revision?.files.length === 0) throw new Usage(`The revision ${name} contains no definitions.`);
  if (revision !== undefined) return revision;
  if (existsSync(join(name, "common.yaml"))) return { name, files: readFolder(name) };
  if (existsSync(name)) throw new Usage(`The folder ${name} contains no definitions.`);
  throw new Usage(
    history === undefined
      ? `${folder} is in no git repository, and there is no folder ${name}.`
      : `There is no git revision ${name}, and no folder.`,
  );
}

/** Earlier states load despite findings that affect no result. */
function load({ name, files }: Revision): DefinitionSet | undefined {
  const { set, findings } = loadDefinitions(files, readSchemas(), UPKEEP);
  if (set !== undefined) return set;
  const errors = findings.filter(({ severity, check }) => severity === "error" && !UPKEEP.has(check));
  for (const finding of errors) process.stderr.write(`${formatFinding(finding)}\n`);
  process.stderr.write(`The definitions of ${name} do not load.\n`);
  return undefined;
}

function goldenInputs(folder: string): Probe[] {
  if (!existsSync(folder)) return [];
  return readGolden(folder).map(({ name, input }) => ({ name, input }));
}
