// A line log that rotates by size: `log`, `log.1`, `log.2` and so on. Lines are written in batches; while the disk
// fails they are kept in memory up to a limit.
import { closeSync, existsSync, fstatSync, ftruncateSync, openSync, renameSync, writeSync } from "node:fs";

export interface RotatingOptions {
  readonly file: string;
  /** Bytes of one file, and number of rotated files. */
  readonly mostBytes: number;
  readonly mostFiles: number;
  readonly failed: (message: string) => void;
}

const WRITE_MS = 200;
/** Characters in memory, beyond which new lines are dropped. */
const MOST_WAITING = 16 * 1024 * 1024;

export class RotatingFile {
  private lines: string[] = [];
  private waiting = 0;
  private lost = 0;
  private failing = false;
  private descriptor: number | undefined;
  private bytes = 0;
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly options: RotatingOptions) {
    this.timer = setInterval(() => this.flush(), WRITE_MS).unref();
  }

  push(line: string): void {
    if (this.waiting + line.length > MOST_WAITING) {
      this.lost++;
      return;
    }
    this.lines.push(line);
    this.waiting += line.length;
  }

  flush(): void {
    try {
      while (this.lines.length > 0) this.write(`${this.lines[0]}\n`);
      if (this.failing)
        this.options.failed(`${this.options.file} is written again; ${this.lost} lines are lost.`);
      [this.failing, this.lost] = [false, 0];
    } catch (error) {
      if (!this.failing) this.options.failed(`${this.options.file} cannot be written: ${String(error)}`);
      this.failing = true;
    }
  }

  close(): void {
    clearInterval(this.timer);
    this.flush();
    if (this.descriptor !== undefined) closeSync(this.descriptor);
  }

  /** Writes the first queued line. */
  private write(line: string): void {
    const text = Buffer.from(line);
    if (this.descriptor === undefined) this.open();
    if (this.bytes > 0 && this.bytes + text.length > this.options.mostBytes) this.putAside();
    const descriptor = this.descriptor ?? this.open();
    if (writeSync(descriptor, text) < text.length) {
      // Removes an incomplete line.
      ftruncateSync(descriptor, this.bytes);
      throw new Error("the disk is full");
    }
    this.bytes += text.length;
    this.waiting -= (this.lines.shift() ?? "").length;
  }

  private open(): number {
    this.descriptor = openSync(this.options.file, "a", 0o600);
    this.bytes = fstatSync(this.descriptor).size;
    return this.descriptor;
  }

  private putAside(): void {
    const { file, mostFiles } = this.options;
    if (this.descriptor !== undefined) closeSync(this.descriptor);
    this.descriptor = undefined;
    const name = (number: number) => (number === 0 ? file : `${file}.${number}`);
    // The oldest file is overwritten.
    for (let number = mostFiles - 1; number >= 0; number--)
      if (existsSync(name(number))) renameSync(name(number), name(number + 1));
    this.bytes = 0;
  }
}
