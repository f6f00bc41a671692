// A life of jobs in a queue, in which something may fail at any moment: everything ends as if nothing had.
import { expect } from "vitest";
import { type Job, type JobQueue, type PartTask, packed } from "../../src/server/jobs/queue.js";
import { emptyTally } from "../../src/tables/tally.js";
import { until } from "./store-servers.js";

export const T0 = Date.UTC(2026, 10, 20);
let ids = 0;

export function jobOf(owner: string, rows: number, more: Partial<Job> = {}): Job {
  const id = `job-${ids++}`;
  const layout = {} as Job["layout"];
  const named = { id, owner, tool: "t", definition: "d", layout, head: "", form: "csv", types: {} } as const;
  return { ...named, rows, carried: [], notes: [], counted: T0, created: T0, expires: T0 + 1000, ...more };
}

/** One row in each part, which are numbered. */
export const partsOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ bytes: packed(Buffer.from(`row ${at}\n`)), line: at + 2 }));
export const done = async ({ bytes }: Pick<PartTask, "bytes">) => ({
  bytes: Buffer.from(Buffer.from(bytes).toString().toUpperCase()),
  tally: { ...emptyTally(), rows: 1 },
});

/** Whatever is refused is asked for again. How many faults were heard. */
export async function lifeOfJobs(
  open: (failed: (error: unknown) => void) => JobQueue,
  more: Partial<Job> = {},
): Promise<number> {
  const heard: unknown[] = [];
  const again = async <T>(work: () => T | Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      heard.push(error);
      return work();
    }
  };
  const queue = await again(() => open((error) => heard.push(error)));
  const [kept, dropped] = [jobOf("key:a", 2, more), jobOf("key:b", 2, more)];
  await again(() => queue.add(kept, partsOf(2)));
  await again(() => queue.add(dropped, partsOf(2)));
  expect(await again(() => queue.stored("key:a"))).toBeGreaterThan(0);
  expect(await again(() => queue.cancel(dropped.id))).toMatchObject({ state: "cancelled", done: 0 });
  const working = await queue.work(done, 1);
  await until("the job", async () => (await again(() => queue.read(kept.id)))?.state === "done");
  await working.stop();
  const results = [await again(() => queue.result(kept.id, 0)), await again(() => queue.result(kept.id, 1))];
  expect(results.map((bytes) => Buffer.from(bytes ?? []).toString())).toEqual(["ROW 0\n", "ROW 1\n"]);
  const whole = { done: 2, bytes: 12, tally: { rows: 2 } };
  expect(await again(() => queue.read(kept.id))).toMatchObject(whole);
  expect(await again(() => queue.refunds())).toEqual([{ owner: "key:b", calls: 2, counted: T0 }]);
  expect(await again(() => queue.refunds())).toEqual([]);
  await again(() => queue.purge(kept.expires + 1));
  expect(await again(() => queue.read(kept.id))).toBeUndefined();
  await again(() => queue.close());
  return heard.length;
}
