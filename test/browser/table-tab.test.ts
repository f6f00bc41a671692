// The Table tab in a browser: a letting agent's spreadsheet is imported unchanged and exported with verdicts.
import { readFileSync } from "node:fs";
import type { Download, Page } from "playwright-core";
import readXlsxFile from "read-excel-file/node";
import { describe, expect, test } from "vitest";
import writeXlsxFile from "write-excel-file/node";
import { numberText } from "../../src/pages/show.js";
import { AGENTS_TABLE } from "../helpers/agents-table.js";
import { HAS_BROWSER, overflowAt, violations } from "../helpers/browser.js";
import { explorerInBrowser } from "../helpers/explorer-browser.js";

const PICTURES = process.env.PICTURES;
const MANY = 100_000;

describe.skipIf(!HAS_BROWSER)("the Table tab", () => {
  const explorer = explorerInBrowser();

  async function open(tool: string, width = 1440, isDark = false) {
    const opened = await explorer.open(`/#/${tool}/table`, {
      width,
      colorScheme: isDark ? "dark" : "light",
    });
    await opened.page.getByText("Choose a file").waitFor();
    return opened;
  }

  const give = (page: Page, name: string, content: Buffer | string) =>
    page
      .locator("input[type=file]")
      .setInputFiles({ name, mimeType: "application/octet-stream", buffer: Buffer.from(content) });
  const done = (page: Page) =>
    page.getByRole("button", { name: "Download Excel" }).waitFor({ timeout: 120_000 });
  const lines = (page: Page) => page.locator(".row-list tbody button").allTextContents();

  async function taken(page: Page, button: string): Promise<Buffer> {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: button }).click(),
    ]);
    return readFileSync(await (download as Download).path());
  }

  test("results come back with titles, what they assume and the definition's hash", async () => {
    const { page, complaints, close } = await open("mees_checker");
    const rows = AGENTS_TABLE.trim()
      .split("\n")
      .map((line) =>
        line
          .replace(/"([^"]*), ([^"]*)"/, "$1 $2")
          .split(",")
          .map((value) => ({ value })),
      );
    await give(page, "flats.xlsx", await writeXlsxFile(rows).toBuffer());
    await done(page);
    await page.getByText("4 computed, 1 refused").waitFor();
    const sheets = await readXlsxFile(await taken(page, "Download Excel"));
    expect(sheets.map(({ sheet }) => sheet)).toEqual(["Results", "To do", "Assumptions", "About"]);
    const [results, toDo, assumed, about] = sheets.map(({ data }) => data);
    const [head = [], first = []] = results ?? [];
    expect(head.slice(0, 3)).toEqual(["Verdict", "Address", "Kind of Property"]);
    // Formulas are escaped in CSV only.
    expect(first.slice(0, 2)).toEqual(["Compliant", "+1 Mill Lane Leeds"]);
    const verdicts = (results ?? []).slice(1).map(([verdict]) => verdict);
    expect(verdicts.filter((verdict) => verdict === "Refused")).toHaveLength(1);
    // Each row that is not done has its reason, and refused rows too.
    const statuses = new Set((toDo ?? []).slice(1).map((row) => row[(toDo?.[0] ?? []).indexOf("Status")]));
    expect([...statuses]).toEqual(expect.arrayContaining(["Not met", "Refused"]));
    expect((assumed ?? []).length).toBeGreaterThan(1);
    const hash = await page.evaluate<string>(
      "fetch('/explorer/catalogue.json').then((r) => r.json()).then(({ tools }) => tools.find((t) => t.name === 'mees_checker').hash)",
    );
    expect(about?.flat()).toContain(hash);
    const csv = (await taken(page, "Download CSV")).toString("utf8");
    expect(csv.split("\n")[0]).toContain("Address,Kind of Property");
    expect(csv).toContain(hash);
    expect(csv).toContain("'+1 Mill Lane Leeds");
    expect(complaints).toEqual([]);
    await close();
  });

  test("columns by other names are chosen in the page, all that are missing at once", async () => {
    const { page, close } = await open("calculate_pue");
    await give(page, "halls.csv", "Hall,Servers,Cool,Battery,Lamps\nA,500,150,30,5\n");
    await page.getByText("4 needed inputs without a column: IT load").waitFor();
    for (const [input, column] of [
      ["IT load", "Servers"],
      ["Cooling", "Cool"],
      ["UPS and distribution losses", "Battery"],
      ["Lighting", "Lamps"],
    ] as const)
      await page.getByRole("combobox", { name: input, exact: true }).selectOption(column);
    await page.getByText("1 computed, 0 refused").waitFor();
    await done(page);
    // 685 kW in total for 500 kW of servers.
    await page.locator(".row-list td.number", { hasText: /^1\.37$/ }).waitFor();
    await close();
  });

  test("a workbook with a cover sheet, other words and no column for a needed input is read in the page", async () => {
    const { page, complaints, close } = await open("mees_checker");
    const rows = [
      ["Estate of Mill Lane"],
      [],
      ["Flat no", "Rating"],
      ["1", "C"],
      ["2", "F"],
      ["3", "was D before"],
    ];
    const sheets = [
      { sheet: "Cover", data: [[{ value: "Estate" }]] },
      { sheet: "Homes", data: rows.map((row) => row.map((value) => ({ value }))) },
    ];
    await give(page, "estate.xlsx", await writeXlsxFile(sheets).toBuffer());
    await page.getByText("1 needed input without a column: Kind of property.").waitFor();
    expect(await page.getByRole("combobox", { name: "Sheet", exact: true }).inputValue()).toBe("Homes");
    expect(await page.getByRole("combobox", { name: "Headings", exact: true }).inputValue()).toBe("3");
    await page
      .getByRole("combobox", { name: "Kind of property", exact: true })
      .selectOption({ label: "One value for all rows…" });
    await page.locator(".one-value").getByRole("button", { name: "Home", exact: true }).click();
    await page.getByText("2 computed, 1 refused").waitFor();
    // Totals of money are by verdict: one home is below the minimum, and its cost is at most one cap.
    const totals = page.locator("table", { hasText: "Totals" });
    expect(await totals.getByRole("rowheader").allTextContents()).toEqual(["Compliant", "Not compliant"]);
    const words = page.getByRole("region", { name: "Words without a meaning" });
    await words.getByRole("combobox", { name: "was D before means" }).selectOption({ label: "D" });
    await words.getByRole("button", { name: "Apply" }).click();
    await page.getByText("3 computed, 0 refused").waitFor();
    // The link keeps the choices for the next table.
    await expect
      .poll(() => page.evaluate<string>("decodeURIComponent(location.hash)"))
      .toContain("was+D+before");
    await page.getByText("was D before is D").waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test("a column in another dimension is reported, and can be left out in the page", async () => {
    const { page, close } = await open("calculate_pue");
    await give(
      page,
      "halls.csv",
      "IT load (kWh),Cooling,UPS and distribution losses,Lighting\n500,150,30,5\n",
    );
    await page.getByText("is in kWh, but IT load must be in kW. These measure different things.").waitFor();
    await page
      .getByRole("combobox", { name: "IT load", exact: true })
      .selectOption({ label: "One value for all rows…" });
    await page.locator(".one-value input").fill("500");
    await page.getByText("1 computed, 0 refused").waitFor();
    await close();
  });

  test("what is no table is said to be none, and how to convert Parquet", async () => {
    const { page, complaints, close } = await open("calculate_pue");
    await give(page, "halls.parquet", "PAR1");
    await page.getByText(`duckdb -c "COPY (FROM 'halls.parquet') TO 'halls.csv'"`).waitFor();
    await give(page, "letter.docx", "Dear tenant");
    await page.getByText("letter.docx is not a table that this page reads").waitFor();
    await give(page, "letter.xlsx", "Dear tenant");
    await page.getByText("The spreadsheet cannot be read").waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test("the empty template comes back filled in, and every column finds its input", async () => {
    const { page, close } = await open("calculate_pue");
    const [sheet] = await readXlsxFile(await taken(page, "Empty template"));
    const head = (sheet?.data[0] ?? []).map(String);
    const values = head.map((name) =>
      /^IT load \(/.test(name) ? 500 : /^(Cooling|UPS|Lighting)/.test(name) ? 50 : null,
    );
    const data = [head, values].map((row) => row.map((value) => (value === null ? null : { value })));
    await give(page, "filled.xlsx", await writeXlsxFile(data).toBuffer());
    await page.getByText("1 computed, 0 refused").waitFor();
    expect(await page.getByText("Kept as they are").count()).toBe(0);
    await close();
  });

  test("many rows: the page holds a window of them, sorts and finds, and can be cancelled", async () => {
    const { page, complaints, close } = await open("calculate_pue");
    const row = (at: number) => `Hall ${at},${500 + (at % 100)},150,30,5`;
    const head = "Hall,IT load,Cooling,UPS and distribution losses,Lighting";
    const table = [head, ...Array.from({ length: MANY }, (_, at) => row(at))].join("\n");
    await give(page, "halls.csv", table);
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByText("Stopped: the rest of the table is not computed.").waitFor();
    await give(page, "halls2.csv", table);
    await done(page);
    await page.getByText(`${numberText(MANY)} computed`).waitFor();
    const box = page.locator(".row-list");
    const inPage = () => page.locator(".row-list tbody tr").count();
    expect(await inPage()).toBeLessThan(80);
    await box.evaluate((element: { scrollTop: number; scrollHeight: number }) => {
      element.scrollTop = element.scrollHeight;
    });
    await page.getByRole("button", { name: `Open line ${MANY + 1} in the form` }).waitFor();
    expect(await inPage()).toBeLessThan(80);
    await page.getByRole("columnheader", { name: "Line" }).getByRole("button").click();
    await expect.poll(async () => (await lines(page))[0]).toBe(String(MANY + 1));
    await page.getByRole("searchbox", { name: "Search the rows" }).fill("hall 17777");
    await expect.poll(() => lines(page)).toEqual(["17779"]);
    // Long exports show progress, and impossible ones a message with the next step.
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByText("Writing the file…").waitFor(),
      page.getByRole("button", { name: "Download CSV" }).click(),
    ]);
    expect(
      readFileSync(await download.path(), "utf8")
        .trimEnd()
        .split("\n"),
    ).toHaveLength(MANY + 1);
    await page.getByRole("button", { name: "Download Excel" }).click();
    await page.getByText(/too large to write here: download CSV instead/).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test.each([
    ["desktop", 1440, false],
    ["phone, dark", 390, true],
  ] as const)("is clean for everybody: %s", async (name, width, isDark) => {
    const { page, complaints, close } = await open("mees_checker", width, isDark);
    await give(page, "flats.csv", AGENTS_TABLE);
    await done(page);
    await page.locator(".columns-read summary").click();
    expect(await violations(page)).toEqual([]);
    expect(await overflowAt(page, [width])).toEqual([0]);
    // Rows open by keyboard.
    await page.getByRole("button", { name: "Open line 2 in the form" }).focus();
    if (PICTURES)
      await page.screenshot({ path: `${PICTURES}/table-${name.replace(", ", "-")}.png`, fullPage: true });
    await page.keyboard.press("Enter");
    await page.getByRole("region", { name: "Answer" }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });
});
