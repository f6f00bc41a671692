// Five generators make typed clients from the OpenAPI document; the clients compile strictly and call the service.
// Bundlers build typed tools for pages.
import { execFile, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { HAS_BROWSER, startBrowser } from "../helpers/browser.js";
import { ROOT } from "../helpers/folders.js";
import { ownSet } from "../helpers/own-definitions.js";
import { documentedProgram } from "../helpers/own-package.js";
import { type Running, startService } from "../helpers/running-service.js";

const folder = mkdtempSync(join(tmpdir(), "plumbline-clients-"));
/** Installing, generating and compiling take minutes. */
const INSTALL_MS = 600_000;
const CALL = { it_load_kw: 500, cooling_kw: 150, ups_losses_kw: 30, lighting_kw: 5 };
const PUE = JSON.stringify(CALL);
const MEES = '{ property_type: "domestic", current_epc_band: "D" }';

const SWEEP = `{
  input: { cooling_kw: 1, ups_losses_kw: 1, lighting_kw: 1 }, vary: { it_load_kw: [10, 20] }, columns: ["pue_score"],
}`;
const exampleOf = (name: string) => JSON.stringify(ownSet().tools.get(name)?.facts.examples[0]?.input);
const [EV, PLANNING, ROI] = ["part_s_ev", "uk_planning_checker", "roi_calculator"].map(exampleOf);

/** Calls of five tools, a batch, a sweep, and one that must not compile. */
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
const ev = await client.POST("/v1/tools/part_s_ev", { body: ${EV} });
const planning = await client.POST("/v1/tools/uk_planning_checker", { body: ${PLANNING} });
const roi = await client.POST("/v1/tools/roi_calculator", { body: ${ROI} });
if (ev.data === undefined || planning.data === undefined || roi.data === undefined) throw new Error("refused");
const warnings: readonly string[] = [ev.data, planning.data, roi.data].flatMap((result) => result.warnings);
const batch = await client.POST("/v1/batch", { body: { calls: [{ tool: "calculate_pue", input: ${PUE} }] } });
const first: unknown = batch.data?.answers[0]?.result?.["pue_score"];
const sweep = await client.POST("/v1/tools/{name}/sweep", {
  params: { path: { name: "calculate_pue" } },
  body: ${SWEEP},
});
// @ts-expect-error inputs of another tool
if (score === -1) await client.POST("/v1/tools/calculate_pue", { body: ${MEES} });
console.log(JSON.stringify([score, typeof compliant, first, sweep.data?.points, warnings.length >= 0]));
`,
  "hey-api": `
import { batch, calculatePue, meesChecker, partSEv, roiCalculator, sweep, ukPlanningChecker } from "./hey/index.js";
import { client } from "./hey/client.gen.js";
client.setConfig({ baseUrl: process.argv[2] ?? "" });
const pue = await calculatePue({ body: ${PUE}, throwOnError: true });
const score: number = pue.data.pue_score;
const mees = await meesChecker({ body: ${MEES} });
const compliant: boolean | null | undefined = mees.data?.compliant;
const ev = await partSEv({ body: ${EV}, throwOnError: true });
const planning = await ukPlanningChecker({ body: ${PLANNING}, throwOnError: true });
const roi = await roiCalculator({ body: ${ROI}, throwOnError: true });
const warnings: readonly string[] = [ev.data, planning.data, roi.data].flatMap((result) => result.warnings);
const many = await batch({ body: { calls: [{ tool: "calculate_pue", input: ${PUE} }] } });
const first: unknown = many.data?.answers[0]?.result?.["pue_score"];
const swept = await sweep({ path: { name: "calculate_pue" }, body: ${SWEEP} });
// @ts-expect-error inputs of another tool
if (score === -1) await calculatePue({ body: ${MEES} });
console.log(JSON.stringify([score, typeof compliant, first, swept.data?.points, warnings.length >= 0]));
`,
  "swagger-typescript-api": `
import { Api } from "./sta/api.js";
const api = new Api({ baseUrl: process.argv[2] ?? "" });
const score: number = (await api.v1.calculatePue(${PUE})).data.pue_score;
const compliant: boolean | null = (await api.v1.meesChecker(${MEES})).data.compliant;
const ev = await api.v1.partSEv(${EV});
const planning = await api.v1.ukPlanningChecker(${PLANNING});
const roi = await api.v1.roiCalculator(${ROI});
const warnings: readonly string[] = [ev.data, planning.data, roi.data].flatMap((result) => result.warnings);
const many = await api.v1.batch({ calls: [{ tool: "calculate_pue", input: ${PUE} }] });
const first: unknown = many.data.answers[0]?.result?.["pue_score"];
const swept = await api.v1.sweep("calculate_pue", ${SWEEP});
// @ts-expect-error inputs of another tool
if (score === -1) await api.v1.calculatePue(${MEES});
console.log(JSON.stringify([score, typeof compliant, first, swept.data.points, warnings.length >= 0]));
`,
  orval: `
import { batch, calculatePue, meesChecker, partSEv, roiCalculator, sweep, ukPlanningChecker } from "./orval/api.js";
const pue = await calculatePue(${PUE});
if (pue.status !== 200) throw new Error(pue.data.detail);
const score: number = pue.data.pue_score;
const mees = await meesChecker(${MEES});
const compliant: boolean | null | undefined = mees.status === 200 ? mees.data.compliant : undefined;
const [ev, planning, roi] = [await partSEv(${EV}), await ukPlanningChecker(${PLANNING}), await roiCalculator(${ROI})];
if (ev.status !== 200 || planning.status !== 200 || roi.status !== 200) throw new Error("refused");
const warnings: readonly string[] = [ev.data, planning.data, roi.data].flatMap((result) => result.warnings);
const many = await batch({ calls: [{ tool: "calculate_pue", input: ${PUE} }] });
const first: unknown = many.status === 200 ? many.data.answers[0]?.result?.["pue_score"] : undefined;
const swept = await sweep("calculate_pue", ${SWEEP});
const points = swept.status === 200 && swept.data.points;
// @ts-expect-error inputs of another tool
if (score === -1) await calculatePue(${MEES});
console.log(JSON.stringify([score, typeof compliant, first, points, warnings.length >= 0]));
`,
  kubb: `
import { setConfig } from "@kubb/plugin-client/clients/fetch";
import { batch, calculatePue, meesChecker, partSEv, roiCalculator, sweep, ukPlanningChecker } from "./kubb/clients.js";
setConfig({ baseURL: process.argv[2] ?? "", headers: { "content-type": "application/json" } });
const score: number = (await calculatePue(${PUE})).pue_score;
const compliant: boolean | null = (await meesChecker(${MEES})).compliant;
const results = [await partSEv(${EV}), await ukPlanningChecker(${PLANNING}), await roiCalculator(${ROI})];
const warnings: readonly string[] = results.flatMap((result) => result.warnings);
const many = await batch({ calls: [{ tool: "calculate_pue", input: ${PUE} }] });
const first: unknown = many.answers[0]?.result?.["pue_score"];
const swept = await sweep("calculate_pue", ${SWEEP});
// @ts-expect-error inputs of another tool
if (score === -1) await calculatePue(${MEES});
console.log(JSON.stringify([score, typeof compliant, first, swept.points, warnings.length >= 0]));
`,
};

function run(command: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: folder,
    encoding: "utf8",
    timeout: INSTALL_MS,
    env: { ...process.env, BASE: service.base },
  });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")}: ${stdout}${stderr}`);
  return stdout;
}
const bin = (name: string, ...args: readonly string[]) =>
  run(process.execPath, join("node_modules", name), ...args);

