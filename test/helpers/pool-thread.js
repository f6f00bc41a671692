// The code of the threads in test/service/threads.test.ts: each request says what the thread is to do.
import { threadId, workerData } from "node:worker_threads";
import { answerRequests } from "../../dist/src/threads/thread.js";

let open = 0;

answerRequests(
  async ({ does, ms = 0, bytes: sent }) => {
    const before = open++;
    if (does === "end") process.exit(7);
    if (does === "crash") setImmediate(() => { throw new Error("out of hand"); });
    if (does === "fail") throw Object.assign(new Error("cannot be done"), { code: "E_OWN" });
    if (does === "block") Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
    else if (ms > 0 || does === "crash") await new Promise((resolve) => setTimeout(resolve, ms || 60_000));
    open--;
    return { does, sent, before, given: workerData, threadId, bytes: new Uint8Array(3) };
  },
  ({ bytes }) => [bytes.buffer],
);
