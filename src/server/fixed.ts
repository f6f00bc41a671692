// Documents that do not change while the service runs: made once, with a strong ETag.
import type { FastifyReply, FastifyRequest } from "fastify";
import { sha256 } from "../folder.js";

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

/** The document, or 304 to a caller that has it. */
export function sendFixed(request: FastifyRequest, reply: FastifyReply, document: Fixed): FastifyReply {
  reply.header("etag", document.etag).header("cache-control", "no-cache");
  if (matches(request.headers["if-none-match"], document.etag)) return reply.code(304).send();
  return reply.header("content-type", document.type).send(document.body);
}

function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(",").some((each) => ["*", etag].includes(each.trim().replace(/^W\//, "")));
}
