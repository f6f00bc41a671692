// Reads definition files, and reads and writes generated files. No other module reads definitions from disk.
import { createHash } from "node:crypto";
import {
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { LIMITS } from "../engine/language/bounds.js";
import type { DefinitionFile } from "../engine/language/files.js";
import type { Schemas } from "../engine/read/structure.js";

/** Returns the nearest parent folder with a package.json. */
function findHome(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, "package.json")) && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
}

export const HOME = findHome();

export const DEFAULT_FOLDER = join(HOME, "definitions");
export const GOLDEN_FOLDER = join(HOME, "test/golden");
export const REFERENCE_FOLDER = join(HOME, "assets/reference");

export function packageVersion(): string {
  const raw = JSON.parse(readFileSync(join(HOME, "package.json"), "utf8")) as { version: string };
  return raw.version;
}

/** Schemas belong to the language, so they come from the shipped folder. */
export function readSchemas(): Schemas {
  const folder = join(DEFAULT_FOLDER, "schema");
  const names = readdirSync(folder)
    .filter((name) => name.endsWith(".schema.json"))
    .sort();
  return Object.fromEntries(
    names.map((name) => [name, JSON.parse(readFileSync(join(folder, name), "utf8")) as unknown]),
  );
}

/** An unreadable file in a definitions folder, with its path. */
export class NotRead extends Error {}

/** Whether a set extends the shipped one. */
export function isExtending(own: readonly DefinitionFile[]): boolean {
  const common = own.find(({ path }) => path === "common.yaml");
  return common !== undefined && /^extends:\s*plumbline\s*(?:#.*)?$/m.test(common.text);
}

/** Returns the files of the folder itself. */
export function filesIn(folder: string): DefinitionFile[] {
  const files: DefinitionFile[] = [];
  const visit = (path: string): void => {
    for (const entry of readdirSync(path, { withFileTypes: true }).sort((a, b) =>
      a.name < b.name ? -1 : 1,
    )) {
      const full = join(path, entry.name);
      if (entry.isDirectory()) {
        if (entry.name !== "schema" && !entry.name.startsWith(".")) visit(full);
      } else if (entry.name.endsWith(".yaml") && files.length <= LIMITS.files) {
        const text = readInside(folder, full);
        files.push({ path: relative(folder, full).split(sep).join("/"), text, sha256: sha256(text) });
      }
    }
  };
  visit(folder);
  return files;
}

/** Reads regular files inside the folder only, because links may lead outside, and devices and pipes never end. */
export function readInside(folder: string, path: string): string {
  const real = realpathSync.native(path);
  const stat = statSync(real);
  if (!stat.isFile() || !real.startsWith(realpathSync.native(folder) + sep))
    throw new NotRead(`${path} is not a regular file inside the folder of definitions, and is not read.`);
  return stat.size > LIMITS.fileLength * 4 ? " ".repeat(LIMITS.fileLength + 1) : readFileSync(real, "utf8");
}

/** Returns the content of a JSON file, or undefined if it is missing or broken. */
export function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

/** Writes a file atomically through a temporary file. */
export function writeWhole(file: string, text: string | Uint8Array): void {
  const draft = `${file}.${process.pid}`;
  try {
    writeFileSync(draft, text);
    renameSync(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
}

export function sha256(text: string | Buffer): string {
  return createHash("sha256").update(text).digest("hex");
}
