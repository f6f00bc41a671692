// Earlier editions give their original results under their names.
import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CLI, runCli, stopped, waitForLine } from "../helpers/processes.js";

const home = mkdtempSync(join(tmpdir(), "plumbline-editions-"));
const INPUT = { floor_area_m2: 100, use: "office" };
const env = {
  ...process.env,
  ...{ PORT: "0", LOG_LEVEL: "silent", DATA_DIR: join(home, "data"), LIMITS: "off" },
  ...{ DEFINITIONS_DIR: join(home, "own/definitions"), EDITIONS_DIR: join(home, "editions") },
};
const children: ReturnType<typeof spawn>[] = [];

async function start(): Promise<string> {
  const child = spawn(process.execPath, [CLI, "serve"], { env });
  children.push(child);
  return /http:\S+/.exec(await waitForLine(child, "serves"))?.[0] ?? "";
}
const call = (base: string, query = "") =>
  fetch(`${base}/v1/tools/first_tool${query}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(INPUT),
  });

let base: string;
let before: { readonly text: string; readonly hash: string | null };
beforeAll(async () => {
  expect(runCli(["init", join(home, "own")]).status).toBe(0);
  cpSync(join(home, "own/definitions"), join(home, "editions/2026-01-01"), { recursive: true });
  const first = await start();
  const answer = await call(first);
  before = { text: await answer.text(), hash: answer.headers.get("x-definition-hash") };
  for (const child of children.splice(0)) await stopped(child);
  const tool = join(home, "own/definitions/tools/first_tool.yaml");
  writeFileSync(tool, readFileSync(tool, "utf8").replace("assumed: 2500", "assumed: 5000"));
  base = await start();
});
afterAll(async () => {
  for (const child of children.splice(0)) await stopped(child);
  rmSync(home, { recursive: true, force: true });
});

test("an edition answers as it did when it was served, to the byte, beside the one that is served now", async () => {
  const now = await call(base);
  expect(await now.text()).not.toBe(before.text);
  const then = await call(base, "?edition=2026-01-01");
  expect([await then.text(), then.headers.get("x-definition-hash")]).toEqual([before.text, before.hash]);
  expect(now.headers.get("x-definition-hash")).not.toBe(before.hash);
});

test("explanations and sheets are those of the edition", async () => {
  const number = async (query: string) => {
    const { explanation, annual_energy_kwh } = (await (await call(base, query)).json()) as {
      explanation: object;
      annual_energy_kwh: number;
    };
    expect(JSON.stringify(explanation)).toContain(String(annual_energy_kwh));
    return annual_energy_kwh;
  };
  const [now, then] = [await number("?explain=true"), await number("?explain=true&edition=2026-01-01")];
  expect(then).not.toBe(now);
  const input = encodeURIComponent(JSON.stringify(INPUT));
  const sheet = await fetch(`${base}/v1/tools/first_tool/sheet?input=${input}&edition=2026-01-01`);
  expect([sheet.status, sheet.headers.get("x-definition-hash")]).toEqual([200, before.hash]);
});

test("editions are listed; one that is not kept is told with those that are", async () => {
  const list = (await (await fetch(`${base}/v1/editions`)).json()) as {
    served: { edition: string; definitions: string };
    kept: { edition: string; definitions: string; tools: number }[];
  };
  expect(list.kept).toMatchObject([{ edition: "2026-01-01", tools: 1 }]);
  const { definitions } = (await (await fetch(`${base}/health`)).json()) as { definitions: string };
  expect(list.served.definitions).toBe(definitions);
  expect(list.kept[0]?.definitions).not.toBe(definitions);
  expect((await call(base, `?edition=${list.served.edition}`)).status).toBe(200);
  const none = await call(base, "?edition=2025-12-31");
  expect([none.status, await none.text()]).toEqual([400, expect.stringContaining("Editions: 2026-01-01")]);
});

test("a folder that is none, or a name that is none, stops the start", () => {
  const { status, stderr } = runCli(["serve"], "", {
    EDITIONS_DIR: join(home, "nowhere"),
    DATA_DIR: ":memory:",
  });
  expect([status, stderr]).toEqual([2, expect.stringContaining("there is no folder")]);
});
