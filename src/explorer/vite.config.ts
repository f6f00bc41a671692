// Vite configuration of the explorer: one page with lazily loaded chunks. Requires the compiled engine, which
// generates code for the browser here.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { defineConfig, type Plugin } from "vite";

const ROOT = join(import.meta.dirname, "../..");
const compiled = (path: string) => import(pathToFileURL(join(ROOT, "dist/src", path)).href);

/** KaTeX also lists older font formats, but every supported browser reads woff2. */
const oneKindOfFont: Plugin = {
  name: "one-kind-of-font",
  enforce: "pre",
  transform(code, id) {
    if (!id.includes("katex.min.css")) return undefined;
    return { code: code.replaceAll(/,\s*url\([^)]*\.(woff|ttf)\)\s*format\([^)]*\)/g, ""), map: null };
  },
};

/** Schema checks of definition files, generated at build time because a browser may not use eval. */
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

/** Makes Ajv return generated code without running it. */
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
 * Inputs of golden cases, one file per tool, for authors who edit in the page. Reading them is slow, so unchanged
 * files of an earlier build are reused.
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
    // The content policy forbids data: addresses and inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 2_000,
    reportCompressedSize: false,
    rolldownOptions: {
      // Silences warnings about slow plugins: reading golden cases takes time.
      checks: { bundlerTimings: false },
      input: {
        index: join(import.meta.dirname, "index.html"),
        offline: join(import.meta.dirname, "offline.ts"),
      },
      // The service worker needs a stable name.
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
