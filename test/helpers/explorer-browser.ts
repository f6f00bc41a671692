// The explorer in a real browser, for the tests of one file: both are started before them and closed after them.
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { NO_CHANGES } from "../../src/pages/rulebook/changes.js";
import { RuleBook } from "../../src/pages/rulebook/site.js";
import { startBrowser } from "./browser.js";
import { startExplorer } from "./explorer-service.js";
import { ownSet } from "./own-definitions.js";
import type { Running } from "./running-service.js";

export interface OpenOptions extends BrowserContextOptions {
  readonly width?: number;
  /** Keeps the page for the time without a network, which is tested once and takes time on every page. */
  readonly isKept?: boolean;
  /** Runs in the page before its own scripts. */
  readonly script?: string;
  /** Serves the rule book of the same definitions beside the page. */
  readonly hasRules?: boolean;
}

export interface Opened {
  readonly page: Page;
  /** Errors and warnings of the console and of scripts, and requests for anything but the service. */
  readonly complaints: string[];
  /** Methods and addresses of all requests. */
  readonly requests: string[];
  close(): Promise<void>;
}

export interface ExplorerBrowser {
  readonly browser: Browser;
  readonly service: Running;
  open(path: string, options?: OpenOptions): Promise<Opened>;
}

let rules: RuleBook | undefined;
let assets: ReadonlyMap<string, string | Buffer> | undefined;

/** A file of the rule book, which tests of the service have not built. */
function ruleFile(path: string): { body: string | Buffer; contentType: string } | undefined {
  rules ??= new RuleBook(ownSet(), { changes: NO_CHANGES, served: true });
  assets ??= new Map([...rules.assets()].map((each) => [each.path, each.content]));
  const body = assets.get(path) ?? rules.page(path === "" ? "index.html" : path);
  const types: Readonly<Record<string, string>> = { js: "text/javascript", css: "text/css" };
  const contentType = types[path.split(".").at(-1) ?? ""] ?? "text/html";
  return body === undefined ? undefined : { body, contentType };
}

export function explorerInBrowser(): ExplorerBrowser {
  let browser: Browser;
  let service: Running;
  beforeAll(async () => {
    [browser, service] = await Promise.all([startBrowser(), startExplorer()]);
  });
  afterAll(async () => {
    await browser.close();
    await service.close();
  });
  return {
    get browser() {
      return browser;
    },
    get service() {
      return service;
    },
    async open(path, { width = 1440, isKept = false, script = "", hasRules = false, ...options } = {}) {
      const context = await browser.newContext({ viewport: { width, height: 900 }, ...options });
      if (hasRules)
        await context.route(`${service.base}/rules/**`, (route) => {
          const file = ruleFile(new URL(route.request().url()).pathname.replace(/^\/rules\//, ""));
          return route.fulfill(file ?? { status: 404 });
        });
      const alone = isKept ? "" : "Object.defineProperty(navigator, 'serviceWorker', { value: undefined });";
      await context.addInitScript(alone + script);
      const page = await context.newPage();
      const [complaints, requests]: [string[], string[]] = [[], []];
      page.on("console", (message) => {
        if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
      });
      page.on("pageerror", (error) => complaints.push(error.message));
      page.on("request", (request) => {
        const url = request.url();
        requests.push(`${request.method()} ${url}`);
        if (!/^(data|blob|about):/.test(url) && !url.startsWith(service.base))
          complaints.push(`asked for ${url}`);
      });
      await page.goto(service.base + path);
      return { page, complaints, requests, close: () => context.close() };
    },
  };
}