/** Skipped if the npm registry is unreachable. */
const reachable = spawnSync("npm", ["view", "openapi-fetch", "version"], { timeout: 60_000 }).status === 0;

let service: Running;
beforeAll(async () => {
  if (!reachable) return;
  service = await startService();
  cpSync(join(ROOT, "test/slow/clients"), folder, { recursive: true });
  run("npm", "ci", "--no-audit", "--no-fund");
  writeFileSync(join(folder, "openapi.json"), await (await service.get("/openapi.json")).text());
}, INSTALL_MS);
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await service?.close();
});

test.runIf(reachable)(
  "clients that are made of it compile strictly, and are answered as they are typed",
  async () => {
    const files = Object.entries(CLIENTS).map(([name, text]) => {
      writeFileSync(join(folder, `${name}.ts`), `declare const process: { argv: string[] };\n${text}`);
      return `${name}.ts`;
    });
    const documented = documentedProgram("client").replace("http://127.0.0.1:3000", service.base);
    writeFileSync(join(folder, "client.ts"), documented);
    const compilerOptions = {
      ...{ strict: true, noUncheckedIndexedAccess: true, noPropertyAccessFromIndexSignature: false },
      ...{ module: "nodenext", target: "es2022", outDir: "out", skipLibCheck: true, types: [] },
      lib: ["es2022", "dom", "dom.iterable"],
    };
    writeFileSync(
      join(folder, "tsconfig.json"),
      JSON.stringify({ compilerOptions, files: [...files, "client.ts"] }),
    );
    bin("openapi-typescript/bin/cli.js", "openapi.json", "-o", "schema.ts");
    bin("@hey-api/openapi-ts/bin/run.js", "-i", "openapi.json", "-o", "hey", "-c", "@hey-api/client-fetch");
    bin("swagger-typescript-api/dist/cli.mjs", "generate", "-p", "openapi.json", "-o", "sta", "-n", "api.ts");
    bin("orval/dist/bin/orval.js", "--config", "orval.config.js");
    bin("@kubb/cli/bin/kubb.cjs", "generate", "--config", "kubb.config.js");
    bin("typescript/bin/tsc", "-p", ".");
    // Asynchronous, because the service is in this process.
    const answerTo = async (name: string) =>
      (
        await promisify(execFile)(process.execPath, [join("out", `${name}.js`), service.base], {
          cwd: folder,
        })
      ).stdout;
    for (const name of Object.keys(CLIENTS))
      expect([name, JSON.parse(await answerTo(name)) as unknown]).toEqual([
        name,
        [1.37, "boolean", 1.37, 2, true],
      ]);
    expect(await answerTo("client")).toBe("1.37 Good\n");
  },
  INSTALL_MS,
);

