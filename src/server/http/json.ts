// Parses request bodies as strict JSON: UTF-8, no duplicate names, bounded depth. Faults are reported with their
// position.
import { isUtf8 } from "node:buffer";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { sha256 } from "../../definitions/folder.js";
import { DEEPEST, faultWords, findFault } from "../../json/fault.js";
import { receive } from "./bodies.js";
import { BadBody, type Problem, problem } from "./problems.js";

declare module "fastify" {
  interface FastifyRequest {
    /** SHA-256 of the body as it came, if the request has an Idempotency-Key. */
    digest: string;
  }
}

/** `begin` is called when the body of a request has arrived. */
export function readJsonBodies(app: FastifyInstance, begin: (request: FastifyRequest) => void): void {
  app.removeAllContentTypeParsers();
  app.decorateRequest("digest", "");
  app.addContentTypeParser("application/json", (request, _, done) => {
    receive(request, request.routeOptions.bodyLimit, (error, blocks) => {
      begin(request);
      const encoding = request.headers["content-encoding"] ?? "identity";
      if (error !== null) done(null, error);
      else if (encoding !== "identity")
        done(null, new BadBody(problem("unsupported-media-type", "Send the body without Content-Encoding.")));
      else {
        const [first = EMPTY] = blocks;
        const bytes = blocks.length > 1 ? Buffer.concat(blocks) : first;
        if (request.headers["idempotency-key"] !== undefined) request.digest = sha256(bytes);
        const read = jsonOf(bytes);
        done(null, "value" in read ? read.value : new BadBody(read.problem));
      }
    });
  });
  // Not thrown in the parser: Fastify closes the connection if parsing fails, but these bodies were read in full.
  app.addHook("preValidation", ({ body }, _, done) => (body instanceof BadBody ? done(body) : done()));
}

const EMPTY = Buffer.alloc(0);

/** Values in a body. Bounds parsing time; far more than a batch of a thousand calls needs. */
const MOST_VALUES = 200_000;
/** A body of this many bytes cannot exceed MOST_VALUES. */
const FEW_BYTES = MOST_VALUES;

function jsonOf(bytes: Buffer): { readonly value: unknown } | { readonly problem: Problem } {
  if (bytes.length > FEW_BYTES && 1 + signsIn(bytes, COMMA, OPEN_OBJECT, OPEN_LIST) > MOST_VALUES)
    return {
      problem: problem("body-too-large", `The body contains more than ${MOST_VALUES} values.`, {
        most_values: MOST_VALUES,
      }),
    };
  const text = bytes.toString("utf8");
  // Invalid UTF-8 is decoded to this character.
  if (text.includes("\uFFFD") && !isUtf8(bytes))
    return { problem: problem("malformed-json", "The body is not UTF-8, the encoding of JSON.") };
  const plain = text.startsWith("\uFEFF") ? text.slice(1) : text;
  try {
    const value: unknown = JSON.parse(plain);
    // Each name has one colon. More colons than names mean that a duplicate name was dropped.
    return namesIn(value, DEEPEST) < signsIn(bytes, COLON) ? { problem: malformed(plain) } : { value };
  } catch {
    return { problem: text.trim() === "" ? emptyBody() : malformed(plain) };
  }
}

function emptyBody(): Problem {
  return problem("malformed-json", "The body is empty; send one JSON object.", {
    line: 1,
    column: 1,
    offset: 0,
  });
}

/** A POST without body and content type arrives without a parsed body. */
export function bodyOf(request: FastifyRequest): unknown {
  if (request.body === undefined) throw new BadBody(emptyBody());
  return request.body;
}

function malformed(text: string): Problem {
  const fault = findFault(text);
  if (fault === undefined) {
    // Valid JSON that the parser refuses: names that could change prototypes.
    return problem(
      "malformed-json",
      "The body contains a name that is not accepted (__proto__ or constructor).",
    );
  }
  const { line, column, offset } = fault;
  const words = faultWords(fault);
  const detail = `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
  return problem("malformed-json", detail, { line, column, offset });
}

/** Parses JSON outside of bodies, such as in a query. Returns undefined if it is not acceptable. */
export function jsonIn(text: string): unknown {
  const read = jsonOf(Buffer.from(text));
  return "value" in read && !text.includes('"constructor"') ? read.value : undefined;
}

/**
 * Counts the names in a value. Returns a negative number if it is nested too deeply or contains a name that could
 * change prototypes.
 */
function namesIn(value: unknown, levels: number): number {
  if (typeof value !== "object" || value === null) return 0;
  if (levels === 0) return Number.NEGATIVE_INFINITY;
  let count = 0;
  if (Array.isArray(value)) for (const inner of value) count += namesIn(inner, levels - 1);
  else
    for (const name in value) {
      const inner = (value as Record<string, unknown>)[name];
      if (name === "__proto__" || (name === "constructor" && namesPrototype(inner)))
        return Number.NEGATIVE_INFINITY;
      count += 1 + namesIn(inner, levels - 1);
    }
  return count;
}

function namesPrototype(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.hasOwn(value, "prototype");
}

const [QUOTE, BACKSLASH, COLON, COMMA, OPEN_LIST, OPEN_OBJECT] = [0x22, 0x5c, 0x3a, 0x2c, 0x5b, 0x7b];

/** Counts these characters outside of strings. */
function signsIn(bytes: Buffer, sign: number, second = sign, third = sign): number {
  let count = 0;
  let inText = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) inText = !inText;
    else if (byte === BACKSLASH) at++;
    else if (!inText && (byte === sign || byte === second || byte === third)) count++;
  }
  return count;
}
