// What is to be done when a response is over: sent whole, or cut off. One listener for all who want to know; one for each
// took a twentieth of a call.
import type { ServerResponse } from "node:http";

const WORK = Symbol("to be done when it is over");

interface Watched extends ServerResponse {
  [WORK]?: (() => void)[];
}

/** In the order in which it was asked for. */
export function whenOver(response: ServerResponse, work: () => void): void {
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
