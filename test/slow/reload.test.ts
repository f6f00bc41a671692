// A running service reloads changed definitions if they are valid, and finishes running requests with the old ones.
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { request } from "node:http";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { HAS_BROWSER, startBrowser, visit } from "../helpers/browser.js";
import { type Repository, repositoryOf, smallSet } from "../helpers/git-repository.js";
import { CLI, stopped, waitForLine } from "../helpers/processes.js";

const TOOL = "definitions/tools/small.yaml";
let child: ChildProcessWithoutNullStreams | undefined;
let repository: Repository | undefined;

afterEach(async () => {
  if (child !== undefined) await stopped(child);
  repository?.remove();
});

async function serve(...options: readonly string[]): Promise<string> {
  repository = repositoryOf(smallSet({ limit: 10 }));
  const dataDir = join(repository.home, "data");
  child = spawn(
    process.execPath,
    [CLI, "serve", "--definitions", repository.definitions, "--port", "0", ...options],
    {
      cwd: repository.home,
      env: { ...process.env, DATA_DIR: dataDir, LOG_LEVEL: "info" },
    },
  );
  const line = await waitForLine(child, "plumbline serves");
  return /http:\S+/.exec(line)?.[0] ?? "";
}

const write = (text: string) => repository?.write(TOOL, text);
const withLimit = (limit: number) => smallSet({ limit })[TOOL] ?? "";
const said = (words: string) =>
  child === undefined ? Promise.reject(new Error("nobody serves")) : waitForLine(child, words);

async function spare(address: string): Promise<unknown> {
  const answer = await fetch(`${address}/v1/tools/small`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: '{"power_kw": 4}',
  });
  return ((await answer.json()) as { spare_kw: unknown }).spare_kw;
}

/** Starts a call with an incomplete body, which `finish` completes. */
async function slowCall(address: string): Promise<{ finish: () => Promise<unknown> }> {
  const call = request(`${address}/v1/tools/small`, {
    method: "POST",
    headers: { "content-type": "application/json", "content-length": 15, expect: "100-continue" },
  });
  const begun = new Promise((resolve, reject) => call.once("continue", resolve).once("error", reject));
  call.flushHeaders();
  await begun;
  call.write('{"power_kw"');
  return {
    finish: () =>
      new Promise((resolve, reject) => {
        call.on("error", reject).on("response", (response) => {
          let text = "";
          response.on("data", (chunk) => {
            text += chunk;
          });
          response.on("end", () => resolve((JSON.parse(text) as { spare_kw: unknown }).spare_kw));
        });
        call.end(": 4}");
      }),
  };
}

test("SIGHUP takes a whole set, a broken one is reported, and what runs is finished on the old one", async () => {
  const address = await serve();
  expect(await spare(address)).toBe(6);
  const running = await slowCall(address);

  write(withLimit(20));
  child?.kill("SIGHUP");
  await said("The changed definitions are served: 1 tools");
  expect(await spare(address)).toBe(16);
  expect(await running.finish()).toBe(6);
  expect((await fetch(`${address}/v1/tools/small/definition`)).status).toBeLessThan(500);

  write(withLimit(30).replace("limit_kw - power_kw", "limit_kw - powr_kw"));
  child?.kill("SIGHUP");
  expect(await said("Nothing is called powr_kw")).toContain("those before are served on");
  expect(await spare(address)).toBe(16);

  write(withLimit(40));
  child?.kill("SIGHUP");
  await said("served: 1 tools");
  await expect.poll(() => spare(address)).toBe(36);

  const ended = new Promise((resolve) => child?.once("exit", resolve));
  child?.kill("SIGTERM");
  expect(await ended).toBe(0);
});

test("--watch takes each change by itself", async () => {
  const address = await serve("--watch");
  write(withLimit(50));
  await expect.poll(() => spare(address), { timeout: 60_000 }).toBe(46);
});

interface Listed {
  readonly tools: readonly {
    readonly module: string;
    readonly files: readonly (readonly [string, string])[];
  }[];
}

test.skipIf(!HAS_BROWSER)(
  "the explorer shows the changed definition, and an open page says that it has changed",
  async () => {
    const address = await serve();
    const browser = await startBrowser();
    try {
      const read = async (path: string) => fetch(`${address}/explorer/${path}`);
      const listed = async () => {
        const { tools } = (await (await read("catalogue.json")).json()) as Listed;
        const [tool] = tools;
        const [, hash] = tool?.files.find(([path]) => path === "tools/small.yaml") ?? [];
        return { module: `built/${tool?.module}`, text: `definitions/${hash}.yaml` };
      };
      const before = await listed();
      const { page } = await visit(browser, `${address}/#/small?power_kw=4`, address);
      const results = page.locator("#results");
      await results.getByText("6").waitFor();

      write(withLimit(20));
      child?.kill("SIGHUP");
      await said("The changed definitions are served: 1 tools");
      const after = await listed();
      for (const path of [before.module, before.text]) expect((await read(path)).status).toBe(404);
      expect(await (await read(after.text)).text()).toBe(withLimit(20));
      expect((await read(after.module)).status).toBe(200);

      await page.locator('[data-input="power_kw"] input').fill("3");
      await results.getByText("7").waitFor();
      // The user returns to the page.
      await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
      await page.getByText("has changed on the service since this page was opened").waitFor();
      await page.getByRole("button", { name: "Use the new definition" }).click();
      await page.getByText("The definition has changed since this link was made").waitFor();
      await results.getByText("17").waitFor();
    } finally {
      await browser.close();
    }
  },
);
