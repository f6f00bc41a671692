// Ten user questions that the first screen of Why answers; and the layout of answers: sections, sentences, amounts on
// one line, folded results.
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { HAS_BROWSER } from "../helpers/browser.js";
import { explorerInBrowser } from "../helpers/explorer-browser.js";
import { inputLink } from "../helpers/explorer-service.js";
import { type WhyCase, whyCases } from "../helpers/why-cases.js";

/** Page script that returns the text of the first screen. */
const FIRST_SCREEN = `(() => {
  const root = document.querySelector(".shadow[aria-label=Steps]")?.shadowRoot;
  const lines = [...(root?.querySelectorAll(".why-sentence, .chain > .why > summary, .inputs") ?? [])];
  const seen = lines.filter((line) => { const { height, bottom } = line.getBoundingClientRect(); return height > 0 && bottom <= innerHeight; });
  return seen.map((line) => line.innerText).join("\\n").replace(/\\s+/g, " ");
})()`;

const QUESTIONS = whyCases().filter(({ question }) => question !== undefined);

/** Returns the cases with a field; fails if there is none. */
function having<K extends keyof WhyCase>(field: K): readonly (WhyCase & Required<Pick<WhyCase, K>>)[] {
  const found = whyCases().filter(
    (each): each is WhyCase & Required<Pick<WhyCase, K>> => each[field] !== undefined,
  );
  if (found.length === 0) throw new Error(`no case of test/why.yaml has ${field}`);
  return found;
}

