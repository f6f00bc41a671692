// Plain calls of tools, answered beside Fastify: JSON of a known length, posted to a tool's own path without a query, by no
// browser. Nearly all calls are such, and Fastify would take a fifth of their processor time. Everything else is Fastify's,
// and what both can answer they answer alike.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";
import { type Answer, type HeaderList, headerList, writeAnswer, wrong } from "./answers.js";
import { answerOf, identityHeaders, withTier } from "./calls.js";
import { problemOf, SHORTAGE_RETRY_S } from "./errors.js";
import { logRequest, requestId, standardHeaders } from "./headers.js";
import { identityOf } from "./identity.js";
import { jsonOf } from "./json.js";
import type { Metrics } from "./metrics.js";
import type { Service } from "./options.js";
import { whenOver } from "./over.js";
import type { Turn } from "./pressure.js";
import { headerFault } from "./wire.js";

/** What every request passes, whoever answers it. */
export interface Passed {
  readonly metrics: Metrics;
  readonly turn: Turn;
  readonly ipOf: (request: IncomingMessage) => string;
  readonly isLogged: boolean;
}

/** Where tools are called, as Fastify names the route. */
const ROUTE = "/v1/tools/:name";
const TYPES: ReadonlySet<unknown> = new Set(["application/json", "application/json; charset=utf-8"]);

/** Answers a plain call and says so; false for any other request, of which nothing was read. */
export function plainCalls(
  app: FastifyInstance,
  { set, admission, bodyLimit }: Service,
  { metrics, turn, ipOf, isLogged }: Passed,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const standard = headerList(standardHeaders(false));
  const served = new Map(
    [...set.tools]
      .filter(([name]) => !set.legacy.has(name))
      .map(([name, tool]) => {
        const identified = [...standard, ...headerList(identityHeaders(identityOf(set, tool)))];
        return [ROUTE.replace(":name", name), { tool, identified }];
      }),
  );
  // Fastify tells callers to send no more.
  let isStopping = false;
  app.addHook("preClose", async () => {
    isStopping = true;
  });

  return (request, response) => {
    const known = request.method === "POST" ? served.get(request.url ?? "") : undefined;
    if (known === undefined || isStopping || !isPlain(request, bodyLimit)) return false;
    const { tool, identified } = known;
    const began = performance.now();
    const id = requestId(request);
    const ip = ipOf(request);
    const send = (headers: HeaderList, answer: Answer): void =>
      writeAnswer(response, [...headers, "x-request-id", id], answer);
    const fail = (error: unknown): void => {
      app.log.error({ reqId: id, err: error }, error instanceof Error ? error.message : String(error));
      // What was begun cannot be taken back: the caller is to see that it is not whole.
      if (response.headersSent) {
        response.destroy();
        return;
      }
      const problem = problemOf(error instanceof Error ? error : {}, bodyLimit);
      const headers = problem.status === 503 ? { "retry-after": String(SHORTAGE_RETRY_S) } : {};
      send(identified, { headers, problem });
    };
    const answer = (bytes: Buffer): void => {
      try {
        const read = jsonOf(bytes);
        const verdict = admission({ ip, headers: request.headers }, 1);
        const decided = (by: Awaited<typeof verdict>): void =>
          "problem" in read
            ? send(standard, wrong(by, read.problem))
            : send(identified, answerOf({ tool, input: read.value, tail: withTier }, by));
        // Nothing is waited for where nothing has to be: most stores decide at once.
        if (verdict instanceof Promise) verdict.then(decided).catch(fail);
        else decided(verdict);
      } catch (error) {
        fail(error);
      }
    };
    whenOver(response, () => {
      if (!response.writableFinished) return;
      metrics.answered(ROUTE, "POST", response.statusCode, (performance.now() - began) / 1000);
      if (isLogged) logRequest(app.log, request, response.statusCode, began, ip, { reqId: id });
    });
    turn(
      request,
      response,
      ip,
      () => readBody(request, answer),
      (headers, problem) => send(standard, { headers, problem }),
    );
    return true;
  };
}

/** Whether nothing about the request needs a second look. */
function isPlain(request: IncomingMessage, bodyLimit: number): boolean {
  const { headers } = request;
  const length = Number(headers["content-length"]);
  return (
    TYPES.has(headers["content-type"]) &&
    length > 0 &&
    length <= bodyLimit &&
    headers["content-encoding"] === undefined &&
    headers.origin === undefined &&
    headers["sec-fetch-site"] === undefined &&
    headerFault(request) === undefined
  );
}

/** A body of a known length, which Node keeps to; one that is cut off is never whole. */
function readBody(request: IncomingMessage, whole: (bytes: Buffer) => void): void {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () =>
    whole(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks)),
  );
}
