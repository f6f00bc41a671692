// Fourteen user tasks from the first page to the result, on desktop and phone: data-centre manager, structural
// engineer, letting agent, planning consultant, developer, auditor and author. Each ends with readable pages in light
// and dark, without overflow and browser errors.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import readXlsxFile from "read-excel-file/node";
import { describe, expect, test } from "vitest";
import { AGENTS_TABLE } from "../helpers/agents-table.js";
import { HAS_BROWSER } from "../helpers/browser.js";
import { explorerInBrowser } from "../helpers/explorer-browser.js";
import { exampleLink } from "../helpers/explorer-service.js";
import { TEST } from "../helpers/folders.js";
import { ownSet } from "../helpers/own-definitions.js";

/** Page script that finds low-contrast texts. */
const FAINT_TEXTS = readFileSync(join(TEST, "helpers/faint-texts.js"), "utf8");
const OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
const SIZES = [
  ["at a desk", 1280],
  ["on a telephone", 390],
] as const;

/** The expected inputs of the agent's table, converted by hand. */
const MEANT = [
  { property_type: "domestic", current_epc_band: "D", tenancy_type: "assured", let_since: "2025-09-01" },
  { property_type: "domestic", current_epc_band: "F", tenancy_type: "assured", let_since: "2025-11-17" },
  { property_type: "domestic", current_epc_band: "G", tenancy_type: "assured", let_since: "2024-02-13" },
  { property_type: "non_domestic", current_epc_band: "E", tenancy_type: "lease", let_since: "2021-06-05" },
];

