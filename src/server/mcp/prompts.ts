// MCP prompts that chain tools. The tools come from the definition set.
import type { RuntimeSet } from "../../engine/run/tool.js";
import { isRecord } from "../../json/objects.js";
import { noSuch } from "../../wording/wording.js";
import { textParam, wrongParams } from "./codes.js";
import type { Params } from "./mcp-request.js";

interface Argument {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  /** Completions of the argument. */
  readonly words?: (set: RuntimeSet) => readonly string[];
}
interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly Argument[];
  readonly write: (set: RuntimeSet, given: Readonly<Record<string, string>>) => string;
}

const toolNames = (set: RuntimeSet) => [...set.tools.keys()];
const categories = (set: RuntimeSet) => [
  ...new Set([...set.tools.values()].map((tool) => tool.facts.category)),
];

/** Lists the tools of a category, or all. */
function catalogue(set: RuntimeSet, category: string | undefined): string {
  return [...set.tools.values()]
    .map((tool) => tool.facts)
    .filter((def) => category === undefined || def.category === category)
    .map((def) => `- ${def.name} (${def.category}): ${def.description}`)
    .join("\n");
}

const RULES = `Work like this:
1. Choose the tools that answer part of the question, and skip the others; state which and why.
2. Collect each tool's inputs from the facts. Never invent one: request a required input that is missing, and leave out unknown optional ones.
3. Call the tools. Where one tool's result is another's input, pass the number on as it is. If a call is refused, read its message and correct the arguments.
4. Report the results with their units, then every flag, warning and assumption, then the recommendations without repeating any. Name the standard behind each result.
5. End with the disclaimer, once.`;

const PROMPTS: readonly Prompt[] = [
  {
    name: "dossier",
    title: "First-look dossier",
    description:
      "Runs all relevant tools for one building, site or organisation, and writes one short report.",
    arguments: [
      {
        name: "subject",
        description: "The subject, such as: 1930s semi-detached house in Leeds, to be let",
        required: true,
      },
      {
        name: "facts",
        description: "Facts about it, in any words: areas, ages, ratings, loads, consumption.",
        required: false,
      },
      {
        name: "category",
        description: "Only tools of this category; all categories without it.",
        required: false,
        words: categories,
      },
    ],
    write: (set, { subject, facts, category }) =>
      `Write a first-look dossier about: ${subject}\n\nFacts: ${facts ?? "none beyond the above"}\n\n` +
      `Tools that may apply:\n${catalogue(set, category)}\n\n${RULES}\n\n` +
      "Begin the dossier with three sentences for a reader who reads no further: what stands out, what is at risk, what to do first.",
  },
  {
    name: "compare_options",
    title: "Compare options",
    description:
      "One tool over several variants of the same case, side by side, with the differences explained.",
    arguments: [
      { name: "tool", description: "Name of the tool.", required: true, words: toolNames },
      { name: "case", description: "The inputs that all variants share, in any words.", required: true },
      { name: "options", description: "The variants, and what differs between them.", required: true },
    ],
    write: (set, { tool = "", case: base, options }) =>
      `Compare these options with the tool ${tool}: ${options}\n\nShared by all: ${base}\n\n` +
      `About the tool: ${describe(set, tool)}\n\n${RULES}\n\n` +
      "Call the tool once for each option. Show a table with one row for each option and the result fields that differ, then name the input that causes each difference.",
  },
  {
    name: "audit_result",
    title: "Audit a result",
    description: "Traces a result back to its formulas, tables and sources, and states how reliable it is.",
    arguments: [
      { name: "tool", description: "Name of the tool.", required: true, words: toolNames },
      { name: "inputs", description: "The inputs of the call, as JSON or in words.", required: true },
    ],
    write: (set, { tool = "", inputs }) =>
      `Audit the result of the tool ${tool} for these inputs: ${inputs}\n\nAbout the tool: ${describe(set, tool)}\n\n` +
      `1. Call the tool.\n2. Read its definition at plumbline://tools/${tool}, the tables and parts that it uses (plumbline://tables/..., plumbline://parts/...) and the bibliography at plumbline://sources.\n` +
      "3. For each main result: the formula or rule that gave it, the numbers that went in, the table row used, and the source with its clause and kind of evidence.\n" +
      "4. Name the weakest links: rules of thumb, judgements, assumptions made because an input was absent, sources past their review date.\n" +
      "5. List the points that an engineer should check first. End with the disclaimer.",
  },
];

function describe(set: RuntimeSet, name: string): string {
  const tool = set.tools.get(name);
  if (tool !== undefined) return tool.facts.description;
  throw wrongParams(noSuch("tool", name, set.tools.keys()).message);
}

export function listPrompts(): unknown[] {
  return PROMPTS.map(({ write: _, ...about }) => ({
    ...about,
    arguments: about.arguments.map(({ words: __, ...argument }) => argument),
  }));
}

export function getPrompt(set: RuntimeSet, params: Params): Params {
  const prompt = find(textParam(params, "name"));
  const given = isRecord(params.arguments) ? params.arguments : {};
  const words: Record<string, string> = {};
  for (const { name, required, words: allowed } of prompt.arguments) {
    const value = given[name];
    if (value === undefined && !required) continue;
    if (typeof value !== "string" || value.trim() === "")
      throw wrongParams(`The prompt ${prompt.name} needs the argument ${name}, as text.`);
    const known = allowed?.(set);
    if (known !== undefined && !known.includes(value)) throw wrongParams(noSuch(name, value, known).message);
    words[name] = value;
  }
  const text = prompt.write(set, words);
  return {
    description: prompt.description,
    messages: [{ role: "user", content: { type: "text", text } }],
  };
}

export function wordsFor(set: RuntimeSet, prompt: string, argument: string): readonly string[] {
  const about = find(prompt).arguments.find(({ name }) => name === argument);
  return about?.words?.(set) ?? [];
}

function find(name: string): Prompt {
  const prompt = PROMPTS.find((each) => each.name === name);
  if (prompt !== undefined) return prompt;
  const known = PROMPTS.map((each) => each.name);
  throw wrongParams(noSuch("prompt", name, known).message);
}
