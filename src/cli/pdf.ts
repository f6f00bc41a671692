// A page on paper: printed to PDF by a Chromium of this machine, the one that CHROMIUM_PATH names or one on PATH.
import { spawn } from "node:child_process";
import { accessSync, constants, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import { Usage } from "../command/usage.js";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
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

export async function printed(page: string): Promise<Uint8Array> {
  const path = browser();
  const folder = mkdtempSync(join(tmpdir(), "plumbline-pdf-"));
  try {
    const [from, to] = [join(folder, "sheet.html"), join(folder, "sheet.pdf")];
    writeFileSync(from, page);
    await run(path, [
      "--headless",
      "--disable-gpu",
      "--no-first-run",
      "--disable-background-networking",
      `--user-data-dir=${join(folder, "profile")}`,
      "--no-pdf-header-footer",
      `--print-to-pdf=${to}`,
      // The page holds no script and asks for nothing; in containers the sandbox has no rights to start.
      "--no-sandbox",
      pathToFileURL(from).href,
    ]);
    return readFileSync(to);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function run(path: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(path, args, { stdio: ["ignore", "ignore", "pipe"], timeout: LONGEST });
    let said = "";
    child.stderr.on("data", (text: Buffer) => {
      said = `${said}${text.toString()}`.slice(-2_000);
    });
    child.on("error", (error) => reject(new Usage(`${path} cannot be started: ${error.message}`)));
    child.on("close", (code) => {
      if (code === 0) resolve();
      else reject(new Usage(`${path} printed no PDF (it ended with ${code ?? "a signal"}).\n${said.trim()}`));
    });
  });
}
