// MCP Apps: a tool's page in a browser, inside a host built with the extension's host library.

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Browser, Frame, Page } from "playwright-core";
import { build } from "vite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { HAS_BROWSER, startBrowser } from "../helpers/browser.js";
import { TEST } from "../helpers/folders.js";
import { ownSet } from "../helpers/own-definitions.js";
import { PUE, type Running, startService } from "../helpers/running-service.js";

const HOST = join(TEST, "agents/host.js");
/** The strictest policy of hosts. */
const POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'";

describe.skipIf(!HAS_BROWSER)("a tool's page in a host", () => {
  let service: Running;
  let host: Server;
  let origin: string;
  let browser: Browser;
  beforeAll(async () => {
    const built = await build({
      configFile: false,
      logLevel: "error",
      build: { write: false, minify: false, lib: { entry: HOST, formats: ["es"], fileName: "host" } },
    });
    const [first] = Array.isArray(built) ? built : [built];
    const script = first !== undefined && "output" in first ? first.output[0].code : "";
    host = createServer((request, response) => {
      const asked = request.url === "/host.js";
      response.setHeader("content-type", asked ? "text/javascript" : "text/html");
      response.end(asked ? script : `<!doctype html><body><script type="module" src="/host.js"></script>`);
    });
    await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve));
    origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
    service = await startService({ corsOrigins: [origin] });
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await service?.close();
    await new Promise((resolve) => host?.close(resolve));
  });

  async function open(
    name: string,
    args: object,
    { theme = "light", modern = true, width = 760 } = {},
  ): Promise<{ page: Page; frame: Frame; complaints: string[] }> {
    const page = await browser.newPage({ viewport: { width, height: 1000 } });
    const complaints: string[] = [];
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error") complaints.push(message.text());
    });
    await page.goto(origin);
    await page.waitForFunction("window.showTool !== undefined");
    const given = JSON.stringify({ url: `${service.base}/mcp`, name, args, theme, modern });
    const shown = await page.evaluate<{ resourceUri: string; mimeType: string }>(`window.showTool(${given})`);
    expect(shown).toEqual({ resourceUri: `ui://plumbline/${name}`, mimeType: "text/html;profile=mcp-app" });
    const frame = page.frames().find((each) => each !== page.mainFrame());
    if (frame === undefined) throw new Error("no frame");
    await frame.waitForSelector("#result .headline");
    return { page, frame, complaints };
  }

  test.each([true, false])("shows headline, figures and why; newest revision: %s", async (modern) => {
    const { page, frame, complaints } = await open("calculate_pue", PUE, { modern });
    expect(await frame.textContent(".headline")).toContain("1.37");
    await expect.poll(() => frame.locator("figure svg").count()).toBeGreaterThan(0);
    await frame.click("#why summary");
    await frame.waitForSelector("#steps li");
    expect(await frame.textContent("#steps")).toContain("685 / 500");
    await page.waitForFunction("window.host.heights.length > 0");
    // Clients of older revisions request a stream, which the protocol allows the server to refuse.
    expect(complaints.filter((each) => modern || !each.includes("405"))).toEqual([]);
    if (process.env.PICTURES !== undefined)
      await page.screenshot({ path: join(process.env.PICTURES, "app-light.png"), fullPage: true });
    await page.close();
  });

  test("inputs can be changed, and the model is told", async () => {
    const { page, frame } = await open("calculate_pue", PUE);
    await frame.click("details:has(form) summary");
    await frame.fill('[name="cooling_kw"]', "60");
    await frame.click("#again");
    await frame.waitForFunction("document.querySelector('.headline').textContent.includes('1.19')");
    // The page sends its context after it has shown the result.
    await page.waitForFunction("window.host.contexts.length === 1");
    const [context] = await page.evaluate<{ structuredContent: object }[]>("window.host.contexts");
    expect(context?.structuredContent).toMatchObject({ pue_score: 1.19 });
    await frame.fill('[name="cooling_kw"]', "1e9");
    await frame.evaluate("document.querySelector('[name=cooling_kw]').removeAttribute('max')");
    await frame.click("#again");
    await frame.waitForSelector("#wrong:not([hidden])");
    expect(await frame.textContent("#wrong")).toContain("cooling_kw must be at most");
    await page.close();
  });

  test("fields of an object and words of a list can be changed too", async () => {
    const vetting = await open("contractor_vetting", {
      answers: { registered: "yes" },
      out_of_scope: ["energy"],
    });
    await vetting.frame.click("details:has(form) summary");
    expect(await vetting.frame.inputValue('[name="answers.registered"]')).toBe("yes");
    expect(await vetting.frame.isChecked('[name="out_of_scope"][value="energy"]')).toBe(true);
    await vetting.frame.selectOption('[name="answers.registered"]', "no");
    await vetting.frame.uncheck('[name="out_of_scope"][value="energy"]');
    await vetting.frame.check('[name="out_of_scope"][value="cyber"]');
    await vetting.frame.click("#again");
    await vetting.page.waitForFunction("window.host.contexts.length === 1");
    const [told] = await vetting.page.evaluate<{ content: { text: string }[] }[]>("window.host.contexts");
    expect(told?.content[0]?.text).toContain('{"answers":{"registered":"no"},"out_of_scope":["cyber"]}');
    if (process.env.PICTURES !== undefined)
      await vetting.page.screenshot({ path: join(process.env.PICTURES, "app-groups.png"), fullPage: true });
    await vetting.page.close();
  });

  test("follows the theme of the host, and fits a telephone", async () => {
    const { page, frame } = await open("eurocode_beam_designer", beam(), { theme: "dark", width: 390 });
    const dark = await frame.evaluate<string>("getComputedStyle(document.body).backgroundColor");
    expect(dark).toBe("rgb(27, 33, 37)");
    await frame.click("details:has(form) summary");
    const over = await frame.evaluate<number>(
      "document.documentElement.scrollWidth - document.documentElement.clientWidth",
    );
    expect(over).toBe(0);
    if (process.env.PICTURES !== undefined)
      await page.screenshot({ path: join(process.env.PICTURES, "app-dark.png"), fullPage: true });
    await page.close();
  });

  test("every tool has a page that works under a policy without any address", async () => {
    for (const tool of ownSet().tools.values()) {
      const body = {
        jsonrpc: "2.0",
        id: 1,
        method: "resources/read",
        params: { uri: `ui://plumbline/${tool.name}` },
      };
      const answer = (await (await service.post("/mcp", body)).json()) as {
        result: { contents: { text: string }[] };
      };
      const text = answer.result.contents[0]?.text ?? "";
      expect(text.length).toBeLessThan(60_000);
      expect(text).not.toMatch(/(src|href)=/);
    }
    const page = await browser.newPage();
    const refused: string[] = [];
    page.on("console", (message) => refused.push(message.text()));
    const read = {
      jsonrpc: "2.0",
      id: 1,
      method: "resources/read",
      params: { uri: "ui://plumbline/mees_checker" },
    };
    const { result } = (await (await service.post("/mcp", read)).json()) as {
      result: { contents: { text: string }[] };
    };
    await page.setContent(
      (result.contents[0]?.text ?? "").replace(
        "<head>",
        `<head><meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
      ),
    );
    await page.waitForSelector("#fields label", { state: "attached" });
    expect(refused).toEqual([]);
    await page.close();
  });

  test("who does not show pages is sent none", async () => {
    const list = await (await service.post("/mcp", { jsonrpc: "2.0", id: 1, method: "tools/list" })).text();
    expect(list).not.toContain("ui://");
    const params = { name: "calculate_pue", arguments: PUE };
    const call = await (
      await service.post("/mcp", { jsonrpc: "2.0", id: 1, method: "tools/call", params })
    ).text();
    expect(call).not.toContain("plumbline/view");
  });
});

function beam(): object {
  return ownSet().tools.get("eurocode_beam_designer")?.facts.examples[0]?.input ?? {};
}
