// GET /v1/tools and the paths below it: the list of tools, the entry and definition of each, and its call.
import type { FastifyInstance, RouteHandlerMethod } from "fastify";
import { definitionFiles, identityOf } from "../../definitions/identity.js";
import { once } from "../../engine/language/once.js";
import type { RuntimeSet, RuntimeTool } from "../../engine/run/tool.js";
import { entryOf } from "../../wording/catalogue-entry.js";
import { noSuch } from "../../wording/wording.js";
import { problem, sendProblem } from "../http/problems.js";
import { route } from "../http/routes.js";
import {
  jsonDocument,
  type StaticDocument,
  sendDocument,
  staticDocument,
  YAML_TYPE,
} from "../http/static-documents.js";
import type { Service } from "../options.js";
import { refuseCounted } from "./admission.js";
import { callTool, identify, mistyped, sheetCall, unknownTool, withTier } from "./calls.js";
import { editionRoutes } from "./editions.js";

export function catalogueRoutes(app: FastifyInstance, service: Service): void {
  const { set, admission, reading, bodyLimit } = service;
  const { served, choose } = editionRoutes(app, service);
  const catalogue = once(() => catalogueOf(set));
  const definitions = once(() => definitionsOf(set));
  /** Handles a request for a document of one tool. */
  const about =
    (documents: () => ReadonlyMap<string, StaticDocument>): RouteHandlerMethod =>
    async (request, reply) => {
      const { name } = request.params as { name: string };
      const [document, known] = [documents().get(name), served.get(name)];
      if (document === undefined || known === undefined) return sendProblem(reply, unknownTool(served, name));
      return sendDocument(request, identify(reply, known.identity), document);
    };

  route(app, "/v1/tools", {
    GET: async (request, reply) => {
      const { category } = request.query as { category?: unknown };
      const { all, byCategory } = catalogue();
      if (category === undefined) return sendDocument(request, reply, all);
      const found = byCategory.get(String(category));
      if (found !== undefined) return sendDocument(request, reply, found);
      const { message, near } = noSuch("category", String(category), byCategory.keys());
      const allowed = [...byCategory.keys()];
      const detail = `${message} Categories: ${allowed.join(", ")}.`;
      return sendProblem(reply, problem("bad-request", detail, { near, allowed }));
    },
  });

  route(app, "/v1/tools/:name", {
    bodyLimit,
    config: { counted: admission },
    GET: about(() => catalogue().byName),
    POST: (request, reply) => {
      const called = choose(request);
      if ("status" in called) return refuseCounted(request, reply, called);
      const typo = mistyped(reading, called.tool, request);
      if (typo !== undefined) return sendProblem(identify(reply, called.identity), typo);
      return callTool(called, request, reply, withTier);
    },
  });

  route(app, "/v1/tools/:name/sheet", {
    config: { counted: admission, free: true },
    GET: (request, reply) => {
      const called = choose(request);
      if ("status" in called) return refuseCounted(request, reply, called);
      return sheetCall(called, request, reply);
    },
  });

  route(app, "/v1/tools/:name/definition", { GET: about(definitions) });
}

/** Builds the catalogue's documents. Called at the first request, because schemas are long. */
function catalogueOf(set: RuntimeSet) {
  const entries = [...set.tools.values()].map((tool) => wholeEntry(set, tool));
  const listed = (tools: readonly unknown[]) => jsonDocument({ tools, count: tools.length });
  const categories = [...new Set(entries.map(({ category }) => category))];
  const within = (wanted: string) => entries.filter(({ category }) => category === wanted);
  return {
    all: listed(entries),
    byCategory: new Map(categories.map((category) => [category, listed(within(category))])),
    byName: new Map(entries.map((entry) => [entry.name, jsonDocument(entry)])),
  };
}

function definitionsOf({ tools, files }: RuntimeSet): Map<string, StaticDocument> {
  return new Map(
    [...tools].map(([name, { facts }]) => [
      name,
      staticDocument(files.get(facts.file)?.text ?? "", YAML_TYPE),
    ]),
  );
}

function wholeEntry(set: RuntimeSet, tool: RuntimeTool) {
  const definition = {
    sha256: identityOf(set, tool).sha256,
    files: Object.fromEntries(definitionFiles(set, tool)),
  };
  return { ...entryOf(tool), definition };
}
