import { existsSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { BaseSequencer } from "vitest/node";

/** These files and folders take longest and begin first, so that no worker is left alone with one of them at the end. */
const FIRST = [
  "test/slow/combinations",
  "test/slow/whole/evaluators",
  "test/slow/long-table",
  "test/slow/plant.",
  "test/slow/whole/",
  "test/engine/golden.",
  "test/browser/",
  "test/engine/",
  "test/tables/",
  "test/slow/",
];

class LongestFirst extends BaseSequencer {
  override async sort(...given: Parameters<BaseSequencer["sort"]>) {
    const place = (path: string) => {
      const at = FIRST.findIndex((begin) => path.includes(begin));
      return at < 0 ? FIRST.length : at;
    };
    const sorted = await super.sort(...given);
    return sorted.toSorted((a, b) => place(a.moduleId) - place(b.moduleId));
  }
}

const SOURCE = join(import.meta.dirname, "src");
const COMPILED = join(import.meta.dirname, "dist/src");
/**
 * `npm test` builds first and tests what was compiled: it is what is served, and node loads and runs it a sixth faster
 * than vitest runs the source. `npx vitest` alone, while one works on a test, takes the source.
 */
const compiled: Plugin = {
  name: "compiled",
  enforce: "pre",
  resolveId(id, from) {
    if (from === undefined || !/^\.\.?\/.*\.js$/.test(id)) return null;
    const path = relative(SOURCE, join(dirname(from), id));
    const there = join(COMPILED, path);
    return path.startsWith("..") || !existsSync(there) ? null : there;
  },
};

/** Each project has them itself: vitest reads this file again for one that extends it, and in no mode then. */
const pluginsOf = (mode: string) => (mode === "compiled" ? [compiled] : []);

export default defineConfig(({ mode }) => ({
  test: {
    server: { deps: { external: [/\/dist\/src\//] } },
    // Ends what hangs; no test fails because others keep the machine busy.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // What is waited for comes later where other work is done.
    expect: { poll: { timeout: 60_000 } },
    // Servers that tests start are asked on machines with other work: they turn nobody away, unless that is tested.
    env: { MAX_LAG_MS: "0" },
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        plugins: pluginsOf(mode),
        // Files share their modules, so that a worker loads the definitions and reads the golden cases once.
        test: { name: "main", include: ["test/**/*.test.ts"], exclude: ["test/slow/**"], isolate: false },
      },
      {
        extends: true,
        plugins: pluginsOf(mode),
        // Attacks, faults, outages, whole builds and packages, long series, and all of what the others try in part.
        test: { name: "slow", include: ["test/slow/**/*.test.ts"], env: { TEST_ALL: "1" }, isolate: false },
      },
    ],
  },
}));
