// Writes a file named on the command line.
import { statSync } from "node:fs";
import { dirname } from "node:path";
import { writeWhole } from "../definitions/folder.js";
import { messageOf } from "../wording/wording.js";
import { Usage } from "./usage.js";

/** Throws Usage if the file cannot be written. */
export function writeNamed(file: string, text: string | Uint8Array): void {
  const folder = dirname(file);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new Usage(`There is no folder ${folder}.`);
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory() === true)
    throw new Usage(`${file} is a folder, not a file.`);
  try {
    writeWhole(file, text);
  } catch (error) {
    throw new Usage(`${file} cannot be written: ${messageOf(error)}`);
  }
}
