// A real browser for tests of pages: no network, and everything that the page complains about.
import chromium from "@sparticuz/chromium";
import { type Browser, type Page, chromium as playwright } from "playwright-core";

export async function startBrowser(): Promise<Browser> {
  // In one process it dies with its first page.
  const args = chromium.args.filter((arg) => arg !== "--single-process");
  return playwright.launch({ args, executablePath: await chromium.executablePath(), headless: true });
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
