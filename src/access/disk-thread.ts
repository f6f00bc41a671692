// The code of the thread that owns the database file: opens it and does one step after the other.
import { workerData } from "node:worker_threads";
import { answerRequests } from "../threads/thread.js";
import { type DiskStep, doStep } from "./disk.js";
import { type DiskFile, SqliteDisk } from "./sqlite-disk.js";

let disk: SqliteDisk | undefined;

answerRequests(({ step, args }: DiskStep) => {
  // Opened by the first step, so that what is wrong with the file is an answer to whoever asks.
  disk ??= new SqliteDisk(workerData as DiskFile);
  return doStep(disk, step, args);
});
