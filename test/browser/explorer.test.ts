// The explorer in a browser with several kinds of tools: answers, reasons, sweeps, links.

import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { HAS_BROWSER, overflowAt } from "../helpers/browser.js";
import { explorerInBrowser } from "../helpers/explorer-browser.js";
import { exampleLink } from "../helpers/explorer-service.js";
import { FULL, testOnce } from "../helpers/full.js";
import { ownSet } from "../helpers/own-definitions.js";
import { PUE } from "../helpers/running-service.js";

/** A structural tool; with FULL also a ratio, a law, a pathway, a questionnaire and a building. */
const KINDS = FULL
  ? [
      "calculate_pue",
      "uk_planning_checker",
      "building_carbon_footprint",
      "dgnb_bim_readiness",
      "heatpump_heatloss",
    ]
  : ["eurocode_beam_designer"];
/** Marked lines of the definition. */
const MARKED = ".code-host .took-rule, .code-host .took-value";
/** Tabs, with an element that indicates that each is drawn. */
const TABS = [
  ["Why", ".shadow[aria-label=Steps] .why"],
  ["What if", ".stretches, .figure-card, table"],
  ["Compare", "[role=tabpanel] .card"],
  ["Definition", MARKED],
  ["Sheet", ".shadow #sources"],
  ["API", ".snippet pre"],
] as const;
/** Page script that returns the screen position of a word. */
const middleOf = new Function(
  "element",
  "word",
  `const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const from = node.textContent.indexOf(word);
    if (from < 0) continue;
    const range = document.createRange();
    range.setStart(node, from);
    range.setEnd(node, from + word.length);
    const { x, y, width, height } = range.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  }
  throw new Error("no " + word + " there");`,
) as (element: unknown, word: string) => { x: number; y: number };

const twoFrames = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(0))))";