describe.skipIf(!HAS_BROWSER)("somebody", () => {
  const explorer = explorerInBrowser();

  function task(title: string, path: string, steps: (page: Page, isPhone: boolean) => Promise<void>) {
    test.each(SIZES)(`${title}, %s`, async (_, width) => {
      const opened = await explorer.open(path, { width });
      const { page, complaints } = opened;
      await steps(page, width < 500);
      expect(await page.evaluate(OVERFLOW)).toBe(0);
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await page.evaluate(FAINT_TEXTS), colorScheme).toEqual([]);
      }
      expect(complaints).toEqual([]);
      await opened.close();
    });
  }

  const answer = (page: Page) => page.getByRole("region", { name: "Answer", exact: true });
  const tab = (page: Page, name: string) => page.getByRole("tab", { name, exact: true }).click();
  const own = (page: Page, name: string) => page.locator(`[data-input="${name}"]`);
  const held = (page: Page, name: string) => async () =>
    new URLSearchParams(new URL(page.url()).hash.split("?")[1]).get(name);
  /** Requires no horizontal scrolling. */
  async function isInView(page: Page, found: Locator): Promise<void> {
    const { x = 0, width = 0 } = (await found.boundingBox()) ?? {};
    expect(x).toBeGreaterThan(0);
    expect(x + width).toBeLessThan(page.viewportSize()?.width ?? 0);
  }
  /** On phones the form is folded in all views except the answer. */
  async function unfold(page: Page): Promise<void> {
    const folded = page.locator(".form-folded:not([open]) > summary");
    if ((await folded.count()) > 0) await folded.click();
  }
  /** Opens the folded group of an input. */
  async function reveal(page: Page, name: string): Promise<void> {
    const folded = page.locator("details:not([open])", { has: own(page, name) }).last();
    const isShown = async () => {
      // The group may open or move at the same moment.
      if ((await folded.count()) > 0)
        await folded.locator("summary").first().click({ timeout: 1_000 }).catch(String);
      return own(page, name).isVisible();
    };
    await expect.poll(isShown).toBe(true);
  }
  async function find(page: Page, words: string): Promise<void> {
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type(words);
  }

  task("rates a hall and finds how much cooling is too much", "/", async (page) => {
    const live = page.getByRole("region", { name: /^Live example/ });
    await live.locator("svg").first().waitFor();
    const before = await live.innerText();
    await live.getByRole("slider").fill("300");
    await expect.poll(() => live.innerText()).not.toBe(before);
    const doors = page.getByRole("navigation", { name: "Tools by profession" });
    await doors.getByRole("link", { name: "I run a data centre" }).click();
    await page.getByRole("link", { name: "Power usage effectiveness (PUE)", exact: true }).click();
    await answer(page).getByText("Good").waitFor();
    await page.getByLabel("IT load", { exact: true }).fill("500 000 W");
    await expect.poll(held(page, "it_load_kw")).toBe("500");
    await page.getByLabel("Cooling", { exact: true }).fill("0,5 MW");
    await answer(page).getByText("Poor").waitFor();
    expect(await own(page, "cooling_kw").locator(".read").innerText()).toMatch(/^= 500\skW$/);
    await tab(page, "What if");
    await page.getByLabel("Vary").selectOption({ label: "Cooling" });
    await page.getByLabel("From", { exact: true }).fill("0");
    // The rating is Good for a PUE from 1.15 to 1.4: 75 to 200 kW of overhead, 35 of which is not cooling.
    await page.locator(".stretches li", { hasText: /^Good from 40\skW to 165\skW\.$/ }).waitFor();
  });

  task("compares two coolings and names them", exampleLink("calculate_pue", "compare"), async (page) => {
    await page.getByRole("button", { name: "Save as scenario B" }).click();
    await page.getByText("Now change an input in the form").waitFor();
    await unfold(page);
    await page.getByLabel("Cooling", { exact: true }).fill("300");
    const row = (name: RegExp) => page.getByRole("row", { name });
    await expect.poll(() => row(/^Rating/).innerText()).toMatch(/Average\s+Good\s+worse/);
    await isInView(page, row(/^Rating/).getByText("worse"));
    // 500 + 300 + 30 + 5 and 500 + 150 + 30 + 5 kW.
    await page
      .getByText(/^They first differ at “Total facility load” \(A: 835\skW, B: 685\skW\)\.$/)
      .waitFor();
    expect((await row(/^Total facility load/).innerText()).replace(/\s+/g, " ")).toContain("+150 kW (+22 %)");
    const name = page.getByLabel("Name of scenario B");
    await name.fill("Free cooling");
    await name.blur();
    await page.getByText("A from Free cooling").waitFor();
    // A row's title does not wrap after every word.
    expect((await row(/^Annual saving/).boundingBox())?.height).toBeLessThan(70);
  });

  task(
    "designs a steel beam, then checks the section that is in stock",
    "/#/eurocode_beam_designer",
    async (page) => {
      await page.getByRole("heading", { name: "Still needed" }).waitFor();
      expect(await page.locator(".missing button").allTextContents()).toEqual([
        "Material",
        "Support",
        "Span",
        "Characteristic uniform load",
      ]);
      await own(page, "material").getByRole("button", { name: "Steel" }).click();
      await page.getByRole("combobox", { name: /^Support/ }).selectOption({ label: "Simply supported" });
      await page.getByLabel("Span", { exact: true }).fill("8000 mm");
      await page.getByLabel("Characteristic uniform load", { exact: true }).fill("40");
      await answer(page).waitFor();
      expect(await answer(page).locator(".sentence").first().innerText()).toMatch(
        /^UK?B \d+x\d+x\d+ in S\d+: /,
      );
      const section = page.getByRole("combobox", { name: "Section to check" });
      await reveal(page, "section");
      await section.fill("457x191");
      const options = page.locator(".picker [role=option]");
      await options.filter({ hasText: /^UB 457x191x82\s*82 kg\/m$/ }).waitFor();
      expect((await options.allInnerTexts()).every((each) => each.includes("457x191"))).toBe(true);
      await options.filter({ hasText: "UB 457x191x82" }).first().click();
      await expect.poll(held(page, "section")).toBe("UB 457x191x82");
      await expect.poll(() => answer(page).innerText()).toContain("UB 457x191x82");
    },
  );

  task(
    "checks a column whose length was typed in millimetres",
    exampleLink("eurocode_column_checker"),
    async (page) => {
      await answer(page).waitFor();
      await page.getByLabel("Effective length", { exact: true }).fill("3500");
      const field = own(page, "effective_length_m");
      await field.getByText(/^Effective length must be at most 30 m, not 3500/).waitFor();
      await field.getByRole("button", { name: "3500 mm is 3.5 m: use 3.5" }).click();
      await expect.poll(held(page, "effective_length_m")).toBe("3.5");
      expect(await field.locator(".fault").innerText()).toBe("");
      await answer(page).waitFor();
    },
  );

  task(
    "files a calculation sheet with the project's name",
    exampleLink("eurocode_beam_designer", "sheet"),
    async (page) => {
      await page.getByLabel("Project", { exact: true }).fill("Mill Lane");
      await page.getByLabel("Project", { exact: true }).blur();
      // On narrow screens the lines for names exist in print only.
      await page.locator(".shadow").getByText("Mill Lane").first().waitFor({ state: "attached" });
      const [taken] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: "Download" }).click(),
      ]);
      const text = readFileSync(await taken.path(), "utf8");
      expect(text).toContain("Mill Lane");
      expect(text).toContain("@page");
    },
  );

  task("asks whether a flat may be let", exampleLink("mees_checker", "", 1), async (page) => {
    await answer(page).getByText("Not compliant").waitFor();
    await reveal(page, "as_of_date");
    await page.getByLabel("Date of the check", { exact: true }).fill("17/11/2026");
    await expect.poll(held(page, "as_of_date")).toBe("2026-11-17");
    expect(await own(page, "as_of_date").locator(".read").innerText()).toBe("= 17 November 2026");
    await expect.poll(() => answer(page).innerText()).toContain("New letting: no");
    expect(await answer(page).innerText()).not.toMatch(/Largest maximum|threaten/);
    await tab(page, "Why");
    await page.locator(".why-sentence").first().waitFor();
    await page.goBack();
    await answer(page).waitFor();
    expect(await held(page, "as_of_date")()).toBe("2026-11-17");
  });

  task("checks a spreadsheet of flats that an office keeps", "/#/mees_checker/table", async (page) => {
    const sent: string[] = [];
    page.on("request", (request) => sent.push(`${request.method()} ${request.url()} ${request.postData()}`));
    await page.getByText("Choose a file").waitFor();
    await page
      .locator("input[type=file]")
      .setInputFiles({ name: "flats.csv", mimeType: "text/csv", buffer: Buffer.from(AGENTS_TABLE) });
    await page.getByText("4 computed, 1 refused").waitFor();
    await page.getByText("is read with the day first, as in 17/11/2025").waitFor();
    const verdicts = MEANT.map((input) => {
      const outcome = ownSet().tools.get("mees_checker")?.run(input);
      return outcome?.ok === true ? outcome.result.verdict : "refused";
    });
    const bad = verdicts.flatMap((word, at) => (word === "non_compliant" ? [String(at + 2)] : []));
    expect(bad.length).toBeGreaterThan(0);
    const lines = () => page.locator(".row-list tbody button").allTextContents();
    // Which flats fail, and why.
    await isInView(page, page.getByRole("columnheader", { name: "Verdict" }));
    await page.locator(".chips button", { hasText: /^Not compliant/ }).click();
    await expect.poll(lines).toEqual(bad);
    expect(await page.locator(".row-list td.why").first().innerText()).toContain(
      "New letting: no, band F is below the minimum E.",
    );
    await page.locator(".chips button", { hasText: /^Not compliant/ }).click();
    await page.locator(".chips button", { hasText: "Refused" }).click();
    await expect.poll(lines).toEqual(["6"]);
    expect(await page.locator(".row-list td.why").innerText()).toContain("Kind of property must be");
    await page.locator(".chips button", { hasText: "Refused" }).click();
    const [taken] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download Excel" }).click(),
    ]);
    const [results] = await readXlsxFile(readFileSync(await taken.path()));
    expect(results?.data[1]?.[results.data[0]?.indexOf("Verdict") ?? -1]).toBe("Compliant");
    // Opens a row in the form, and returns to the table.
    await page.getByRole("button", { name: "Open line 3 in the form" }).click();
    await answer(page).waitFor();
    expect(await held(page, "let_since")()).toBe("2025-11-17");
    await page.goBack();
    await page.getByText("4 computed, 1 refused").waitFor();
    // No data was sent.
    expect(sent.filter((each) => !each.startsWith("GET") || each.includes("Mill"))).toEqual([]);
  });

  task("asks about PD rights and is told what the answer depends on", "/", async (page) => {
    await find(page, "PD rights");
    await expect
      .poll(() => page.locator(".tool-card h3").allTextContents())
      .toContain("Permitted development check (England)");
    await page.getByRole("link", { name: "Permitted development check (England)" }).first().click();
    await answer(page).waitFor();
    await page.getByLabel("Start from").selectOption({ label: "Empty form" });
    await page.getByLabel(/^Kind of property/).selectOption({ label: "House" });
    await page.getByLabel(/^Proposal/).selectOption({ label: "Extension" });
    // No verdict without the depth, which decides.
    await answer(page)
      .getByText(/depends on/)
      .waitFor();
    expect(await answer(page).innerText()).not.toMatch(/Likely|[a-z]_[a-z]/);
  });

  task("reads the rules of a tool and finds a clause", exampleLink("uk_planning_checker"), async (page) => {
    await answer(page).waitFor();
    await page.getByRole("link", { name: "Rules and sources" }).click();
    await page.getByRole("heading", { level: 1, name: "Permitted development check (England)" }).waitFor();
    const heads = await page.locator("main h2").allTextContents();
    // Results and deciding rules come first, then inputs.
    expect(heads.slice(0, 2)).toEqual(["What it answers", "Deciding rules"]);
    expect(heads).toContain("Inputs");
    await find(page, "6.3.2");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/\?q=6\.3\.2/);
    await expect.poll(() => page.locator("main .places a[href*='#']").count()).toBeGreaterThan(3);
  });

  task("makes a first call with a key of one's own", "/docs", async (page, isPhone) => {
    await page.getByRole("heading", { level: 1, name: "Your first call" }).waitFor();
    const sample = page.locator(".sample pre").first();
    await expect
      .poll(() => sample.innerText())
      .toContain(`curl '${explorer.service.base}/v1/tools/calculate_pue'`);
    if (isPhone) await page.getByText("Documentation", { exact: true }).click();
    await page.getByLabel("Your key").fill("plb_mine");
    await page.getByRole("button", { name: "Python" }).first().click();
    expect(await sample.innerText()).toContain('"X-API-Key":"plb_mine"');
    await page
      .getByRole("navigation", { name: "Documentation" })
      .getByRole("link", { name: "Errors" })
      .click();
    await page.getByRole("heading", { level: 1, name: "Errors" }).waitFor();
    // Samples contain the key and the inputs of the form.
    await page.goto(explorer.service.base + exampleLink("calculate_pue", "api"));
    const snippet = page.locator(".snippet pre");
    await expect.poll(() => snippet.first().innerText()).toContain("X-API-Key: plb_mine");
    await expect
      .poll(() => page.locator(".snippet", { hasText: "/table'" }).innerText())
      .toContain("plb_mine");
    await unfold(page);
    await page.getByLabel("Cooling", { exact: true }).fill("222");
    await expect.poll(() => snippet.first().innerText()).toMatch(/"cooling_kw": ?222/);
  });

  task("follows an old link to an answer that has changed since", "/health", async (page) => {
    const link = `${exampleLink("calculate_pue")}&@def=0123456789ab&@was=["Average",1.6,1,2]&colour=red`;
    await page.goto(explorer.service.base + link);
    await page.getByText("The definition has changed since this link was made").waitFor();
    await expect.poll(() => page.locator(".then tbody tr").first().innerText()).toMatch(/Average\s+Good/);
    await page.getByText("This link contains unknown fields, which are ignored: colour.").waitFor();
    await page.getByRole("button", { name: "Remove them" }).click();
    await expect.poll(() => page.url()).not.toContain("colour");
  });

  task("audits an answer down to its clause", exampleLink("eurocode_beam_designer", "why"), async (page) => {
    const steps = page.locator(".shadow[aria-label=Steps]");
    await steps.locator(".why-sentence").waitFor();
    expect((await page.getByRole("tabpanel").boundingBox())?.y).toBeLessThan(700);
    // The steps start on the first screen.
    expect((await steps.locator(".chain").first().boundingBox())?.y).toBeLessThan(900);
    await steps.locator(".why-sentence a", { hasText: "503" }).click();
    await expect.poll(() => steps.locator(".why.target").innerText()).toMatch(/6\.2\.5/);
    await tab(page, "Definition");
    await page.locator(".code-host .took-rule, .code-host .took-value, .cm-content").first().waitFor();
    expect(await page.getByRole("tab", { selected: true }).innerText()).toBe("Definition");
  });

  task(
    "changes a definition, leaves, and finds the draft again",
    `${exampleLink("calculate_pue", "definition")}&@edit=on`,
    async (page) => {
      const code = page.locator(".cm-content");
      await code.waitFor();
      await code.click();
      await page.keyboard.press("Control+Home");
      await page.keyboard.type("# a note of the draft\n");
      await page.getByRole("button", { name: "Discard the changes" }).waitFor();
      await page.reload();
      await page.getByRole("button", { name: "Discard the changes" }).waitFor();
      await tab(page, "Answer");
      await page.getByText("You have a draft of this definition.").waitFor();
      await page.getByRole("button", { name: "Open the draft" }).click();
      await expect.poll(() => page.locator(".cm-line").allTextContents()).toContain("# a note of the draft");
      await tab(page, "Answer");
      await page.getByRole("button", { name: "Discard it" }).click();
      await expect.poll(() => page.getByText("You have a draft").count()).toBe(0);
    },
  );

  task("fills in a questionnaire by keyboard alone", "/#/check_nis2_readiness", async (page) => {
    await page.getByRole("heading", { name: "Still needed" }).waitFor();
    const first = own(page, "ciso_appointed").or(page.locator("form [data-input]").first()).first();
    // The question precedes its answers.
    const sentence = await first.locator(".about").boundingBox();
    const buttons = await first.locator(".beside").boundingBox();
    expect(sentence?.y).toBeLessThan(buttons?.y ?? 0);
    await page.getByLabel("Start from").focus();
    const seen: string[] = [];
    for (let stop = 0; stop < 4; stop++) {
      await page.keyboard.press("Tab");
      seen.push(await page.evaluate<string>("document.activeElement.textContent"));
    }
    // Tab skips the help buttons.
    expect(seen).toEqual(["Yes", "No", "Yes", "No"]);
    await page.keyboard.press("Space");
    await expect.poll(() => page.url()).toContain("=false");
    const state = page.getByRole("combobox", { name: "Member state" });
    await reveal(page, "member_state");
    await state.focus();
    await page.keyboard.type("germ");
    await page.keyboard.press("Enter");
    await expect.poll(held(page, "member_state")).toBe("DE");
    expect(await state.inputValue()).toBe("Germany");
    await page.keyboard.press("F1");
    await own(page, "member_state").locator(".about p").first().waitFor();
  });
});
