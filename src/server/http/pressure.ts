// Sheds load: if the event loop falls behind, new requests are refused before any work is done for them.
import type { IncomingMessage, RequestListener } from "node:http";
import type { FastifyInstance, FastifyRequest } from "fastify";
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

/** Milliseconds between two checks of the event loop. */
const LOOK_MS = 20;
/** Consecutive punctual checks that end shedding. */
const CALM_LOOKS = 3;
/**
 * Milliseconds after an overload in which the lag limit is reduced, by this factor at first. It rises again
 * gradually, so that a backlog cannot build up again.
 */
const CROWD_MS = 2000;
const CROWD_SHARE = 0.2;
/** Milliseconds after the start in which the lag limit is multiplied by COLD_FACTOR. */
const WARM_UP_MS = 3000;
const COLD_FACTOR = 10;
/** Requests between two checks that are always accepted, because a pause of the machine is no overload. */
const FEW = 4;
/** Seconds. Sent as Retry-After. */
const RETRY_S = 1;
const LIMIT_REACHED = 429;
/** Answered under any load, so that monitors do not report the service as dead. */
export const ALWAYS: ReadonlySet<string> = new Set(["/health", "/ready", "/metrics"]);
const OVERLOADED =
  "The service is receiving more requests than it can answer. This one was neither read nor counted.";

/** Measures the lag of the event loop as the delay of a timer. */
export class Pressure {
  private expected = Number.POSITIVE_INFINITY;
  private shedding = false;
  /** Consecutive punctual checks. */
  private calm = 0;
  /** Requests since the last check. */
  private arrived = 0;
  private timer: NodeJS.Timeout | undefined;
  private warm = Number.NEGATIVE_INFINITY;
  private crowded = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly most: number,
    private readonly now: () => number,
  ) {}

  /** Called when the service listens, because preparation would count as lag. */
  start(): void {
    this.expected = this.now() + LOOK_MS;
    this.warm = this.now() + WARM_UP_MS;
    this.timer = setInterval(() => this.look(), LOOK_MS);
    this.timer.unref();
  }

  /** Whether a new request would wait too long. */
  get high(): boolean {
    const now = this.now();
    return this.shedding || now - this.expected > this.limit(now);
  }

  /** Counts a request and returns whether to refuse it. */
  turnsAway(): boolean {
    this.arrived++;
    return this.arrived > FEW && this.high;
  }

  /** The first calls are slow until they are compiled, which is no overload. */
  private limit(now: number): number {
    if (now < this.crowded) return this.most * Math.max(CROWD_SHARE, 1 - (this.crowded - now) / CROWD_MS);
    return now < this.warm ? this.most * COLD_FACTOR : this.most;
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** Runs on each timer tick and measures its delay. */
  look(): void {
    const now = this.now();
    const late = now - this.expected;
    this.arrived = 0;
    this.expected = now + LOOK_MS;
    this.calm = late < LOOK_MS ? this.calm + 1 : 0;
    // Requests in the backlog are old by now, so all are refused until it is empty.
    if (late > this.limit(now)) {
      this.shedding = true;
      this.crowded = now + CROWD_MS;
    } else if (this.calm >= CALM_LOOKS) this.shedding = false;
  }
}

/** Passes requests on if the load is low or `known` returns true. */
export function shedding(
  pressure: Pick<Pressure, "turnsAway">,
  handle: RequestListener,
  shed: (request: IncomingMessage) => void = () => {},
  /** Returns whether the request carries a confirmed key. Such requests are served during an overload. */
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

/** Makes every request wait for its caller's turn. Refuses it if the queue is full. */
export function queueFairly(
  app: FastifyInstance,
  queue: FairQueue,
  /** Returns the id of a confirmed key. */
  known: (request: IncomingMessage) => string | undefined,
  shed: () => void,
  /** Returns whether the caller has used up its processor time. */
  isOver: (request: FastifyRequest) => boolean,
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
    whenOver(reply.raw, () => over(reply.raw.statusCode === LIMIT_REACHED || isOver(request)));
  });
}