describe.skipIf(!HAS_BROWSER)("in a browser", () => {
  const explorer = explorerInBrowser();
  const { open } = explorer;

  const headline = (page: Page) => page.getByRole("region", { name: "Answer" });
  /** Scrolls until an element exists, because the editor renders visible lines only. */
  async function reach(page: Page, selector: string): Promise<void> {
    const found = page.locator(selector);
    // Begins again at the top, because marks appear when the explanation is ready.
    const further = `{
      const code = document.querySelector(".code-host")?.shadowRoot?.querySelector(".cm-scroller");
      const before = code?.scrollTop;
      code?.scrollBy(0, 300);
      if (code?.scrollTop === before) code?.scrollTo(0, 0);
    }`;
    const count = async () => {
      if (selector === MARKED) await page.evaluate(further);
      return found.count();
    };
    await expect.poll(count, { timeout: 60_000, message: selector }).toBeGreaterThan(0);
    await found.first().waitFor();
  }
  /** Types after the sum of overheads in the edited definition. */
  async function addTo(page: Page, text: string) {
    const code = page.locator(".cm-content");
    await code.waitFor({ timeout: 60_000 });
    await code.click();
    await page.keyboard.press("Control+f");
    await page.keyboard.type("cooling_kw + ups_losses_kw + lighting_kw");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.type(text);
    return code;
  }
  /** Results of the page, compared with the service later. */
  const computed = new Map<string, string>();

  testOnce("the first page lists every tool", async () => {
    const { page, complaints, close } = await open("/");
    await page.getByRole("heading", { level: 1 }).waitFor();
    const titles = await page.locator(".tool-card h3").allTextContents();
    expect(titles.toSorted()).toEqual(
      [...ownSet().tools.values()].map(({ facts }) => facts.title).toSorted(),
    );
    expect(complaints).toEqual([]);
    await close();
  });

  test.each(KINDS)(
    "%s answers, explains, draws and has a sheet, fits every width, and nobody complains",
    async (tool) => {
      const { page, complaints, close } = await open(exampleLink(tool));
      const outcome = ownSet().tools.get(tool)?.run(ownSet().tools.get(tool)?.facts.examples[0]?.input);
      await headline(page).waitFor();
      expect(outcome?.ok).toBe(true);
      computed.set(tool, await headline(page).innerText());
      await page.locator(".figure-svg").first().waitFor();
      expect(await overflowAt(page, [360, 390, 600, 900, 1200, 1920])).toEqual([0, 0, 0, 0, 0, 0]);
      for (const [tab, seen] of TABS) {
        await page.getByRole("tab", { name: tab, exact: true }).click();
        await reach(page, seen);
        expect([tab, ...(await overflowAt(page, [390]))]).toEqual([tab, 0]);
      }
      expect(complaints).toEqual([]);
      await close();
    },
  );

  testOnce("the answer follows every key, and the address holds it", async () => {
    const { page, close } = await open(exampleLink("calculate_pue"));
    await headline(page).getByText("Good").waitFor();
    await page.getByLabel("Cooling", { exact: true }).fill("500");
    await headline(page).getByText("Poor").waitFor();
    await expect.poll(() => page.url()).toContain("cooling_kw=500");
    await page.reload();
    await headline(page).getByText("Poor").waitFor();
    expect(await page.getByLabel("Cooling", { exact: true }).inputValue()).toBe("500");
    await close();
  });

  testOnce("a wrong value is refused in the service's own words, beside its field", async () => {
    const { page, close } = await open(exampleLink("calculate_pue"));
    await page.getByLabel("Cooling", { exact: true }).fill("-4");
    const refusal = await explorer.service.post("/v1/tools/calculate_pue", { ...PUE, cooling_kw: -4 });
    const { errors } = (await refusal.json()) as { errors: { message: string }[] };
    const said = errors[0]?.message.replace("cooling_kw", "Cooling").replace(", not", " kW, not");
    expect(await page.locator('[data-input="cooling_kw"] .fault').textContent()).toBe(said);
    await close();
  });

  test.each(KINDS)(
    "%s not yet filled in: what it needs is named by its title, and nothing is wrong",
    async (tool) => {
      const { page, close } = await open(`/#/${tool}`, { width: 390 });
      await page.getByRole("heading", { name: "Still needed" }).waitFor();
      const inputs = ownSet().tools.get(tool)?.inputSchema as {
        required: string[];
        properties: Record<string, { title?: string }>;
      };
      const titles = inputs.required.map((name) => inputs.properties[name]?.title);
      expect((await page.locator(".missing button").allTextContents()).toSorted()).toEqual(titles.toSorted());
      expect(await page.locator(".fault:not(:empty), .refused.wrong").count()).toBe(0);
      expect(await overflowAt(page, [390])).toEqual([0]);
      await close();
    },
  );

  testOnce("inputs that have no part in the answer are folded away", async () => {
    const steel = await open(exampleLink("eurocode_beam_designer"));
    await steel.page.locator('.folded [data-input="exposure"]').waitFor({ state: "attached" });
    expect(await steel.page.locator('.optional [data-input="exposure"]').count()).toBe(0);
    await steel.close();
    const concrete = await open("/#/eurocode_beam_designer?material=concrete&config=ss&span_m=6&udl_kn_m=30");
    await headline(concrete.page).waitFor();
    await concrete.page.locator('.folded [data-input="service_class"]').waitFor({ state: "attached" });
    await expect.poll(() => concrete.page.locator('.optional [data-input="exposure"]').count()).toBe(1);
    await concrete.close();
  });

  testOnce("an assumption leads to the input that replaces it", async () => {
    const { page, close } = await open(exampleLink("calculate_pue"));
    await page.getByRole("button", { name: "Set Electricity tariff" }).click();
    await page.keyboard.type("0.2");
    await expect.poll(() => page.url()).toContain("electricity_tariff_gbp_per_kwh=0.2");
    await close();
  });

  testOnce("a sweep names where the verdict changes", async () => {
    const { page, close } = await open(`${exampleLink("eurocode_beam_designer", "what-if")}&@over=span_m`);
    const sentence = await page.locator(".stretches li").last().textContent();
    const [, border] = /Fail above ([\d.]+)/.exec(sentence ?? "") ?? [];
    const tool = ownSet().tools.get("eurocode_beam_designer");
    const at = (span: number) => {
      const outcome = tool?.run({ ...tool.facts.examples[0]?.input, span_m: span });
      return outcome?.ok === true ? outcome.result.status : undefined;
    };
    expect(at(Number(border) * 1.001)).toBe("fail");
    expect(at(Number(border) * 0.999)).not.toBe("fail");
    await close();
  });

  testOnce("the service's answers look the same as the page's own", async () => {
    const { page, close } = await open("/?server");
    for (const tool of KINDS) {
      await page.goto(`${explorer.service.base}/?server${exampleLink(tool).slice(1)}`);
      await page
        .getByRole("heading", { level: 1, name: ownSet().tools.get(tool)?.facts.title ?? "" })
        .waitFor();
      await headline(page).waitFor();
      expect(await headline(page).innerText()).toBe(computed.get(tool));
    }
    await close();
  });

  testOnce("links that hold what is not there say so, and show what they can", async () => {
    const unknown = await open("/#/calculate_pu?it_load_kw=1");
    await unknown.page.getByText("There is no tool calculate_pu. Did you mean calculate_pue").waitFor();
    await unknown.page.getByRole("heading", { level: 1 }).waitFor();
    await unknown.close();
    const strange = await open(`${exampleLink("calculate_pue")}&colour=red`);
    await strange.page.getByText("This link contains unknown fields, which are ignored: colour.").waitFor();
    await headline(strange.page).getByText("Good").waitFor();
    await strange.page.getByRole("button", { name: "Remove them" }).click();
    await expect.poll(() => strange.page.url()).not.toContain("colour");
    await strange.close();
    const old = await open(`${exampleLink("calculate_pue")}&@def=0123456789ab&@was=["Average",1.6,1,2]`);
    await old.page.getByText("The definition has changed since this link was made").waitFor();
    await expect.poll(() => old.page.locator(".then tbody tr").first().innerText()).toMatch(/Average\s+Good/);
    await old.close();
    const broken = await open("/#/%E0%A4%A/why?%%%&@def=%zz");
    await broken.page.getByRole("heading", { level: 1 }).waitFor();
    expect(broken.complaints).toEqual([]);
    await broken.close();
  });

  testOnce("parts that cannot be loaded say so, and the answer stays", async () => {
    const { page, close } = await open(exampleLink("calculate_pue"));
    await headline(page).waitFor();
    await page.route(/engine-worker|why-/, (route) => route.abort());
    await page.getByRole("tab", { name: "Why" }).click();
    await page.getByText("could not be loaded").waitFor();
    await page.unroute(/engine-worker|why-/);
    await page.getByRole("button", { name: "Try again" }).click();
    await page.locator(".why-sentence").first().waitFor();
    await page.getByRole("tab", { name: "Answer" }).click();
    await headline(page).getByText("Good").waitFor();
    await close();
  });

  testOnce("by keyboard alone: to a tool, through its form, to another tab", async () => {
    const { page, close } = await open(exampleLink("calculate_pue"));
    await headline(page).waitFor();
    await page.getByLabel("IT load", { exact: true }).focus();
    await page.keyboard.press("Tab");
    await page.keyboard.type("1");
    await expect.poll(() => page.url()).toContain("cooling_kw=1");
    await page.getByRole("tab", { name: "Answer" }).focus();
    await page.keyboard.press("ArrowLeft");
    await page.getByRole("tab", { name: "API", selected: true }).waitFor();
    await close();
  });

  testOnce("results and figures can be taken away", async () => {
    const { page, close } = await open(exampleLink("calculate_pue"));
    await page.locator(".figure-svg").first().waitFor();
    for (const [name, kind, begins] of [
      [/as SVG$/, "svg", "<svg"],
      [/as PNG$/, "png", "\x89PNG"],
      ["JSON", "json", '{"pue_score":1.37,'],
      ["CSV", "csv", "kind,name,value"],
    ] as const) {
      const [taken] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name, exact: true }).first().click(),
      ]);
      expect(taken.suggestedFilename()).toMatch(new RegExp(`\\.${kind}$`));
      expect(readFileSync(await taken.path(), "latin1").slice(0, begins.length)).toBe(begins);
    }
    await page.getByRole("tab", { name: "Sheet" }).click();
    const [sheet] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download" }).click(),
    ]);
    const text = readFileSync(await sheet.path(), "utf8");
    expect(text).toContain("Calculation sheet");
    expect(text).toContain("data:font/woff2;base64,");
    expect(text).not.toMatch(/<script|url\((?!data:)/);
    await close();
  });

  testOnce(
    "a name in the definition tells what it is and is worth, and leads to where it is defined, a source to what it is",
    async () => {
      const { page, close } = await open(exampleLink("calculate_pue", "definition"));
      const code = page.locator(".cm-content");
      await code.waitFor({ timeout: 60_000 });
      // Values of names appear with the explanation, after its marks.
      await page.locator(".cm-line.took-value").first().waitFor({ timeout: 60_000 });
      const find = async (line: string, word: string) => {
        await code.click({ position: { x: 2, y: 2 } });
        await page.keyboard.press("Control+f");
        await page.keyboard.type(line);
        await page.keyboard.press("Enter");
        await page.keyboard.press("Escape");
        const found = page.locator(".cm-line", { hasText: line }).first();
        await found.waitFor();
        // The editor scrolls in the next frame.
        await page.evaluate(twoFrames);
        return found.evaluate(middleOf, word);
      };
      const clickOn = async (line: string, word: string) => {
        const at = await find(line, word);
        await page.mouse.click(at.x, at.y);
      };
      const at = await find("total_facility_load_kw / it_load_kw", "it_load_kw");
      await page.mouse.move(at.x, at.y);
      await expect
        .poll(async () =>
          (await page.locator(".cm-tooltip-hover").allInnerTexts()).join().replace(/\s/g, " "),
        )
        .toBe("it_load_kw = 500 kW; IT load, a number, in kW");
      await clickOn("overhead_ratio: round(rated_pue", "rated_pue");
      await expect
        .poll(() =>
          page
            .locator(".cm-line")
            .filter({ hasText: /^\s*rated_pue:/ })
            .count(),
        )
        .toBe(1);
      await clickOn("cite: en_50600_4_2 clauses", "en_50600_4_2");
      await page.getByText("Data centre facilities and infrastructures").waitFor();
      await close();
    },
  );

  testOnce("on paper the answer stands without the form and the buttons", async () => {
    const { page, close } = await open(exampleLink("eurocode_beam_designer"));
    await headline(page).waitFor();
    await page.locator(".figure-svg").first().waitFor();
    await page.emulateMedia({ media: "print" });
    expect(await page.locator(".left:visible, .tabs:visible, .share:visible").count()).toBe(0);
    expect(await headline(page).isVisible()).toBe(true);
    expect(await page.locator(".figure-svg").first().isVisible()).toBe(true);
    expect(await overflowAt(page, [720])).toEqual([0]);
    await close();
  });

  testOnce("a definition is edited in the page: checked, tried, and given as a patch", async () => {
    const { page, complaints, close } = await open(`${exampleLink("calculate_pue", "definition")}&@edit=on`);
    const code = await addTo(page, " + ups_losses_kw + ups_losses_kw");
    await page.getByText("No errors in this draft.").waitFor({ timeout: 60_000 });
    await page.getByRole("region", { name: "Answer" }).getByText("Average").waitFor();
    const moved = page.getByRole("region", { name: "What moves" });
    await moved.waitFor({ timeout: 60_000 });
    await expect.poll(() => moved.innerText()).toMatch(/of \d+ golden cases change; \d+ verdicts? flip/);
    const before = page.url();
    await moved.getByTitle("Open it in the form").first().click();
    await expect.poll(() => page.url()).not.toBe(before);
    const [taken] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download as a patch" }).click(),
    ]);
    const patch = readFileSync(await taken.path(), "utf8");
    expect(patch).toContain("+++ b/definitions/tools/calculate_pue.yaml");
    expect(patch).toMatch(/^\+.*lighting_kw \+ ups_losses_kw \+ ups_losses_kw/m);
    await code.focus();
    await page.keyboard.type(" + nowhere");
    await page.getByRole("region", { name: "Findings" }).getByText("nowhere").waitFor({ timeout: 60_000 });
    await page.getByRole("button", { name: "Discard the changes" }).click();
    await expect.poll(() => code.innerText()).not.toContain("nowhere");
    expect(complaints).toEqual([]);
    await close();
  });

  testOnce(
    "a promise that the draft breaks only for the case in the form is told, with that case",
    async () => {
      const given = "it_load_kw=500&cooling_kw=151.3&ups_losses_kw=31.7&lighting_kw=5";
      const { page, close } = await open(`/#/calculate_pue/definition?${given}&@edit=on`);
      await addTo(page, " + if(cooling_kw == 151.3 and ups_losses_kw == 31.7, 7, 0)");
      const told = page.getByRole("region", { name: "Promises" });
      await told.getByText('"cooling_kw":151.3').first().waitFor({ timeout: 60_000 });
      expect(await told.innerText()).toMatch(/\d+ of \d+ promises broken/);
      await close();
    },
  );

  test.runIf(FULL)(
    "without a network every tool works once the first page was left alone, with its reasons and its definition",
    async () => {
      const { page, close } = await open("/", { isKept: true });
      await page.getByText("tools work offline").waitFor({ timeout: 60_000 });
      await page.context().setOffline(true);
      await page.goto(explorer.service.base + exampleLink("uk_planning_checker"));
      await headline(page).waitFor();
      for (const [tab, seen] of TABS) {
        await page.getByRole("tab", { name: tab, exact: true }).click();
        await reach(page, seen);
      }
      await expect.poll(() => page.url()).toContain("/api?");
      await page.reload();
      await page.locator(".snippet pre").first().waitFor();
      await page.goto(`${explorer.service.base}/`);
      await page.getByRole("searchbox").fill("EN 50600-4-2");
      await page.getByText("Power usage effectiveness (PUE)").waitFor();
      await close();
    },
  );

  testOnce("who saves data loads nothing but what is opened", async () => {
    const { page, close } = await open("/health", { isKept: true });
    await page.addInitScript("Object.defineProperty(navigator, 'connection', { value: { saveData: true } })");
    await page.goto(explorer.service.base + exampleLink("calculate_pue"));
    await headline(page).waitFor();
    await page.evaluate("navigator.serviceWorker.ready.then(() => true)");
    await page.reload();
    await headline(page).waitFor();
    await page.context().setOffline(true);
    await page.reload();
    await headline(page).getByText("Good").waitFor();
    const kept = await page.evaluate<string[]>(
      "caches.open('plumbline-explorer').then((cache) => cache.keys()).then((all) => all.map(({ url }) => url))",
    );
    expect(kept.filter((url) => /calculate_pue/.test(url))).not.toEqual([]);
    expect(kept.filter((url) => /uk_planning_checker|engine-worker/.test(url))).toEqual([]);
    await close();
  });

  testOnce("the policy allows no eval, no inline script and no other host", async () => {
    const policy = (await explorer.service.get("/")).headers.get("content-security-policy") ?? "";
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toMatch(/unsafe-eval|https?:|\*|script-src[^;]*unsafe-inline/);
    const html = await (await explorer.service.get("/")).text();
    expect(html).not.toMatch(/<script(?![^>]*src=)/);
  });

  testOnce(
    "the page with its scripts and styles takes at most 90 kB compressed, and they are kept for ever",
    async () => {
      const html = await (await explorer.service.get("/")).text();
      const files = [...html.matchAll(/(?:src|href)="(\/explorer\/[^"]+)"/g)].map(([, path]) => path ?? "");
      expect(files.length).toBeGreaterThan(2);
      const bodies = await Promise.all(
        files.map(async (path) => Buffer.from(await (await explorer.service.get(path)).arrayBuffer())),
      );
      const bytes = [Buffer.from(html), ...bodies].map((body) => gzipSync(body).length);
      expect(bytes.reduce((sum, each) => sum + each)).toBeLessThan(90_000);
      expect((await explorer.service.get(files[1] ?? "")).headers.get("cache-control")).toContain(
        "immutable",
      );
    },
  );

  testOnce(
    "the first page takes at most 150 kB with the catalogue and all that it loads by itself",
    async () => {
      const { page, close } = await open("/health");
      let bytes = 0;
      page.on("response", (response) => {
        bytes += Number(response.headers()["content-length"] ?? 0);
      });
      await page.goto(`${explorer.service.base}/?cold`);
      await page.getByRole("heading", { level: 1 }).waitFor();
      expect(bytes).toBeGreaterThan(10_000);
      expect(bytes).toBeLessThan(150_000);
      await close();
    },
  );
});
