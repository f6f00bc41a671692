// The log of decisions: one line for each result computed for a caller, verifiable by hash; and its rotating file.
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Decision, Decisions } from "../../src/server/decisions.js";
import { RotatingFile } from "../../src/settings/rotating-file.js";
import { ROOT } from "../helpers/folders.js";
import { runCli } from "../helpers/processes.js";
import { PUE, type Running, startService } from "../helpers/running-service.js";

const hash = (value: unknown) => createHash("sha256").update(JSON.stringify(value)).digest("hex");
const CALL = "/v1/tools/calculate_pue";

describe("decisions", () => {
  let service: Running;
  const log: Decision[] = [];
  const start = async (form: Decisions["form"]) => {
    service = await startService({ decisions: { form, write: (decision) => log.push(decision) } });
  };
  afterEach(async () => {
    await service.close();
    log.splice(0);
  });

  test("have the hashes of what went in and came out, and of the definition, under the id of the request", async () => {
    await start("hashes");
    const answer = await service.post(CALL, PUE, { "x-request-id": "of-mine" });
    const { tier, ...result } = (await answer.json()) as Record<string, unknown>;
    expect(log).toEqual([
      {
        time: expect.stringMatching(/^\d{4}-/),
        request: "of-mine",
        tool: answer.headers.get("x-definition"),
        definition: answer.headers.get("x-definition-hash"),
        input_sha256: hash(PUE),
        result_sha256: hash(result),
      },
    ]);
    const docs = readFileSync(join(ROOT, "docs/operating.md"), "utf8");
    const shown = JSON.parse(/^\{"time": .*"input_sha256".*\}$/m.exec(docs)?.[0] ?? "{}") as object;
    expect(Object.keys(shown)).toEqual(Object.keys(log[0] ?? {}));
  });

  test("are whole where that is asked for, with refusals, and never with a key", async () => {
    await start("whole");
    const input = { ...PUE, it_load_kw: "plb_secret123" };
    expect((await service.post(CALL, input, { "x-api-key": "plb_other" })).status).toBe(422);
    expect(log).toMatchObject([{ result_sha256: null, input: { ...input, it_load_kw: "plb_..." } }]);
    expect(JSON.stringify(log)).not.toMatch(/plb_[a-z]/);
  });

  test("are told of every way to a result, and of nothing that was computed for nobody", async () => {
    await start("hashes");
    const told = async (work: () => Promise<Response>) => {
      log.splice(0);
      await (await work()).text();
      return log.length;
    };
    expect(await told(() => service.get("/openapi.json"))).toBe(0);
    expect(await told(() => service.get("/v1/tools"))).toBe(0);
    const calls = [1, 2, 3].map(() => ({ tool: "calculate_pue", input: PUE }));
    expect(await told(() => service.post("/v1/batch", { calls }))).toBe(3);
    const sweep = { input: PUE, vary: { it_load_kw: [10, 20] }, columns: ["pue_score"] };
    expect(
      await told(() => service.post(`${CALL}/sweep`, { ...sweep, input: { ...PUE, it_load_kw: undefined } })),
    ).toBe(2);
    expect(await told(() => service.post(`${CALL}?explain=true`, PUE))).toBe(1);
    const query = encodeURIComponent(JSON.stringify(PUE));
    expect(await told(() => service.get(`${CALL}/sheet?input=${query}`))).toBe(1);
    const mcp = (name: string, args: unknown) =>
      service.post("/mcp", {
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name, arguments: args },
      });
    expect(await told(() => mcp("calculate_pue", PUE))).toBe(1);
    expect(await told(() => mcp("explain_result", { tool: "calculate_pue", arguments: PUE }))).toBe(1);
  });
});

describe("the file", () => {
  let folder: string;
  const failed: string[] = [];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "plumbline-decisions-"));
    failed.splice(0);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const fileOf = (mostBytes: number, mostFiles: number) =>
    new RotatingFile({ file: join(folder, "log"), mostBytes, mostFiles, failed: (why) => failed.push(why) });

  test("is put aside when it is full, so many times, and is its owner's alone", () => {
    const file = fileOf(30, 2);
    for (let line = 0; line < 10; line++) file.push(`line ${line} of 10`);
    file.close();
    expect(readdirSync(folder).sort()).toEqual(["log", "log.1", "log.2"]);
    const texts = ["log.2", "log.1", "log"].map((name) => readFileSync(join(folder, name), "utf8"));
    expect(texts.join("")).toBe([4, 5, 6, 7, 8, 9].map((line) => `line ${line} of 10\n`).join(""));
    expect(statSync(join(folder, "log")).mode & 0o777).toBe(0o600);
    const again = fileOf(30, 2);
    again.push("more");
    again.close();
    expect(readFileSync(join(folder, "log"), "utf8")).toBe("more\n");
  });

  test("that cannot be written is told once, and gets what waited when it can", () => {
    mkdirSync(join(folder, "log"));
    const file = fileOf(1000, 2);
    file.push("one");
    file.flush();
    file.push("two");
    file.flush();
    expect(failed).toEqual([expect.stringContaining("cannot be written")]);
    rmSync(join(folder, "log"), { recursive: true });
    file.close();
    expect(readFileSync(join(folder, "log"), "utf8")).toBe("one\ntwo\n");
    expect(failed[1]).toContain("0 lines are lost");
  });

  test("without a form is refused at the start", () => {
    const { status, stderr } = runCli(["serve"], "", {
      DECISION_LOG_FILE: join(folder, "log"),
      DATA_DIR: ":memory:",
    });
    expect([status, stderr]).toEqual([2, expect.stringContaining("DECISION_LOG=hashes or whole")]);
  });
});
