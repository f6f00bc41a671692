// The OpenAPI document in the hands of those who make typed clients of it: three generators, each in a project of its own, whose
// clients compile strictly and call the service.
import { execFile, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ROOT } from "../helpers/folders.js";
import { ownSet } from "../helpers/own-definitions.js";
import { openJobs, type TestJobs } from "../helpers/own-jobs.js";
import { type Running, startService } from "../helpers/running-service.js";

const folder = mkdtempSync(join(tmpdir(), "plumbline-clients-"));
const INSTALL_MS = 300_000;
const PUE = "{ it_load_kw: 500, cooling_kw: 150, ups_losses_kw: 30, lighting_kw: 5 }";
const MEES = '{ property_type: "domestic", current_epc_band: "D" }';

const exampleOf = (name: string) => JSON.stringify(ownSet().tools.get(name)?.facts.examples[0]?.input);

/** Calls of five tools, a batch, a sweep and jobs, and one that no client may compile. */
const CLIENTS: Readonly<Record<string, string>> = {
  "openapi-fetch": `
import createClient from "openapi-fetch";
import type { paths } from "./schema.js";
const client = createClient<paths>({ baseUrl: process.argv[2] ?? "" });
const pue = await client.POST("/v1/tools/calculate_pue", { body: ${PUE} });
if (pue.error !== undefined) throw new Error(pue.error.detail);
const score: number = pue.data.pue_score;
const mees = await client.POST("/v1/tools/mees_checker", { body: ${MEES} });
const compliant: boolean | null | undefined = mees.data?.compliant;
const ev = await client.POST("/v1/tools/part_s_ev", { body: ${exampleOf("part_s_ev")} });
const planning = await client.POST("/v1/tools/uk_planning_checker", { body: ${exampleOf("uk_planning_checker")} });
const roi = await client.POST("/v1/tools/roi_calculator", { body: ${exampleOf("roi_calculator")} });
if (ev.data === undefined || planning.data === undefined || roi.data === undefined) throw new Error("refused");
const warnings: readonly string[] = [ev, planning, roi].flatMap(({ data }) => data?.warnings ?? []);
const batch = await client.POST("/v1/batch", { body: { calls: [{ tool: "calculate_pue", input: ${PUE} }] } });
const first: unknown = batch.data?.answers[0]?.result?.["pue_score"];
const sweep = await client.POST("/v1/tools/{name}/sweep", {
  params: { path: { name: "calculate_pue" } },
  body: { input: { cooling_kw: 1, ups_losses_kw: 1, lighting_kw: 1 }, vary: { it_load_kw: [10, 20] }, columns: ["pue_score"] },
});
const job = await client.POST("/v1/jobs", { body: { tool: "mees_checker", rows: [${MEES}], mapping: {} } });
const most: number | undefined = job.data?.numbers?.["x"]?.most;
const read = await client.GET("/v1/jobs/{id}", { params: { path: { id: job.data?.id ?? "" } } });
const list = await client.GET("/v1/jobs");
const state: "waiting" | "running" | "done" | "cancelled" | "failed" | undefined = list.data?.jobs[0]?.state;
// @ts-expect-error inputs of another tool
if (most === -1) await client.POST("/v1/tools/calculate_pue", { body: ${MEES} });
console.log(JSON.stringify([score, typeof compliant, first, sweep.data?.points, read.data?.rows, state, warnings.length >= 0]));
`,
  "hey-api": `
import { batch, calculatePue, listJobs, meesChecker, readJob, sendJob, sweep } from "./hey/index.js";
import { client } from "./hey/client.gen.js";
client.setConfig({ baseUrl: process.argv[2] ?? "" });
const pue = await calculatePue({ body: ${PUE}, throwOnError: true });
const score: number = pue.data.pue_score;
const mees = await meesChecker({ body: ${MEES} });
const compliant: boolean | null | undefined = mees.data?.compliant;
const many = await batch({ body: { calls: [{ tool: "calculate_pue", input: ${PUE} }] } });
const first: unknown = many.data?.answers[0]?.result?.["pue_score"];
const swept = await sweep({
  path: { name: "calculate_pue" },
  body: { input: { cooling_kw: 1, ups_losses_kw: 1, lighting_kw: 1 }, vary: { it_load_kw: [10, 20] }, columns: ["pue_score"] },
});
const job = await sendJob({ body: { tool: "mees_checker", rows: [${MEES}] } });
const read = await readJob({ path: { id: job.data?.id ?? "" } });
const state: string | undefined = (await listJobs()).data?.jobs[0]?.state;
// @ts-expect-error inputs of another tool
if (score === -1) await calculatePue({ body: ${MEES} });
console.log(JSON.stringify([score, typeof compliant, first, swept.data?.points, read.data?.rows, state, true]));
`,
  "swagger-typescript-api": `
import { Api } from "./sta/api.js";
const api = new Api({ baseUrl: process.argv[2] ?? "" });
const score: number = (await api.v1.calculatePue(${PUE})).data.pue_score;
const compliant: boolean | null = (await api.v1.meesChecker(${MEES})).data.compliant;
const many = await api.v1.batch({ calls: [{ tool: "calculate_pue", input: ${PUE} }] });
const first: unknown = many.data.answers[0]?.result?.["pue_score"];
const swept = await api.v1.sweep("calculate_pue", {
  input: { cooling_kw: 1, ups_losses_kw: 1, lighting_kw: 1 }, vary: { it_load_kw: [10, 20] }, columns: ["pue_score"],
});
const state: string | undefined = (await api.v1.listJobs()).data.jobs[0]?.state;
// @ts-expect-error inputs of another tool
if (score === -1) await api.v1.calculatePue(${MEES});
console.log(JSON.stringify([score, typeof compliant, first, swept.data.points, 1, state, true]));
`,
};

