// How far the work on a table is: rows, rate and time left, on a terminal in one line that is rewritten.
import { duration } from "./progress.js";

const [TERMINAL_MS, PLAIN_MS] = [200, 15_000];

export class TableProgress {
  private readonly began = Date.now();
  private shown = this.began;
  private first: { readonly rows: number; readonly bytes: number } | undefined;

  constructor(private readonly size: number) {}

  at(rows: number, bytes: number): void {
    this.first ??= { rows, bytes };
    const now = Date.now();
    if (now - this.shown < (process.stderr.isTTY === true ? TERMINAL_MS : PLAIN_MS)) return;
    this.shown = now;
    const seconds = Math.max(0.001, (now - this.began) / 1000);
    const rate = (rows - this.first.rows) / seconds;
    const speed = Math.max(1, (bytes - this.first.bytes) / seconds);
    const share = Math.floor((100 * bytes) / Math.max(1, this.size));
    const left = duration((1000 * (this.size - bytes)) / speed);
    const count = (value: number) => Math.round(value).toLocaleString("en-GB");
    const line = `${count(rows)} rows (${share} %), ${count(rate)} a second, about ${left} left`;
    process.stderr.write(process.stderr.isTTY === true ? `\r\x1b[K${line}` : `${line}\n`);
  }

  /** Clears the line, so that what follows stands alone. */
  end(): void {
    if (process.stderr.isTTY === true) process.stderr.write("\r\x1b[K");
  }
}
