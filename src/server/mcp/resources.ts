// MCP resources: definitions, shared tables, parts and sources as files, pages of the rule book, and the calculation
// sheet of any input.
import type { RuntimeSet, RuntimeTool } from "../../engine/run/tool.js";
import { noSuch, refusalLines, titleOf } from "../../wording/wording.js";
import { filesOf, SHELVES } from "../calls/library.js";
import { definitionUri, readSheetUri, SCHEME, SHEETS } from "./addresses.js";
import { APP_TYPE, appPage, toolOfApp } from "./app-page.js";
import { CODES, RpcError, textParam, wrongParams } from "./codes.js";
import { answered, type McpRequest, type McpResult, type Offered, type Params } from "./mcp-request.js";
import { RULES_TEMPLATE, readRulePage } from "./rule-pages.js";

const YAML = "text/yaml";
const SOURCES = `${SCHEME}sources`;

export interface Resource {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
  readonly text: string;
  /** Omitted from the list; found by its template. */
  readonly unlisted?: boolean;
}

/** Every resource by address, tools first. */
export function resourcesOf(set: RuntimeSet): ReadonlyMap<string, Resource> {
  const found: Resource[] = [];
  for (const tool of set.tools.values()) {
    const { name, title, version, file } = tool.facts;
    found.push({
      uri: definitionUri(name),
      name,
      title: `Definition: ${title}`,
      description: `The whole definition of ${name} ${version}: inputs, tables, formulas, rules and their sources.`,
      mimeType: YAML,
      text: set.files.get(file)?.text ?? "",
    });
  }
  for (const shelf of SHELVES) {
    const { folder, noun, about } = shelf;
    for (const [name, text] of filesOf(set, shelf))
      found.push({
        uri: `${SCHEME}${folder}/${name}`,
        name,
        title: `${titleOf(noun)}: ${name}`,
        description: `${name}, ${about}.`,
        mimeType: YAML,
        text,
      });
  }
  found.push({
    uri: SOURCES,
    name: "sources",
    title: "Bibliography",
    description:
      "Every law, standard and data set that the definitions cite, with its evidence and review date.",
    mimeType: YAML,
    text: set.files.get("sources.yaml")?.text ?? "",
  });
  for (const [id, source] of set.sources)
    found.push({
      uri: `${SOURCES}/${id}`,
      name: id,
      title: source.title,
      description: "A source that definitions cite.",
      mimeType: "application/json",
      text: JSON.stringify(source),
      unlisted: true,
    });
  return new Map(found.map((resource) => [resource.uri, resource]));
}

export function listResources(resources: ReadonlyMap<string, Resource>): unknown[] {
  return [...resources.values()]
    .filter(({ unlisted }) => unlisted !== true)
    .map(({ text, unlisted: _, ...about }) => ({ ...about, size: Buffer.byteLength(text) }));
}

export const TEMPLATES = [
  ...[{ folder: "tools", noun: "tool", about: "the definition of a tool" }, ...SHELVES].map(
    ({ folder, noun, about }) => ({
      uriTemplate: `${SCHEME}${folder}/{name}`,
      name: noun,
      title: `By name: ${noun}`,
      description: `The YAML of ${about}, by its name.`,
      mimeType: YAML,
    }),
  ),
  {
    uriTemplate: `${SOURCES}/{name}`,
    name: "source",
    title: "By name: source",
    description: "A law, standard or data set that definitions cite, by its key in them.",
    mimeType: "application/json",
  },
  RULES_TEMPLATE,
  {
    uriTemplate: `${SHEETS}{name}{?input}`,
    name: "sheet",
    title: "Calculation sheet",
    description:
      "The calculation sheet of a tool for an input, a page to read and file. input: the arguments of the call, as JSON. Counts as a call.",
    mimeType: "text/html",
  },
];

/** A sheet is computed, so it counts as a call. */
export function sheetCost({ uri }: Params): number {
  return typeof uri === "string" && uri.startsWith(SHEETS) ? 1 : 0;
}

export async function readResource(
  offered: Offered,
  resources: ReadonlyMap<string, Resource>,
  params: Params,
  asked: McpRequest,
): Promise<McpResult> {
  const uri = textParam(params, "uri");
  const resource = resources.get(uri);
  if (resource !== undefined) return contents(uri, resource.mimeType, resource.text);
  const sheet = readSheetUri(uri);
  const tool = sheet === undefined ? undefined : offered.set.tools.get(sheet.name);
  if (sheet !== undefined && tool !== undefined)
    return readSheet(offered, asked.caller, tool, uri, sheet.input);
  const page = await readRulePage(offered.rules, uri);
  if (page !== undefined) return contents(uri, page.mimeType, page.text);
  const app = offered.set.tools.get(toolOfApp(uri) ?? "");
  if (app !== undefined)
    return answered({
      contents: [{ uri, mimeType: APP_TYPE, text: appPage(app), _meta: { ui: { prefersBorder: true } } }],
    });
  const { message, near } = noSuch("resource", uri, resources.keys());
  throw wrongParams(message, { uri: uri.slice(0, 200), near });
}

async function readSheet(
  { explanations }: Offered,
  caller: string,
  tool: RuntimeTool,
  uri: string,
  input: unknown,
): Promise<McpResult> {
  const computed = tool.run(input);
  if (!computed.ok)
    throw wrongParams(refusalLines(computed.problems).join(" "), { errors: computed.problems });
  const explained = await explanations.run(caller, tool, input, "checks");
  if (explained === undefined) throw busy();
  if (!explained.outcome.ok) throw wrongParams(refusalLines(explained.outcome.problems).join(" "));
  return contents(uri, "text/html", explained.page?.html ?? "");
}

/** The queue of explanations is full. */
export function busy(): RpcError {
  return new RpcError(CODES.refused, "Too many explanations are waiting. Try again in a moment.");
}

function contents(uri: string, mimeType: string, text: string): McpResult {
  return answered({ contents: [{ uri, mimeType, text }] });
}

/** Returns names that match a template, for completion. */
export function namesFor(resources: ReadonlyMap<string, Resource>, uriTemplate: string): string[] {
  // Sheets are completed with the names of tools.
  const prefix = uriTemplate.startsWith(SHEETS) ? definitionUri("") : uriTemplate.replace(/\{name\}.*$/, "");
  return [...resources.keys()].filter((uri) => uri.startsWith(prefix)).map((uri) => uri.slice(prefix.length));
}
