// Sheet, rule book and impact page in a browser: no axe violations, contrast in light and dark, phone width, and
// print.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { NO_CHANGES } from "../../src/pages/rulebook/changes.js";
import { RuleBook } from "../../src/pages/rulebook/site.js";
import { contextOf, explanationPage } from "../../src/pages/sheet/page.js";
import { HAS_BROWSER, overflowAt, startBrowser, visit } from "../helpers/browser.js";
import { TEST } from "../helpers/folders.js";
import { FULL, testOnce } from "../helpers/full.js";
import { repositoryOf, smallSet } from "../helpers/git-repository.js";
import { ownSet, ownTool } from "../helpers/own-definitions.js";
import { call } from "../helpers/run-command.js";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const FAINT_TEXTS = readFileSync(join(TEST, "helpers/faint-texts.js"), "utf8");
const base = mkdtempSync(join(tmpdir(), "plumbline-pages-"));
const url = pathToFileURL(base).href;

/** One page of each kind; with FULL also the longest of each kind. */
const SHEETS = ["calculate_pue", "check_nis2_readiness", ...(FULL ? ["eurocode_beam_designer"] : [])];
const BOOK = [
  ...["index.html", "search.html", "judgement.html", "tools/digital_renovation_passport.html"],
  ...(FULL
    ? [
        "tools/calculate_pue.html",
        "sources.html",
        "sources/own_judgement.html",
        "judgement/eurocode_beam_designer.html",
        "tables/steel_sections.html",
      ]
    : []),
  ...["tables/concrete_bars.html", ...(FULL ? ["tools/eurocode_beam_designer/beam_concrete.html"] : [])],
];
const PAGES = [...SHEETS.map((name) => `${name}.html`), ...BOOK.map((path) => `book/${path}`), "impact.html"];

function write(path: string, content: string | Buffer): void {
  mkdirSync(dirname(join(base, path)), { recursive: true });
  writeFileSync(join(base, path), content);
}

async function sheetOf(name: string): Promise<string> {
  const tool = ownTool(name);
  const { explanation } = await tool.explain(tool.facts.examples[0]?.input ?? {});
  if (explanation === undefined) throw new Error(`${name} refuses its example`);
  return explanationPage(explanation, contextOf(tool));
}

describe.skipIf(!HAS_BROWSER)("pages in a browser", () => {
  let browser: Browser;

  beforeAll(async () => {
    for (const name of SHEETS) write(`${name}.html`, await sheetOf(name));
    const book = new RuleBook(ownSet(), { changes: NO_CHANGES, served: false });
    for (const path of BOOK) write(`book/${path}`, book.page(path) ?? "");
    for (const { path, content } of book.assets()) write(`book/${path}`, content);
    const one = repositoryOf(smallSet());
    one.commit("first");
    for (const [path, text] of Object.entries(smallSet({ limit: 12 }))) one.write(path, text);
    await call("impact", ["HEAD", "--html", join(base, "impact.html"), "--definitions", one.definitions]);
    one.remove();
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(base, { recursive: true, force: true });
  });

  test.each(PAGES)("%s: axe, contrast in light and dark, telephone and paper", async (path) => {
    const { page, complaints } = await visit(browser, `${url}/${path}`, url);
    expect({ complaints, overflow: await overflowAt(page, [360, 390, 1280]) }).toEqual({
      complaints: [],
      overflow: [0, 0, 0],
    });
    await page.evaluate(AXE);
    // axe's contrast rule runs with FULL only, because it is the slowest.
    const violations = (rules: readonly string[], isContrastToo: boolean) =>
      page.evaluate<string[]>(
        `axe.run(document, { runOnly: ${JSON.stringify(rules)}, rules: { "color-contrast": { enabled: ${isContrastToo} } } }).then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes.slice(0, 3).map(({ html }) => html.slice(0, 120)).join(" | ")))`,
      );
    expect(await violations(["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"], FULL)).toEqual(
      [],
    );
    expect(await page.evaluate(FAINT_TEXTS)).toEqual([]);
    const ground = "getComputedStyle(document.documentElement).backgroundColor";
    const light = await page.evaluate<string>(ground);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await page.evaluate<string>(ground)).not.toBe(light);
    expect(await page.evaluate(FAINT_TEXTS)).toEqual([]);
    if (FULL) expect(await violations(["color-contrast"], true)).toEqual([]);
    await page.emulateMedia({ media: "print" });
    expect(await page.evaluate<string>(ground)).toBe(light);
    expect(
      await page.evaluate<number>(
        "[...document.querySelectorAll('header.top, .find, .contents')].filter((each) => each.checkVisibility()).length",
      ),
    ).toBe(0);
    await page.close();
  });

  testOnce("the search finds names, numbers as a whole and clauses, and leads to their places", async () => {
    const { page, complaints } = await visit(browser, `${url}/book/index.html`, url);
    await page.keyboard.press("/");
    await page.keyboard.type("1.52");
    await page.keyboard.press("Enter");
    await page.getByText(/\d+ results?/).waitFor();
    expect(page.url()).toContain("search.html?q=1.52");
    const links = () =>
      page.locator("#hits a").evaluateAll((all) => all.map((each) => each.getAttribute("href")));
    expect(await links()).toContain("parts/pue_rating.html#industry_average_pue");
    await page.locator("#site-search").fill("1.5");
    await expect.poll(links).not.toContain("parts/pue_rating.html#industry_average_pue");
    await page.locator("#site-search").fill("buckling");
    await expect.poll(async () => (await links()).length).toBeGreaterThan(5);
    await page.locator("#site-search").fill("Art. 12");
    await expect
      .poll(async () => (await page.locator("#hits").innerText()).toLowerCase())
      .toContain("art. 12");
    expect(await page.locator("#hits").innerText()).not.toMatch(/Art\. 12\d/);
    await page.locator("#site-search").fill("qqqqzzzz");
    await page.getByText("No results.").waitFor();
    // Finds a clause by number, words by prefix, and misspellings; Enter opens the first hit.
    await page.locator("#site-search").fill("clause 6.3.2");
    await expect.poll(async () => await page.locator("#hits").innerText()).toContain("6.3.2");
    await page.locator("#site-search").fill("bukcling");
    await expect
      .poll(async () => (await page.locator("#hits").innerText()).toLowerCase())
      .toContain("buckling");
    await page.locator("#site-search").fill("renovation roadmap");
    await expect.poll(async () => (await links())[0]).toBe("tools/digital_renovation_passport.html");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Renovation roadmap" }).waitFor();
    expect(complaints).toEqual([]);
    await page.close();
  });

  testOnce("without JavaScript the search page says so and shows the ways", async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${url}/book/search.html?q=1.54`);
    // Text search ignores noscript elements.
    await page.locator("noscript .note").waitFor();
    await context.close();
  });
});
