// The API reference at /docs in a browser: its content, its requests, and its error messages.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { HAS_BROWSER, overflowAt, startBrowser } from "../helpers/browser.js";
import { type Running, startService } from "../helpers/running-service.js";

describe.skipIf(!HAS_BROWSER)("in a browser", () => {
  let browser: Browser;
  let service: Running;
  let page: Page;

  beforeAll(async () => {
    [browser, service] = await Promise.all([startBrowser(), startService()]);
    page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  });
  afterAll(async () => {
    await browser.close();
    await service.close();
  });
  const open = (operation: string) => page.goto(`${service.base}/docs/reference?${operation}#${operation}`);
  const send = () => page.getByRole("button", { name: "Send" }).click();

  test("paths with a slash at their end are found", async () => {
    expect((await service.get("/docs/")).status).toBe(200);
  });

  test("units of inputs, named examples, and every field of the answer", async () => {
    await open("calculate_pue");
    expect(await page.locator(".field").filter({ hasText: "it_load_kw" }).innerText()).toContain("Unit: kW");
    expect(await page.getByLabel("Example").locator("option").first().textContent()).toBe(
      "Hall of 500 kW at PUE 1.37",
    );
    const row = page.getByRole("row", { name: "total_facility_load_kw" });
    expect(await row.innerText()).toMatch(/number, kW\s+Total facility load\. Sum of the four loads/);
    const status = await page.getByRole("cell", { name: "200", exact: true }).boundingBox();
    expect(status?.height).toBeLessThan(60);
  });

  test.each(["batch", "sweep"])("%s has an example that is answered", async (operation) => {
    await open(operation);
    await send();
    await page.getByText("200 OK").waitFor();
  });

  test("the key stays between tools and stands in the shown calls", async () => {
    await open("calculate_pue");
    await page.getByLabel("X-API-Key").fill("a-key");
    await page.getByRole("link", { name: "thermal_load" }).click();
    await page.getByRole("heading", { level: 1, name: /heat load/ }).waitFor();
    await send();
    await page.getByText("X-API-Key: a-key").waitFor();
    await page.getByRole("button", { name: "Python" }).click();
    await page.getByText('"X-API-Key":"a-key"').waitFor();
  });

  test("where nothing answers, no older answer stands", async () => {
    await open("calculate_pue");
    await send();
    await page.getByText("200 OK").waitFor();
    await page.route("**/v1/tools/**", (route) => route.abort());
    await send();
    await page.getByText("The service did not answer").waitFor();
    expect(await page.getByText("200 OK").count()).toBe(0);
    await page.unroute("**/v1/tools/**");
  });

  test("a chosen operation is shown from its beginning, on a telephone too", async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    const top = () => page.evaluate<number>("document.querySelector('main h1').getBoundingClientRect().top");
    await open("roi_calculator");
    await expect.poll(top).toBeLessThan(80);
    await page.getByText("Operations").click();
    await page.getByRole("link", { name: "thermal_load" }).click();
    await page.getByRole("heading", { level: 1, name: /heat load/ }).waitFor();
    await expect.poll(top).toBeLessThan(80);
    expect(await overflowAt(page, [360, 390, 800, 1400])).toEqual([0, 0, 0, 0]);
  });
});
