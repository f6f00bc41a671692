// What people do between pages, in a real browser: find, go back, come back to a draft, open a link on a telephone, read the
// documentation.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { BrowserContextOptions, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { NO_CHANGES } from "../../src/pages/rulebook/changes.js";
import { RuleBook } from "../../src/pages/rulebook/site.js";
import { HAS_BROWSER } from "../helpers/browser.js";
import { explorerInBrowser } from "../helpers/explorer-browser.js";
import { exampleLink } from "../helpers/explorer-service.js";
import { ownSet } from "../helpers/own-definitions.js";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

describe.skipIf(!HAS_BROWSER)("in a browser", () => {
  const explorer = explorerInBrowser();
  let book: ReadonlyMap<string, string | Buffer>;

  beforeAll(() => {
    const rules = new RuleBook(ownSet(), { changes: NO_CHANGES, served: true });
    const pages = ["index.html", "search.html", "tools/uk_planning_checker.html"];
    book = new Map([
      ...pages.map((path) => [path, rules.page(path) ?? ""] as const),
      ...[...rules.assets()].map(({ path, content }) => [path, content] as const),
    ]);
  });

  /** A page of the service, with the rule book of the same definitions beside it. */
  async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
    const context = await explorer.browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
    await context.addInitScript("Object.defineProperty(navigator, 'serviceWorker', { value: undefined })");
    await context.route(`${explorer.service.base}/rules/**`, (route) => {
      const name = new URL(route.request().url()).pathname.replace(/^\/rules\//, "") || "index.html";
      const body = book.get(name);
      const contentType = name.endsWith(".js")
        ? "text/javascript"
        : name.endsWith(".css")
          ? "text/css"
          : "text/html";
      return body === undefined ? route.fulfill({ status: 404 }) : route.fulfill({ body, contentType });
    });
    const page = await context.newPage();
    await page.goto(explorer.service.base + path);
    return page;
  }
  const headline = (page: Page) => page.getByRole("region", { name: "Answer", exact: true });
  const search = (page: Page) => page.getByRole("searchbox", { name: "Search" });

  test("the first page has a live answer with its picture, and doors by who somebody is", async () => {
    const page = await open("/");
    const live = page.getByRole("region", { name: /^Live example/ });
    await live.locator("svg").first().waitFor();
    const before = await live.innerText();
    await live.getByRole("slider").fill("300");
    await expect.poll(() => live.innerText()).not.toBe(before);
    await page
      .getByRole("navigation", { name: "Tools by who you are" })
      .getByRole("link", { name: "Eurocode beam" })
      .click();
    await headline(page).waitFor();
    await page.context().close();
  });

  test.each([
    ["permitted development", "Permitted development check (England)"],
    ["flat", "Minimum energy efficiency standard (England and Wales)"],
    ["1.52", "Power usage effectiveness (PUE)"],
    ["clause 6.3.2", "Eurocode beam designer"],
    ["overheeting", "Overheating, Approved Document O simplified method"],
  ])("the search finds %s", async (words, title) => {
    const page = await open("/");
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type(words);
    await expect.poll(() => page.locator(".tool-card h3").allTextContents()).toContain(title);
    await page.context().close();
  });

  test("the search leads to places of the rule book, Enter opens the first, Escape ends it", async () => {
    const page = await open(exampleLink("calculate_pue"));
    await headline(page).waitFor();
    await page.keyboard.press("Control+k");
    await page.keyboard.type("6.3.2");
    const places = page.locator(".places a");
    await expect.poll(() => places.count()).toBeGreaterThan(3);
    expect(await places.first().getAttribute("href")).toMatch(/^\/rules\/.*\.html#/);
    await page.keyboard.press("Escape");
    await headline(page).waitFor();
    await search(page).fill("column checker");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Eurocode column checker" }).waitFor();
    await search(page).fill("glorfindel");
    await page.getByRole("heading", { level: 1, name: "No tool mentions" }).waitFor();
    await page.context().close();
  });

  test("Back goes through the tabs, and what was typed stays", async () => {
    const page = await open(exampleLink("calculate_pue"));
    await headline(page).waitFor();
    await page.getByRole("tab", { name: "API" }).click();
    await page.locator(".snippet").first().waitFor();
    await page.getByLabel("IT load", { exact: true }).fill("600");
    await page.getByRole("tab", { name: "Compare" }).click();
    const chosen = () => page.getByRole("tab", { selected: true }).innerText();
    await expect.poll(chosen).toBe("Compare");
    await page.goBack();
    await expect.poll(chosen).toBe("API");
    expect(await page.getByLabel("IT load", { exact: true }).inputValue()).toBe("600");
    await page.goBack();
    await expect.poll(chosen).toBe("Answer");
    await page.context().close();
  });

  test("a draft outlives the page, is named on the answer, and its cases open in the form", async () => {
    const page = await open(`${exampleLink("calculate_pue", "definition")}&@edit=on`);
    const code = page.locator(".cm-content");
    await code.waitFor();
    await code.click();
    await page.keyboard.press("Control+Home");
    await page.keyboard.type("# a note of the draft\n");
    await page.getByRole("button", { name: "Discard the changes" }).waitFor();
    await page.reload();
    await page.getByRole("button", { name: "Discard the changes" }).waitFor();
    await page.getByRole("tab", { name: "Answer" }).click();
    await page.getByText("You have a draft of this definition.").waitFor();
    await page.getByRole("button", { name: "Open the draft" }).click();
    await expect.poll(() => page.locator(".cm-line").allTextContents()).toContain("# a note of the draft");
    await page.getByRole("tab", { name: "Answer" }).click();
    await page.getByRole("button", { name: "Discard it" }).click();
    await expect.poll(() => page.getByText("You have a draft").count()).toBe(0);
    await page.reload();
    await headline(page).waitFor();
    expect(await page.getByText("You have a draft").count()).toBe(0);
    await page.context().close();
  });

  test.each(["calculate_pue", "eurocode_beam_designer"])(
    "on a telephone a link to a tab of %s shows the tab",
    async (tool) => {
      const page = await open(exampleLink(tool, "api"), { viewport: { width: 390, height: 844 } });
      await page.locator(".snippet").first().waitFor();
      const panel = await page.getByRole("tabpanel").boundingBox();
      expect(panel?.y).toBeLessThan(700);
      await page.getByText(/^Inputs: /).click();
      await page.getByLabel("Start from").waitFor();
      await page.context().close();
    },
  );

  test("the documentation begins with a call in the reader's language, with the reader's key", async () => {
    const page = await open("/docs");
    await page.getByRole("heading", { level: 1, name: "Your first call" }).waitFor();
    const sample = page.locator(".sample pre").first();
    await expect
      .poll(() => sample.innerText())
      .toContain(`curl '${explorer.service.base}/v1/tools/calculate_pue'`);
    await page.getByLabel("Your key").fill("plb_mine");
    await page.getByRole("button", { name: "Python" }).first().click();
    expect(await sample.innerText()).toContain('"X-API-Key":"plb_mine"');
    for (const title of ["Errors", "Keys and limits", "MCP", "Tables and jobs"]) {
      await page
        .getByRole("navigation", { name: "Documentation" })
        .getByRole("link", { name: title })
        .click();
      await page
        .getByRole("heading", { name: title === "Tables and jobs" ? "Whole tables" : title, exact: true })
        .waitFor();
    }
    // Links of earlier versions to an operation.
    await page.goto(`${explorer.service.base}/docs#calculate_pue`);
    await page.waitForURL("**/docs/reference#calculate_pue");
    const beside = page.getByRole("complementary", { name: "The same call" });
    await page.getByLabel("it_load_kw").fill("777");
    await expect.poll(() => beside.innerText()).toContain("777");
    await page.context().close();
  });

  const PAGES = [
    "/",
    "/docs",
    "/docs/errors",
    "/docs/reference",
    "/rules/",
    "/rules/tools/uk_planning_checker.html",
  ];
  test.each(PAGES)(
    "%s has the header of all pages, and nothing that axe finds wrong in light and dark",
    async (path) => {
      const page = await open(path);
      await page.locator("main h1, main h2").first().waitFor();
      const banner = page.getByRole("banner");
      expect(await banner.getByRole("link").allTextContents()).toEqual([
        "Plumbline",
        "Tools",
        "Rule book",
        "API",
      ]);
      expect(await page.getByRole("search").count()).toBe(1);
      await page.evaluate(AXE);
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        const found = await page.evaluate<string[]>(
          "axe.run().then(({ violations }) => violations.map(({ id, impact, nodes }) => impact + ' ' + id + ' ' + nodes[0].html.slice(0, 120)))",
        );
        expect(found.filter((each) => !each.startsWith("minor"))).toEqual([]);
      }
      await page.context().close();
    },
  );
});