function run(command: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: folder,
    encoding: "utf8",
    timeout: INSTALL_MS,
  });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")}: ${stdout}${stderr}`);
  return stdout;
}
const bin = (name: string, ...args: readonly string[]) =>
  run(process.execPath, join("node_modules", name), ...args);

/** The packages come from npm; where it cannot be reached there is nothing to try. */
const reachable = spawnSync("npm", ["view", "openapi-fetch", "version"], { timeout: 60_000 }).status === 0;

let service: Running;
let jobs: TestJobs;
beforeAll(async () => {
  if (!reachable) return;
  jobs = await openJobs();
  service = await startService({ jobs });
  cpSync(join(ROOT, "test/slow/clients"), folder, { recursive: true });
  run("npm", "ci", "--no-audit", "--no-fund");
  writeFileSync(join(folder, "openapi.json"), await (await service.get("/openapi.json")).text());
}, INSTALL_MS);
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await service?.close();
  await jobs?.close();
});

test.runIf(reachable)(
  "clients that are made of it compile strictly, and are answered as they are typed",
  async () => {
    const files = Object.entries(CLIENTS).map(([name, text]) => {
      writeFileSync(join(folder, `${name}.ts`), `declare const process: { argv: string[] };\n${text}`);
      return `${name}.ts`;
    });
    const compilerOptions = {
      ...{ strict: true, noUncheckedIndexedAccess: true, noPropertyAccessFromIndexSignature: false },
      ...{ module: "nodenext", target: "es2022", outDir: "out", skipLibCheck: true, types: [] },
      lib: ["es2022", "dom", "dom.iterable"],
    };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
    bin("openapi-typescript/bin/cli.js", "openapi.json", "-o", "schema.ts");
    bin("@hey-api/openapi-ts/bin/run.js", "-i", "openapi.json", "-o", "hey", "-c", "@hey-api/client-fetch");
    bin("swagger-typescript-api/dist/cli.mjs", "generate", "-p", "openapi.json", "-o", "sta", "-n", "api.ts");
    bin("typescript/bin/tsc", "-p", ".");
    for (const name of Object.keys(CLIENTS)) {
      // The service is in this process, which must not wait.
      const { stdout: answer } = await promisify(execFile)(
        process.execPath,
        [join("out", `${name}.js`), service.base],
        { cwd: folder },
      );
      expect([name, JSON.parse(answer) as unknown]).toEqual([
        name,
        [1.37, "boolean", 1.37, 2, 1, "waiting", true],
      ]);
    }
  },
);
