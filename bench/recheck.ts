// Processor time of a check: of the whole set in a fresh process, then again after an edit of each file, with the memory
// that an editor or `plumbline watch` holds. Prints the figures; nothing is asserted.
import { Memory } from "../src/engine/language/memory.js";
import { loadDefinitions } from "../src/engine/load.js";
import { DEFAULT_FOLDER, readFolder, readSchemas, sha256 } from "../src/folder.js";

function seconds<T>(work: () => T): [number, T] {
  const before = process.cpuUsage();
  const value = work();
  const { user, system } = process.cpuUsage(before);
  return [(user + system) / 1e6, value];
}

const schemas = readSchemas();
const files = readFolder(DEFAULT_FOLDER);
const memory = new Memory();
const load = (set: typeof files) => loadDefinitions(set, schemas, undefined, undefined, memory);
const [cold, loaded] = seconds(() => load(files));
const start = process.cpuUsage();
process.stdout.write(
  `cold: ${cold.toFixed(2)} s to load ${loaded.set?.tools.size ?? 0} tools, ${((start.user + start.system) / 1e6).toFixed(2)} s with the start of Node\n`,
);
const figures = files.map(({ path }) => {
  const edited = files.map((file) => {
    if (file.path !== path) return file;
    const text = `${file.text}# edited\n`;
    return { path, text, sha256: sha256(text) };
  });
  return { path, took: seconds(() => load(edited))[0] };
});
figures.sort((a, b) => b.took - a.took);
const median = figures[Math.floor(figures.length / 2)]?.took ?? 0;
process.stdout.write(`warm, after an edit of one file: median ${median.toFixed(3)} s; the longest:\n`);
for (const { path, took } of figures.slice(0, 12)) process.stdout.write(`  ${took.toFixed(3)} s  ${path}\n`);
