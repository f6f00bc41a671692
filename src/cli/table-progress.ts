// Progress of a table: rows, rate and remaining time.
import { duration, StatusLine } from "./progress.js";

export class TableProgress extends StatusLine {
  private first: { readonly rows: number; readonly bytes: number } | undefined;

  constructor(private readonly size: number) {
    super();
  }

  at(rows: number, bytes: number): void {
    this.first ??= { rows, bytes };
    const from = this.first;
    this.show((ms) => {
      const seconds = Math.max(0.001, ms / 1000);
      const speed = Math.max(1, (bytes - from.bytes) / seconds);
      const share = Math.floor((100 * bytes) / Math.max(1, this.size));
      const left = duration((1000 * (this.size - bytes)) / speed);
      const count = (value: number) => Math.round(value).toLocaleString("en-GB");
      return `${count(rows)} rows (${share} %), ${count((rows - from.rows) / seconds)} a second, about ${left} left`;
    });
  }
}
