// Receives bodies. Larger ones are admitted by their headers: key, limits and length are checked before the first byte is
// read. The bytes of all bodies in memory are bounded as they arrive.
import type { ServerResponse } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type Admission, UNLIMITED } from "../../access/admission.js";
import type { Payer } from "../../access/payer.js";
import type { Pool } from "../../access/shares.js";
import { refuseCounted, refused, sendAnswer } from "../calls/admission.js";
import { BadBody, type Problem, problem, tooLarge } from "./problems.js";
import { whenOver } from "./response-end.js";

declare module "fastify" {
  interface FastifyRequest {
    /** Set before the body is read. */
    allowance: Allowance | null;
  }
  interface FastifyContextConfig {
    /** The handler reads the body with `receive`, however small it is. */
    receives?: boolean;
  }
}

/** Bodies up to this size are read before the key is checked; the check costs more than the read. */
const SMALL = 4 * 1024;
const MIB = 1024 * 1024;
/** Bytes of bodies in memory. Plans set the limit of one caller, except for small bodies. */
export const BODY_BYTES = { all: 512 * MIB, keyless: 256 * MIB, keyed: 64 * MIB, network: 8 * MIB };
/** Bytes of a refused body that are read and dropped, for clients that read no answer before they have sent everything. */
const MOST_DROPPED = 64 * MIB;
/** Bytes of memory for each part of a received body. Small chunks share a block, because each buffer has an overhead. */
export const BLOCK = 32 * 1024;
const RETRY_S = 1;

/** The bytes of one request in memory: counted as they arrive, until the response is over. */
export class Allowance {
  private held: number | undefined;

  constructor(
    private readonly pool: Pool,
    private readonly response: ServerResponse,
    readonly payer: Payer,
    /** Bytes that the body may have. */
    readonly most: number,
    /** The plan that allows no more; undefined if the route allows less than the plan. */
    readonly tier?: string,
    /** The plan's limit of bytes in flight; undefined if the plan was not read. */
    private readonly plan?: { readonly tier: string; readonly inFlight: number },
  ) {}

  /** Counts bytes of the body in memory. */
  take(bytes: number): Problem | undefined {
    return this.add(bytes, this.plan?.inFlight);
  }

  /** Counts bytes that were made from the body. They do not count towards the caller's limit of bytes in flight. */
  hold(bytes: number): Problem | undefined {
    return this.add(bytes, Number.POSITIVE_INFINITY);
  }

  private add(bytes: number, own: number | undefined): Problem | undefined {
    const limit = this.pool.take(this.payer, bytes, own);
    if (limit !== undefined) return limit === "own" ? this.tooMuch() : problem("overloaded", FULL);
    if (this.held === undefined) whenOver(this.response, () => this.pool.give(this.payer, this.held ?? 0));
    this.held = (this.held ?? 0) + bytes;
    return undefined;
  }

  private tooMuch(): Problem {
    if (this.plan === undefined) return problem("too-many-requests", OWN_FULL, { retry_after_s: RETRY_S });
    const { tier, inFlight } = this.plan;
    return problem(
      "too-many-requests",
      `The plan ${tier} allows ${inFlight} bytes on their way at one time. Send one body after the other.`,
      { limit: "in-flight", quota: inFlight, plan: tier, retry_after_s: RETRY_S },
    );
  }
}

const FULL = "The service has as many bytes in flight as it takes at one time.";
const OWN_FULL = "Too many bodies of this caller are on their way. Send one body after the other.";

