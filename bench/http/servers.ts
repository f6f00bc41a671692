// Server processes, and their resource usage.
import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { KeyService, MOST_CALLS, MOST_REQUESTS } from "../../src/access/key-service.js";
import { openStore } from "../../src/access/open.js";
import { checkTiers } from "../../src/access/tiers-folder.js";
import { DEFAULT_FOLDER } from "../../src/definitions/folder.js";

export const DIST = join(DEFAULT_FOLDER, "../dist");
const CLI = join(DIST, "src/cli.js");

export interface ServerProcess {
  readonly port: number;
  /** Start time in milliseconds. */
  readonly began: number;
  /** Milliseconds of processor time so far. */
  processor(): number;
  /** Mebibytes in memory. */
  resident(): number;
  stop(): Promise<void>;
}

const running = new Set<ChildProcess>();
process.on("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

export async function startServer(
  script: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const began = performance.now();
  const child = spawn(process.execPath, [script, ...args], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  running.add(child);
  const port = await new Promise<number>((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`${script} ended with ${code}`)));
    let text = "";
    child.stdout.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      const found = /serves .*:(\d+)/.exec(text)?.[1];
      if (found !== undefined) resolve(Number(found));
    });
  });
  const pid = child.pid ?? 0;
  return {
    port,
    began,
    processor: () => processorOf(pid),
    resident: () => residentOf(pid),
    stop: () =>
      new Promise((resolve) => {
        child.once("exit", () => resolve());
        running.delete(child);
        child.kill("SIGTERM");
      }),
  };
}

export function startPlumbline(env: Readonly<Record<string, string>>): Promise<ServerProcess> {
  return startServer(CLI, ["serve"], { PORT: "0", LOG_LEVEL: "silent", MAX_LAG_MS: "0", ...env });
}

/** Returns tokens of keys with limits that no benchmark reaches. */
export async function makeKeys(count: number, dataDir: string): Promise<string[]> {
  const { tiers } = await checkTiers(DEFAULT_FOLDER);
  if (tiers === undefined) throw new Error("the definitions have no plans");
  const failed = (error: unknown): void => {
    throw error;
  };
  const store = await openStore({ dataDir }, { tiers, failed });
  try {
    const service = new KeyService(store, tiers, Date.now);
    const tokens: string[] = [];
    for (let at = 0; at < count; at++) {
      const wish = { name: `bench ${at}`, plan: "enterprise", requests: MOST_REQUESTS };
      tokens.push((await service.create({ ...wish, calls_per_month: MOST_CALLS })).token);
    }
    return tokens;
  } finally {
    await store.close();
  }
}

/** Milliseconds of processor time of all threads, from the scheduler's exact count instead of ticks. */
function processorOf(pid: number): number {
  const folder = `/proc/${pid}/task`;
  return readdirSync(folder).reduce(
    (sum, thread) => sum + Number(readFileSync(`${folder}/${thread}/schedstat`, "utf8").split(" ")[0]) / 1e6,
    0,
  );
}

function residentOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
}
