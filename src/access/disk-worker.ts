// A disk in a worker thread, so that the service never waits for a slow disk or for another process.
import { ThreadPool } from "../threads/pool.js";
import { type Disk, type DiskStep, diskOf } from "./disk.js";
import type { DiskFile } from "./sqlite-disk.js";

const THREAD = new URL("./disk-thread.js", import.meta.url);

export function diskInThread(file: DiskFile): Disk {
  const pool = new ThreadPool<DiskStep, unknown>({
    file: THREAD,
    data: file,
    name: "the thread of the store",
  });
  const disk = diskOf((step, args) => pool.request({ step, args }));
  return {
    ...disk,
    close: async () => {
      await disk.close();
      await pool.close();
    },
  };
}
