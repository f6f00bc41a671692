// Earlier editions of the definitions, kept so that their results stay reproducible. `?edition=` selects one; GET
// /v1/editions lists them.
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Admission } from "../../access/admission.js";
import { identityOf, setHash } from "../../definitions/identity.js";
import type { RuntimeSet } from "../../engine/run/tool.js";
import { noSuch } from "../../wording/wording.js";
import { type Problem, problem } from "../http/problems.js";
import { documentRoute, jsonDocument } from "../http/static-documents.js";
import type { Service } from "../options.js";
import { type CalledTool, unknownTool } from "./calls.js";
import { Explanations, explainerOf } from "./explanations.js";

interface ToolsOfEditions {
  readonly served: ReadonlyMap<string, CalledTool>;
  /** Returns the tool in the requested edition, or in the current one. */
  readonly choose: (request: FastifyRequest) => CalledTool | Problem;
}

export function editionRoutes(app: FastifyInstance, service: Service): ToolsOfEditions {
  const { set, editions, admission, explainQueue } = service;
  const served = callable(set, admission, service.explanations);
  const kept = new Map(
    editions.map(({ name, set: earlier, explainer = explainerOf(earlier) }) => [
      name,
      callable(earlier, admission, new Explanations(explainQueue, explainer)),
    ]),
  );
  const told = (of: RuntimeSet) => ({ edition: of.edition, tools: of.tools.size, definitions: setHash(of) });
  const list = jsonDocument({
    served: told(set),
    kept: editions.map(({ name, set: earlier }) => ({ ...told(earlier), edition: name })),
  });
  documentRoute(app, "/v1/editions", () => list);
  const toolsOf = (edition: unknown) =>
    edition === undefined
      ? served
      : (kept.get(String(edition)) ?? (edition === set.edition ? served : undefined));
  const choose: ToolsOfEditions["choose"] = ({ params, query }) => {
    const { name } = params as { name: string };
    const { edition } = query as { edition?: unknown };
    const tools = toolsOf(edition);
    if (tools !== undefined) return tools.get(name) ?? unknownTool(tools, name);
    const names = [...kept.keys(), set.edition];
    const { message, near } = noSuch("edition", String(edition), names);
    return problem("bad-request", `${message} Editions: ${names.join(", ")}.`, { near, allowed: names });
  };
  return { served, choose };
}

function callable(set: RuntimeSet, admission: Admission, explanations: Explanations) {
  return new Map(
    [...set.tools].map(([name, tool]): [string, CalledTool] => [
      name,
      { admission, explanations, tool, identity: identityOf(set, tool) },
    ]),
  );
}
