// Large bodies are admitted before they are read: who sends one, whether the caller has anything left, and how long the body may
// be are decided from the headers. Whoever may not send it is answered without a byte of it being read.
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
    /** Bytes that this body may have, where it was admitted by its headers. */
    mostBytes: number | null;
  }
}

/** Bytes of a body that is read before anybody asks who sends it: reading it takes less than asking. */
const SMALL = 64 * 1024;
/** Bytes that all admitted bodies together may have. */
const MOST_IN_FLIGHT = 512 * 1024 * 1024;
const RETRY_S = 1;

/** The bytes that are on their way, of each caller and of all. */
export class InFlight {
  private readonly callers = new Shares();
  private all = 0;

  constructor(private readonly most: number = MOST_IN_FLIGHT) {}

  /** What must be called when they have arrived and are gone; who has too much on the way where they do not fit. */
  take(caller: string, bytes: number, mostOwn: number | null): (() => void) | "caller" | "all" {
    if (mostOwn !== null && this.callers.of(caller) + bytes > mostOwn) return "caller";
    if (this.all + bytes > this.most) return "all";
    this.all += bytes;
    this.callers.add(caller, bytes);
    return () => {
      this.all -= bytes;
      this.callers.add(caller, -bytes);
    };
  }
}

export function admitBodies(app: FastifyInstance, inFlight: InFlight): void {
  app.decorateRequest("mostBytes", null);
  app.addHook("onRequest", (request, reply, done) => {
    const { config, bodyLimit } = request.routeOptions;
    const declared = declaredLength(request);
    const isLarge = declared === undefined ? "transfer-encoding" in request.headers : declared > SMALL;
    if (!isLarge || config.counted === undefined || bodyLimit <= SMALL) return proceed(request, reply, done);
    admitBody(config.counted, inFlight, request, reply, declared)
      .then((admitted) => {
        if (admitted) proceed(request, reply, done);
      })
      .catch(done);
  });
  // A length that nobody has declared is counted.
  app.addHook("preParsing", (request, _, payload, done) => {
    const { mostBytes } = request;
    if (mostBytes === null || declaredLength(request) !== undefined) done(null, payload);
    else done(null, payload.pipe(bounded(mostBytes)));
  });
}

/** Who asked first whether to send the body is told to. */
function proceed({ headers }: FastifyRequest, reply: FastifyReply, done: () => void): void {
  if (headers.expect?.toLowerCase() === "100-continue") reply.raw.writeContinue();
  done();
}

/** Whether the body is read; else the caller has been answered. */
async function admitBody(
  admission: Admission,
  inFlight: InFlight,
  request: FastifyRequest,
  reply: FastifyReply,
  declared: number | undefined,
): Promise<boolean> {
  // What follows on this connection would be the body.
  const closing = () => reply.header("connection", "close");
  const grant = await standingOf(admission, request);
  if ("refusal" in grant) {
    sendAnswer(closing(), refused(grant));
    return false;
  }
  const { bytes } = grant.standing ?? UNLIMITED;
  const most = Math.min(request.routeOptions.bodyLimit, bytes.request ?? Number.POSITIVE_INFINITY);
  if (declared !== undefined && declared > most) {
    const tier = bytes.request === most ? grant.tier : undefined;
    await refuseCounted(request, closing(), tooLarge(most, tier));
    return false;
  }
  const caller = grant.caller ?? networkOf(request.ip);
  const over = inFlight.take(caller, declared ?? most, bytes.inFlight);
  if (typeof over === "string") {
    sendProblem(closing().header("retry-after", RETRY_S), tooMuch(over, grant.tier, bytes.inFlight ?? 0));
    return false;
  }
  whenOver(reply.raw, over);
  request.mostBytes = most;
  return true;
}

/** What a caller may do, without a call being counted; one that has nothing left is refused, and that counts. */
async function standingOf(admission: Admission, request: FastifyRequest) {
  const standing = await admission(request, 0);
  return "refusal" in standing || standing.standing?.isSpent !== true ? standing : admission(request, 1);
}

function declaredLength({ headers }: FastifyRequest): number | undefined {
  return headers["content-length"] === undefined ? undefined : Number(headers["content-length"]);
}

/** The same bytes, up to a number of them. */
export function bounded(most: number): Transform {
  let arrived = 0;
  return new Transform({
    transform(chunk: Buffer, _, done) {
      arrived += chunk.length;
      if (arrived > most) done(new BadBody(tooLarge(most)));
      else done(null, chunk);
    },
  });
}

function tooMuch(whose: "caller" | "all", tier: string, quota: number): Problem {
  if (whose === "all")
    return problem("overloaded", "As many bytes as the service takes at one time are on their way to it.");
  return problem(
    "too-many-requests",
    `The plan ${tier} allows ${quota} bytes on their way at one time. Send one body after the other.`,
    { limit: "in-flight", quota, plan: tier, retry_after_s: RETRY_S },
  );
}
