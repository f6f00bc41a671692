// The dashboard in a browser: the life of a key by mouse and keyboard, in wide and narrow windows.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { KeyService } from "../../src/access/key-service.js";
import { openStore } from "../../src/access/open.js";
import type { Store } from "../../src/access/store.js";
import { HAS_BROWSER, startBrowser, violations } from "../helpers/browser.js";
import { TEST } from "../helpers/folders.js";
import { ownTiers } from "../helpers/own-definitions.js";
import { PUE, type Running, startService } from "../helpers/running-service.js";

const TOKEN = "an-admin-token-of-32-characters!";
/** Page script that finds low-contrast texts. */
const FAINT_TEXTS = readFileSync(join(TEST, "helpers/faint-texts.js"), "utf8");
const LABEL_IN_FOCUS = `(document.activeElement.getAttribute("aria-label") ??
  (document.activeElement.labels?.[0] ?? document.activeElement).textContent.trim())`;
const DIALOG_OVERFLOW = `document.querySelector("dialog[open]").scrollWidth -
  document.querySelector("dialog[open]").clientWidth`;
const HOSTILE = '<img src=x onerror="document.title=1">';

let browser: Browser;
let store: Store;
let keyService: KeyService;
let service: Running;
let page: Page;
/** Console messages and requests of the page. */
let said: string[] = [];
let visited: string[] = [];

