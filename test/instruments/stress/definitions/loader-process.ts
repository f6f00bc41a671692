// Runs the loader in a process with little memory and a deadline, and replaces it after a failure.
import { type ChildProcess, fork } from "node:child_process";
import { dirname, join } from "node:path";
import type { Loading, Order } from "./child.js";

/** Mebibytes of heap. */
const MEMORY = 512;

export class LoaderProcess {
  private child: ChildProcess | undefined;

  constructor(
    /** Path of the built command line, next to the built loader. */
    private readonly cli: string,
    private readonly patienceMs: number,
  ) {}

  /** Resolves with the findings, or with the reason of a failure. */
  load(texts: Order): Promise<Loading | string> {
    const child = this.child ?? this.start();
    return new Promise((resolve) => {
      let why = "";
      const complain = (chunk: Buffer): void => {
        why += chunk.toString();
      };
      const finish = (result: Loading | string): void => {
        clearTimeout(late);
        child.off("message", finish).off("exit", died);
        child.stderr?.off("data", complain);
        resolve(result);
      };
      const died = (code: number | null, signal: string | null): void => {
        this.child = undefined;
        const reason = /^\w*Error.*$|heap out of memory/m.exec(why)?.[0] ?? "";
        finish(`the loader ended with ${code ?? signal} ${reason}`.trim());
      };
      const late = setTimeout(() => {
        this.close();
        finish(`not loaded within ${this.patienceMs} ms`);
      }, this.patienceMs);
      child.once("message", finish).once("exit", died);
      child.stderr?.on("data", complain);
      child.send(texts);
    });
  }

  close(): void {
    this.child?.kill("SIGKILL");
    this.child = undefined;
  }

  private start(): ChildProcess {
    const child = fork(join(dirname(this.cli), "../test/instruments/stress/definitions/child.js"), {
      execArgv: [`--max-old-space-size=${MEMORY}`],
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    this.child = child;
    return child;
  }
}
