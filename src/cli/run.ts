// `plumbline run` and `plumbline explain`: computes one result, as JSON or as a calculation sheet.
import { wholeTool } from "../build/whole.js";
import type { Explanation } from "../engine/explain/explanation.js";
import type { InputProblem } from "../engine/run/validate.js";
import type { Tool } from "../engine/tool.js";
import { DETAILS, type SheetOptions } from "../pages/sheet/options.js";
import type { Arguments } from "../settings/arguments.js";
import { Usage } from "../settings/usage.js";
import { writeNamed } from "../settings/write-file.js";
import { refusalLines } from "../wording/wording.js";
import { callOf } from "./inputs.js";
import { look } from "./style.js";
import { namedTool } from "./tools.js";

export async function runTool(args: Arguments): Promise<number> {
  if (args.flag("table") && args.flag("server"))
    return (await import("./remote-table.js")).runRemoteTable(args.atMost(1));
  if (args.flag("table")) {
    const { isForDuckdb, runInDuckdb } = await import("./duckdb-table.js");
    const inDuckdb = isForDuckdb(args);
    const named = await namedTool(args.atMost(1));
    if (named !== undefined && inDuckdb) return runInDuckdb(args, named);
    return named === undefined ? 1 : (await import("./table.js")).runTable(args, named);
  }
  const alone = [
    "output",
    "html",
    "map",
    "columns",
    "dates",
    "decimals",
    "formulas",
    "workers",
    "engine",
    "server",
  ].find((name) => args.flag(name));
  if (alone !== undefined) throw new Usage(`--${alone} goes with --table.`);
  const call = await callOf(args);
  if (call === undefined) return 1;
  const outcome = call.tool.run(call.input);
  if (!outcome.ok) return refuse(args, outcome.problems);
  process.stdout.write(`${JSON.stringify(outcome.result, null, 2)}\n`);
  return 0;
}

export async function explainTool(args: Arguments): Promise<number> {
  const form = formOf(args);
  const options = sheetOptions(args);
  const output = args.text("output");
  const call = await callOf(args);
  if (call === undefined) return 1;
  const tool = await wholeTool(call.set, call.tool);
  const { outcome, explanation } = tool.explain(call.input);
  if (!outcome.ok || explanation === undefined) return refuse(args, outcome.ok ? [] : outcome.problems);
  const made = await FORMS[form](explanation, tool, options);
  if (output === undefined) process.stdout.write(made);
  else {
    writeNamed(output, made);
    process.stderr.write(`Written: ${output}\n`);
  }
  return 0;
}

type Form = (explanation: Explanation, tool: Tool, options: SheetOptions) => Promise<string>;

const asPage = async (explanation: Explanation, tool: Tool, options: SheetOptions): Promise<string> => {
  const { contextOf, explanationPage } = await import("../pages/sheet/page.js");
  return explanationPage(explanation, contextOf(tool), options);
};

/** Output formats of an explanation: text, JSON and HTML. */
const FORMS = {
  text: async (explanation, tool, options) => {
    const [{ sheetText }, { contextOf }] = await Promise.all([
      import("../pages/sheet/text.js"),
      import("../pages/sheet/page.js"),
    ]);
    return sheetText(explanation, contextOf(tool), options);
  },
  json: async (explanation) => `${JSON.stringify(explanation, null, 2)}\n`,
  html: asPage,
} satisfies Record<string, Form>;

function formOf(args: Arguments): keyof typeof FORMS {
  if (args.flag("pdf"))
    throw new Usage("For a PDF, write the sheet with --html and print it from a browser.");
  const [form = "text", second] = (["json", "html"] as const).filter((each) => args.flag(each));
  if (second !== undefined) throw new Usage(`Choose --${form} or --${second}, not both.`);
  return form;
}

function sheetOptions(args: Arguments): SheetOptions {
  const detail = args.word("detail", DETAILS);
  const [project, reference] = [args.text("project"), args.text("reference")];
  return {
    ...(detail === undefined ? {} : { detail }),
    project: {
      ...(project === undefined ? {} : { project }),
      ...(reference === undefined ? {} : { reference }),
    },
  };
}

function refuse(args: Arguments, problems: readonly InputProblem[]): number {
  if (args.flag("json")) process.stderr.write(`${JSON.stringify({ errors: problems }, null, 2)}\n`);
  else
    for (const line of refusalLines(problems)) {
      const [name = ""] = /^[^\s:]+:?/.exec(line) ?? [];
      process.stderr.write(`${look("red", name, process.stderr)}${line.slice(name.length)}\n`);
    }
  return 1;
}
