// Definitions that try to hang, crash or fill the loader are refused with the expected findings.
import { afterAll, describe, expect, test } from "vitest";
import { CLI } from "../helpers/processes.js";
import { HOSTILE_DEFINITIONS } from "../instruments/stress/definitions/cases.js";
import { LoaderProcess } from "../instruments/stress/definitions/loader-process.js";
import { LOAD_MS, tried } from "../instruments/stress/definitions/run.js";

describe("hostile definitions", () => {
  const loader = new LoaderProcess(CLI, LOAD_MS);
  afterAll(() => loader.close());

  test.each(HOSTILE_DEFINITIONS.map((each) => [each.name, each] as const))("%s", async (_, each) => {
    expect((await tried(loader, each)).fault).toBeUndefined();
  });
});

describe("a loader that does not survive", () => {
  test("is noticed, and the next one starts afresh", async () => {
    const loader = new LoaderProcess(CLI, 1);
    const sound = { "common.yaml": "edition: 2026-11-01\n" };
    expect(await loader.load(sound)).toBe("not loaded within 1 ms");
    expect(await loader.load(sound)).toBe("not loaded within 1 ms");
    loader.close();
  });
});
