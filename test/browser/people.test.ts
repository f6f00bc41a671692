// Navigation in a browser: finding a tool, a section of the rule book or an operation; and axe on every kind of page.
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { HAS_BROWSER, violations } from "../helpers/browser.js";
import { explorerInBrowser } from "../helpers/explorer-browser.js";
import { exampleLink, inputLink } from "../helpers/explorer-service.js";

describe.skipIf(!HAS_BROWSER)("in a browser", () => {
  const explorer = explorerInBrowser();
  const open = (path: string) => explorer.open(path, { width: 1280 });
  const headline = (page: Page) => page.getByRole("region", { name: "Answer", exact: true });
  const search = (page: Page) => page.getByRole("searchbox", { name: "Search" });

  test("the search finds tools by their words, their subject, a number, a clause and a near spelling", async () => {
    const { page, close } = await open("/");
    await page.getByRole("heading", { level: 1 }).waitFor();
    for (const [words, title] of [
      ["permitted development", "Permitted development check (England)"],
      ["PD rights", "Permitted development check (England)"],
      ["flat", "Minimum energy efficiency standard (England and Wales)"],
      ["1.52", "Power usage effectiveness (PUE)"],
      ["clause 6.3.2", "Eurocode beam designer"],
      ["overheeting", "Overheating, Approved Document O simplified method"],
      ["rear extension 4 m semi", "Permitted development check (England)"],
    ] as const) {
      await page.keyboard.press("Control+k");
      await page.keyboard.type(words);
      await expect
        .poll(() => page.locator(".tool-card h3").allTextContents(), { message: words })
        .toContain(title);
    }
    await close();
  });

  test("the search leads to places of the rule book, Enter opens the first, Escape ends it", async () => {
    const { page, close } = await open(exampleLink("calculate_pue"));
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
    await page.getByRole("heading", { level: 1, name: "No match" }).waitFor();
    await close();
  });

  test("reasons that take their time say so, also where nothing has stood before", async () => {
    const { page, close } = await open(exampleLink("calculate_pue"));
    await headline(page).waitFor();
    let release = () => {};
    const held = new Promise<void>((done) => {
      release = done;
    });
    await page.route(/engine-worker/, async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole("tab", { name: "Why" }).click();
    await page.getByText("Working out the reasons…").waitFor();
    release();
    await page.locator(".why-sentence").first().waitFor();
    expect(await page.getByText("Working out the reasons…").count()).toBe(0);
    await close();
  });

  test("the verdict shows the smallest changes that reach a better one, and takes one of them", async () => {
    const input = { it_load_kw: 653, cooling_kw: 480, ups_losses_kw: 30, lighting_kw: 5 };
    const { page, complaints, close } = await open(inputLink("calculate_pue", "", input));
    await page.getByRole("button", { name: "How do I reach “Average”?" }).click();
    const ways = page.getByRole("region", { name: "Ways to a better verdict" });
    await ways.getByText("Each line changes one input only").waitFor();
    // Class E ends at 1.7: 1.7 x 653 - 653 - 35 = 422.1 kW of cooling, or 515 / 0.7 = 735.7 kW of IT.
    const lines = ways.getByRole("listitem");
    await lines.filter({ hasText: /^To reach Average: Cooling at most 422\s*kW \(now 480\s*kW\)/ }).waitFor();
    await lines
      .filter({ hasText: /^To reach Average: IT load at least 736\s*kW \(now 653\s*kW\)/ })
      .waitFor();
    await lines.first().getByRole("button", { name: "Try it" }).click();
    await headline(page).getByText("Average", { exact: true }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test("two inputs become a grid with labelled axes, in which the present case is marked", async () => {
    const input = { it_load_kw: 500, cooling_kw: 150, ups_losses_kw: 30, lighting_kw: 5 };
    const { page, close } = await open(inputLink("calculate_pue", "what-if", input));
    await page.getByLabel("Second input (optional)").selectOption({ label: "Lighting" });
    const grid = page.getByRole("region", { name: "Result over two inputs" });
    await grid.getByRole("columnheader", { name: "Lighting ↓" }).waitFor();
    expect(await grid.locator("td[aria-current]").count()).toBe(1);
    expect(await violations(page)).toEqual([]);
    await close();
  });

  test("the rule book of a tool has its contents beside it, and who uses a number folded", async () => {
    const { page, close } = await open("/rules/tools/uk_planning_checker.html");
    const contents = await page.getByRole("navigation", { name: "On this page" }).boundingBox();
    const title = await page.getByRole("heading", { level: 1 }).boundingBox();
    expect((contents?.x ?? 0) + (contents?.width ?? Number.POSITIVE_INFINITY)).toBeLessThan(title?.x ?? 0);
    const uses = page.locator("details", { hasText: /^used by/i });
    expect(await uses.count()).toBeGreaterThan(0);
    expect(await page.locator("details[open]", { hasText: /^used by/i }).count()).toBe(0);
    await close();
  });

  test("links of earlier versions lead to an operation, whose call follows its form", async () => {
    const { page, close } = await open("/docs#calculate_pue");
    await page.waitForURL("**/docs/reference#calculate_pue");
    const beside = page.getByRole("complementary", { name: "The same call" });
    await page.getByLabel("it_load_kw").fill("777");
    await expect.poll(() => beside.innerText()).toContain("777");
    await close();
  });

  const PAGES = [
    "/",
    "/#/nope",
    "/docs",
    "/docs/errors",
    "/docs/reference",
    "/rules/",
    "/rules/tools/uk_planning_checker.html",
    "/nowhere",
    "/#/eurocode_beam_designer",
    exampleLink("eurocode_beam_designer"),
    exampleLink("check_nis2_readiness"),
    `${exampleLink("calculate_pue", "definition")}&@edit=on`,
    ...["why", "what-if", "compare", "table", "definition", "sheet", "api"].map((tab) =>
      exampleLink("calculate_pue", tab),
    ),
  ];
  test.each(PAGES.map((path) => [path.split("?")[0] ?? "", path]))(
    "%s has the header of all pages, and nothing that axe finds wrong in light and dark",
    async (name, path) => {
      const { page, close } = await open(path);
      await page.locator("main h1, main h2").first().waitFor();
      if (name !== path) await page.locator("#panel .card, #panel .shadow, #panel .drop").first().waitFor();
      const banner = page.getByRole("banner");
      expect(await banner.getByRole("link").allTextContents()).toEqual([
        "Plumbline",
        "Tools",
        "Rule book",
        "API",
      ]);
      expect(await page.getByRole("search").count()).toBe(1);
      expect(await violations(page)).toEqual([]);
      await close();
    },
  );
});
