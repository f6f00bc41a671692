// `plumbline rulebook`: writes the rule book into a temporary folder, then moves it into place.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { SiteFile } from "../pages/rulebook/site.js";
import type { Arguments } from "../settings/arguments.js";
import { authorsFolder } from "../settings/served-set.js";
import { Usage } from "../settings/usage.js";
import { loadOrReport } from "../settings/whole.js";
import { makeRuleBook } from "./make-rulebook.js";

/** Marks folders written by this command, which may be replaced. */
const MARK = ".plumbline-rulebook";

export async function rulebook(args: Arguments): Promise<number> {
  const folder = authorsFolder(args);
  const output = resolve(args.atMost(0).text("output") ?? "rulebook");
  refuseForeign(output);
  const set = loadOrReport(folder);
  if (set === undefined) return 1;
  const making = join(dirname(output), `.${basename(output)}.${process.pid}.part`);
  const write = (file: SiteFile): void => {
    const path = join(making, file.path);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, file.content);
  };
  let pages: number;
  try {
    mkdirSync(making, { recursive: true });
    const made = await makeRuleBook(set, folder, false, write);
    if (made === undefined) {
      process.stderr.write("Interrupted: nothing was written.\n");
      return 130;
    }
    pages = made.length;
    writeFileSync(join(making, MARK), "Written by plumbline rulebook; the next run replaces this folder.\n");
    putInPlace(making, output);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    throw new Usage(`${output} cannot be written: ${error.message}`);
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
  const index = join(output, "index.html");
  process.stdout.write(
    args.flag("json") ? `${JSON.stringify({ pages, index })}\n` : `${pages} pages. Open ${index}\n`,
  );
  return 0;
}

/** Refuses to overwrite other files. */
function refuseForeign(output: string): void {
  const known = statSync(output, { throwIfNoEntry: false });
  if (known === undefined) {
    const around = statSync(dirname(output), { throwIfNoEntry: false });
    if (around?.isDirectory() !== true) throw new Usage(`There is no folder ${dirname(output)}.`);
    return;
  }
  if (!known.isDirectory()) throw new Usage(`${output} is a file, not a folder.`);
  if (readdirSync(output).length > 0 && !existsSync(join(output, MARK)))
    throw new Usage(
      `${output} contains files that are not a rule book; choose another folder with --output.`,
    );
}

function putInPlace(making: string, output: string): void {
  if (!existsSync(output)) {
    renameSync(making, output);
    return;
  }
  const old = `${making}.old`;
  renameSync(output, old);
  try {
    renameSync(making, output);
  } catch (error) {
    renameSync(old, output);
    throw error;
  }
  rmSync(old, { recursive: true, force: true });
}

function isRefusal(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "code" in error && "syscall" in error;
}