export function admitBodies(
  app: FastifyInstance,
  pool: Pool,
  payerOf: (request: FastifyRequest) => Payer,
): void {
  app.decorateRequest("allowance", null);
  app.addHook("onRequest", (request, reply, done) => {
    const { config, bodyLimit } = request.routeOptions;
    const declared = declaredLength(request);
    const isLarge = declared === undefined ? "transfer-encoding" in request.headers : declared > SMALL;
    if (config.counted === undefined || !(isLarge || config.receives === true))
      return proceed(request, reply, done);
    const open = (most: number, tier: string | undefined, plan: { tier: string; inFlight: number }) => {
      // The check has confirmed the key.
      request.allowance = new Allowance(pool, reply.raw, payerOf(request), most, tier, plan);
    };
    admitBody(config.counted, open, request, reply, bodyLimit, declared)
      .then((admitted) => {
        if (admitted) proceed(request, reply, done);
      })
      .catch(done);
  });
  app.addHook("preParsing", (request, reply, payload, done) => {
    request.allowance ??= new Allowance(pool, reply.raw, payerOf(request), request.routeOptions.bodyLimit);
    const { most } = request.allowance;
    if ((declaredLength(request) ?? 0) <= most) return done(null, payload);
    reply.header("connection", "close");
    done(new BadBody(tooLarge(most)));
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
  open: (most: number, tier: string | undefined, plan: { tier: string; inFlight: number }) => void,
  request: FastifyRequest,
  reply: FastifyReply,
  bodyLimit: number,
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
  const most = Math.min(bodyLimit, bytes.request ?? Number.POSITIVE_INFINITY);
  const tier = bytes.request === most ? grant.tier : undefined;
  if (declared !== undefined && declared > most) {
    await refuseCounted(request, isDropped ? reply : closing(), tooLarge(most, tier));
    return false;
  }
  open(most, tier, { tier: grant.tier, inFlight: bytes.inFlight ?? Number.POSITIVE_INFINITY });
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

type Received = (error: Error | null, blocks: Buffer[]) => void;

/**
 * Reads a whole body, of at most `most` bytes. A body that has more is dropped. With a declared length it is read to its end
 * before it is refused. Without one it is refused at once, because it may never end. Calls `done` once, also if the connection
 * breaks.
 */
export function receive({ raw, allowance }: FastifyRequest, most: number, done: Received): void {
  if (allowance === null) throw new Error("the body was not admitted");
  const declared = Number(raw.headers["content-length"]);
  const tier = most < allowance.most ? undefined : allowance.tier;
  const limit = Math.min(most, allowance.most);
  const blocks: Buffer[] = [];
  let [arrived, free] = [0, 0];
  let fault: Problem | undefined;
  const end = (error: Error | null) => {
    raw.off("data", add).off("end", finish).off("error", broken).off("close", broken);
    if (error === null && free > 0) blocks.push((blocks.pop() as Buffer).subarray(0, -free));
    done(error, error === null ? blocks : []);
  };
  const finish = () => end(fault === undefined ? null : new BadBody(fault));
  const broken = () =>
    end(new BadBody(problem("bad-request", "The connection broke before the body was complete.")));
  const store = (chunk: Buffer) => {
    for (let at = 0; at < chunk.length; ) {
      if (free === 0) {
        free = Math.min(BLOCK, declared - (arrived - chunk.length + at) || BLOCK);
        fault = allowance.take(free);
        if (fault !== undefined) return;
        blocks.push(Buffer.allocUnsafeSlow(free));
      }
      const block = blocks.at(-1) as Buffer;
      const copied = chunk.copy(block, block.length - free, at);
      at += copied;
      free -= copied;
    }
  };
  const refuse = (cause: Problem) => {
    end(new BadBody(cause));
    raw.on("data", (chunk: Buffer) => {
      arrived += chunk.length;
      if (arrived > limit + MOST_DROPPED) raw.destroy();
    });
  };
  const add = (chunk: Buffer) => {
    arrived += chunk.length;
    if (arrived > limit) fault ??= tooLarge(limit, tier);
    if (fault === undefined && chunk.length === declared && declared <= BLOCK) blocks.push(chunk);
    else if (fault === undefined) store(chunk);
    if (fault === undefined) return;
    blocks.length = 0;
    if (Number.isNaN(declared)) refuse(fault);
    else if (arrived > limit + MOST_DROPPED) raw.destroy();
  };
  raw.on("data", add).on("end", finish).on("error", broken).on("close", broken);
}

/** Returns bytes as blocks, as if they were received. */
export function inBlocks(bytes: Buffer): Buffer[] {
  const count = Math.ceil(bytes.length / BLOCK);
  return Array.from({ length: count }, (_, at) => bytes.subarray(at * BLOCK, (at + 1) * BLOCK));
}
