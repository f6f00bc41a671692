// Golden cases give the same bytes in the browser and from the service. Runs some cases of each tool; `npm run
// test:slow` runs all. build.test.ts compares the built form with the definitions.
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { thinned } from "../../src/workbench/promises/values.js";
import { HAS_BROWSER } from "../helpers/browser.js";
import { explorerInBrowser } from "../helpers/explorer-browser.js";
import { FULL } from "../helpers/full.js";
import { ownCases, ownSet } from "../helpers/own-definitions.js";
import type { ProblemDocument } from "../helpers/running-service.js";

const MOST_CASES = FULL ? Number.POSITIVE_INFINITY : 30;
/** Concurrent calls. */
const AT_ONCE = 16;

describe.skipIf(!HAS_BROWSER)("in a browser", () => {
  const explorer = explorerInBrowser();
  let page: Page;
  beforeAll(async () => {
    ({ page } = await explorer.open("/"));
    await page.getByRole("heading", { level: 1 }).waitFor();
  });

  /** Calls the service and removes the field that it adds to results. */
  async function served(tool: string, input: unknown): Promise<{ text: string; isResult: boolean }> {
    const response = await explorer.service.post(`/v1/tools/${tool}`, input);
    const text = await response.text();
    if (response.ok) return { text, isResult: true };
    return { text: JSON.stringify((JSON.parse(text) as ProblemDocument).errors), isResult: false };
  }

  test.each([...ownSet().tools.keys()])("%s", async (tool) => {
    const inputs = thinned(ownCases(tool), MOST_CASES).map(({ input }) => input);
    expect(inputs.length).toBeGreaterThan(5);
    const answers: { text: string; isResult: boolean }[] = [];
    for (let at = 0; at < inputs.length; at += AT_ONCE)
      answers.push(...(await Promise.all(inputs.slice(at, at + AT_ONCE).map((each) => served(tool, each)))));
    const [first] = answers.filter(({ isResult }) => isResult);
    const { tier } = JSON.parse(first?.text ?? "{}") as { tier?: string };
    const call = `plumbline.texts(${JSON.stringify(tool)}, ${JSON.stringify(inputs)}, ${JSON.stringify(`,"tier":${JSON.stringify(tier)}`)})`;
    const here = await page.evaluate<string[]>(call);
    expect(here).toEqual(answers.map(({ text }) => text));
  });
});
