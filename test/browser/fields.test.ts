// Form fields accept what people type: units, decimal commas, dates with the day first, and suggestions near a bound.
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { HAS_BROWSER, overflowAt } from "../helpers/browser.js";
import { explorerInBrowser } from "../helpers/explorer-browser.js";
import { exampleLink } from "../helpers/explorer-service.js";

const PICTURES = process.env.PICTURES;

describe.skipIf(!HAS_BROWSER)("fields", () => {
  const explorer = explorerInBrowser();

  async function open(path: string) {
    const opened = await explorer.open(path);
    await opened.page.locator("form.inputs").waitFor();
    return opened;
  }

  /** Returns the value of an input in the address. */
  const held = (page: Page, name: string) => async () =>
    new URLSearchParams(new URL(page.url()).hash.split("?")[1]).get(name);
  const options = (page: Page) => page.locator(".picker [role=option]");
  /** Returns the options of an open list, one line each. */
  const offered = (page: Page) => async () =>
    (await options(page).allInnerTexts()).map((each) => each.replace(/\s+/g, " ").trim());
  const field = (page: Page, name: string) => page.locator(`[data-input="${name}"] input[type=text]`);
  const read = (page: Page, name: string) => page.locator(`[data-input="${name}"] .read`).innerText();

  test("lengths with a unit or a decimal comma are read, what was read is shown, and what was typed stays", async () => {
    const { page, complaints, close } = await open(exampleLink("eurocode_column_checker"));
    for (const [typed, value, shown] of [
      ["3,5", "3.5", "= 3.5 m"],
      ["4500 mm", "4.5", "= 4.5 m"],
      ["3500mm", "3.5", "= 3.5 m"],
      ["450 CM", "4.5", "= 4.5 m"],
      ["3.5 m", "3.5", "= 3.5 m"],
      ["0,0045 km", "4.5", "= 4.5 m"],
      ["4.25", "4.25", ""],
    ] as const) {
      await field(page, "effective_length_m").fill(typed);
      await expect.poll(held(page, "effective_length_m"), { message: typed }).toBe(value);
      expect((await read(page, "effective_length_m")).replace(/\s/g, " ")).toBe(shown);
      expect(await field(page, "effective_length_m").inputValue()).toBe(typed);
    }
    expect(complaints).toEqual([]);
    await close();
  });

  test("watts are kilowatts, a per cent is a share, and pounds are money", async () => {
    const { page, close } = await open(exampleLink("calculate_pue"));
    await field(page, "it_load_kw").fill("500 000 W");
    await expect.poll(held(page, "it_load_kw")).toBe("500");
    await field(page, "electricity_tariff_gbp_per_kwh").fill("25 p/kWh");
    await expect.poll(held(page, "electricity_tariff_gbp_per_kwh")).toBe("0.25");
    // Words and other units are refused with a message.
    await field(page, "it_load_kw").fill("500 bananas");
    await page.locator('[data-input="it_load_kw"] .fault', { hasText: "IT load must be a number" }).waitFor();
    await close();
    const beam = await open(exampleLink("eurocode_beam_designer"));
    await field(beam.page, "load_position").waitFor({ state: "attached" });
    await beam.page.locator("form details").evaluateAll((all: { open: boolean }[]) => {
      for (const each of all) each.open = true;
    });
    await field(beam.page, "load_position").fill("25 %");
    await expect.poll(held(beam.page, "load_position")).toBe("0.25");
    await beam.close();
  });

  test("dates with the day first, with a month in words, or as ISO writes them", async () => {
    const { page, complaints, close } = await open(exampleLink("mees_checker"));
    for (const [typed, value, shown] of [
      ["17/11/2026", "2026-11-17", "= 17 November 2026"],
      ["3/4/2026", "2026-04-03", "= 3 April 2026"],
      ["18.11.2026", "2026-11-18", "= 18 November 2026"],
      ["11/19/2026", "2026-11-19", "= 19 November 2026"],
      ["17 Nov 2026", "2026-11-17", "= 17 November 2026"],
      ["2026-11-18", "2026-11-18", ""],
    ] as const) {
      await field(page, "as_of_date").fill(typed);
      await expect.poll(held(page, "as_of_date"), { message: typed }).toBe(value);
      expect(await read(page, "as_of_date")).toBe(shown);
    }
    expect(complaints).toEqual([]);
    await close();
  });

  test("a day that there is not is refused by name, and the calendar gives one", async () => {
    const { page, close } = await open(exampleLink("mees_checker"));
    await field(page, "as_of_date").fill("31/02/2026");
    await page
      .locator('[data-input="as_of_date"] .fault', { hasText: "Date of the check must be a date" })
      .waitFor();
    await page
      .locator('[data-input="as_of_date"] input[type=date]')
      .evaluate((days: { value: string; dispatchEvent: (event: unknown) => void }) => {
        days.value = "2026-10-05";
        days.dispatchEvent(new Event("input", { bubbles: true }));
      });
    await expect.poll(held(page, "as_of_date")).toBe("2026-10-05");
    if (PICTURES) await page.screenshot({ path: `${PICTURES}/field-date.png` });
    expect(
      await page.locator('[data-input="as_of_date"]').getByRole("button", { name: "Calendar" }).count(),
    ).toBe(1);
    expect(await overflowAt(page, [390])).toEqual([0]);
    await close();
  });

  test("free words have suggestions from the tables: sections with their mass, countries by name", async () => {
    const { page, close } = await open(exampleLink("eurocode_beam_designer"));
    await page.getByRole("combobox", { name: "Section to check" }).focus();
    await page.keyboard.press("ArrowDown");
    await page.getByText(/^\d{3} more: type to find them$/).waitFor();
    await page.keyboard.type("457x191x82");
    await expect.poll(offered(page)).toEqual(["UB 457x191x82 82 kg/m"]);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect.poll(held(page, "section")).toBe("UB 457x191x82");
    // Other texts remain possible.
    await page.getByRole("combobox", { name: "Section to check" }).fill("HE 200 B");
    await expect.poll(held(page, "section")).toBe("HE 200 B");
    // Four long choices form two rows of two.
    const boxes = await page.locator('[data-input="material"] .beside button').all();
    const tops = await Promise.all(boxes.map(async (each) => (await each.boundingBox())?.y));
    expect(tops.map((top) => tops.filter((other) => other === top).length)).toEqual([2, 2, 2, 2]);
    // Many inputs are grouped under headings.
    expect(await page.locator("form summary").allTextContents()).toEqual(
      expect.arrayContaining([expect.stringMatching(/^Loads: \d+ inputs$/)]),
    );
    if (PICTURES) await page.screenshot({ path: `${PICTURES}/field-groups.png` });
    await close();
    const epbd = await open(exampleLink("assess_epbd_score"));
    const country = epbd.page.getByRole("combobox", { name: "Country" });
    await country.fill("aust");
    await expect.poll(offered(epbd.page)).toEqual(["Austria AT"]);
    await country.press("ArrowDown");
    await country.press("Enter");
    await expect.poll(held(epbd.page, "country")).toBe("Austria");
    await epbd.close();
  });

  test("a long closed list is searched by name or code; what is not in it is refused by name", async () => {
    const { page, close } = await open(exampleLink("calculate_pue"));
    const country = page.getByRole("combobox", { name: "Country" });
    await country.click();
    expect(await options(page).count()).toBe(30);
    await country.fill("land");
    await expect.poll(offered(page)).toEqual(["Finland", "Ireland", "Netherlands", "Poland"]);
    // Nothing is selected by default.
    expect(await held(page, "country")()).toBeNull();
    await options(page).filter({ hasText: "Poland" }).click();
    await expect.poll(held(page, "country")).toBe("PL");
    await country.fill("se");
    await expect.poll(held(page, "country")).toBe("SE");
    await country.fill("Atlantis");
    await country.blur();
    await page.locator('[data-input="country"] .fault', { hasText: "Country must be one of" }).waitFor();
    await country.fill("");
    await expect.poll(held(page, "country")).toBeNull();
    await close();
  });
});
