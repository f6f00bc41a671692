// The thread that explains, as it is built: it says what this thread would say, and outlives what goes wrong.
import { join } from "node:path";
import type { Worker } from "node:worker_threads";
import { afterAll, describe, expect, test } from "vitest";
import type { RuntimeTool } from "../src/engine/run/tool.js";
import type { ExplainingThread } from "../src/server/explaining.js";
import { explainWhole } from "../src/server/explanations.js";
import { ownCases, ownSet, ownTool } from "./definitions.js";
import { FULL } from "./full.js";

const built = join(import.meta.dirname, "../dist/src/server/explaining.js");
const { ExplainingThread: Thread } = (await import(built)) as { ExplainingThread: typeof ExplainingThread };
const thread = new Thread(ownSet());
afterAll(() => thread.close());

const inputOf = (name: string) => ownCases(name).find(({ refused }) => refused === undefined)?.input;

describe("a thread of its own", () => {
  const tools = [...ownSet().tools.keys()].filter((_, at) => FULL || at % 5 === 0);
  test.each(tools)("explains %s as this thread does", async (name) => {
    const tool = ownTool(name);
    const there = await thread.explain(tool, inputOf(name), false);
    expect(there).toEqual(await explainWhole(tool, inputOf(name), false));
    expect(there.explanation).toContain(`"tool":"${name}"`);
  });

  test("gives the same sheet", async () => {
    const [name = ""] = ownSet().tools.keys();
    const there = await thread.explain(ownTool(name), inputOf(name), "checks");
    expect(there.page?.html).toContain("<!doctype html>");
    expect(there).toEqual(await explainWhole(ownTool(name), inputOf(name), "checks"));
  });

  test("what goes wrong in it is told to whom it concerns, and to nobody else", async () => {
    const [name = ""] = ownSet().tools.keys();
    const stranger = { facts: { files: [["tools/none.yaml", ""]] } } as unknown as RuntimeTool;
    const [bad, good] = await Promise.allSettled([
      thread.explain(stranger, {}, false),
      thread.explain(ownTool(name), inputOf(name), false),
    ]);
    expect(bad.status).toBe("rejected");
    expect(good.status).toBe("fulfilled");
  });

  test("should it end, those who wait are told, and the next question starts it anew", async () => {
    const own = new Thread(ownSet());
    const [name = ""] = ownSet().tools.keys();
    const told = expect(own.explain(ownTool(name), inputOf(name), false)).rejects.toThrow("ended");
    await (own as unknown as { worker: Worker }).worker.terminate();
    await told;
    expect((await own.explain(ownTool(name), inputOf(name), false)).outcome.ok).toBe(true);
    await own.close();
  });

  test("who waits when it is closed is told, and nothing starts it again", async () => {
    const own = new Thread(ownSet());
    const [name = ""] = ownSet().tools.keys();
    const told = expect(own.explain(ownTool(name), inputOf(name), false)).rejects.toThrow("stopped");
    await own.close();
    await told;
    await expect(own.explain(ownTool(name), inputOf(name), false)).rejects.toThrow("stopped");
    expect((own as unknown as { worker?: Worker }).worker).toBeUndefined();
  });

  test.runIf(FULL)("one that takes too long is given up, and those behind it are answered", async () => {
    const own = new Thread(ownSet(), 60_000);
    const [name = ""] = ownSet().tools.keys();
    await own.explain(ownTool(name), inputOf(name), false);
    const inside = own as unknown as { worker: Worker; mostMs: number };
    // Thousands of questions that nobody here waits for keep the thread busy.
    const paths = ownTool(name).facts.files.map(([path]) => path);
    for (let each = 0; each < 20_000; each++)
      inside.worker.postMessage({ id: -1, paths, input: inputOf(name), asPage: true });
    inside.mostMs = 1500;
    const impatient = own.explain(ownTool(name), inputOf(name), false);
    inside.mostMs = 60_000;
    const patient = own.explain(ownTool(name), inputOf(name), false);
    const [first, second] = await Promise.allSettled([impatient, patient]);
    expect(first).toMatchObject({
      status: "rejected",
      reason: { message: expect.stringContaining("1500 ms") },
    });
    expect(second.status).toBe("fulfilled");
    await own.close();
  });
});
