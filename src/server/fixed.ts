// Documents that do not change while the service runs: made once, squeezed once for those who can read them so, sent with a
// strong ETag, and not again to a caller who has them.
import { promisify } from "node:util";
import { brotliCompress, gzip, constants as zlib } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { once } from "../engine/language/once.js";
import { sha256 } from "../folder.js";
import { noSuch } from "../wording.js";
import { problem, sendProblem } from "./problems.js";
import { route } from "./routes.js";

type Encoding = "br" | "gzip";

export interface Fixed {
  readonly body: Buffer;
  readonly type: string;
  /** The hash of what is in it, by which its ETags are made. */
  readonly hash: string;
  /** What is not worth squeezing has none. */
  readonly squeezed?: Readonly<Record<Encoding, () => Promise<Buffer>>>;
}

export const JSON_TYPE = "application/json; charset=utf-8";
export const YAML_TYPE = "text/yaml; charset=utf-8";

/** Bytes below which squeezing saves nothing. */
const SMALLEST = 1024;
/** Almost as small as the best, in a tenth of the time. */
const BROTLI = { params: { [zlib.BROTLI_PARAM_QUALITY]: 9 } };
const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)];

export function fixed(content: string | Buffer, type: string): Fixed {
  const body = Buffer.from(content);
  const plain = { body, type, hash: sha256(body) };
  // Fonts are squeezed already.
  if (body.length < SMALLEST || type.startsWith("font/")) return plain;
  const squeezed = {
    br: once(() => brotli(body, BROTLI)),
    gzip: once(() => zip(body, { level: zlib.Z_BEST_COMPRESSION })),
  };
  return { ...plain, squeezed };
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

/** The document, as small as the caller can read it, or 304 to a caller that has it. */
export async function sendFixed(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, type, hash, squeezed }: Fixed,
  cache = "no-cache",
): Promise<FastifyReply> {
  reply.header("cache-control", cache);
  const encoding = squeezed === undefined ? undefined : encodingFor(request.headers["accept-encoding"]);
  if (squeezed !== undefined) reply.header("vary", varied(reply.getHeader("vary")));
  // Other bytes have another tag; whoever has the document in any form has it.
  const tag = (suffix: string) => `"${hash}${suffix}"`;
  reply.header("etag", tag(encoding === undefined ? "" : `-${encoding}`));
  if (matches(request.headers["if-none-match"], ...["", "-br", "-gzip"].map(tag)))
    return reply.code(304).send();
  reply.header("content-type", type);
  if (squeezed === undefined || encoding === undefined) return reply.send(body);
  return reply.header("content-encoding", encoding).send(await squeezed[encoding]());
}

/** Brotli before gzip, where the caller takes them; nothing where it says nothing. */
function encodingFor(header: string | string[] | undefined): Encoding | undefined {
  const taken = new Map<string, number>();
  for (const each of String(header ?? "").split(",")) {
    const [name = "", ...parameters] = each.trim().toLowerCase().split(";");
    const weight = /^\s*q=([\d.]+)\s*$/.exec(parameters.find((text) => text.includes("q=")) ?? "")?.[1];
    taken.set(name.trim(), weight === undefined ? 1 : Number(weight));
  }
  const takes = (name: string) => (taken.get(name) ?? taken.get("*") ?? 0) > 0;
  return (["br", "gzip"] as const).find(takes);
}

/** What others have said that an answer depends on stays. */
function varied(before: unknown): string {
  return before === undefined ? "Accept-Encoding" : `${String(before)}, Accept-Encoding`;
}

/** Whether the caller says that it has a document with one of these tags. */
export function matches(header: string | undefined, ...tags: readonly string[]): boolean {
  const all = ["*", ...tags];
  return header?.split(",").some((each) => all.includes(each.trim().replace(/^W\//, ""))) === true;
}
