// A file written whole or not at all: to a temporary file beside it, then renamed.
import { renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { messageOf } from "../wording/wording.js";
import { Usage } from "./usage.js";

export function writeWhole(file: string, text: string | Uint8Array): void {
  const folder = dirname(file);
  const known = statSync(folder, { throwIfNoEntry: false });
  if (known === undefined || !known.isDirectory()) throw new Usage(`There is no folder ${folder}.`);
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory() === true)
    throw new Usage(`${file} is a folder, not a file.`);
  const temporary = join(folder, `.${basename(file)}.${process.pid}.part`);
  try {
    writeFileSync(temporary, text);
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw new Usage(`${file} cannot be written: ${messageOf(error)}`);
  }
}
