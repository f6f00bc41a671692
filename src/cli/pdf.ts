// A page on paper: printed to PDF by a Chromium of this machine, the one that CHROMIUM_PATH names or one on PATH.
import { type ChildProcess, spawn } from "node:child_process";
import { accessSync, constants, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { pathToFileURL } from "node:url";
import { Usage } from "../settings/usage.js";
import { messageOf } from "../wording/wording.js";

/** The one without windows first: it prints a sheet in two thirds of the time. */
const NAMES = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
];
/** Milliseconds after which a browser that prints nothing is ended. */
const LONGEST = 60_000;

/** The browser that CHROMIUM_PATH names, else one on the path. */
export function browserHere(): string | undefined {
  const named = process.env.CHROMIUM_PATH;
  if (named !== undefined && named !== "") return named;
  const folders = (process.env.PATH ?? "").split(delimiter);
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(canRun);
}

function browser(): string {
  const found = browserHere();
  if (found === undefined)
    throw new Usage(
      "--pdf needs Chromium: install it, or name one in CHROMIUM_PATH. --html can be printed from any browser.",
    );
  return found;
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The page as a PDF on the paper that its own style names. */
export async function printed(page: string): Promise<Uint8Array> {
  const path = browser();
  const folder = mkdtempSync(join(tmpdir(), "plumbline-pdf-"));
  const file = join(folder, "sheet.html");
  writeFileSync(file, page);
  const child = spawn(
    path,
    [
      "--headless",
      "--disable-gpu",
      "--no-first-run",
      "--disable-background-networking",
      `--user-data-dir=${join(folder, "profile")}`,
      // Not --print-to-pdf, which some builds of Chromium leave without an answer.
      "--remote-debugging-pipe",
      // The page holds no script and asks for nothing; in containers the sandbox has no rights to start.
      "--no-sandbox",
    ],
    // In a group of its own, which can be ended as a whole.
    { stdio: ["ignore", "ignore", "pipe", "pipe", "pipe"], detached: true },
  );
  const late = setTimeout(() => endAll(child), LONGEST);
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  try {
    return await print(child, pathToFileURL(file).href);
  } catch (error) {
    throw new Usage(`${path} printed no PDF: ${messageOf(error)}`);
  } finally {
    clearTimeout(late);
    endAll(child);
    await ended;
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The browser, also behind a script that has started it: ended alone, the script would leave it running. */
function endAll({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** Over the DevTools protocol: opens the page, waits until it is there, and asks for it on paper. */
async function print(child: ChildProcess, url: string): Promise<Uint8Array> {
  const talk = new Talk(child);
  const { targetId } = await talk.ask("Target.createTarget", { url: "about:blank" });
  const { sessionId } = await talk.ask("Target.attachToTarget", { targetId, flatten: true });
  const session = String(sessionId);
  await talk.ask("Page.enable", {}, session);
  const loaded = talk.heard("Page.loadEventFired");
  await talk.ask("Page.navigate", { url }, session);
  await loaded;
  const options = { preferCSSPageSize: true, printBackground: true };
  const { data } = await talk.ask("Page.printToPDF", options, session);
  return Buffer.from(String(data), "base64");
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly message: string };
}

/** Questions to a browser over its pipes, each message ended by a zero byte. */
class Talk {
  private asked = 0;
  private readonly waiting = new Map<number | string, (message: Message) => void>();
  private readonly failed: Promise<never>;
  private readonly out: NodeJS.WritableStream;

  constructor(child: ChildProcess) {
    const [, , errors, to, from] = child.stdio as [unknown, unknown, Readable, Writable, Readable];
    this.out = to;
    let said = "";
    errors.on("data", (text: Buffer) => {
      said = `${said}${text.toString()}`.slice(-2_000);
    });
    // A browser that ends while it is asked closes its pipe.
    to.on("error", () => undefined);
    this.failed = new Promise((_, reject) => {
      child.on("error", reject);
      child.on("close", (code) => reject(new Error(`it ended with ${code ?? "a signal"}.\n${said.trim()}`)));
    });
    this.failed.catch(() => undefined);
    let rest = "";
    from.setEncoding("utf8").on("data", (text: string) => {
      const messages = `${rest}${text}`.split("\0");
      rest = messages.pop() ?? "";
      for (const each of messages) this.take(JSON.parse(each) as Message);
    });
  }

  private take(message: Message): void {
    const key = message.id ?? message.method ?? "";
    this.waiting.get(key)?.(message);
    this.waiting.delete(key);
  }

  heard(key: number | string): Promise<Message> {
    return Promise.race([new Promise<Message>((resolve) => this.waiting.set(key, resolve)), this.failed]);
  }

  async ask(method: string, params: object, sessionId?: string): Promise<Readonly<Record<string, unknown>>> {
    const id = ++this.asked;
    const answer = this.heard(id);
    this.out.write(
      `${JSON.stringify({ id, method, params, ...(sessionId === undefined ? {} : { sessionId }) })}\0`,
    );
    const { result, error } = await answer;
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result ?? {};
  }
}
