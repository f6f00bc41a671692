// How the explorer is built: one page, its scripts in pieces that are loaded when they are asked for, names with hashes.
import { join } from "node:path";
import { defineConfig } from "vite";

export default defineConfig({
  root: import.meta.dirname,
  base: "/explorer/",
  publicDir: false,
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
