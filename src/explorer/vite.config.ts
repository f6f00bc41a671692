// How the explorer is built: one page, its scripts in pieces that are loaded when they are asked for, names with hashes.
import { join } from "node:path";
import { defineConfig, type Plugin } from "vite";

/** Every browser that runs the explorer reads woff2; KaTeX names older forms of its fonts too. */
const oneKindOfFont: Plugin = {
  name: "one-kind-of-font",
  enforce: "pre",
  transform(code, id) {
    if (!id.includes("katex.min.css")) return undefined;
    return { code: code.replaceAll(/,\s*url\([^)]*\.(woff|ttf)\)\s*format\([^)]*\)/g, ""), map: null };
  },
};

export default defineConfig({
  root: import.meta.dirname,
  base: "/explorer/",
  publicDir: false,
  plugins: [oneKindOfFont],
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: join(import.meta.dirname, "../../dist/explorer"),
    emptyOutDir: true,
    assetsDir: "",
    target: "es2022",
    // A strict content policy refuses data: addresses, and no script may be inline.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1_000,
  },
  worker: { format: "es" },
});
