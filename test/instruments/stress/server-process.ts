// The service in a separate process on a free port, which ends with its parent.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { KeyService } from "../../../src/access/key-service.js";
import { openStore } from "../../../src/access/open.js";
import type { InterfaceName, Tiers } from "../../../src/access/tiers.js";
import { checkTiers } from "../../../src/access/tiers-folder.js";
import { DEFAULT_FOLDER } from "../../../src/definitions/folder.js";

const START_MS = 60_000;

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface ServerProcess {
  readonly port: number;
  readonly exited: Promise<Exit>;
  /** Undefined while it runs. */
  exit(): Exit | undefined;
  kill(signal: NodeJS.Signals): void;
  /** Stops it as an operator would. */
  stop(): Promise<Exit>;
  /** Resident memory in bytes; undefined on some systems. */
  memory(): number | undefined;
  /** Standard error, and log lines of level error. */
  complaints(): string;
}

const running = new Set<ChildProcess>();
const folders = new Set<string>();

/** Ends child processes and removes their files. */
export function endAll(): void {
  for (const child of running) child.kill("SIGKILL");
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  folders.clear();
}
process.on("exit", endAll);

export function startServer(
  cli: string,
  env: Readonly<Record<string, string>>,
  nodeOptions: readonly string[] = [],
): Promise<ServerProcess> {
  // In a separate process group, so that Ctrl-C reaches only the parent, which then stops it.
  const child = spawn(process.execPath, [...nodeOptions, cli, "serve"], {
    env: { ...process.env, HOST: "127.0.0.1", PORT: "0", LOG_LEVEL: "error", DATA_DIR: ":memory:", ...env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  running.add(child);
  let ended: Exit | undefined;
  const exited = new Promise<Exit>((resolve) => {
    child.once("exit", (code, signal) => {
      running.delete(child);
      ended = { code, signal };
      resolve(ended);
    });
  });
  let said = "";
  let complaints = "";
  const complain = (text: string): void => {
    complaints = (complaints + text).slice(-10_000);
  };
  child.stderr.on("data", (chunk: Buffer) => complain(chunk.toString()));
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`the service did not start: ${complaints}`)), START_MS);
    child.stdout.on("data", (chunk: Buffer) => {
      const text = chunk.toString();
      if (text.includes('"level":50')) complain(text);
      if (said.length > 10_000) return;
      said += text;
      const port = /serves \d+ tools on \S+:(\d+)\s/.exec(said)?.[1];
      if (port === undefined) return;
      clearTimeout(late);
      resolve({
        port: Number(port),
        exited,
        exit: () => ended,
        kill: (signal) => child.kill(signal),
        stop: () => {
          child.kill("SIGTERM");
          return exited;
        },
        memory: () => memoryOf(child.pid),
        complaints: () => complaints,
      });
    });
    void exited.then(({ code }) => {
      clearTimeout(late);
      reject(new Error(`the service ended with ${code} before it listened: ${complaints}`));
    });
  });
}

function memoryOf(pid: number | undefined): number | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return Number(/VmRSS:\s*(\d+) kB/.exec(status)?.[1] ?? Number.NaN) * 1024;
  } catch {
    // Only Linux reports it here.
    return undefined;
  }
}

export interface Keys {
  readonly folder: string;
  readonly tiers: Tiers;
  readonly keys: ReadonlyMap<InterfaceName, string>;
  /** Deletes the folder. */
  remove(): void;
}

/** Creates a folder with one key of the largest tier of each interface, optionally with a custom limit. */
export async function newKeys(requests?: number): Promise<Keys> {
  const { tiers } = await checkTiers(DEFAULT_FOLDER);
  if (tiers === undefined) throw new Error("the definitions have no plans, which callers need");
  const folder = mkdtempSync(join(tmpdir(), "plumbline-stress-"));
  folders.add(folder);
  const failed = (error: unknown): void => {
    throw error;
  };
  const store = await openStore({ dataDir: folder }, { tiers, failed });
  const service = new KeyService(store, tiers, Date.now);
  const keys = new Map<InterfaceName, string>();
  for (const list of tiers.interfaces) {
    const tier = list.tiers.at(-1);
    const own = requests === undefined || tier?.custom !== true ? {} : { requests };
    const wish = { name: "stress", plan: tier?.id ?? "", interface: list.interface, ...own };
    keys.set(list.interface, (await service.create(wish)).token);
  }
  await store.close();
  const remove = (): void => {
    rmSync(folder, { recursive: true, force: true });
    folders.delete(folder);
  };
  return { folder, tiers, keys, remove };
}
