// Reloads a changed definitions folder in a running service. A separate process checks and builds it; only a complete
// set is used. Requests finish on the set that they started with.
import { spawn } from "node:child_process";
import { watch } from "node:fs";
import type { RequestListener } from "node:http";
import { definitionsIn, readBuilt } from "../build/read.js";
import type { RuntimeSet } from "../engine/run/tool.js";
import { whenOver } from "./http/response-end.js";

/** An app over one set, and how to close it. */
export interface Answering {
  readonly answer: RequestListener;
  readonly close: () => Promise<void>;
}

/** Passes each request to the current app, and closes a replaced app when its last request ends. */
export class Front {
  private current: InUse;
  private readonly all = new Set<InUse>();

  constructor(first: Answering) {
    this.current = { ...first, running: 0 };
    this.all.add(this.current);
  }

  readonly listener: RequestListener = (request, response) => {
    const mine = this.current;
    mine.running++;
    whenOver(response, () => {
      mine.running--;
      if (mine !== this.current && mine.running === 0) void this.putAway(mine);
    });
    mine.answer(request, response);
  };

  take(next: Answering): void {
    const before = this.current;
    this.current = { ...next, running: 0 };
    this.all.add(this.current);
    if (before.running === 0) void this.putAway(before);
  }

  async close(): Promise<void> {
    for (const each of this.all) await this.putAway(each);
  }

  private async putAway(each: InUse): Promise<void> {
    this.all.delete(each);
    await each.close();
  }
}

interface InUse extends Answering {
  /** Requests in progress. */
  running: number;
}

export interface ReloadOptions {
  readonly folder: string;
  /** Folder of the built form. */
  readonly output: string;
  readonly fingerprint: string;
  /** Activates a set. */
  readonly take: (set: RuntimeSet) => Promise<void>;
  readonly told: (message: string) => void;
  readonly failed: (message: string) => void;
}

/** Milliseconds. Changes within this time are one reload, because an editor or a pull writes many files. */
const PAUSE_MS = 500;
/** Characters of findings in the log. */
const MOST_SAID = 20_000;
/** Attempts to read a folder that changes while it is read. */
const TRIES = 5;

export class Reload {
  private fingerprint: string;
  private work: Promise<void> | undefined;
  private again = false;

  constructor(private readonly options: ReloadOptions) {
    this.fingerprint = options.fingerprint;
  }

  /** Reloads run one at a time. Requests during a reload cause one more. */
  now(): void {
    if (this.work !== undefined) {
      this.again = true;
      return;
    }
    this.work = this.reload(TRIES)
      .catch((error: unknown) => this.options.failed(`The definitions were not reloaded: ${String(error)}`))
      .finally(() => {
        this.work = undefined;
        if (!this.again) return;
        this.again = false;
        this.now();
      });
  }

  /** Reloads on every change of the folder. Returns the function that stops watching. */
  watch(): () => void {
    let timer: NodeJS.Timeout | undefined;
    const watcher = watch(this.options.folder, { recursive: true }, () => {
      clearTimeout(timer);
      timer = setTimeout(() => this.now(), PAUSE_MS);
    });
    // The folder may have changed since the service read it.
    this.now();
    return () => {
      clearTimeout(timer);
      watcher.close();
    };
  }

  private async reload(tries: number): Promise<void> {
    const { folder, output, take, told, failed } = this.options;
    if ((await definitionsIn(folder)).fingerprint === this.fingerprint)
      return told("The definitions are unchanged.");
    const findings = await build(folder, output);
    if (findings !== undefined)
      return failed(`The changed definitions are not whole; those before are served on.\n${findings}`);
    const definitions = await definitionsIn(folder);
    const set = await readBuilt(definitions, output);
    if (set === undefined) {
      if (tries > 0) return this.reload(tries - 1);
      return failed("The definitions change while they are read; those before are served on.");
    }
    await take(set);
    this.fingerprint = definitions.fingerprint;
    told(`The changed definitions are served: ${set.tools.size} tools, edition ${set.edition}.`);
  }
}

/** Builds the folder. Returns the errors, or undefined. */
function build(folder: string, output: string): Promise<string | undefined> {
  const [, command = ""] = process.argv;
  const args = [command, "build", "--without-rulebook", "--definitions", folder, "--output", output];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: ["ignore", "ignore", "pipe"] });
    let said = "";
    child.stderr.on("data", (chunk: Buffer) => {
      if (said.length < MOST_SAID) said += chunk.toString();
    });
    child.once("error", reject);
    child.once("close", (code) => resolve(code === 0 ? undefined : said.trimEnd()));
  });
}
