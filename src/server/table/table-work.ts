// Computes the rows of tables in threads. Parts of all tables take turns: callers with a key first, otherwise one
// caller after the other.
import { FairQueue, QUEUE_BOUNDS, type QueueBounds } from "../../access/fair-queue.js";
import { pinned } from "../../build/pinned.js";
import type { RuntimeSet } from "../../engine/run/tool.js";
import type { TableLayout } from "../../tables/layout.js";
import { inOrder } from "../../tables/work-through.js";
import { Threads } from "../../tables/workers.js";
import type { Allowance } from "../http/bodies.js";
import { BadBody, problem } from "../http/problems.js";
import type { SentPart } from "./open-sent.js";

/** Milliseconds for a part, and mebibytes of memory for a thread. */
const THREAD_BOUNDS = { deadlineMs: 60_000, memoryMb: 512 };
/** Milliseconds that a part waits for its turn. */
const PATIENCE_MS = 60_000;

/** The sender of a table. */
export interface Sender {
  readonly allowance: Allowance;
  /** Ends the work when the caller leaves. */
  readonly signal: AbortSignal;
}

export interface ChargedTable {
  readonly tool: string;
  readonly layout: TableLayout;
  readonly parts: readonly SentPart[];
  /** Rows that the caller was charged for. Rows behind them are not computed. */
  readonly charged: number;
}

export class TableComputer {
  private threads: Threads | undefined;
  private readonly parts: FairQueue;
  /** A spreadsheet needs much memory, so one is converted at a time. */
  private readonly sheets = new FairQueue(bounds(1), () => performance.now());
  private tables = 0;

  constructor(
    private readonly set: RuntimeSet,
    private readonly count: number,
  ) {
    // While a thread computes a part, the next one waits there.
    this.parts = new FairQueue(bounds(2 * count), () => performance.now());
  }

  /**
   * Yields the results of a table in order. Always calls `settle` with the number of charged but uncomputed rows,
   * also if the client leaves.
   */
  async *compute(
    { tool, layout, parts, charged }: ChargedTable,
    sender: Sender,
    settle: (uncomputed: number) => void,
  ): AsyncGenerator<Uint8Array> {
    let left = charged;
    let uncomputed = charged;
    const table = String(this.tables++);
    const work = ({ bytes, line, rows }: SentPart) => {
      const most = Math.min(rows, left);
      left -= most;
      return inTurn(this.parts, sender, async () => {
        this.threads ??= new Threads(pinned(this.set), this.count, THREAD_BOUNDS);
        const done = await this.threads.work({ table, tool, layout, bytes, line, most });
        uncomputed -= most;
        return done;
      });
    };
    try {
      sender.signal.throwIfAborted();
      for await (const { done } of inOrder(parts, AHEAD, work)) yield done.bytes;
    } finally {
      settle(uncomputed);
    }
  }

  /** Runs the conversion of a spreadsheet when it is the caller's turn. */
  convert<T>(sender: Sender, work: () => Promise<T>): Promise<T> {
    return inTurn(this.sheets, sender, work);
  }

  async close(): Promise<void> {
    this.parts.stop();
    this.sheets.stop();
    await this.threads?.close();
  }
}

/** Parts of a table that are computed before the caller has read the first of them. */
const AHEAD = 3;

function bounds(places: number): QueueBounds {
  const keyless = Math.ceil(places / 2);
  return {
    ...QUEUE_BOUNDS,
    ...{ places, keyless, ownKeyed: places, ownKeyless: keyless },
    ...{ patienceKeyedMs: PATIENCE_MS, patienceKeylessMs: PATIENCE_MS },
    // The number of connections bounds the parts that wait. The end of a part frees its place.
    ...{ waiting: Number.POSITIVE_INFINITY, heldMs: Number.POSITIVE_INFINITY },
  };
}

async function inTurn<T>(
  queue: FairQueue,
  { allowance: { payer }, signal }: Sender,
  work: () => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  let leave: (refused: boolean) => void = () => undefined;
  let leftEarly: () => void = () => undefined;
  try {
    await new Promise<void>((go, fail) => {
      leftEarly = () => fail(signal.reason);
      signal.addEventListener("abort", leftEarly);
      leave = queue.enter(payer.name, payer.hasKey, go, () =>
        fail(new BadBody(problem("overloaded", WAITED))),
      );
    });
    return await work();
  } finally {
    signal.removeEventListener("abort", leftEarly);
    leave(false);
  }
}

const WAITED = "Too many tables are being computed. The rows that were not computed were not counted.";
