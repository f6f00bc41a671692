// What there is to call: the list of tools and each one's entry.
import type { FastifyInstance } from "fastify";
import type { DefinitionSet } from "../engine/definitions.js";
import type { Tool } from "../engine/tool.js";
import { noSuch } from "../wording.js";
import { refuseCounted } from "./admission.js";
import { callTool, identify, unknownTool, withTier } from "./calls.js";
import { type Fixed, fixed, fixedJson, sendFixed, YAML_TYPE } from "./fixed.js";
import { definitionFiles, identityOf } from "./identity.js";
import type { Service } from "./options.js";
import { problem, sendProblem } from "./problems.js";
import { route } from "./routes.js";
import { standardOf } from "./standard.js";

export function catalogueRoutes(app: FastifyInstance, service: Service): void {
  const { set } = service;
  const identities = new Map([...set.tools].map(([name, tool]) => [name, identityOf(set, tool)]));
  const entries = [...set.tools.values()].map((tool) => entryOf(set, tool));
  const listed = (tools: readonly unknown[]) => fixedJson({ tools, count: tools.length });
  const all = listed(entries);
  const byCategory = new Map<string, Fixed>();
  for (const { category } of entries)
    byCategory.set(category, listed(entries.filter((entry) => entry.category === category)));
  const byName = new Map(
    [...set.tools.values()].map((tool, at) => [
      tool.name,
      { identity: identityOf(set, tool), document: fixedJson(entries[at]) },
    ]),
  );

  route(app, "/v1/tools", {
    GET: async (request, reply) => {
      const { category } = request.query as { category?: unknown };
      if (category === undefined) return sendFixed(request, reply, all);
      const found = byCategory.get(String(category));
      if (found !== undefined) return sendFixed(request, reply, found);
      const { message, near } = noSuch("category", String(category), byCategory.keys());
      const allowed = [...byCategory.keys()];
      const detail = `${message} Categories: ${allowed.join(", ")}.`;
      return sendProblem(reply, problem("bad-request", detail, { near, allowed }));
    },
  });

  route(
    app,
    "/v1/tools/:name",
    {
      GET: async (request, reply) => {
        const { name } = request.params as { name: string };
        const entry = byName.get(name);
        if (entry === undefined) return sendProblem(reply, unknownTool(set, name));
        return sendFixed(request, identify(reply, entry.identity), entry.document);
      },
      POST: (request, reply) => {
        const { name } = request.params as { name: string };
        const tool = set.tools.get(name);
        const identity = identities.get(name);
        if (tool === undefined || identity === undefined)
          return refuseCounted(service.admission, request, reply, unknownTool(set, name));
        return callTool(service, tool, identity, request, reply, withTier);
      },
    },
    { bodyLimit: service.bodyLimit, config: { counted: service.admission } },
  );

  route(app, "/v1/tools/:name/definition", {
    GET: async (request, reply) => {
      const { name } = request.params as { name: string };
      const tool = set.tools.get(name);
      const file = tool === undefined ? undefined : set.files.get(tool.plan.def.file);
      if (tool === undefined || file === undefined) return sendProblem(reply, unknownTool(set, name));
      identify(reply, identityOf(set, tool));
      return sendFixed(request, reply, fixed(file.text, YAML_TYPE));
    },
  });
}

export interface CatalogueEntry {
  readonly name: string;
  readonly category: string;
  readonly [field: string]: unknown;
}

export function entryOf(set: DefinitionSet, tool: Tool): CatalogueEntry {
  const { def } = tool.plan;
  return {
    name: def.name,
    title: def.title,
    description: def.description,
    category: def.category,
    version: def.version,
    edition: def.edition,
    standard_reference: standardOf(tool),
    inputSchema: tool.inputSchema,
    outputSchema: tool.outputSchema,
    definition: {
      sha256: identityOf(set, tool).sha256,
      files: Object.fromEntries(definitionFiles(set, tool)),
    },
  };
}
