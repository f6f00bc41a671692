// Documents, scenarios and sweeps of the explorer: sheet, compare, what if.
import { describe, expect, test } from "vitest";
import { contextOf, explanationPage } from "../../src/pages/sheet/page.js";
import { HAS_BROWSER } from "../helpers/browser.js";
import { explorerInBrowser, type OpenOptions } from "../helpers/explorer-browser.js";
import { exampleLink } from "../helpers/explorer-service.js";
import { ownSet } from "../helpers/own-definitions.js";

describe.skipIf(!HAS_BROWSER)("in a browser", () => {
  const explorer = explorerInBrowser();

  /** Printing is only recorded, because the dialogue would block. */
  const script = "window.print = () => { document.documentElement.dataset.printed = 'yes'; }";
  const open = (path: string, options: OpenOptions = {}) => explorer.open(path, { ...options, script });

  test("Print gives the page that --html gives: the same sheet, and the foot of every page", async () => {
    const { page, complaints, close } = await open(exampleLink("eurocode_beam_designer", "sheet"));
    await page.locator(".shadow #sources").waitFor({ timeout: 60_000 });
    await page.getByRole("button", { name: "Print or save as PDF" }).click();
    const mark = "document.querySelector('iframe')?.contentDocument?.documentElement.dataset.printed ?? ''";
    await expect.poll(() => page.evaluate<string>(mark), { timeout: 30_000 }).toBe("yes");
    const printed = await page.evaluate<{ body: string; rules: string[]; title: string }>(`(() => {
      const { document: paper } = document.querySelector("iframe").contentWindow;
      const rules = paper.adoptedStyleSheets.flatMap((sheet) => [...sheet.cssRules]).map((rule) => rule.cssText);
      return { body: paper.querySelector("main").textContent, rules, title: paper.title };
    })()`);
    const tool = ownSet().tools.get("eurocode_beam_designer");
    if (tool === undefined) throw new Error("no beam");
    const { explanation } = await tool.explain(tool.facts.examples[0]?.input);
    if (explanation === undefined) throw new Error("no sheet");
    const filed = await explorer.browser.newPage();
    await filed.setContent(explanationPage(explanation, contextOf(tool)));
    const main = filed.locator("main");
    expect(printed.title).toBe(await filed.title());
    expect(letters(printed.body)).toBe(letters((await main.textContent()) ?? ""));
    const foot = printed.rules.filter((rule) => rule.startsWith("@page")).join("\n");
    expect(foot).toContain("counter(page)");
    expect(foot).toContain(`eurocode_beam_designer ${explanation.version}`);
    expect(foot).toMatch(/size: a4/i);
    // The browser's print command gives the same footer.
    const own = await page.evaluate<string>(
      "document.adoptedStyleSheets.flatMap((sheet) => [...sheet.cssRules]).map((rule) => rule.cssText).join()",
    );
    expect(own).toContain(`eurocode_beam_designer ${explanation.version}`);
    expect(complaints).toEqual([]);
    await filed.close();
    await close();
  });

  test("project and author are typed once, stand on the next sheet, and in the link only if wanted", async () => {
    const first = await open(exampleLink("calculate_pue", "sheet"));
    const sheet = first.page.locator(".shadow .project");
    await sheet.waitFor({ timeout: 60_000 });
    await first.page.getByLabel("Project", { exact: true }).fill("Riverside House");
    await first.page.getByLabel("Prepared by, date").fill("A. Mason");
    await first.page.getByLabel("Prepared by, date").blur();
    await expect.poll(() => sheet.innerText()).toContain("Riverside House");
    expect(first.page.url()).not.toContain("Riverside");
    // The member is the title of this sheet alone, and every printed page has it.
    await first.page.getByLabel("Member or site").fill("Hall 3");
    await first.page.getByLabel("Member or site").blur();
    await first.page.locator(".shadow h1", { hasText: "Hall 3" }).waitFor();
    const printed =
      "document.adoptedStyleSheets.flatMap((s) => [...s.cssRules]).map((r) => r.cssText).join()";
    expect(await first.page.evaluate<string>(printed)).toContain("Riverside House · Hall 3");
    const kept = await first.page.context().storageState();
    const next = await open(exampleLink("mees_checker", "sheet"), { storageState: kept });
    await expect
      .poll(() => next.page.locator(".shadow .project").innerText(), { timeout: 60_000 })
      .toContain("A. Mason");
    expect(await next.page.locator(".shadow h1").innerText()).not.toContain("Hall 3");
    await next.page.getByLabel("Include in the link").check();
    await expect.poll(() => decodeURIComponent(next.page.url())).toContain("Riverside");
    const link = next.page.url().slice(explorer.service.base.length);
    const other = await open(link);
    await expect
      .poll(() => other.page.locator(".shadow .project").innerText(), { timeout: 60_000 })
      .toContain("Riverside House");
    for (const each of [first, next, other]) {
      expect(each.complaints).toEqual([]);
      await each.close();
    }
  });

  test("scenarios have names and differences in numbers and per cent, and say the next step", async () => {
    const { page, complaints, close } = await open(exampleLink("calculate_pue", "compare"));
    await page.getByRole("button", { name: "Save as scenario B" }).click();
    await page.getByText("Saved as B. Now change an input in the form").waitFor();
    await page.getByLabel("Name of scenario B").fill("As built");
    await page.getByLabel("Name of scenario B").blur();
    await page.getByLabel("Cooling", { exact: true }).fill("300");
    await expect.poll(() => decodeURIComponent(page.url())).toContain("As+built");
    // (835 - 685) kW: 150 more, 150 / 685 = 21.9 %.
    await expect
      .poll(async () =>
        (await page.getByRole("row", { name: /^Total facility load/ }).innerText()).replace(/\s+/g, " "),
      )
      .toContain("+150 kW (+22 %)");
    const verdict = page
      .getByRole("row", { name: /^Rating/ })
      .locator("td.tone-bad")
      .last();
    await expect.poll(() => verdict.innerText()).toBe("worse");
    expect(complaints).toEqual([]);
    await close();
  });

  test("a sweep begins with what matters, at round numbers, and is read by pointer and keys over one axis", async () => {
    const { page, complaints, close } = await open(exampleLink("eurocode_beam_designer", "what-if"));
    await page.locator(".figure-svg .f-rung").first().waitFor();
    // The moment grows with the square of the span, so the span has the most influence.
    expect(await page.getByLabel("Vary").inputValue()).toBe("span_m");
    const ends = await Promise.all(
      ["From", "To"].map((name) => page.getByLabel(name, { exact: true }).inputValue()),
    );
    expect(ends).toEqual(["2", "16"]);
    const slider = page.getByRole("slider", { name: "Span" });
    const before = await slider.getAttribute("aria-valuetext");
    expect(before).toContain("8\u202fm: ");
    await slider.press("End");
    await expect.poll(() => slider.getAttribute("aria-valuetext")).toMatch(/^16\u202fm: .*Fail/);
    const [strip, axis] = await page.evaluate<[number[], number[]]>(`(() => {
      const svg = document.querySelector("svg[data-plot]");
      const [left, right] = svg.dataset.plot.split(" ").map(Number);
      const rungs = [...svg.querySelectorAll(".f-rung")].map((each) => each.getBBox());
      return [[rungs[0].x, rungs.at(-1).x + rungs.at(-1).width], [left, right]];
    })()`);
    expect(strip.map(Math.round)).toEqual(axis.map(Math.round));
    const [track, plot] = await page.evaluate<[number[], number[]]>(`(() => {
      const svg = document.querySelector("svg[data-plot]");
      const frame = svg.getBoundingClientRect();
      const scale = frame.width / svg.viewBox.baseVal.width;
      const [left, right] = svg.dataset.plot.split(" ").map(Number);
      const slider = document.querySelector("#reading").getBoundingClientRect();
      return [[slider.left, slider.right], [frame.left + left * scale, frame.left + right * scale]];
    })()`);
    expect(track.map(Math.round)).toEqual(plot.map(Math.round));
    const box = await page.locator("svg[data-plot]").boundingBox();
    await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + 120);
    await expect.poll(() => slider.getAttribute("aria-valuetext")).not.toMatch(/^16\u202fm/);
    await slider.press("Home");
    await page.getByRole("button", { name: "Use 2\u202fm in the form" }).click();
    await expect.poll(() => page.url()).toContain("span_m=2");
    expect(complaints).toEqual([]);
    await close();
  });
});

/** Ignores white space: frames and pages break lines differently. */
function letters(text: string): string {
  return text.replace(/\s+/g, "");
}
