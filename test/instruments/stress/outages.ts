// A job through everything at once: workers that are killed again and again, the service itself, and a disk that fills up in
// between. The results must be those of one worker that nobody disturbs, and the month must hold the rows once.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { KeyService } from "../../../src/access/key-service.js";
import { openStore } from "../../../src/access/open.js";
import { checkTiers } from "../../../src/access/tiers-folder.js";
import { DEFAULT_FOLDER } from "../../../src/definitions/folder.js";
import { Faults, type Outcome, type SetContext } from "./scenario.js";
import { type ServerProcess, startServer } from "./server-process.js";

export interface Outages {
  readonly rows: number;
  /** How often a worker is killed, and how often the service. */
  readonly kills: number;
  readonly stops: number;
}

/** Mebibytes of the disk: the table and its results, compressed, and little more. */
const DISK_MIB = 400;
/** Rows of one table: as many as fit into what one request may send. */
const MOST_ROWS = 1_000_000;
const LOOK_MS = 100;
const FULL_MS = 4000;

export async function outages({ cli, stopped }: SetContext, wanted: Outages): Promise<Outcome> {
  const faults = new Faults();
  const rows = Math.min(wanted.rows, MOST_ROWS);
  const folder = mkdtempSync(join(tmpdir(), "plumbline-outages-"));
  const mounted =
    spawnSync("mount", ["-t", "tmpfs", "-o", `size=${DISK_MIB}m`, "plumbline", folder]).status === 0;
  const token = await keyIn(folder, 2 * rows);
  const key = { "x-api-key": token };
  const env = { DATA_DIR: folder, MAX_LAG_MS: "0", READS_PER_MINUTE: "0" };
  let server: ServerProcess = await startServer(cli, env);
  const worker = () =>
    spawn(process.execPath, [cli, "work", "--threads", "1"], {
      env: { ...process.env, ...env },
      stdio: "ignore",
    });
  let helper: ChildProcess = worker();
  const ask = (path: string) => fetch(`http://127.0.0.1:${server.port}${path}`, { headers: key });
  let [killed, ended, filled] = [0, 0, 0];
  try {
    const sent = await fetch(`http://127.0.0.1:${server.port}/v1/jobs?tool=${TOOL}&columns=${COLUMNS}`, {
      method: "POST",
      headers: { ...key, "content-type": "text/csv", "idempotency-key": "the-table" },
      body: tableOf(rows),
    });
    const { id } = (await sent.json()) as { id: string };
    if (sent.status !== 202) throw new Error(`the table was answered with ${sent.status}`);
    let seen = 0;
    for (;;) {
      const answer = await ask(`/v1/jobs/${id}`).catch(() => undefined);
      const view =
        answer?.status === 200
          ? ((await answer.json()) as { state: string; rows_done: number; failure?: string })
          : undefined;
      if (answer !== undefined && ![200, 503].includes(answer.status))
        faults.add(`a look was answered with ${answer.status}`);
      if (view?.state === "done" || stopped()) break;
      if (view?.state === "failed") {
        faults.add(`the job has failed: ${view.failure}`);
        break;
      }
      const done = view?.rows_done ?? seen;
      const share = done / rows;
      // Whenever something was done the worker dies in the middle of the next; the service and the disk fail at their shares.
      if (done > seen && killed < wanted.kills) {
        killed++;
        helper = await replaced(helper, worker);
      }
      if (ended < wanted.stops && share > (ended + 1) / (wanted.stops + 2)) {
        ended++;
        server.kill("SIGKILL");
        await server.exited;
        server = await startServer(cli, env);
      }
      if (mounted && filled === 0 && share > 0.5) {
        filled++;
        spawnSync("dd", ["if=/dev/zero", `of=${join(folder, "fill")}`, "bs=4k"]);
        await pause(FULL_MS);
        if ((await ask("/health").catch(() => undefined))?.status !== 200)
          faults.add("a full disk is felt by /health");
        rmSync(join(folder, "fill"));
      }
      seen = Math.max(seen, done);
      await pause(LOOK_MS);
    }
    const results = await (await ask(`/v1/jobs/${id}/results`)).text();
    const table = join(mkdtempSync(join(tmpdir(), "plumbline-alone-")), "alone.csv");
    writeFileSync(table, tableOf(rows));
    const alone = spawnSync(
      process.execPath,
      [cli, "run", TOOL, "--table", table, "--columns", COLUMNS, "--workers", "1"],
      { maxBuffer: 2 ** 30, env: { ...process.env, DATA_DIR: ":memory:" } },
    );
    rmSync(dirname(table), { recursive: true });
    if (hash(results) !== hash(alone.stdout)) faults.add("the results are not those of one worker alone");
    const used = await until(rows, () => usedIn(folder, token));
    if (used !== rows) faults.add(`${used} calls are charged for ${rows} rows`);
  } finally {
    helper.kill("SIGKILL");
    await server.stop();
    if (mounted) spawnSync("umount", ["-l", folder]);
    rmSync(folder, { recursive: true, force: true });
  }
  const disk = mounted ? "a disk that was full for a while" : "no disk of its own: not root";
  if (killed < wanted.kills) faults.add(`it was done after ${killed} kills: give it more rows`);
  return {
    lines: [
      `${rows} rows over ${killed} kills of a worker, ${ended} of the service, ${disk}: the same bytes, charged once`,
    ],
    faults: faults.list(),
  };
}

const TOOL = "mees_checker";
const COLUMNS = "compliant,verdict";

function tableOf(rows: number): string {
  const lines = Array.from({ length: rows }, (_, row) => `L-${row},domestic,${"ABCDEFG"[row % 7]}\n`);
  return `lease,property_type,current_epc_band\n${lines.join("")}`;
}

function hash(text: string | Buffer): string {
  return createHash("sha256").update(text).digest("hex");
}

async function replaced(child: ChildProcess, start: () => ChildProcess): Promise<ChildProcess> {
  const gone = once(child, "exit");
  if (child.exitCode === null && child.signalCode === null) {
    child.kill("SIGKILL");
    await gone;
  }
  return start();
}

async function storeIn(folder: string) {
  const { tiers } = await checkTiers(DEFAULT_FOLDER);
  if (tiers === undefined) throw new Error("the definitions have no plans, which callers need");
  const store = await openStore({ dataDir: folder }, { tiers, failed: (error) => Promise.reject(error) });
  return { store, keys: new KeyService(store, tiers, Date.now) };
}

async function keyIn(folder: string, calls: number): Promise<string> {
  const { store, keys } = await storeIn(folder);
  const { token } = await keys.create({ name: "outages", plan: "enterprise", calls_per_month: calls });
  await store.close();
  return token;
}

async function usedIn(folder: string, token: string): Promise<number> {
  const { store, keys } = await storeIn(folder);
  try {
    const [key] = await keys.list();
    return token === "" || key === undefined ? 0 : (await keys.usage(key.id)).calls;
  } finally {
    await store.close();
  }
}

/** Counts are written a moment after they are made. */
async function until(wanted: number, ask: () => Promise<number>): Promise<number> {
  let found = await ask();
  for (let tries = 0; found !== wanted && tries < 50; tries++) {
    await pause(LOOK_MS);
    found = await ask();
  }
  return found;
}
