// Progress of a long command: a rewritten line on a terminal, occasional lines elsewhere.
const EVERY_MS = 15_000;
const TERMINAL_MS = 100;

interface Output {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** A line that is rewritten on a terminal, or printed every 15 seconds elsewhere. */
export class StatusLine {
  readonly began = Date.now();
  private shown: number;

  constructor(private readonly out: Output = process.stderr) {
    this.shown = out.isTTY === true ? 0 : this.began;
  }

  show(line: (ms: number) => string): void {
    const now = Date.now();
    if (now - this.shown < (this.out.isTTY === true ? TERMINAL_MS : EVERY_MS)) return;
    this.shown = now;
    const text = line(now - this.began);
    this.out.write(this.out.isTTY === true ? `\r\x1b[K${text}` : `${text}\n`);
  }

  /** Clears the line before other output. */
  end(): void {
    if (this.out.isTTY === true && this.shown > 0) this.out.write("\r\x1b[K");
  }
}

export class Progress {
  private readonly line: StatusLine;
  private done = 0;

  constructor(
    private readonly what: string,
    private readonly all: number,
    out?: Output,
  ) {
    this.line = new StatusLine(out);
  }

  step(count = 1): void {
    this.done += count;
    this.line.show((ms) => {
      const rest = (ms / Math.max(1, this.done)) * (this.all - this.done);
      const share = this.all === 0 ? 100 : Math.floor((100 * this.done) / this.all);
      return `${this.what} ${this.done} of ${this.all} (${share} %), about ${duration(rest)} left`;
    });
  }

  end(): void {
    this.line.end();
  }
}

export function duration(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return seconds < 90 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}

/**
 * Processes all items in order with progress. Returns false after Ctrl-C. Undefined items only let the loop check for
 * Ctrl-C.
 */
export async function workThrough<T>(
  what: string,
  count: number,
  all: Iterable<T | undefined>,
  work: (each: T) => unknown,
): Promise<boolean> {
  const interrupt = interruptible();
  const progress = new Progress(what, count);
  try {
    for (const each of all) {
      if (each !== undefined) {
        await work(each);
        progress.step();
      }
      await breathe();
      if (interrupt.stopped) break;
    }
  } finally {
    progress.end();
    interrupt.close();
  }
  return !interrupt.stopped;
}

/** Sets `stopped` on Ctrl-C. Long commands check it between steps, and print their results so far. */
export function interruptible(): { readonly stopped: boolean; close(): void } {
  const state = { stopped: false, close: () => process.off("SIGINT", stop) };
  const stop = () => {
    state.stopped = true;
  };
  process.once("SIGINT", stop);
  return state;
}

/** Lets signals and output proceed. */
export function breathe(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
