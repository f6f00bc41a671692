// Starts the explorer and a browser before the tests of a file, and closes them afterwards.
import type { RequestListener } from "node:http";
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
  /** Allows offline caching, which only one test needs. */
  readonly isKept?: boolean;
  /** Runs in the page before its own scripts. */
  readonly script?: string;
}

export interface Opened {
  readonly page: Page;
  /** Console and script errors and warnings, and requests to other hosts. */
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

let book: RuleBook | undefined;
let assets: ReadonlyMap<string, string | Buffer> | undefined;

/** Returns a file of the rule book, which test services have not built. */
function ruleFile(path: string): { body: string | Buffer; contentType: string } | undefined {
  book ??= new RuleBook(ownSet(), { changes: NO_CHANGES, served: true });
  assets ??= new Map([...book.assets()].map((each) => [each.path, each.content]));
  const body = assets.get(path) ?? book.page(path === "" ? "index.html" : path);
  const types: Readonly<Record<string, string>> = { js: "text/javascript", css: "text/css" };
  const contentType = types[path.split(".").at(-1) ?? ""] ?? "text/html";
  return body === undefined ? undefined : { body, contentType };
}

/** Serves the rule book of the same definitions. */
function serveRules({ app }: Running): void {
  const [handle] = app.server.listeners("request") as RequestListener[];
  if (handle === undefined) throw new Error("nothing answers requests");
  app.server.removeListener("request", handle);
  app.server.on("request", (request, response) => {
    const [path = ""] = (request.url ?? "").split("?");
    if (!path.startsWith("/rules/")) return handle(request, response);
    const file = ruleFile(path.slice("/rules/".length));
    response.writeHead(file === undefined ? 404 : 200, { "content-type": file?.contentType ?? "text/plain" });
    response.end(file?.body);
  });
}

export function explorerInBrowser(): ExplorerBrowser {
  let browser: Browser;
  let service: Running;
  beforeAll(async () => {
    [browser, service] = await Promise.all([startBrowser(), startExplorer()]);
    serveRules(service);
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
    async open(path, { width = 1440, isKept = false, script = "", ...options } = {}) {
      const context = await browser.newContext({ viewport: { width, height: 900 }, ...options });
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
