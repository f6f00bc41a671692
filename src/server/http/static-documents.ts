// Sends documents that do not change while the service runs. Each is compressed once and has a strong ETag.
import { readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip, constants as zlib } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from "fastify";
import { sha256 } from "../../definitions/folder.js";
import { once } from "../../engine/language/once.js";
import { noSuch } from "../../wording/wording.js";
import { problem, sendProblem } from "./problems.js";
import { route } from "./routes.js";

type Encoding = "br" | "gzip";

export interface StaticDocument {
  readonly type: string;
  /** Hash of the content; the source of its ETags. */
  readonly hash: string;
  readonly plain: () => Buffer | Promise<Buffer>;
  /** Compressed forms, preferred one first; empty if compression saves nothing. */
  readonly compressed: ReadonlyMap<Encoding, () => Promise<Buffer>>;
}

type Headers = Readonly<Record<string, string>>;

export const JSON_TYPE = "application/json; charset=utf-8";
export const YAML_TYPE = "text/yaml; charset=utf-8";
/** For documents with the hash of their content in their name. */
export const FOR_EVER = "public, max-age=31536000, immutable";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": JSON_TYPE,
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

export function typeOf(path: string): string {
  return TYPES[extname(path)] ?? "application/octet-stream";
}

/** Bytes. Compression of smaller documents saves nothing. */
const SMALLEST = 1024;
/** Almost the smallest result, in a tenth of the time. */
const BROTLI = { params: { [zlib.BROTLI_PARAM_QUALITY]: 9 } };
const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)];

export function staticDocument(content: string | Buffer, type: string): StaticDocument {
  const body = Buffer.from(content);
  const forms: [Encoding, () => Promise<Buffer>][] = [
    ["br", once(() => brotli(body, BROTLI))],
    ["gzip", once(() => zip(body, { level: zlib.Z_BEST_COMPRESSION }))],
  ];
  // Fonts are already compressed.
  const isWorth = body.length >= SMALLEST && !type.startsWith("font/");
  return { type, hash: sha256(body), plain: () => body, compressed: new Map(isWorth ? forms : []) };
}

export function jsonDocument(value: unknown): StaticDocument {
  return staticDocument(JSON.stringify(value), JSON_TYPE);
}

export function fileDocument(folder: string, name: string): StaticDocument {
  return staticDocument(readFileSync(join(folder, name)), typeOf(name));
}

/** Serves one document at a path. */
export function documentRoute(
  app: FastifyInstance,
  path: string,
  document: () => StaticDocument | Promise<StaticDocument>,
  { headers = {}, isFile = false }: { readonly headers?: Headers; readonly isFile?: boolean } = {},
): void {
  const GET: RouteHandlerMethod = async (request, reply) =>
    sendDocument(request, reply.headers(headers), await document());
  route(app, path, { GET, config: { files: isFile } });
}

/** Serves documents by name. `noun` appears in the message for a missing one. */
export function namedDocuments(
  app: FastifyInstance,
  folder: string,
  noun: string,
  documents: ReadonlyMap<string, () => StaticDocument>,
  { headers = {}, cache }: { readonly headers?: Headers; readonly cache?: string } = {},
): void {
  const GET: RouteHandlerMethod = async (request, reply) => {
    const { name } = request.params as { name: string };
    const document = documents.get(name);
    if (document === undefined) return sendMissing(reply, noun, name, documents.keys());
    return sendDocument(request, reply.headers(headers), document(), cache);
  };
  route(app, `${folder}/:name`, { GET, config: { files: cache === FOR_EVER } });
}

export function sendMissing(
  reply: FastifyReply,
  noun: string,
  name: string,
  known: Iterable<string>,
): FastifyReply {
  const { message, near } = noSuch(noun, name, known);
  return sendProblem(reply, problem("not-found", message, { near }));
}

/** Sends the document in the smallest form that the client accepts, or 304. */
export async function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, hash, plain, compressed }: StaticDocument,
  cache = "no-cache",
): Promise<FastifyReply> {
  const encoding = encodingFor(request.headers["accept-encoding"], [...compressed.keys()]);
  // Each encoding has its own tag; a match of any tag means that the client has the document.
  const tag = (form?: Encoding) => (form === undefined ? `"${hash}"` : `"${hash}-${form}"`);
  reply.header("cache-control", cache).header("etag", tag(encoding));
  if (compressed.size > 0) reply.header("vary", varied(reply.getHeader("vary")));
  if (matches(request.headers["if-none-match"], [tag(), tag("br"), tag("gzip")]))
    return reply.code(304).send();
  reply.header("content-type", type);
  const form = encoding === undefined ? undefined : compressed.get(encoding);
  if (encoding === undefined || form === undefined) return reply.send(await plain());
  return reply.header("content-encoding", encoding).send(await form());
}

/** Returns the first acceptable form; undefined if nothing fits or the header is absent. */
function encodingFor(
  header: string | string[] | undefined,
  forms: readonly Encoding[],
): Encoding | undefined {
  const taken = new Map<string, number>();
  for (const each of String(header ?? "").split(",")) {
    const [name = "", ...parameters] = each.trim().toLowerCase().split(";");
    const weight = /^\s*q=([\d.]+)\s*$/.exec(parameters.find((text) => text.includes("q=")) ?? "")?.[1];
    taken.set(name.trim(), weight === undefined ? 1 : Number(weight));
  }
  return forms.find((name) => (taken.get(name) ?? taken.get("*") ?? 0) > 0);
}

/** Appends to an existing Vary header. */
function varied(before: unknown): string {
  return before === undefined ? "Accept-Encoding" : `${String(before)}, Accept-Encoding`;
}

/** Returns whether If-None-Match contains one of the tags. */
function matches(header: string | undefined, tags: readonly string[]): boolean {
  const all = ["*", ...tags];
  return header?.split(",").some((each) => all.includes(each.trim().replace(/^W\//, ""))) === true;
}
