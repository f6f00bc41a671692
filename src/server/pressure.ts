// Shedding: when the event loop falls behind, new requests are told to come back before anything is done for them.
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from "node:http";
import { PROBLEM_TYPE, problem } from "./problems.js";

/** Milliseconds between two looks at the event loop. */
const LOOK_MS = 20;
/** Seconds after which a caller who was turned away may try again. */
const RETRY_S = 1;
/** Answered however busy the service is: who watches over it must not take it for dead. */
const ALWAYS = "/health";

/** How late the event loop is: the delay of a timer that should fire every few milliseconds. */
export class Pressure {
  private expected: number;
  private late = 0;
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly most: number,
    private readonly now: () => number,
  ) {
    this.expected = now() + LOOK_MS;
    this.timer = setInterval(() => this.look(), LOOK_MS);
    this.timer.unref();
  }

  /** Whether a request that comes now would wait too long. */
  get high(): boolean {
    return this.late > this.most || this.now() - this.expected > this.most;
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private look(): void {
    const now = this.now();
    this.late = Math.max(0, now - this.expected);
    this.expected = now + LOOK_MS;
  }
}

/** A server that hands requests on only while the pressure is low. */
export function shedding(
  pressure: Pick<Pressure, "high">,
  handle: RequestListener,
  options: ServerOptions,
): Server {
  const document = problem(
    "overloaded",
    "More requests come in than can be answered. This one was not looked at.",
  );
  const body = Buffer.from(JSON.stringify(document));
  const headers = {
    "content-type": PROBLEM_TYPE,
    "content-length": String(body.length),
    "retry-after": String(RETRY_S),
    "x-content-type-options": "nosniff",
  };
  return createServer(options, (request: IncomingMessage, response: ServerResponse) => {
    if (!pressure.high || request.url === ALWAYS) handle(request, response);
    else response.writeHead(document.status, headers).end(body);
  });
}
