// `plumbline verify --independent`: the served results beside those of mathjs and json-rules-engine.
import { readFileSync } from "node:fs";
import { wholeTool } from "../build/whole.js";
import type { Tool } from "../engine/tool.js";
import type { Compared } from "../independent/check.js";
import type { Arguments } from "../settings/arguments.js";
import { authorsFolder, servedSet } from "../settings/served-set.js";
import { Usage } from "../settings/usage.js";
import { columns } from "./columns.js";
import { type NamedTool, namedTool } from "./tools.js";

interface Checked {
  readonly title: string;
  readonly results: readonly Compared[];
}

/** Without a tool checks the examples of all tools. A second word is a file with one input. */
export async function verifyIndependently(args: Arguments): Promise<number> {
  const [name, file] = args.atMost(2).words;
  const tools = name === undefined ? await allTools(args) : [await namedTool(args)];
  let isSame = true;
  const report: object[] = [];
  for (const named of tools) {
    if (named === undefined) return 1;
    const tool = await wholeTool(named.set, named.tool);
    const inputs = file === undefined ? tool.facts.examples : [{ title: file, input: inputIn(file) }];
    const checked: Checked[] = [];
    for (const { title, input } of inputs) checked.push({ title, results: await resultsOf(tool, input) });
    const apart = checked.flatMap(({ results }) => results).filter(({ agrees }) => !agrees);
    isSame &&= apart.length === 0;
    if (args.flag("json")) report.push({ tool: tool.name, version: tool.facts.version, checked });
    else process.stdout.write(name === undefined ? summary(tool, checked) : sideBySide(checked));
  }
  if (args.flag("json"))
    process.stdout.write(`${JSON.stringify({ agrees: isSame, tools: report }, null, 2)}\n`);
  return isSame ? 0 : 1;
}

async function allTools(args: Arguments): Promise<(NamedTool | undefined)[]> {
  const set = await servedSet(authorsFolder(args));
  return set === undefined ? [undefined] : [...set.tools.values()].map((tool) => ({ set, tool }));
}

async function resultsOf(tool: Tool, input: unknown): Promise<readonly Compared[]> {
  const { compareIndependently } = await import("../independent/check.js");
  const results = await compareIndependently(tool, input);
  if (results !== undefined) return results;
  throw new Usage(
    tool
      .validate(input)
      .map(({ pointer, message }) => `${pointer} ${message}`)
      .join("\n"),
  );
}

function inputIn(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file === "-" ? 0 : file, "utf8"));
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new Usage(`${file} cannot be read: ${error.message.replace(/\.$/, "")}.`);
  }
}

function agreeing(results: readonly Compared[]): string {
  return `${results.filter(({ agrees }) => agrees).length} of ${results.length} results agree`;
}

function summary({ name }: Tool, checked: readonly Checked[]): string {
  const results = checked.flatMap((each) => each.results);
  const apart = results.filter(({ agrees }) => !agrees).map(({ path }) => path);
  return `${name}: ${agreeing(results)}${apart.length === 0 ? "" : ` (not ${apart.join(", ")})`}\n`;
}

function sideBySide(checked: readonly Checked[]): string {
  return checked
    .map(({ title, results }) => {
      const rows = results.map(({ path, served, independent, agrees }) => [
        agrees ? "" : "differs",
        path,
        shown(served),
        shown(independent),
      ]);
      return `${title}\n${columns([["", "result", "served", "independent"], ...rows])}${agreeing(results)}\n`;
    })
    .join("\n");
}

const WIDEST = 40;

function shown(value: unknown): string {
  const text = value === undefined ? "(absent)" : (JSON.stringify(value) ?? "");
  return text.length > WIDEST ? `${text.slice(0, WIDEST - 3)}...` : text;
}
