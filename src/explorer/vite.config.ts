// How the explorer is built: one page, its scripts in pieces that are loaded when they are asked for, names with hashes.
// The engine must be compiled before: what it writes for a browser is made with it here.
import { createHash } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
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
    const { readSchemas } = await compiled("folder.js");
    const text: string = structureText(readSchemas(), ["tool", "part", "table", "sources", "common"]);
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

/** The inputs of the golden cases, a file a tool, for who edits a definition and wants to see what moves. */
const cases: Plugin = {
  name: "cases",
  async generateBundle() {
    const { GOLDEN_FOLDER } = await compiled("folder.js");
    if (!existsSync(GOLDEN_FOLDER)) return;
    const { readGolden } = await compiled("authoring/cases.js");
    for (const { name, isDirectory } of readdirSync(GOLDEN_FOLDER, { withFileTypes: true }).map((each) => ({
      name: each.name,
      isDirectory: each.isDirectory(),
    }))) {
      if (!isDirectory || name.startsWith("legacy_")) continue;
      const golden: { name: string; input: unknown }[] = readGolden(join(GOLDEN_FOLDER, name));
      const source = JSON.stringify(golden.map((each) => [each.name, each.input]));
      const hash = createHash("sha256").update(source).digest("hex").slice(0, 12);
      this.emitFile({ type: "asset", fileName: `cases-${name}.${hash}.json`, source });
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
    outDir: join(ROOT, "dist/explorer"),
    emptyOutDir: true,
    assetsDir: "",
    target: "es2022",
    // A strict content policy refuses data: addresses, and no script may be inline.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 2_000,
    reportCompressedSize: false,
    rolldownOptions: {
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
  worker: { format: "es", plugins: () => [structure, textOnly] },
});