describe.skipIf(!HAS_BROWSER)("in a browser", () => {
  beforeAll(async () => {
    browser = await startBrowser();
  });

  afterAll(async () => {
    await browser.close();
  });

  beforeEach(async () => {
    const tiers = ownTiers();
    const failed = (error: unknown) => {
      throw error;
    };
    store = await openStore({ dataDir: ":memory:" }, { tiers, now: Date.now, failed });
    // Creation times differ, so that the order is certain.
    let made = Date.now();
    keyService = new KeyService(store, tiers, () => {
      made += 1;
      return made;
    });
    service = await startService({ store, adminToken: TOKEN });
    page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    said = [];
    visited = [];
    page.on("console", (message) => said.push(`${message.type()}: ${message.text()}`));
    page.on("pageerror", (error) => said.push(`pageerror: ${error.message}`));
    page.on("request", (request) => visited.push(request.url()));
    await page.goto(`${service.base}/dashboard`);
    return async () => {
      await page.close();
      await service.close();
      await store.close();
    };
  });

  async function signIn(token = TOKEN): Promise<void> {
    await page.getByLabel("Admin token").fill(token);
    await page.getByRole("button", { name: "Sign in" }).click();
  }
  async function enter(): Promise<void> {
    await signIn();
    await page.getByRole("heading", { name: "All keys" }).waitFor();
  }
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const dialog = (name: string) => page.getByRole("dialog", { name });
  const row = (name: string) => page.getByRole("row").filter({ hasText: name });
  const use = (key: string) => service.post("/v1/tools/calculate_pue", PUE, { "x-api-key": key });
  const told = (words: string) => page.getByRole("status").filter({ hasText: words }).waitFor();
  const complaints = () => said.filter((line) => /^(error|warning|pageerror)/.test(line));
  const calm = () => expect(complaints()).toEqual([]);
  const atHome = () => {
    expect(visited.length).toBeGreaterThan(5);
    expect(visited.filter((url) => !url.startsWith(`${service.base}/`))).toEqual([]);
    expect(visited.filter((url) => url.includes(TOKEN))).toEqual([]);
  };

  /** Creates a key with the form and returns its token. */
  async function create(name: string, plan: string): Promise<string> {
    await button("New key").click();
    await page.getByLabel("Name", { exact: true }).fill(name);
    await page.getByLabel("Plan", { exact: true }).selectOption(plan);
    await button("Create key").click();
    await page.getByText("This key will not be shown again.").waitFor();
    const token = await page.getByLabel("Key", { exact: true }).inputValue();
    await button("Done").click();
    await told(`The key ${name} was created.`);
    return token;
  }

  describe("signing in", () => {
    test("a wrong token is told and lets nobody in", async () => {
      await signIn("a-wrong-token-of-24-characters");
      await page.getByRole("alert").filter({ hasText: "This is not the admin token." }).waitFor();
      expect(await page.getByRole("heading", { name: "All keys" }).isVisible()).toBe(false);
      expect(await page.evaluate("sessionStorage.length")).toBe(0);
      // Only the browser's own message about the refused request.
      expect(complaints()).toEqual([expect.stringContaining("401 (Unauthorized)")]);
      await enter();
      expect(await page.getByRole("alert").allInnerTexts()).toEqual([""]);
    });

    test("nothing, and what no header can carry, is refused without asking", async () => {
      await signIn("");
      await page.getByText("Enter the admin token.").waitFor();
      await signIn("schlüssel mit leerzeichen");
      await page.getByText("This is not the admin token.").waitFor();
      // Only the page and its files were loaded; no API call was made.
      expect(visited.filter((url) => url.includes("/v1/"))).toEqual([]);
      calm();
    });

    test("the session outlives a reload and ends with signing out", async () => {
      await keyService.create({ name: "Someone", plan: "pro" });
      await enter();
      await page.reload();
      await row("Someone").waitFor();
      await button("Sign out").click();
      await told("You are signed out.");
      expect(await page.content()).not.toContain("Someone");
      expect(await page.evaluate("sessionStorage.length + localStorage.length")).toBe(0);
      await page.reload();
      await page.getByLabel("Admin token").waitFor();
      expect(await page.evaluate("document.cookie")).toBe("");
      calm();
      atHome();
    });
  });

  describe("a key's life", () => {
    test("created, seen once, used, rotated and revoked", async () => {
      await enter();
      await page.getByText("There are no keys yet.").waitFor();
      await button("New key").click();
      await page.getByLabel("Name", { exact: true }).fill("Acme");
      await page.getByLabel("Plan", { exact: true }).selectOption("starter");
      await page.getByText("60 requests a minute, 5000 calls a month.").waitFor();
      await button("Create key").click();
      await page.getByText("This key will not be shown again.").waitFor();
      const token = await page.getByLabel("Key", { exact: true }).inputValue();
      expect(token).toMatch(/^plb_\w{61}$/);
      // Escape does not close the dialog that shows the token.
      await page.keyboard.press("Escape");
      expect(await page.getByLabel("Key", { exact: true }).inputValue()).toBe(token);
      await button("Copy").click();
      await page.getByText(/Copied|Selected/).waitFor();
      await button("Done").click();
      await told("The key Acme was created.");
      expect(await page.content()).not.toContain(token);
      expect(await page.locator("#secret-value").inputValue()).toBe("");

      for (let count = 0; count < 3; count++) expect((await use(token)).status).toBe(200);
      await button("Refresh").click();
      await told("Refreshed.");
      const meter = page.getByRole("meter", { name: "Calls of Acme this month" });
      expect(await meter.getAttribute("aria-valuenow")).toBe("3");
      expect(await meter.getAttribute("aria-valuemax")).toBe("5000");
      await row("Acme").getByText("3 of 5000").waitFor();
      // The header is that of all pages, and totals are numbers.
      expect(await page.getByRole("banner").getByRole("link").allTextContents()).toEqual(
        expect.arrayContaining(["Plumbline", "Tools", "Rule book", "API"]),
      );
      for (const value of await page.locator("#totals dd").allTextContents()) expect(value).toMatch(/^\d+$/);
      expect(await row("Acme").getByRole("cell").allInnerTexts()).toEqual([
        expect.stringContaining("starter"),
        "active",
        "3 of 5000",
        expect.stringMatching(/^\d+ \w+ \d{4}$/),
        "never",
        expect.stringMatching(/^\d+ \w+ \d{4}, \d\d:\d\d$/),
        expect.stringContaining("Rotate"),
      ]);

      await button("Rotate Acme").click();
      await page.getByLabel("The old secret works for").selectOption({ label: "1 more hour" });
      await button("Rotate").click();
      await page.getByText("This key will not be shown again.").waitFor();
      const second = await page.getByLabel("Key", { exact: true }).inputValue();
      await button("Done").click();
      await told("The key Acme has a new secret.");
      await row("Acme").getByText("old secret until").waitFor();
      expect([(await use(token)).status, (await use(second)).status]).toEqual([200, 200]);
      await button("Rotate Acme").click();
      await page
        .getByLabel("The old secret works for")
        .selectOption({ label: "no longer: it stops at once" });
      await button("Rotate").click();
      await page.getByText("This key will not be shown again.").waitFor();
      const third = await page.getByLabel("Key", { exact: true }).inputValue();
      await button("Done").click();
      await told("The key Acme has a new secret.");
      expect([(await use(second)).status, (await use(third)).status]).toEqual([401, 200]);

      await button("Revoke Acme").click();
      await page.getByText("Calls with Acme are refused from now on.").waitFor();
      await button("Cancel").click();
      expect((await use(third)).status).toBe(200);
      await button("Revoke Acme").click();
      await button("Revoke").click();
      await told("The key Acme was revoked.");
      await row("Acme").getByText("revoked", { exact: true }).waitFor();
      expect((await use(third)).status).toBe(401);
      expect(await button("Rotate Acme").count()).toBe(0);
      calm();
      atHome();
    });

    test("of the other interface, with limits and an end of its own", async () => {
      await enter();
      await button("New key").click();
      await page.getByLabel("Name", { exact: true }).fill("Partner");
      const own = page.getByLabel("Calls a month");
      expect(await own.isVisible()).toBe(false);
      await page.getByLabel("Interface", { exact: true }).selectOption("legacy");
      expect(await page.getByLabel("Plan", { exact: true }).locator("option").allInnerTexts()).toEqual([
        "Free",
        "Developer",
        "Enterprise",
      ]);
      await page.getByLabel("Plan", { exact: true }).selectOption("enterprise");
      await page.getByLabel("Requests an hour").fill("30");
      await own.fill("900");
      await page.getByLabel("Expires (optional)").fill("2099-12-31");
      await button("Create key").click();
      await page.getByText("X-SERVICE-Key", { exact: true }).first().waitFor();
      await button("Done").click();
      await row("Partner").getByText("0 of 900").waitFor();
      await row("Partner").getByText("31 Dec 2099").waitFor();
      expect(await keyService.list()).toMatchObject([
        { interface: "legacy", plan: "enterprise", limits: { requests: 30, calls_per_month: 900 } },
      ]);
      calm();
    });

    test("faults stand beside their fields", async () => {
      await enter();
      await button("New key").click();
      await page.getByLabel("Expires (optional)").fill("2001-01-01");
      await page.getByLabel("Name", { exact: true }).fill("late");
      await button("Create key").click();
      await page.getByText("expires must lie in the future.").waitFor();
      const field = page.getByLabel("Expires (optional)");
      expect(await field.getAttribute("aria-invalid")).toBe("true");
      expect(await page.evaluate("document.activeElement.id")).toBe("expires");
      await field.fill("");
      await button("Create key").click();
      await button("Done").click();
      await row("late").waitFor();
    });

    test("a session whose token is no longer right ends", async () => {
      await enter();
      await page.evaluate("sessionStorage.setItem('plumbline-admin-token', 'no-longer-the-admin-token')");
      await button("Refresh").click();
      await page.getByRole("alert").filter({ hasText: "This is not the admin token." }).waitFor();
      await page.getByLabel("Admin token").waitFor();
      expect(await page.evaluate("sessionStorage.length")).toBe(0);
    });
  });

  test("with the keyboard alone", async () => {
    await page.keyboard.type(TOKEN);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "All keys" }).waitFor();
    /** Presses Tab until the named element is focused, and checks that the focus is visible. */
    const tabTo = async (name: string) => {
      for (let count = 0; count < 30; count++) {
        await page.keyboard.press("Tab");
        const focused = page.locator(":focus-visible");
        if ((await focused.count()) === 0) continue;
        const label = await page.evaluate(LABEL_IN_FOCUS);
        if (label !== name) continue;
        expect(await page.evaluate("getComputedStyle(document.activeElement).outlineStyle")).toBe("solid");
        return;
      }
      throw new Error(`the keyboard does not reach ${name}`);
    };
    await tabTo("New key");
    await page.keyboard.press("Enter");
    await page.keyboard.type("By hand");
    await tabTo("Plan");
    await page.keyboard.type("Pro");
    await tabTo("Create key");
    await page.keyboard.press("Enter");
    await page.getByText("This key will not be shown again.").waitFor();
    await tabTo("Done");
    await page.keyboard.press("Enter");
    await told("The key By hand was created.");
    expect(await keyService.list()).toMatchObject([{ name: "By hand", plan: "pro" }]);
    await tabTo("Revoke By hand");
    await page.keyboard.press("Enter");
    await dialog("Revoke key").or(page.getByRole("alertdialog")).first().waitFor();
    // Escape cancels and returns the focus.
    await page.keyboard.press("Escape");
    expect(await page.locator(":focus").getAttribute("aria-label")).toBe("Revoke By hand");
    await page.keyboard.press("Enter");
    await tabTo("Revoke");
    await page.keyboard.press("Enter");
    await told("The key By hand was revoked.");
    await tabTo("Sign out");
    await page.keyboard.press("Enter");
    await told("You are signed out.");
    calm();
  });

  test("the filter leaves what fits, by any word", async () => {
    await keyService.create({ name: "North office", plan: "pro" });
    await keyService.create({ name: "South office", plan: "starter" });
    await keyService.create({ name: "Old", plan: "developer", interface: "legacy" });
    await enter();
    await told("3 keys.");
    const names = () => page.locator("tr[data-id] .name").allInnerTexts();
    for (const [words, expected] of [
      ["office", ["South office", "North office"]],
      ["OFFICE pro", ["North office"]],
      ["legacy", ["Old"]],
      ["nobody", []],
    ] as const) {
      await page.getByLabel("Filter").fill(words);
      await told(`${expected.length} of 3 keys.`);
      expect(await names()).toEqual(expected);
    }
    await page.getByLabel("Filter").fill("");
    await told("3 keys.");
  });

  test("many keys come in pages", async () => {
    for (let count = 0; count < 105; count++) await keyService.create({ name: `key ${count}`, plan: "pro" });
    await enter();
    await told("105 keys.");
    await expect.poll(() => page.locator("tr[data-id]").count()).toBe(100);
    await button("Show more").click();
    await expect.poll(() => page.locator("tr[data-id]").count()).toBe(105);
    expect(await button("Show more").isVisible()).toBe(false);
  });

  test("a hostile name is text, wherever it is shown", async () => {
    await enter();
    await create(HOSTILE, "pro");
    expect(await page.locator("tr[data-id] .name").textContent()).toBe(HOSTILE);
    await button(`Rotate ${HOSTILE}`).click();
    expect(await dialog("Rotate key").locator("strong").textContent()).toBe(HOSTILE);
    await button("Cancel").click();
    expect(await page.locator("main img, dialog img").count()).toBe(0);
    expect(await page.title()).toBe("Plumbline keys");
    calm();
    atHome();
  });

  test("axe finds nothing wrong, before and after signing in", async () => {
    expect(await violations(page)).toEqual([]);
    await keyService.create({ name: "used", plan: "pro" });
    await enter();
    expect(await violations(page)).toEqual([]);
  });

  describe.each([
    [360, "light"],
    [360, "dark"],
    [1280, "light"],
    [1280, "dark"],
  ] as const)("at %i pixels, %s", (width, colorScheme) => {
    test("nothing runs out of the window, and every text can be read", async () => {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      const overflow = () =>
        page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
      expect(await overflow()).toBe(0);
      expect(await page.evaluate(FAINT_TEXTS)).toEqual([]);
      await keyService.create({ name: `${"long".repeat(20)} name`, plan: "enterprise", interface: "legacy" });
      const used = await keyService.create({
        name: "used",
        plan: "enterprise",
        requests: 10,
        calls_per_month: 4,
      });
      for (let count = 0; count < 4; count++) await use(used.token);
      const { key } = await keyService.create({ name: "gone", plan: "pro", expires: "2099-01-01" });
      await keyService.rotate(used.key.id);
      await keyService.revoke(key.id);
      await enter();
      await row("used").getByText("4 of 4").waitFor();
      expect(await overflow()).toBe(0);
      expect(await page.evaluate(FAINT_TEXTS)).toEqual([]);
      await button("New key").click();
      await page.getByLabel("Plan", { exact: true }).selectOption("enterprise");
      expect(await page.evaluate(DIALOG_OVERFLOW)).toBe(0);
      expect(await page.evaluate(FAINT_TEXTS)).toEqual([]);
      await page.getByLabel("Name", { exact: true }).fill("x");
      await button("Create key").click();
      await page.getByText("This key will not be shown again.").waitFor();
      expect(await page.evaluate(DIALOG_OVERFLOW)).toBe(0);
      expect(await overflow()).toBe(0);
      expect(await page.evaluate(FAINT_TEXTS)).toEqual([]);
      calm();
    });
  });

  test("the files allow nothing from elsewhere, and no markup made of text", async () => {
    for (const path of ["/dashboard", "/dashboard/app.js", "/dashboard/style.css"]) {
      const response = await service.get(path);
      expect(response.status).toBe(200);
      const policy = response.headers.get("content-security-policy") ?? "";
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("require-trusted-types-for 'script'");
      expect(policy).not.toMatch(/unsafe|https?:|\*|data:/);
      expect(await response.text()).not.toMatch(/https?:\/\/|innerHTML|style="|\son\w+="/);
    }
    await expect(page.evaluate("document.body.innerHTML = '<b>markup</b>'")).rejects.toThrow(/TrustedHTML/);
  });
});
