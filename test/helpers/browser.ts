// A browser without network for tests of pages. Records all complaints. Uses CHROMIUM_PATH, the npm package on linux
// x64, or a Chromium on PATH.
import { accessSync, constants, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";
import { type Browser, type Page, chromium as playwright } from "playwright-core";

/**
 * No network discovery, no sandbox (which needs privileges), and no GPU: software rendering of one takes more than
 * half of a test's CPU time.
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

/** The headless shell first, because it is twice as fast. */
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
/** Whether pages can be tested; browser.test.ts reports if not. */
export const HAS_BROWSER = path !== undefined;

export async function startBrowser(): Promise<Browser> {
  if (path === undefined) throw new Error("there is no browser: install chromium or set CHROMIUM_PATH");
  return playwright.launch({ args: ARGS, executablePath: path, headless: true });
}

export interface Visit {
  readonly page: Page;
  /** Console and script errors, and requests outside of the page's files. */
  readonly complaints: string[];
}

/** Opens a page; refuses and records requests outside of `allowed`. */
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

/** Returns the horizontal overflow at each width. */
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

/** Returns axe violations in light and dark; rules other than contrast run once. */
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
