// The thread that owns the database file. It runs one step at a time.
import { workerData } from "node:worker_threads";
import { answerRequests } from "../threads/thread.js";
import { type DiskStep, doStep } from "./disk.js";
import { type DiskFile, SqliteDisk } from "./sqlite-disk.js";

let disk: SqliteDisk | undefined;

answerRequests(({ step, args }: DiskStep) => {
  // Opened by the first step, so that an error of the file becomes its answer.
  disk ??= new SqliteDisk(workerData as DiskFile);
  return doStep(disk, step, args);
});
