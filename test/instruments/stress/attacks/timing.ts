// Senders that are slow, disconnect early, or send much at once.
import {
  type Attack,
  anyTarget,
  type Ground,
  goodBody,
  type Maker,
  type Piece,
  raw,
  written,
} from "./attack.js";

export const TIMING: readonly (readonly [kind: string, weight: number, make: Maker])[] = [
  ["a body that drips", 1, (ground) => raw(dripped(good(ground), 12, 15), { answers: 1 })],
  ["a body that never ends", 0.3, (ground) => raw(halved(ground))],
  ["headers that never end", 0.2, (ground) => raw([{ bytes: good(ground).subarray(0, 40) }])],
  ["a connection that says nothing", 0.2, () => raw([])],
  ["half-closed after a whole request", 3, (ground) => raw([{ bytes: good(ground) }], { ending: "half" })],
  ["half-closed within a request", 3, (ground) => raw(halved(ground), { ending: "half" })],
  ["gone within a request", 3, (ground) => raw(halved(ground), { ending: "destroy" })],
  ["gone after a whole request", 3, (ground) => raw([{ bytes: good(ground) }], { ending: "destroy" })],
  ["gone at once", 1, () => raw([], { ending: "destroy" })],
  ["good and bad requests in one go", 4, pipelined],
];

function good(ground: Ground): Buffer {
  const target = anyTarget(ground);
  const query = ground.chance.likely(0.1) ? "?explain=true" : "";
  return written(ground, { path: target.path + query, body: goodBody(ground, target) });
}

function dripped(bytes: Buffer, pieces: number, pauseMs: number): Piece[] {
  const size = Math.ceil(bytes.length / pieces);
  return Array.from({ length: pieces }, (_, at) => ({
    bytes: bytes.subarray(at * size, (at + 1) * size),
    pauseMs,
  }));
}

function halved(ground: Ground): Piece[] {
  const bytes = good(ground);
  return [{ bytes: bytes.subarray(0, bytes.length - ground.chance.whole(1, 20)), pauseMs: 5 }];
}

/** Each request is valid HTTP and must be answered, in order. */
function pipelined(ground: Ground): Omit<Attack, "kind"> {
  const { chance } = ground;
  const count = chance.whole(2, 12);
  const requests = Array.from({ length: count }, () => {
    const { path } = anyTarget(ground);
    return chance.pick([
      () => good(ground),
      () => written(ground, { path, body: "{" }),
      () => written(ground, { path, body: "[]" }),
      () => written(ground, { method: "GET", path: "/nothing" }),
      () => written(ground, { method: "DELETE", path: "/v1/batch" }),
      () => written(ground, { path: `${path}x`, body: "{}" }),
      () => written(ground, { method: "GET", path: "/health" }),
    ])();
  });
  return raw([{ bytes: Buffer.concat(requests) }], { answers: count });
}
