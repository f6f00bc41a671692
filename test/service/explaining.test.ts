// The built explaining thread gives the same explanations as this thread, and survives failures.

import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { RuntimeTool } from "../../src/engine/run/tool.js";
import type { ExplainingThread } from "../../src/server/calls/explaining.js";
import { explainWhole } from "../../src/server/calls/explanations.js";
import { ROOT } from "../helpers/folders.js";
import { FULL, testOnce } from "../helpers/full.js";
import { ownCases, ownSet, ownTool } from "../helpers/own-definitions.js";

const built = join(ROOT, "dist/src/server/calls/explaining.js");
const { ExplainingThread: Thread } = (await import(built)) as { ExplainingThread: typeof ExplainingThread };
const thread = new Thread(ownSet());
afterAll(() => thread.close());

const inputOf = (name: string) => ownCases(name).find(({ refused }) => refused === undefined)?.input;

describe("a thread of its own", () => {
  const tools = [...ownSet().tools.keys()].filter((_, at) => FULL !== (at % 5 === 0));
  test.each(tools)("explains %s as this thread does", async (name) => {
    const tool = ownTool(name);
    const there = await thread.explain(tool, inputOf(name), false);
    expect(there).toEqual(await explainWhole(tool, inputOf(name), false));
    expect(there.explanation).toContain(`"tool":"${name}"`);
  });

  testOnce("gives the same sheet", async () => {
    const [name = ""] = ownSet().tools.keys();
    const there = await thread.explain(ownTool(name), inputOf(name), "checks");
    expect(there.page?.html).toContain("<!doctype html>");
    expect(there).toEqual(await explainWhole(ownTool(name), inputOf(name), "checks"));
  });

  testOnce("what goes wrong in it is told to whom it concerns, and to nobody else", async () => {
    const [name = ""] = ownSet().tools.keys();
    const stranger = { facts: { files: [["tools/none.yaml", ""]] } } as unknown as RuntimeTool;
    const [bad, good] = await Promise.allSettled([
      thread.explain(stranger, {}, false),
      thread.explain(ownTool(name), inputOf(name), false),
    ]);
    expect(bad.status).toBe("rejected");
    expect(good.status).toBe("fulfilled");
  });

  testOnce("who waits when it is closed is told, and nothing starts it again", async () => {
    const own = new Thread(ownSet());
    const [name = ""] = ownSet().tools.keys();
    const told = expect(own.explain(ownTool(name), inputOf(name), false)).rejects.toThrow("stopped");
    await own.close();
    await told;
    await expect(own.explain(ownTool(name), inputOf(name), false)).rejects.toThrow("stopped");
  });

  testOnce("one that takes too long is given up", async () => {
    const own = new Thread(ownSet(), 1);
    const [name = ""] = ownSet().tools.keys();
    await expect(own.explain(ownTool(name), inputOf(name), false)).rejects.toThrow("1 ms");
    await own.close();
  });
});
