// Processor time of checks: the whole set in a fresh process, after an edit of each file, and with planted mistakes,
// with the cache of an editor; and the same edits through the language server. Only prints figures.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { DEFAULT_FOLDER, GOLDEN_FOLDER, readSchemas, sha256 } from "../src/definitions/folder.js";
import { readFolder } from "../src/definitions/read-folder.js";
import type { DefinitionFile } from "../src/engine/language/files.js";
import { Memory } from "../src/engine/language/memory.js";
import { loadDefinitions } from "../src/lint/load.js";
import { startEditor } from "./editor.js";

function seconds<T>(work: () => T): [number, T] {
  const before = process.cpuUsage();
  const value = work();
  const { user, system } = process.cpuUsage(before);
  return [(user + system) / 1e6, value];
}

interface Edit {
  readonly name: string;
  readonly path: string;
  readonly change: (text: string) => string;
}
/** Returns the seconds to check an edited text, and reverts the edit. */
type Check = (path: string, text: string) => number | Promise<number>;

/** Seconds. Slower checks are repeated, and the median of three counts, because of garbage collection. */
const AGAIN_ABOVE = 0.3;

async function recheck(title: string, edits: readonly Edit[], shown: number, check: Check): Promise<void> {
  const figures: { readonly name: string; readonly took: number }[] = [];
  for (const { name, path, change } of edits) {
    const text = change(files.find((file) => file.path === path)?.text ?? "");
    const once = await check(path, text);
    const all = once <= AGAIN_ABOVE ? [once] : [once, await check(path, text), await check(path, text)];
    figures.push({ name, took: all.sort((a, b) => a - b)[all.length >> 1] ?? once });
  }
  figures.sort((a, b) => b.took - a.took);
  const median = figures[Math.floor(figures.length / 2)]?.took ?? 0;
  process.stdout.write(`${title}: ${figures.length}, median ${median.toFixed(3)} s; the longest:\n`);
  for (const { name, took } of figures.slice(0, shown))
    process.stdout.write(`  ${took.toFixed(3)} s  ${name}\n`);
}

const schemas = readSchemas();
const files = readFolder(DEFAULT_FOLDER);
const memory = new Memory();
const load = (set: readonly DefinitionFile[]) => loadDefinitions(set, schemas, undefined, undefined, memory);
const checkHere: Check = (edited, text) => {
  const [took] = seconds(() =>
    load(files.map((file) => (file.path === edited ? { path: edited, text, sha256: sha256(text) } : file))),
  );
  load(files);
  return took;
};

const [cold, loaded] = seconds(() => load(files));
const start = process.cpuUsage();
process.stdout.write(
  `cold: ${cold.toFixed(2)} s to load ${loaded.set?.tools.size ?? 0} tools, ${((start.user + start.system) / 1e6).toFixed(2)} s with the start of Node\n`,
);
const touched = files.map(({ path }) => ({
  name: path,
  path,
  change: (text: string) => `${text}# edited\n`,
}));
await recheck("warm, after an edit of one file", touched, 12, checkHere);
const editor = await startEditor();
await recheck("language server, after an edit of one file", touched, 12, editor.check);
editor.end();

interface Planted {
  readonly name: string;
  readonly file: string;
  readonly find: string;
  readonly put: string;
}
const planted = parse(
  readFileSync(join(GOLDEN_FOLDER, "../slow/planted.yaml"), "utf8"),
) as readonly Planted[];
const mistakes = planted.map(({ name, file, find, put }) => ({
  name: `${name}, in ${file}`,
  path: file,
  change: (text: string) => text.replace(find, () => put),
}));
await recheck("warm, with a planted mistake", mistakes, mistakes.length, checkHere);
