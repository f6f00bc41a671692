// GET /v1/tables, /v1/parts and /v1/sources: the files of the definitions folder, unchanged, for auditors.
import type { FastifyInstance } from "fastify";
import { kindOfFile } from "../../engine/language/files.js";
import { once } from "../../engine/language/once.js";
import type { RuntimeSet } from "../../engine/run/tool.js";
import {
  documentRoute,
  jsonDocument,
  namedDocuments,
  staticDocument,
  YAML_TYPE,
} from "../http/static-documents.js";
import type { Service } from "../options.js";

export const SHELVES = [
  { folder: "tables", noun: "table", about: "a table that several tools share" },
  { folder: "parts", noun: "part", about: "a piece of a method that several tools use" },
] as const;
export type Shelf = (typeof SHELVES)[number];

export function filesOf(set: RuntimeSet, { noun }: Shelf): Map<string, string> {
  const found = new Map<string, string>();
  for (const { path, text } of set.files.values()) {
    if (kindOfFile(path) !== noun) continue;
    const name = /([^/]+)\.yaml$/.exec(path)?.[1];
    if (name !== undefined) found.set(name, text);
  }
  return found;
}

export function libraryRoutes(app: FastifyInstance, { set }: Service): void {
  for (const shelf of SHELVES) {
    const { folder, noun } = shelf;
    const texts = filesOf(set, shelf);
    const list = jsonDocument({ [folder]: [...texts.keys()], count: texts.size });
    documentRoute(app, `/v1/${folder}`, () => list);
    const documents = new Map(
      [...texts].map(([name, text]) => [name, once(() => staticDocument(text, YAML_TYPE))]),
    );
    namedDocuments(app, `/v1/${folder}`, noun, documents);
  }
  const sources = [...set.sources.values()];
  const bibliography = jsonDocument({ sources, count: sources.length, licences: [...set.licences.values()] });
  documentRoute(app, "/v1/sources", () => bibliography);
}
