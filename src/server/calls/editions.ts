// Earlier editions of the definitions, which an operator keeps so that what they once answered is answered again to the byte:
// `?edition=` chooses one for a call or a sheet, and GET /v1/editions lists them.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { identityOf, setHash } from "../../definitions/identity.js";
import type { RuntimeSet } from "../../engine/run/tool.js";
import { noSuch } from "../../wording/wording.js";
import { type Problem, problem } from "../http/problems.js";
import { documentRoute, jsonDocument } from "../http/static-documents.js";
import type { Service } from "../options.js";
import { type CalledTool, unknownTool } from "./calls.js";
import { Explanations, explainerOf } from "./explanations.js";

type Choose = (request: FastifyRequest) => CalledTool | Problem;

/** What answers a call: the tool of the edition that it names, or of the one that is served. */
export function editionRoutes(app: FastifyInstance, service: Service): Choose {
  const { set, editions, admission, explainQueue } = service;
  const served = offered(set, service);
  const kept = new Map(
    editions.map(({ name, set: earlier, explainer }) => {
      const explanations = new Explanations(explainQueue, explainer ?? explainerOf(earlier));
      return [name, offered(earlier, { admission, explanations })];
    }),
  );
  const told = ({ edition, tools }: RuntimeSet, hash: string) => ({
    edition,
    tools: tools.size,
    definitions: hash,
  });
  const list = jsonDocument({
    served: told(set, setHash(set)),
    kept: editions.map(({ name, set: earlier }) => ({ ...told(earlier, setHash(earlier)), edition: name })),
  });
  documentRoute(app, "/v1/editions", () => list);
  return ({ params, query }) => {
    const { name } = params as { name: string };
    const { edition } = query as { edition?: unknown };
    const chosen = edition === undefined ? served : kept.get(String(edition));
    if (chosen !== undefined) return chosen.get(name) ?? unknownTool(chosen.of.tools, name);
    if (edition === set.edition) return served.get(name) ?? unknownTool(set.tools, name);
    const names = [...kept.keys(), set.edition];
    const { message, near } = noSuch("edition", String(edition), names);
    return problem("bad-request", `${message} Editions: ${names.join(", ")}.`, { near, allowed: names });
  };
}

function offered(
  set: RuntimeSet,
  { admission, explanations }: Pick<CalledTool, "admission" | "explanations">,
) {
  const tools = new Map(
    [...set.tools].map(([name, tool]): [string, CalledTool] => [
      name,
      { admission, explanations, tool, identity: identityOf(set, tool) },
    ]),
  );
  return { of: set, get: (name: string) => tools.get(name) };
}
