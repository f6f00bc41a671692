// Sheds load: when the event loop falls behind, new requests are told to come back before anything is done for them.
import type { IncomingMessage, RequestListener } from "node:http";
import type { FastifyInstance } from "fastify";
import type { FairQueue } from "../../access/fair-queue.js";
import { networkOf } from "../../access/network.js";
import {
  PROBLEM_PAGE_HEADERS,
  PROBLEM_TYPE,
  problem,
  problemPage,
  sendProblem,
  wantsPage,
} from "./problems.js";
import { whenOver } from "./response-end.js";

/** Milliseconds between two looks at the event loop. */
const LOOK_MS = 20;
/** Looks in a row, in time, after which the crowd has passed. */
const CALM_LOOKS = 3;
/**
 * Milliseconds after a crowd in which the loop may only be later by a share, at first this one and then more and more:
 * what is taken in must not pile up again, but one pause of the machine is no new crowd.
 */
const CROWD_MS = 2000;
const CROWD_SHARE = 0.2;
/** Milliseconds after the start in which the loop may be later by a factor. */
const WARM_UP_MS = 3000;
const COLD_FACTOR = 10;
/** Requests between two looks that are taken however late the loop is: one after a pause of the machine is no crowd. */
const FEW = 4;
/** Seconds after which a caller who was turned away may try again. */
const RETRY_S = 1;
/** The status of who has used up what it may. */
const LIMIT_REACHED = 429;
/** Answered however busy the service is: who watches over it must not take it for dead. */
export const ALWAYS: ReadonlySet<string> = new Set(["/health", "/ready", "/metrics"]);
const OVERLOADED =
  "The service is receiving more requests than it can answer. This one was neither read nor counted.";

/** How late the event loop is: the delay of a timer that should fire every few milliseconds. */
export class Pressure {
  private expected = Number.POSITIVE_INFINITY;
  private shedding = false;
  /** Looks in a row at which the loop was in time. */
  private calm = 0;
  /** Requests since the last look. */
  private arrived = 0;
  private timer: NodeJS.Timeout | undefined;
  private warm = Number.NEGATIVE_INFINITY;
  private crowded = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly most: number,
    private readonly now: () => number,
  ) {}

  /** From when the service listens: what is made ready before would count as lateness. */
  start(): void {
    this.expected = this.now() + LOOK_MS;
    this.warm = this.now() + WARM_UP_MS;
    this.timer = setInterval(() => this.look(), LOOK_MS);
    this.timer.unref();
  }

  /** Whether a request that comes now would wait too long. */
  get high(): boolean {
    const now = this.now();
    return this.shedding || now - this.expected > this.limit(now);
  }

  /** Counts a request, and says whether it is turned away: it would wait too long, and it is not one of a few. */
  turnsAway(): boolean {
    this.arrived++;
    return this.arrived > FEW && this.high;
  }

  /** The first calls are slow until they are compiled: that is no crowd. */
  private limit(now: number): number {
    if (now < this.crowded) return this.most * Math.max(CROWD_SHARE, 1 - (this.crowded - now) / CROWD_MS);
    return now < this.warm ? this.most * COLD_FACTOR : this.most;
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** What the timer does: sees how late it is. */
  look(): void {
    const now = this.now();
    const late = now - this.expected;
    this.arrived = 0;
    this.expected = now + LOOK_MS;
    this.calm = late < LOOK_MS ? this.calm + 1 : 0;
    // Once behind, everything that has piled up in the connections is old: it is turned away until they are empty.
    if (late > this.limit(now)) {
      this.shedding = true;
      this.crowded = now + CROWD_MS;
    } else if (this.calm >= CALM_LOOKS) this.shedding = false;
  }
}

/** Hands requests on only while the pressure is low, or for callers who come first. */
export function shedding(
  pressure: Pick<Pressure, "turnsAway">,
  handle: RequestListener,
  shed: (request: IncomingMessage) => void = () => {},
  /** Callers with a key that works: they are served while a crowd without keys is turned away. */
  known: (request: IncomingMessage) => boolean = () => false,
): RequestListener {
  const document = problem("overloaded", OVERLOADED);
  const body = Buffer.from(JSON.stringify(document));
  const headers = {
    "content-type": PROBLEM_TYPE,
    "content-length": String(body.length),
    "retry-after": String(RETRY_S),
    "x-content-type-options": "nosniff",
  };
  return (request, response) => {
    if (ALWAYS.has(request.url ?? "") || known(request) || !pressure.turnsAway())
      return handle(request, response);
    shed(request);
    if (wantsPage(request.method, request.headers))
      response
        .writeHead(document.status, { ...PROBLEM_PAGE_HEADERS, "retry-after": String(RETRY_S) })
        .end(problemPage(document, RETRY_S));
    else response.writeHead(document.status, headers).end(body);
  };
}

/** Every request waits for its caller's turn before anything is done for it, and is turned away where too many wait. */
export function queueFairly(
  app: FastifyInstance,
  queue: FairQueue,
  /** The id of a key that works. */
  known: (request: IncomingMessage) => string | undefined,
  shed: () => void,
): void {
  app.addHook("onRequest", (request, reply, done) => {
    const { raw } = request;
    if (ALWAYS.has(raw.url ?? "")) return done();
    const id = known(raw);
    const caller = id === undefined ? networkOf(request.ip) : `key ${id}`;
    const over = queue.enter(caller, id !== undefined, done, () => {
      shed();
      sendProblem(reply.header("retry-after", RETRY_S), problem("overloaded", OVERLOADED));
    });
    whenOver(reply.raw, () => over(reply.raw.statusCode === LIMIT_REACHED));
  });
}
