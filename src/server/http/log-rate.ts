// Bounds how often an event is logged.

/** Returns a function that logs the first event of a kind at once, then one line with the number of further events. */
export function atMostOnce(
  everyMs: number,
  log: (kind: string, times: number) => void,
  now = () => performance.now(),
): (kind: string) => void {
  const kinds = new Map<string, { next: number; times: number }>();
  return (kind) => {
    const entry = kinds.get(kind) ?? { next: 0, times: 0 };
    kinds.set(kind, entry);
    entry.times++;
    if (now() < entry.next) return;
    log(kind, entry.times);
    entry.next = now() + everyMs;
    entry.times = 0;
  };
}