/** Each bundles page.js with default settings. */
const BUNDLERS: Readonly<Record<string, string>> = {
  esbuild: `
import { build } from "esbuild";
await build({ entryPoints: ["page.js"], bundle: true, outfile: "esbuild.out.js" });`,
  vite: `
import { build } from "vite";
const lib = { entry: "page.js", formats: ["iife"], name: "page", fileName: () => "vite.out.js" };
await build({ configFile: false, logLevel: "error", build: { lib, outDir: ".", emptyOutDir: false } });`,
  webpack: `
import webpack from "webpack";
const output = { path: process.cwd(), filename: "webpack.out.js" };
webpack({ mode: "production", entry: "./page.js", output }, (error, stats) => {
  if (error !== null || stats.hasErrors()) throw new Error(stats?.toString() ?? String(error));
});`,
};

describe.runIf(reachable && HAS_BROWSER)("a tool in a page", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
    symlinkSync(ROOT, join(folder, "node_modules/plumbline-engine"));
    symlinkSync(join(ROOT, "node_modules/vite"), join(folder, "node_modules/vite"));
    writeFileSync(
      join(folder, "page.js"),
      `import { InputError } from "plumbline-engine/browser";
import { calculate_pue } from "plumbline-engine/tools/calculate_pue";
const attempt = (input) => {
  try {
    return calculate_pue(input);
  } catch (error) {
    return error instanceof InputError ? error.problems.map(({ message }) => message) : String(error);
  }
};
globalThis.answers = [attempt(${PUE}), attempt({ it_load_kw: 500, cooling_kw: 150, lighting_kw: 5 })];`,
    );
  });
  afterAll(() => browser.close());

  test.each(Object.entries(BUNDLERS))("%s", async (name, script) => {
    writeFileSync(join(folder, `${name}.bundle.mjs`), script);
    run(process.execPath, `${name}.bundle.mjs`);
    const content = readFileSync(join(folder, `${name}.out.js`), "utf8");
    expect(content).not.toMatch(/["']node:/);
    const page = await browser.newPage();
    await page.addScriptTag({ content });
    const answer = await service.post("/v1/tools/calculate_pue", CALL);
    const { tier: _, ...served } = (await answer.json()) as Record<string, unknown>;
    expect(await page.evaluate("answers")).toEqual([served, ["ups_losses_kw is required."]]);
    await page.close();
  });
});