/** Normalises white space. */
function plain(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

describe.skipIf(!HAS_BROWSER)("in a browser", () => {
  const explorer = explorerInBrowser();
  let page: Page;
  beforeAll(async () => {
    // Counts cards that appeared empty.
    const script = `window.emptyCards = 0;
      new MutationObserver(() => {
        for (const host of document.querySelectorAll(".shadow"))
          if (!host.shadowRoot || host.shadowRoot.textContent.trim() === "") window.emptyCards++;
      }).observe(document, { childList: true, subtree: true });`;
    ({ page } = await explorer.open("/", { script }));
  });

  async function open(path: string, waitFor: string): Promise<void> {
    await page.goto("about:blank");
    await page.goto(explorer.service.base + path);
    await page.locator(waitFor).first().waitFor();
  }

  test.each(QUESTIONS)("$question", async ({ tool, input, seen: named = [] }) => {
    expect(QUESTIONS).toHaveLength(10);
    await open(inputLink(tool, "why", input), ".shadow[aria-label=Steps] .why-sentence");
    const seen = await page.evaluate<string>(FIRST_SCREEN);
    expect(named.length).toBeGreaterThan(1);
    expect(named.filter((words) => !seen.includes(words)).map((words) => `${words} not in: ${seen}`)).toEqual(
      [],
    );
    expect(seen).not.toMatch(/\bfails\b|\bnull\b/);
    const lines = await page.locator(".shadow[aria-label=Steps] > .chain > .why").count();
    expect(lines).toBeLessThanOrEqual(15);
    expect(await page.evaluate("window.emptyCards")).toBe(0);
  });

  test("a result that is not known is asked about as unknown", async () => {
    const unknown = whyCases().filter(({ says = [] }) => says.some((text) => text.includes("is unknown")));
    expect(unknown.length).toBeGreaterThan(0);
    for (const { tool, input } of unknown) {
      await open(inputLink(tool, "why", input), ".shadow[aria-label=Steps] .why-sentence");
      const asked = await page.getByRole("tabpanel").innerText();
      expect(asked).toMatch(/^Unknown$/m);
      expect(asked).not.toContain("N/a");
    }
  });

  test("amounts have their currency where the case decides it, and sentences keep off the numbers below", async () => {
    const cases = whyCases().filter(({ answers = [] }) => answers.some((text) => /[€£]\d/.test(text)));
    expect(cases.length).toBeGreaterThan(0);
    for (const { tool, input } of cases) {
      await open(inputLink(tool, "", input), ".headline .numbers dd");
      expect(await page.locator(".headline .numbers dd").first().innerText()).toMatch(/^−?[€£]/);
      const [sentence, numbers] = [".headline .sentence", ".headline .numbers"].map((part) =>
        page.locator(part),
      );
      const above = await sentence?.last().boundingBox();
      const below = await numbers?.boundingBox();
      expect((below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0)).toBeGreaterThan(8);
    }
  });

  test("a number leads to its step and opens it, and the step back to where it is used", async () => {
    for (const { tool, input, follow } of having("follow")) {
      await open(inputLink(tool, "why", input), ".shadow[aria-label=Steps] .why-sentence a");
      const address = page.url();
      const steps = page.locator(".shadow[aria-label=Steps]");
      await steps.locator(".why-sentence a", { hasText: follow.number }).click();
      const target = steps.locator(".why.target");
      await target.waitFor();
      expect(await target.getAttribute("open")).not.toBeNull();
      expect(await target.locator("summary").innerText()).toContain(follow.to);
      await target.locator(".used-by a").first().click();
      await steps.locator(".why.target", { hasText: follow.back }).waitFor();
      expect(page.url()).toBe(address);
    }
  });

  test("on a phone no name runs into its value and no clause is cut", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    // Steps with long names, and one with a sentence as value.
    const worded = whyCases().filter(({ steps = [] }) => steps.some((text) => text.length >= 24));
    expect(worded.length).toBeGreaterThan(1);
    let lines = 0;
    for (const { tool, input } of worded) {
      await open(inputLink(tool, "why", input), ".shadow[aria-label=Steps] .chain > .why");
      const wrong = await page.evaluate<string[]>(`(() => {
        const lines = [...document.querySelector(".shadow[aria-label=Steps]").shadowRoot.querySelectorAll(".chain > .why > summary")].filter((line) => line.innerText !== "" && line.getBoundingClientRect().height > 0);
        const words = (part) => { const range = document.createRange(); range.selectNodeContents(part); return range.getBoundingClientRect(); };
        return (lines.length < 1 ? ["no lines"] : []).concat(lines.flatMap((line) => {
          const [name, is, by] = [".name", ".is", ".by"].map((part) => line.querySelector(part));
          const runsIn = words(name).right > is.getBoundingClientRect().left + 1 && is.textContent !== "";
          const isCut = words(by).right > line.getBoundingClientRect().right + 1 || by.scrollWidth > by.clientWidth + 1;
          const isSqueezed = name.getBoundingClientRect().width < 100;
          return runsIn || isCut || isSqueezed ? [line.innerText] : [];
        }));
      })()`);
      expect(wrong).toEqual([]);
      lines += await page.locator(".shadow[aria-label=Steps] .chain > .why > summary:visible").count();
    }
    expect(lines).toBeGreaterThan(15);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  test("the answer is said in its sentences, all that the question has", async () => {
    for (const { tool, input, answers } of having("answers")) {
      await open(inputLink(tool, "", input), ".headline .sentence");
      expect((await page.locator(".headline .sentence").allInnerTexts()).map(plain)).toEqual(answers);
    }
  });

  test("numbers of the headline have their unit and currency, on one line", async () => {
    for (const { tool, input, numbers } of having("numbers")) {
      await open(inputLink(tool, "", input), ".headline .numbers dd");
      const shown = page.locator(".headline .numbers dd");
      expect((await shown.allInnerTexts()).map((text) => plain(text).replace(/ (?=\/)/, ""))).toEqual(
        numbers,
      );
      const broken = await page.evaluate<string[]>(`[...document.querySelectorAll(".headline .numbers dd")]
        .filter((dd) => dd.getBoundingClientRect().height > 1.6 * parseFloat(getComputedStyle(dd).fontSize) || dd.scrollWidth > dd.clientWidth + 1)
        .map((dd) => dd.innerText)`);
      expect(broken).toEqual([]);
    }
  });

  test("figures draw what the verdict rests on", async () => {
    for (const { tool, input, drawn } of having("drawn")) {
      await open(inputLink(tool, "", input), ".figure-svg");
      const figures = () =>
        page.evaluate<string>(
          `[...document.querySelectorAll(".figure-svg text")].map((each) => each.textContent).join(" ")`,
        );
      const missing = async () => {
        const shown = plain(await figures());
        return drawn.filter((words) => !shown.includes(words));
      };
      await expect.poll(missing).toEqual([]);
    }
  });

  test("results are folded, found by a word, and those that do not apply are out", async () => {
    for (const { tool, input, find } of having("find")) {
      await open(inputLink(tool, "", input), "#results");
      const results = page.locator("#results");
      expect((await results.boundingBox())?.height).toBeLessThan(1400);
      expect(await results.innerText()).not.toMatch(/\bnull\b|n\/a/i);
      const folded = (await results.locator(".result dd").allTextContents()).map(plain);
      expect(folded.length).toBeGreaterThan(20);
      expect(folded.filter((text) => /^(|n\/a|null)$/i.test(text))).toEqual([]);
      await page.getByRole("searchbox", { name: "Find a result" }).fill(find.word);
      await results.getByText(find.group, { exact: true }).waitFor();
      const titles = await results.locator(".result:visible dt").allInnerTexts();
      expect(titles.length).toBeGreaterThan(3);
      expect(titles.filter((title) => new RegExp(find.never).test(title))).toEqual([]);
      await page.getByRole("searchbox", { name: "Find a result" }).fill("nothing like it");
      await results.getByText("No result mentions “nothing like it”.").waitFor();
    }
  });

  test("on a phone the strip at the foot shows its number whole", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    for (const { tool, input } of having("answers")) {
      await open(inputLink(tool, "", input), ".strip b");
      const cut = await page.evaluate<string[]>(`[...document.querySelectorAll(".strip b ~ b")]
        .filter((each) => each.scrollWidth > each.clientWidth + 1 || each.getBoundingClientRect().right > innerWidth - 8)
        .map((each) => each.innerText)`);
      expect(cut, tool).toEqual([]);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  });
});
