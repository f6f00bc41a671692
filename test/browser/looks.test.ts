// Layout: edges, stable lines, margins, and links between tools. Tools are chosen from the definitions by their
// properties.
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import home from "../../assets/home.json" with { type: "json" };
import { HAS_BROWSER } from "../helpers/browser.js";
import { explorerInBrowser } from "../helpers/explorer-browser.js";
import { exampleLink } from "../helpers/explorer-service.js";
import { ownSet } from "../helpers/own-definitions.js";

/** The tool of the first page; its example has numbers with units. */
const TOOL = home.answer.tool;
/** An example with a recommendation that names another tool. */
const [ADVISING, nth, ADVISED] = advising();

function advising(): [string, number, string] {
  const { tools } = ownSet();
  for (const tool of tools.values())
    for (const [at, { input }] of tool.facts.examples.entries()) {
      const outcome = tool.run(input);
      const advice = outcome.ok ? String(outcome.result.recommendations) : "";
      const named = [...tools.values()].find(({ name }) => new RegExp(`\\b${name}\\b`).test(advice));
      if (named !== undefined) return [tool.name, at, named.facts.title];
    }
  throw new Error("no example recommends another tool");
}

describe.skipIf(!HAS_BROWSER)("in a browser", () => {
  const explorer = explorerInBrowser();
  const answer = (page: Page) => page.getByRole("region", { name: "Answer", exact: true });
  async function openTool(tab = "", width = 1280) {
    const opened = await explorer.open(exampleLink(TOOL, tab), { width });
    await opened.page.locator("form.inputs").waitFor();
    return opened;
  }

  test("the ring of a field goes around its unit, is not cut at the form's edge, and field and unit are of one height", async () => {
    const { page, close } = await openTool();
    const boxes = page.locator(".box.with-unit:visible, .with-unit .box:visible");
    expect(await boxes.count()).toBeGreaterThan(3);
    await boxes.first().locator("input").focus();
    // Keys focus the field visibly, as a click does.
    await page.keyboard.press("End");
    const seen = await boxes.first().evaluate(
      new Function(
        "box",
        `const style = getComputedStyle(box);
        const [ring, edge] = [box.getBoundingClientRect(), box.closest(".left").getBoundingClientRect()];
        const width = parseFloat(style.outlineWidth) + parseFloat(style.outlineOffset);
        return { style: style.outlineStyle, own: getComputedStyle(box.querySelector("input")).outlineStyle,
          isWhole: ring.left - width >= edge.left && ring.right + width <= edge.right };`,
      ) as (box: unknown) => object,
    );
    expect(seen).toEqual({ style: "solid", own: "none", isWhole: true });
    const heights = await boxes.evaluateAll(
      new Function(
        "all",
        `return all.map((box) => [box.querySelector("input"), box.querySelector(".unit")].map((each) => {
          const { top, height } = each.getBoundingClientRect();
          return [top, height].join();
        }));`,
      ) as (all: unknown) => string[][],
    );
    for (const [field, unit] of heights) expect(unit).toBe(field);
    await close();
  });

  test("the head of a tool stays where it is while an answer comes and goes", async () => {
    const { page, close } = await openTool();
    await answer(page).waitFor();
    const places = () =>
      page
        .locator(".tool-head *:visible, .tabs")
        .evaluateAll(
          new Function(
            "all",
            "return all.map((each) => Object.values(each.getBoundingClientRect().toJSON()).join());",
          ) as (all: unknown) => string[],
        );
    const before = await places();
    expect(before.length).toBeGreaterThan(5);
    await page.locator("form.inputs input[type=text]:visible").first().fill("nothing");
    await page.locator(".fault:not(:empty)").first().waitFor();
    expect(await places()).toEqual(before);
    await close();
  });

  test("a form that is longer than the window scrolls inside whole edges", async () => {
    const { page, close } = await openTool();
    await page.setViewportSize({ width: 1280, height: 600 });
    const panel = page.locator(".left");
    expect(
      await panel.evaluate(
        new Function(
          "panel",
          `const { borderBottomStyle, borderBottomWidth } = getComputedStyle(panel);
          return [panel.scrollHeight > panel.clientHeight, borderBottomStyle, borderBottomWidth];`,
        ) as (panel: unknown) => unknown[],
      ),
    ).toEqual([true, "solid", "1px"]);
    await close();
  });

  test("on a wide screen every kind of page begins at one margin, header and content", async () => {
    const found: Record<string, number[]> = {};
    for (const path of ["/", exampleLink(TOOL), "/docs", "/docs/reference", "/rules/"]) {
      const { page, close } = await explorer.open(path, { width: 1920 });
      await page.locator("main h1").first().waitFor();
      const left = async (selector: string) =>
        Math.round((await page.locator(selector).first().boundingBox())?.x ?? -1);
      found[path.split("?")[0] ?? ""] = [await left("header a")];
      await close();
    }
    const margins = [...new Set(Object.values(found).map(([header]) => header))];
    expect(margins, JSON.stringify(found)).toHaveLength(1);
    expect(margins[0]).toBeGreaterThan(100);
  });

  test("cards of the first page have no blank halves", async () => {
    const { page, close } = await explorer.open("/");
    await page.locator(".tool-card").first().waitFor();
    const blank = await page.locator(".tool-card").evaluateAll(
      new Function(
        "all",
        `return all.map((card) => {
          const [, about, start] = card.children;
          const text = document.createRange();
          text.selectNodeContents(about);
          return start.getBoundingClientRect().top - text.getBoundingClientRect().bottom;
        });`,
      ) as (all: unknown) => number[],
    );
    expect(blank.length).toBe(ownSet().tools.size);
    expect(Math.max(...blank)).toBeLessThan(24);
    await close();
  });

  test("a recommendation that names another tool leads to it, by its title", async () => {
    const { page, close } = await explorer.open(exampleLink(ADVISING, "", nth));
    const advice = page.locator("#recommendations");
    await advice.waitFor();
    expect(await advice.innerText()).not.toMatch(/[a-z]_[a-z]/);
    await advice
      .getByRole("link", { name: `Open ${ADVISED}` })
      .first()
      .click();
    await page.getByRole("heading", { level: 1, name: ADVISED }).waitFor();
    await close();
  });

  test("what is said of this case does not lie on the curve", async () => {
    const { page, close } = await openTool("what-if");
    const chart = page.locator("svg:visible", { hasText: "This case" }).first();
    await chart.waitFor();
    expect(
      await chart.evaluate(
        new Function(
          "svg",
          `const label = [...svg.querySelectorAll("text")].find((each) => each.textContent.startsWith("This case"));
          const { x, y, width, height } = label.getBBox();
          const inside = [...svg.querySelectorAll("path.f-line")].flatMap((curve) =>
            Array.from({ length: 500 }, (_, at) => curve.getPointAtLength((curve.getTotalLength() * at) / 499)));
          return inside.filter((at) => at.x > x && at.x < x + width && at.y > y && at.y < y + height).length;`,
        ) as (svg: unknown) => number,
      ),
    ).toBe(0);
    await close();
  });
});
