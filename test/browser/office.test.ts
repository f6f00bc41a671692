// An office behind one address: many browsers open the page and cache it for offline use, and none is refused.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { shedding } from "../../src/server/http/pressure.js";
import { HAS_BROWSER, overflowAt, startBrowser, violations } from "../helpers/browser.js";
import { type Keyed, startKeyed } from "../helpers/keyed-service.js";
import { ownBuilt, ownSet } from "../helpers/own-definitions.js";

const VISITORS = 20;

describe.skipIf(!HAS_BROWSER)("an office behind one address", () => {
  let browser: Browser;
  let service: Keyed;
  beforeAll(async () => {
    // The clock is fixed, so everything happens within one minute.
    service = await startKeyed({ set: { ...ownSet(), built: ownBuilt() } });
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await service?.close();
  });

  test(`${VISITORS} fresh browsers in a minute are all served, and keep the page for offline use`, async () => {
    const refused: string[] = [];
    for (let visitor = 0; visitor < VISITORS; visitor++) {
      const context = await browser.newContext();
      context.on("response", (response) => {
        if (response.status() >= 400) refused.push(`${visitor}: ${response.status()} ${response.url()}`);
      });
      const page = await context.newPage();
      await page.goto(`${service.base}/`);
      await page.getByRole("searchbox").first().waitFor();
      // Every fourth visitor waits until everything is cached.
      if (visitor % 4 === 3) await page.getByText("tools work offline").waitFor({ timeout: 60_000 });
      await context.close();
    }
    expect(refused).toEqual([]);
  });

  test("who has read too much is shown a page that says when to come back, and how to get more", async () => {
    const few = await startKeyed({ readsPerMinute: 1 });
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${few.base}/v1/tools`);
    const response = await page.goto(`${few.base}/docs`);
    expect(response?.status()).toBe(429);
    expect(response?.headers()["content-type"]).toContain("text/html");
    await page.getByRole("heading", { name: "Rate limit exceeded" }).waitFor();
    await page.getByText(/Try again in \d+ seconds/).waitFor();
    expect((await page.locator("main").innerText()).match(/try again|retry/gi)).toHaveLength(1);
    await page.getByRole("link", { name: "the plans" }).waitFor();
    await page.getByRole("banner").getByRole("link", { name: "Rule book" }).waitFor();
    expect(await violations(page)).toEqual([]);
    await context.close();
    await few.close();
  });

  test("who comes while the service is overloaded is shown a page that says when to come back", async () => {
    const server = createServer(shedding({ turnsAway: () => true }, (_, response) => response.end()));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const page = await browser.newPage();
    const response = await page.goto(base);
    expect([response?.status(), response?.headers()["retry-after"]]).toEqual([503, expect.any(String)]);
    await page.getByRole("heading", { level: 1, name: "The service is overloaded" }).waitFor();
    expect((await page.locator("main").innerText()).match(/try again|retry/gi)).toHaveLength(1);
    expect(await violations(page)).toEqual([]);
    expect(await overflowAt(page, [390])).toEqual([0]);
    await page.close();
    const program = await fetch(base);
    expect(program.headers.get("content-type")).toBe("application/problem+json");
    await program.arrayBuffer();
    server.closeAllConnections();
    server.close();
  });

  test("a sheet whose inputs are wrong says all that is wrong", async () => {
    const [tool] = ownSet().tools.values();
    const problems = tool?.run({});
    const faults = problems?.ok === false ? problems.problems.map(({ message }) => message) : [];
    expect(faults.length).toBeGreaterThan(1);
    const page = await browser.newPage();
    const response = await page.goto(`${service.base}/v1/tools/${tool?.name}/sheet?input={}`);
    expect(response?.status()).toBe(422);
    expect(await page.locator("main li").allTextContents()).toEqual(faults);
    await page.close();
  });

  test("a path that leads nowhere has a way home; programs are sent a problem document", async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const response = await page.goto(`${service.base}/nowhere`);
    expect(response?.status()).toBe(404);
    await page.getByRole("link", { name: "All tools" }).click();
    await page.getByRole("searchbox").first().waitFor();
    await context.close();
    const json = await service.get("/nowhere", { accept: "application/json, text/html;q=0.5" });
    expect(json.headers.get("content-type")).toBe("application/problem+json");
  });
});
