// Measures the time that requests spend on the event loop, and charges it to their payers.
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Payer } from "../../access/payer.js";

/**
 * Charges the time from one mark to the next, or to the end of the turn of the event loop. Work that a thread does, or that
 * continues in a later turn without a mark, is not charged.
 */
export class Meter {
  private payer: Payer | undefined;
  private since = 0;

  constructor(
    private readonly charge: (payer: Payer, ms: number) => void,
    private readonly now: () => number,
  ) {}

  /** Marks the begin of work for a payer, or of work that nobody pays for. */
  enter(payer: Payer | undefined): void {
    const now = this.now();
    if (this.payer !== undefined) this.charge(this.payer, now - this.since);
    else if (payer !== undefined) setImmediate(this.leave);
    this.payer = payer;
    this.since = now;
  }

  private readonly leave = (): void => {
    if (this.payer !== undefined) this.charge(this.payer, this.now() - this.since);
    this.payer = undefined;
  };
}

declare module "fastify" {
  interface FastifyRequest {
    /** Set when the request has its turn; null without limits. */
    payer: Payer | null;
  }
}

/**
 * Marks the begin of each request. The reader of bodies marks the end of each body. Files of pages are in memory and have a limit
 * of their own: an office behind one address opens them at the same time.
 */
export function measure(
  app: FastifyInstance,
  meter: Meter,
  payerOf: (request: FastifyRequest) => Payer,
): void {
  app.addHook("onRequest", (request, _, done) => {
    request.payer = payerOf(request);
    meter.enter(request.routeOptions.config.files === true ? undefined : request.payer);
    done();
  });
}
