// Request bodies as JSON: strict, bounded in depth, and refused with the place of the first fault.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { DEEPEST, findFault } from "../json-fault.js";
import { type Problem, problem } from "./problems.js";

/** A request that is wrong before any route has seen it. */
export class BadBody extends Error {
  readonly statusCode: number;

  constructor(readonly problem: Problem) {
    super(problem.detail);
    this.statusCode = problem.status;
  }
}

export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body: string, done) => {
    const encoding = request.headers["content-encoding"] ?? "identity";
    if (encoding !== "identity") {
      done(new BadBody(problem("unsupported-media-type", "Send the body without Content-Encoding.")));
      return;
    }
    if (body.trim() === "") {
      done(new BadBody(emptyBody()));
      return;
    }
    parse(request, body, (error: Error | null, value?: unknown) => {
      if (error !== null) done(new BadBody(malformed(body)));
      else if (deeper(value, DEEPEST)) done(new BadBody(malformed(body)));
      else done(null, value);
    });
  });
}

export function emptyBody(): Problem {
  return problem("malformed-json", "The body is empty; send one JSON object.", {
    line: 1,
    column: 1,
    offset: 0,
  });
}

/** A POST without any body and without a content type reaches its route with none. */
export function bodyOf(request: FastifyRequest): unknown {
  if (request.body === undefined) throw new BadBody(emptyBody());
  return request.body;
}

function malformed(text: string): Problem {
  const fault = findFault(text);
  if (fault === undefined) {
    // What JSON allows and the parser does not: names that would reach into objects' prototypes.
    return problem(
      "malformed-json",
      "The body holds a name that is not accepted (__proto__ or constructor).",
    );
  }
  const { line, column, offset, message } = fault;
  return problem("malformed-json", `Line ${line}, column ${column}: ${message}.`, { line, column, offset });
}

/** A JSON value in a text other than a body, such as a query; undefined where it is none, or not one that is accepted. */
export function jsonIn(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return deeper(value, DEEPEST) || /"(__proto__|constructor)"/.test(text) ? undefined : value;
  } catch {
    return undefined;
  }
}

function deeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) return true;
  return Object.values(value).some((inner) => deeper(inner, levels - 1));
}
