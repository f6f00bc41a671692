// Results in a form that is no text: made once for each job, kept for whoever fetches them again, and not made to the end where
// everybody who waits for them has left.
import { rm, stat } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { whenOver } from "../http/response-end.js";
import { type Jobs, JobsAway } from "./job-service.js";
import type { Job } from "./queue.js";
import type { Spool } from "./spool.js";

/** Bytes and files that are kept; what was fetched longest ago goes first. */
const MOST_BYTES = 1024 ** 3;
const MOST_FILES = 64;

interface Conversion {
  readonly file: string;
  readonly done: Promise<number>;
  readonly timer: NodeJS.Timeout;
  /** Callers who wait for it. */
  waiting: number;
  /** Known once it is whole. */
  bytes: number | undefined;
}

export class ConvertedResults {
  private readonly kept = new Map<string, Conversion>();
  /** One is made at a time: each may take much memory. */
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly jobs: Pick<Jobs, "write" | "stopWriting">,
    private readonly spool: Spool,
  ) {}

  /** The file with the results of a job, and its length. */
  async of(job: Job, response: ServerResponse): Promise<{ readonly file: string; readonly bytes: number }> {
    const found = this.kept.get(job.id) ?? this.begin(job);
    this.kept.delete(job.id);
    this.kept.set(job.id, found);
    found.waiting++;
    whenOver(response, () => {
      found.waiting--;
      if (found.waiting === 0 && found.bytes === undefined) this.drop(job.id, found);
    });
    return { file: found.file, bytes: await found.done };
  }

  private begin(job: Job): Conversion {
    const file = this.spool.file();
    const done = this.last.then(async () => {
      if (this.isWanted(job.id, conversion)) await this.jobs.write(job.id, file);
      if (!this.isWanted(job.id, conversion)) throw new JobsAway("Nobody waits for these results any more.");
      return (await stat(file)).size;
    });
    const life = Math.max(0, job.expires - Date.now());
    const timer = setTimeout(() => this.drop(job.id, conversion), life).unref();
    const conversion: Conversion = { file, done, timer, waiting: 0, bytes: undefined };
    this.last = done.then(
      (bytes) => {
        conversion.bytes = bytes;
        this.makeRoom();
      },
      () => this.drop(job.id, conversion),
    );
    return conversion;
  }

  private isWanted(id: string, conversion: Conversion): boolean {
    return this.kept.get(id) === conversion;
  }

  private makeRoom(): void {
    const whole = [...this.kept].filter(([, { bytes }]) => bytes !== undefined);
    let sum = whole.reduce((bytes, [, each]) => bytes + (each.bytes ?? 0), 0);
    // The newest stays, however large.
    for (const [at, [id, each]] of whole.slice(0, -1).entries()) {
      if (sum <= MOST_BYTES && whole.length - at <= MOST_FILES) return;
      sum -= each.bytes ?? 0;
      this.drop(id, each);
    }
  }

  /** Who is reading the file reads on: it is gone from the folder, not from them. */
  private drop(id: string, conversion: Conversion): void {
    if (this.isWanted(id, conversion)) this.kept.delete(id);
    clearTimeout(conversion.timer);
    if (conversion.bytes === undefined) this.jobs.stopWriting(conversion.file).catch(() => undefined);
    void rm(conversion.file, { force: true }).catch(() => undefined);
  }
}
