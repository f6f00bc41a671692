// The calls of jobs in docs/tables.md are sent with curl, as a reader would, and answered as it says.
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ROOT } from "../helpers/folders.js";
import { openJobs, type TestJobs } from "../helpers/own-jobs.js";
import { runCli } from "../helpers/processes.js";
import { type Running, startService } from "../helpers/running-service.js";
import { until } from "../helpers/store-servers.js";

const docs = readFileSync(join(ROOT, "docs/tables.md"), "utf8");
const rows = /<<'ROWS'\n([\s\S]*?)ROWS\n/.exec(docs)?.[1] ?? "";
const [send, list, read, results, cancel, ...more] = docs
  .split("\n")
  .filter((line) => line.startsWith("curl "));
const form = /`curl (-F [^`]*)`/.exec(docs)?.[1] ?? "";

const folder = mkdtempSync(join(tmpdir(), "plumbline-docs-"));
let jobs: TestJobs;
let service: Running;
beforeAll(async () => {
  writeFileSync(join(folder, "estate.csv"), rows);
  jobs = await openJobs({ dataDir: ":memory:" }, 1);
  service = await startService({ jobs });
});
afterAll(async () => {
  await service.close();
  await jobs.close();
  rmSync(folder, { recursive: true });
});

/** The service is in this process, which must not wait. */
async function shell(line = "", id = ""): Promise<string> {
  const command = line.replace("http://127.0.0.1:3000", service.base).replace("/ID", `/${id}`);
  return (await promisify(execFile)("bash", ["-c", command], { cwd: folder })).stdout;
}
interface View {
  readonly id: string;
  readonly state: string;
}
const done = (id: string) =>
  until("the job", async () => {
    const view = JSON.parse(await shell(read, id)) as View;
    return view.state === "done" ? view : undefined;
  });

test("a table is sent, listed, read, fetched and cancelled", async () => {
  expect(more).toEqual([]);
  const { id } = JSON.parse(await shell(send)) as View;
  expect(JSON.parse(await shell(list))).toMatchObject({ jobs: [{ id }] });
  expect(await done(id)).toMatchObject({ rows: 3, computed: 3, refused: 0 });
  expect(await shell(results, id)).toMatch(/^L-001,Leeds,domestic,F,.*non_compliant/m);
  // One that is done stays so.
  await shell(cancel, id);
  expect(JSON.parse(await shell(read, id))).toMatchObject({ state: "done" });
});

test("a spreadsheet is sent as a form", async () => {
  const saved = ["--table", join(folder, "estate.csv"), "--output", join(folder, "estate.xlsx")];
  expect(runCli(["run", /tool=(\w+)/.exec(form)?.[1] ?? "", ...saved]).status).toBe(0);
  const { id } = JSON.parse(await shell(`curl -s ${form} http://127.0.0.1:3000/v1/jobs`)) as View;
  expect(await done(id)).toMatchObject({ rows: 3, refused: 0 });
});
