// Admits large bodies by their headers: key, limits and length are checked before the first byte is read.
import type { IncomingMessage } from "node:http";
import { Transform } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type Admission, UNLIMITED } from "../../access/admission.js";
import { networkOf } from "../../access/network.js";
import { Shares } from "../../access/shares.js";
import { refuseCounted, refused, sendAnswer } from "../calls/admission.js";
import { BadBody } from "./json.js";
import { type Problem, problem, sendProblem, tooLarge } from "./problems.js";
import { whenOver } from "./response-end.js";

declare module "fastify" {
  interface FastifyRequest {
    /** The allowance of an admitted body; null for a small body, which is read without one. */
    allowance: Allowance | null;
  }
  interface FastifyContextConfig {
    /** The handler reads the body with `receive`, however small it is. */
    receives?: boolean;
  }
}

/** Bodies up to this size are read before the key is checked; the check costs more than the read. */
const SMALL = 64 * 1024;
/** Bytes that all admitted bodies together may have. */
const MOST_IN_FLIGHT = 512 * 1024 * 1024;
/** Bytes of a refused body that are read and dropped, for clients that read no answer before they have sent everything. */
const MOST_DROPPED = 64 * 1024 * 1024;
/** Bytes of memory for each part of a received body. Small chunks share a block, because each buffer has an overhead. */
export const BLOCK = 32 * 1024;
const RETRY_S = 1;

/** Bytes of one body, counted as they arrive. */
export interface Allowance {
  /** The caller in the shares of bytes and turns: a key or a network. */
  readonly caller: string;
  /** Bytes that the body may have. */
  readonly most: number;
  /** The plan that allows no more; undefined if the route allows less than the plan. */
  readonly tier: string | undefined;
  /** Counts bytes in memory; returns a problem if all callers together have too many. */
  take(bytes: number): Problem | undefined;
}

/** The bytes in flight. Announced bytes use the caller's own limit; only bytes that arrived use the shared one. */
export class InFlight {
  private readonly callers = new Shares();
  private all = 0;

  constructor(private readonly most: number = MOST_IN_FLIGHT) {}

  /** Reserves announced bytes of the caller; undefined if they exceed its limit. */
  open(caller: string, announced: number, mostOwn: number | null) {
    if (mostOwn !== null && this.callers.of(caller) + announced > mostOwn) return undefined;
    this.callers.add(caller, announced);
    let arrived = 0;
    return {
      take: (bytes: number): Problem | undefined => {
        if (this.all + bytes > this.most)
          return problem("overloaded", "The service has as many bytes in flight as it takes at one time.");
        this.all += bytes;
        arrived += bytes;
        return undefined;
      },
      close: (): void => {
        this.callers.add(caller, -announced);
        this.all -= arrived;
      },
    };
  }
}

export function admitBodies(app: FastifyInstance, inFlight: InFlight): void {
  app.decorateRequest("allowance", null);
  app.addHook("onRequest", (request, reply, done) => {
    const { config, bodyLimit } = request.routeOptions;
    const declared = declaredLength(request);
    const isLarge = declared === undefined ? "transfer-encoding" in request.headers : declared > SMALL;
    const isAdmitted = config.receives === true || (isLarge && bodyLimit > SMALL);
    if (!isAdmitted || config.counted === undefined) return proceed(request, reply, done);
    admitBody(config.counted, inFlight, request, reply, declared)
      .then((admitted) => {
        if (admitted) proceed(request, reply, done);
      })
      .catch(done);
  });
  app.addHook("preParsing", ({ allowance, routeOptions }, _, payload, done) => {
    if (allowance === null || routeOptions.config.receives === true) done(null, payload);
    else done(null, payload.pipe(counted(allowance)));
  });
}

/** Answers `Expect: 100-continue`. */
function proceed(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  if (expectsContinue(request)) reply.raw.writeContinue();
  done();
}

function expectsContinue({ headers }: FastifyRequest): boolean {
  return headers.expect?.toLowerCase() === "100-continue";
}

