// Turns errors of Fastify, Node and this code into problem documents without internal details.
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { refuseCounted } from "../calls/admission.js";
import { BadBody, PROBLEM_TYPE, type Problem, problem, sendProblem, tooLarge } from "./problems.js";

/** Seconds. Sent as Retry-After when a file or socket could not be opened. */
const SHORTAGE_RETRY_S = 2;

export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler(answerRequestError);
  app.setNotFoundHandler((request, reply) =>
    sendProblem(reply, problem("not-found", `There is nothing at ${request.method} ${pathOf(request)}.`)),
  );
}

/** Invalid requests count, if their route counts requests. */
export function answerRequestError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const document = problemOf(error, request.routeOptions.bodyLimit);
  // A request that was cut off does not count.
  if (document.status >= 500 || request.method !== "POST" || request.socket.destroyed)
    return answerError(error, request, reply);
  const { retry_after_s: retry } = document;
  if (typeof retry === "number") reply.header("retry-after", retry);
  return refuseCounted(request, reply, document);
}

export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const document = problemOf(error, request.routeOptions.bodyLimit);
  if (document.status >= 500) request.log.error(error);
  if (document.status === 503) reply.header("retry-after", SHORTAGE_RETRY_S);
  return sendProblem(reply, document);
}

/** Maps Fastify's error codes for client errors to problems; every other error is internal. `limit` is in bytes. */
export function problemOf(error: Partial<FastifyError>, limit: number): Problem {
  if (error instanceof BadBody) return error.problem;
  switch (error.code) {
    case "FST_ERR_CTP_INVALID_MEDIA_TYPE":
    case "FST_ERR_CTP_INVALID_CONTENT_TYPE":
      return problem("unsupported-media-type", "Send one JSON object with Content-Type: application/json.");
    case "FST_ERR_CTP_BODY_TOO_LARGE":
      return tooLarge(limit);
    case "FST_ERR_BAD_URL":
      return problem("bad-request", "The path is not a well-formed URL path.");
    case "FST_ERR_MAX_PARAM_LENGTH":
      return problem("not-found", "Nothing has a name as long as that.");
    case "EMFILE":
    case "ENFILE":
    case "ERR_WORKER_INIT_FAILED":
      return problem("overloaded", "The service cannot open another file for the moment.");
    default:
      if (error.statusCode === 413) return tooLarge(limit);
      if (error.statusCode === 415) return problem("unsupported-media-type", "Send application/json.");
      if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
        return problem("bad-request", "The request cannot be read.");
      return problem("internal", "The request could not be answered. Nothing of it was kept.");
  }
}

/** Without the query, because a client may have put a key there. */
export function pathOf({ url = "" }: { readonly url?: string | undefined }): string {
  const [path = ""] = url.split("?", 1);
  // Masks keys in the path too.
  return path.slice(0, 200).replace(/plb_\w+/g, "plb_...");
}

/** Answers requests that Node cannot parse: invalid HTTP, too many headers, timeouts. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const document = clientProblem(error.code);
  const body = JSON.stringify(document);
  socket.end(
    `HTTP/1.1 ${document.status} ${STATUS_CODES[document.status]}\r\nConnection: close\r\n` +
      `Content-Type: ${PROBLEM_TYPE}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

function clientProblem(code: string | undefined): Problem {
  if (code === "HPE_HEADER_OVERFLOW")
    return problem("headers-too-large", "The headers of the request are too large.");
  if (code === "ERR_HTTP_REQUEST_TIMEOUT")
    return problem("request-timeout", "The request did not arrive in time.");
  return problem("bad-request", "The request is not well-formed HTTP.");
}
