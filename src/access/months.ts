// Calendar months in UTC, for counting calls.

export interface Month {
  /** `2026-11` */
  readonly name: string;
  readonly start: number;
  /** The first millisecond of the next month. */
  readonly end: number;
}

let last: Month = { name: "", start: 0, end: 0 };

/** Cached, because nearly all calls are in the month of the previous call. */
export function monthAt(now: number): Month {
  if (!(now >= last.start && now < last.end)) last = monthOf(now);
  return last;
}

function monthOf(now: number): Month {
  const date = new Date(now);
  const year = date.getUTCFullYear();
  const month = date.getUTCMonth();
  return {
    name: date.toISOString().slice(0, 7),
    start: Date.UTC(year, month, 1),
    end: Date.UTC(year, month + 1, 1),
  };
}
