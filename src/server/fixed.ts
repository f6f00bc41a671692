// Documents that do not change while the service runs: made once, sent with a strong ETag, and not again to a caller who
// has them.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { sha256 } from "../folder.js";
import { noSuch } from "../wording.js";
import { problem, sendProblem } from "./problems.js";
import { route } from "./routes.js";

export interface Fixed {
  readonly body: Buffer;
  readonly type: string;
  readonly etag: string;
}

export const JSON_TYPE = "application/json; charset=utf-8";
export const YAML_TYPE = "text/yaml; charset=utf-8";

export function fixed(text: string, type: string): Fixed {
  return { body: Buffer.from(text), type, etag: `"${sha256(text)}"` };
}

export function fixedJson(value: unknown): Fixed {
  return fixed(JSON.stringify(value), JSON_TYPE);
}

/** A path that answers GET with one document. */
export function fixedRoute(
  app: FastifyInstance,
  path: string,
  document: () => Fixed | Promise<Fixed>,
  headers: Readonly<Record<string, string>> = {},
): void {
  route(app, path, {
    GET: async (request, reply) => sendFixed(request, reply.headers(headers), await document()),
  });
}

/** A path for each of some documents, by its name; `noun` says what was not found. */
export function namedRoute(
  app: FastifyInstance,
  path: string,
  noun: string,
  documents: ReadonlyMap<string, Fixed>,
): void {
  route(app, `${path}/:name`, {
    GET: async (request, reply) => {
      const { name } = request.params as { name: string };
      const document = documents.get(name);
      if (document !== undefined) return sendFixed(request, reply, document);
      const { message, near } = noSuch(noun, name, documents.keys());
      return sendProblem(reply, problem("not-found", message, { near }));
    },
  });
}

/** The document, or 304 to a caller that has it. */
export function sendFixed(request: FastifyRequest, reply: FastifyReply, document: Fixed): FastifyReply {
  reply.header("etag", document.etag).header("cache-control", "no-cache");
  if (matches(request.headers["if-none-match"], document.etag)) return reply.code(304).send();
  return reply.header("content-type", document.type).send(document.body);
}

/** Whether the caller says that it has this very document. */
export function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(",").some((each) => ["*", etag].includes(each.trim().replace(/^W\//, "")));
}