/** Returns whether the body is read; otherwise the caller has its answer. */
async function admitBody(
  admission: Admission,
  inFlight: InFlight,
  request: FastifyRequest,
  reply: FastifyReply,
  declared: number | undefined,
): Promise<boolean> {
  // The bytes that follow on the connection are the body: they are dropped, or the connection is closed.
  const isDropped = declared !== undefined && declared <= MOST_DROPPED && !expectsContinue(request);
  const closing = () => reply.header("connection", "close");
  const grant = await standingOf(admission, request);
  if ("refusal" in grant) {
    sendAnswer(isDropped && grant.refusal.kind === "invalid-key" ? reply : closing(), refused(grant));
    return false;
  }
  const { bytes } = grant.standing ?? UNLIMITED;
  const most = Math.min(request.routeOptions.bodyLimit, bytes.request ?? Number.POSITIVE_INFINITY);
  const tier = bytes.request === most ? grant.tier : undefined;
  if (declared !== undefined && declared > most) {
    await refuseCounted(request, isDropped ? reply : closing(), tooLarge(most, tier));
    return false;
  }
  const caller = grant.caller ?? networkOf(request.ip);
  const own = inFlight.open(caller, declared ?? most, bytes.inFlight);
  if (own === undefined) {
    sendProblem(closing().header("retry-after", RETRY_S), tooMuch(grant.tier, bytes.inFlight ?? 0));
    return false;
  }
  whenOver(reply.raw, own.close);
  request.allowance = { caller, most, tier, take: own.take };
  return true;
}

/** Returns the limits of a caller without counting a call. A caller with nothing left is refused, and the refusal counts. */
async function standingOf(admission: Admission, request: FastifyRequest) {
  const standing = await admission(request, 0);
  return "refusal" in standing || standing.standing?.isSpent !== true ? standing : admission(request, 1);
}

function declaredLength({ headers }: FastifyRequest): number | undefined {
  return headers["content-length"] === undefined ? undefined : Number(headers["content-length"]);
}

/** Returns a counter of the bytes of one body, which reports a problem at the first byte beyond its allowance. */
function counting({
  most,
  tier,
  take,
}: Allowance): (bytes: number, inMemory?: number) => Problem | undefined {
  let arrived = 0;
  return (bytes, inMemory = bytes) => {
    arrived += bytes;
    return arrived > most ? tooLarge(most, tier) : take(inMemory);
  };
}

/** Passes the bytes of a body through, up to its allowance. */
function counted(allowance: Allowance): Transform {
  const count = counting(allowance);
  return new Transform({
    transform(chunk: Buffer, _, done) {
      const fault = count(chunk.length);
      if (fault === undefined) done(null, chunk);
      else done(new BadBody(fault));
    },
  });
}

/**
 * Reads a whole body, of at most `most` bytes. A body that has more is read to its end as well, and dropped, before it is
 * refused.
 */
export async function receive(raw: IncomingMessage, allowance: Allowance, most: number): Promise<Buffer[]> {
  const count = counting(most < allowance.most ? { ...allowance, most, tier: undefined } : allowance);
  const blocks: Buffer[] = [];
  let free = 0;
  let dropped = 0;
  let fault: Problem | undefined;
  for await (const chunk of raw as AsyncIterable<Buffer>) {
    const added = Math.max(0, Math.ceil((chunk.length - free) / BLOCK));
    fault ??= count(chunk.length, added * BLOCK);
    if (fault !== undefined) {
      blocks.length = 0;
      dropped += chunk.length;
      if (dropped > MOST_DROPPED) raw.destroy();
      continue;
    }
    for (let at = 0; at < chunk.length; ) {
      if (free === 0) {
        blocks.push(Buffer.allocUnsafeSlow(BLOCK));
        free = BLOCK;
      }
      const copied = chunk.copy(blocks.at(-1) ?? chunk, BLOCK - free, at);
      at += copied;
      free -= copied;
    }
  }
  if (fault !== undefined) throw new BadBody(fault);
  const last = blocks.pop();
  return last === undefined ? [] : [...blocks, last.subarray(0, BLOCK - free)];
}

function tooMuch(tier: string, quota: number): Problem {
  return problem(
    "too-many-requests",
    `The plan ${tier} allows ${quota} bytes on their way at one time. Send one body after the other.`,
    { limit: "in-flight", quota, plan: tier, retry_after_s: RETRY_S },
  );
}

/** Returns bytes as blocks, as if they were received. */
export function inBlocks(bytes: Buffer): Buffer[] {
  const count = Math.ceil(bytes.length / BLOCK);
  return Array.from({ length: count }, (_, at) => bytes.subarray(at * BLOCK, (at + 1) * BLOCK));
}
