// MCP resources: definitions, shared tables, parts and the bibliography, to be read as they stand.
import type { ServedSet } from "../../engine/run/tool.js";
import { noSuch, titleOf } from "../../wording.js";
import { filesOf, SHELVES } from "../library.js";
import { CODES, RpcError, textParam } from "./codes.js";

const SCHEME = "plumbline://";
const YAML = "text/yaml";
const SOURCES = `${SCHEME}sources`;

export interface Resource {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
  readonly text: string;
}

/** Every resource by its address, tools first. */
export function resourcesOf(set: ServedSet): ReadonlyMap<string, Resource> {
  const found: Resource[] = [];
  for (const tool of set.tools.values()) {
    const { name, title, version, file } = tool.facts;
    found.push({
      uri: `${SCHEME}tools/${name}`,
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
  return new Map(found.map((resource) => [resource.uri, resource]));
}

export function listResources(resources: ReadonlyMap<string, Resource>): unknown[] {
  return [...resources.values()].map(({ text, ...about }) => ({ ...about, size: Buffer.byteLength(text) }));
}

export const TEMPLATES = [
  { folder: "tools", noun: "tool", about: "the definition of a tool" },
  ...SHELVES,
].map(({ folder, noun, about }) => ({
  uriTemplate: `${SCHEME}${folder}/{name}`,
  name: noun,
  title: `By name: ${noun}`,
  description: `The YAML of ${about}, by its name.`,
  mimeType: YAML,
}));

export function readResource(
  resources: ReadonlyMap<string, Resource>,
  params: Readonly<Record<string, unknown>>,
): object {
  const uri = textParam(params, "uri");
  const resource = resources.get(uri);
  if (resource === undefined) {
    const { message, near } = noSuch("resource", uri, resources.keys());
    throw new RpcError(CODES.resourceNotFound, message, { uri: uri.slice(0, 200), near });
  }
  return { contents: [{ uri, mimeType: resource.mimeType, text: resource.text }] };
}

/** Names that fit a template, for completion. */
export function namesFor(resources: ReadonlyMap<string, Resource>, uriTemplate: string): string[] {
  const prefix = uriTemplate.replace(/\{name\}$/, "");
  return [...resources.keys()].filter((uri) => uri.startsWith(prefix)).map((uri) => uri.slice(prefix.length));
}
