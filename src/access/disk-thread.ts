// The code of the thread that owns the database file: opens it and does one step after the other.
import { parentPort, workerData } from "node:worker_threads";
import { type DiskAnswer, type DiskFile, type DiskQuestion, doStep, openDisk } from "./disk.js";
import { codeOf, type SqliteDisk } from "./sqlite-disk.js";

let disk: SqliteDisk | undefined;

function answer({ id, step, args }: DiskQuestion): DiskAnswer {
  try {
    // Opened by the first step, so that what is wrong with the file is an answer to whoever asks.
    disk ??= openDisk(workerData as DiskFile);
    return { id, done: doStep(disk, step, args) };
  } catch (error) {
    return { id, failed: error instanceof Error ? error.message : String(error), code: codeOf(error) };
  }
}

parentPort?.on("message", (question: DiskQuestion) => parentPort?.postMessage(answer(question)));
