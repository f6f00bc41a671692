// How the explorer is built: one page, its scripts in pieces that are loaded when they are asked for, names with hashes.
// The engine must be compiled before: what it writes for a browser is made with it here.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { defineConfig, type Plugin } from "vite";

const ROOT = join(import.meta.dirname, "../..");
const compiled = (path: string) => import(pathToFileURL(join(ROOT, "dist/src", path)).href);

/** Every browser that runs the explorer reads woff2; KaTeX names older forms of its fonts too. */
const oneKindOfFont: Plugin = {
  name: "one-kind-of-font",
  enforce: "pre",
  transform(code, id) {
    if (!id.includes("katex.min.css")) return undefined;
    return { code: code.replaceAll(/,\s*url\([^)]*\.(woff|ttf)\)\s*format\([^)]*\)/g, ""), map: null };
  },
};

/** The checks of the structure of definition files, as code: a browser may not make any from text. */
const STRUCTURE = "virtual:structure";
const structure: Plugin = {
  name: "structure",
  resolveId: (id) => (id === STRUCTURE ? `\0${STRUCTURE}` : undefined),
  async load(id) {
    if (id !== `\0${STRUCTURE}`) return undefined;
    const { structureText } = await compiled("engine/read/structure-ajv.js");
    const { readSchemas } = await compiled("definitions/folder.js");
    const text: string = structureText(readSchemas(), [
      "tool",
      "section",
      "part",
      "table",
      "sources",
      "common",
    ]);
    return `export const makeStructure = ${text};`;
  },
};

/** Ajv starts what it has written at once. Here its text alone is wanted, and starting it is not allowed. */
const textOnly: Plugin = {
  name: "text-only",
  enforce: "pre",
  transform(code, id) {
    if (!/ajv\/dist\/compile\/index\.js$/.test(id)) return undefined;
    const silent = code.replace(
      /new Function\([^;]*\);/,
      "() => () => { throw new Error('not started here'); };",
    );
    if (silent === code) throw new Error("ajv starts its text in another way now");
    return { code: silent, map: null };
  },
};

const OUTPUT = join(ROOT, "dist/explorer");

/**
 * The inputs of the golden cases, a file a tool, for who edits a definition and wants to see what moves. They take longer to
 * read than all else here takes, so what an earlier build made of the same texts is taken as it is.
 */
const made = new Map<string, string>();
const cases: Plugin = {
  name: "cases",
  buildStart() {
    if (!existsSync(OUTPUT)) return;
    for (const name of readdirSync(OUTPUT).filter((each) => each.startsWith("cases-")))
      made.set(name, readFileSync(join(OUTPUT, name), "utf8"));
  },
  async generateBundle() {
    const { GOLDEN_FOLDER } = await compiled("definitions/folder.js");
    if (!existsSync(GOLDEN_FOLDER)) return;
    const { caseFiles, readGolden } = await compiled("workbench/cases.js");
    for (const entry of readdirSync(GOLDEN_FOLDER, { withFileTypes: true })) {
      if (!entry.isDirectory() || entry.name.startsWith("legacy_")) continue;
      const folder = join(GOLDEN_FOLDER, entry.name);
      const hash = createHash("sha256");
      for (const file of caseFiles(folder)) hash.update(readFileSync(join(folder, file)));
      const fileName = `cases-${entry.name}.${hash.digest("hex").slice(0, 12)}.json`;
      const inputs = () =>
        readGolden(folder).map((each: { name: string; input: unknown }) => [each.name, each.input]);
      this.emitFile({ type: "asset", fileName, source: made.get(fileName) ?? JSON.stringify(inputs()) });
    }
  },
};

export default defineConfig({
  root: import.meta.dirname,
  base: "/explorer/",
  publicDir: false,
  plugins: [oneKindOfFont, cases],
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: OUTPUT,
    emptyOutDir: true,
    assetsDir: "",
    target: "es2022",
    // A strict content policy refuses data: addresses, and no script may be inline.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 2_000,
    reportCompressedSize: false,
    rolldownOptions: {
      // The golden cases take their time; who starts the service need not hear of it.
      checks: { bundlerTimings: false },
      input: {
        index: join(import.meta.dirname, "index.html"),
        offline: join(import.meta.dirname, "offline.ts"),
      },
      // The browser asks for the worker between page and network by one name, for ever.
      output: {
        entryFileNames: ({ name }) => (name === "offline" ? "offline.js" : "[name]-[hash].js"),
      },
    },
  },
  worker: {
    format: "es",
    plugins: () => [structure, textOnly],
  },
});
