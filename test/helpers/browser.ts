// A real browser for tests of pages: no network, and everything that the page complains about. It is the one that
// CHROMIUM_PATH names, the one from npm on linux x64, or a Chromium on PATH.
import { accessSync, constants, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";
import { type Browser, type Page, chromium as playwright } from "playwright-core";

/**
 * Nothing that looks for other machines, and no sandbox, which needs rights that test machines rarely give. Pages are
 * drawn without a graphics processor: one made of software takes more than half of a test's processor time.
 */
const ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** The headless shell first: it takes half the time. */
const NAMES = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
];

async function find(): Promise<string | undefined> {
  const { CHROMIUM_PATH, PATH = "" } = process.env;
  if (CHROMIUM_PATH) return CHROMIUM_PATH;
  if (process.platform !== "linux" || process.arch !== "x64")
    return PATH.split(delimiter)
      .flatMap((folder) => NAMES.map((name) => join(folder, name)))
      .find(canRun);
  const { default: bundled } = await import("@sparticuz/chromium");
  return bundled.executablePath();
}

function canRun(program: string): boolean {
  try {
    accessSync(program, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const path = await find();
/** Whether pages can be tested here; browser.test.ts says so where they cannot. */
export const HAS_BROWSER = path !== undefined;

export async function startBrowser(): Promise<Browser> {
  if (path === undefined) throw new Error("there is no browser: install chromium or set CHROMIUM_PATH");
  return playwright.launch({ args: ARGS, executablePath: path, headless: true });
}

export interface Visit {
  readonly page: Page;
  /** Errors of the console and of scripts, and requests for anything but the page's own files. */
  readonly complaints: string[];
}

/** Opens a page; whatever it asks for outside of `allowed` is refused and noted. */
export async function visit(browser: Browser, url: string, allowed: string): Promise<Visit> {
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.route("**/*", async (route) => {
    const asked = route.request().url();
    if (asked.startsWith(allowed) || asked.startsWith("data:")) return route.continue();
    complaints.push(`asked for ${asked}`);
    return route.abort();
  });
  await page.goto(url);
  return { page, complaints };
}

/** How far the page is wider than its window, at each of these widths. */
export async function overflowAt(page: Page, widths: readonly number[]): Promise<number[]> {
  const found: number[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    found.push(
      await page.evaluate<number>(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth",
      ),
    );
  }
  return found;
}

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds wrong in a page, in light and dark; what is not colour is the same in both. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const found: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    const rules = colorScheme === "light" ? "" : ", runOnly: ['color-contrast']";
    found.push(
      ...(await page.evaluate<string[]>(
        `axe.run(document, { resultTypes: ["violations"]${rules} }).then(({ violations }) =>
          violations.map(({ id, impact, nodes }) => [impact, id, nodes[0].target.join(" "), nodes[0].html.slice(0, 120)].join(" ")))`,
      )),
    );
  }
  return found.filter((each) => !each.startsWith("minor"));
}
