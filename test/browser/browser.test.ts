// Without a browser, tests of pages are skipped with a message; REQUIRE_BROWSER=1 makes that an error.
import { expect, test } from "vitest";
import { HAS_BROWSER, startBrowser } from "../helpers/browser.js";

test("a browser is here, unless it may be missing", () => {
  if (!HAS_BROWSER)
    process.stderr.write("Tests of pages are skipped: install chromium, or name one in CHROMIUM_PATH.\n");
  expect(HAS_BROWSER || process.env.REQUIRE_BROWSER !== "1").toBe(true);
});

test.skipIf(!HAS_BROWSER)("it opens a page", async () => {
  const browser = await startBrowser();
  const page = await browser.newPage();
  await page.setContent("<title>A page</title>");
  expect(await page.title()).toBe("A page");
  await browser.close();
});
