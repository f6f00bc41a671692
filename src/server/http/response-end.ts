// Runs work when a response is over, sent or cut. All work shares one listener, because one listener each cost 5 % of
// a call.
import type { ServerResponse } from "node:http";
import type { FastifyInstance, FastifyRequest } from "fastify";

const WORK = Symbol("to be done when it is over");

interface Watched extends ServerResponse {
  [WORK]?: (() => void)[];
}

/** Runs the work when the response is over, or at once if it already is. Keeps the order of the calls. */
export function whenOver(response: ServerResponse, work: () => void): void {
  if (response.closed) {
    work();
    return;
  }
  const watched: Watched = response;
  const waiting = watched[WORK];
  if (waiting !== undefined) {
    waiting.push(work);
    return;
  }
  watched[WORK] = [work];
  response.on("close", runWork);
}

function runWork(this: Watched): void {
  for (const work of this[WORK]?.splice(0) ?? []) work();
}

/** Reports every complete answer with its status and duration in milliseconds. */
export function eachAnswer(
  app: FastifyInstance,
  tell: (request: FastifyRequest, status: number, ms: number) => void,
): void {
  app.addHook("onRequest", (request, { raw }, done) => {
    const began = performance.now();
    whenOver(raw, () => {
      if (raw.writableFinished) tell(request, raw.statusCode, performance.now() - began);
    });
    done();
  });
}
