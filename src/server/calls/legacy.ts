// The older interface: tools under short names, with a separate key header and separate plans.
import type { FastifyInstance } from "fastify";
import { tierList } from "../../access/tiers.js";
import { identityOf } from "../../definitions/identity.js";
import type { RuntimeTool } from "../../engine/run/tool.js";
import { route } from "../http/routes.js";
import { documentRoute, staticDocument, YAML_TYPE } from "../http/static-documents.js";
import type { Service } from "../options.js";
import { refuseCounted } from "./admission.js";
import { asItIs, callTool, identityHeaders, unknownTool } from "./calls.js";

/** Its base address ended in /v1, and some callers omitted that. */
export const LEGACY_BASES: readonly string[] = ["/v1/tools", "/tools"];
const GUIDE = "/docs/reference#older-interface";

export function legacyRoutes(app: FastifyInstance, service: Service): void {
  const { set, tiers, legacyAdmission: admission, explanations, bodyLimit } = service;
  if (set.legacy.size === 0) return;
  const deprecated = tierList(tiers, "legacy")?.deprecated ?? undefined;
  for (const tool of set.legacy.values()) {
    const identity = identityOf(set, tool);
    const file = set.files.get(tool.facts.file);
    const definition = staticDocument(file?.text ?? "", YAML_TYPE);
    const notice = noticeOf(tool, deprecated, set);
    for (const base of LEGACY_BASES) {
      route(app, `${base}/${tool.name}`, {
        bodyLimit,
        config: { counted: admission },
        // Sent with every answer, also if the body cannot be read.
        onRequest: async (_, reply) => {
          reply.headers(notice);
        },
        POST: (request, reply) =>
          callTool({ admission, explanations, tool, identity }, request, reply, asItIs),
      });
      const headers = { ...identityHeaders(identity), ...notice };
      documentRoute(app, `${base}/${tool.name}/definition`, () => definition, { headers });
    }
  }
  route(app, "/tools/:name", {
    bodyLimit,
    config: { counted: admission },
    POST: async (request, reply) => {
      const { name } = request.params as { name: string };
      return refuseCounted(request, reply, unknownTool(set.legacy, name));
    },
  });
}

type Notice = Readonly<Record<string, string>>;

/** Returns the date of deprecation (RFC 9745) and the successor (RFC 5829). */
function noticeOf({ facts }: RuntimeTool, deprecated: string | undefined, { tools }: Service["set"]): Notice {
  const links = [`<${GUIDE}>; rel="deprecation"; type="text/html"`];
  const { successor = "" } = facts;
  if (tools.has(successor)) links.unshift(`</v1/tools/${successor}>; rel="successor-version"`);
  return {
    ...(deprecated === undefined ? {} : { deprecation: `@${Date.parse(deprecated) / 1000}` }),
    link: links.join(", "),
  };
}
