// Takes screenshots of the explorer, wide and phone, light and dark, for reviews: `npm run pictures [folder]`. With a
// tool's name (`npm run pictures docs eurocode_beam_designer`) one picture of its answer, explorer.png, for the
// README.
import { mkdirSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { openSet } from "../src/build/open.js";
import { packageVersion } from "../src/definitions/folder.js";
import type { RuntimeTool } from "../src/engine/run/tool.js";
import { buildApp } from "../src/server/app.js";
import { startBrowser } from "../test/helpers/browser.js";

const TABS = ["", "why", "what-if", "compare", "definition", "sheet", "api"];
const WIDTHS = { wide: 1440, phone: 390 };
const SCHEMES = ["light", "dark"] as const;
/** Takes every nth tool, besides the first page. */
const EACH = 5;
/** Milliseconds until explanations are drawn. */
const PATIENCE_MS = 4_000;

function linkOf({ facts }: RuntimeTool, tab: string): string {
  const pairs = Object.entries(facts.examples[0]?.input ?? {}).flatMap(([name, value]): [string, string][] =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.entries(value).map(([field, inner]) => [`${name}.${field}`, String(inner)])
      : [[name, String(value)]],
  );
  return `/#/${facts.name}${tab === "" ? "" : `/${tab}`}?${new URLSearchParams(pairs)}`;
}

const [folder = "pictures", only] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const { set } = await openSet();
if (set === undefined) throw new Error("the definitions have errors");
const app = await buildApp({
  set,
  version: packageVersion(),
  maxLag: 0,
});
await app.listen({ host: "127.0.0.1", port: 0 });
const base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
const browser = await startBrowser();
if (only !== undefined) {
  const tool = set.tools.get(only);
  if (tool === undefined) throw new Error(`there is no tool ${only}`);
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme: "light" });
  await page.goto(base + linkOf(tool, ""), { waitUntil: "networkidle" });
  await page.waitForTimeout(PATIENCE_MS);
  await page.screenshot({ path: join(folder, "explorer.png") });
  await browser.close();
  await app.close();
  process.exit(0);
}
const tools = [...set.tools.values()].filter((_, at) => at % EACH === 0);
const pages = [
  ["home", "/"] as const,
  ...["", "/errors", "/tables", "/reference"].map(
    (path) => [`docs${path.replace("/", "-")}`, `/docs${path}`] as const,
  ),
  ...tools.flatMap((tool) =>
    TABS.map((tab) => [`${tool.name}-${tab === "" ? "answer" : tab}`, linkOf(tool, tab)] as const),
  ),
];
for (const scheme of SCHEMES)
  for (const [size, width] of Object.entries(WIDTHS)) {
    const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: scheme });
    for (const [name, path] of pages) {
      const page = await context.newPage();
      await page.goto(base + path, { waitUntil: "networkidle" });
      await page.waitForTimeout(path.includes("?") ? PATIENCE_MS : 500);
      await page.screenshot({ path: join(folder, `${name}-${size}-${scheme}.png`), fullPage: true });
      await page.close();
    }
    await context.close();
  }
await browser.close();
await app.close();
process.stdout.write(`${pages.length * 4} pictures in ${folder}\n`);
