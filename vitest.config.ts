import { existsSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { BaseSequencer } from "vitest/node";

const files = (...names: readonly string[]) => names.map((name) => `test/${name}.test.ts`);
/** Attacks, faults, outages, whole builds and packages, long series: they take minutes, and are run by `npm run test:slow`. */
const SLOW = files(
  ...[
    "stress",
    "attack",
    "faults",
    "redis-faults",
    "redis-outage",
    "hostile-definitions",
    "combinations",
    "slips",
  ],
  ...["build", "package", "init", "contributing", "threshold", "bench", "upkeep", "reload"],
  ...["planted", "completeness"],
);
/** Of these `npm test` tries a part, and `npm run test:slow` all. */
const IN_PART = files(
  ...["evaluators", "explorer", "explorer-golden", "pages", "sheet", "promises", "jobs", "tables"],
  ...["explaining", "openapi"],
);
/** These take longest and begin first, so that no worker is left alone with one of them at the end. */
const LONGEST = files(
  "golden",
  "explorer",
  "contributing",
  "package",
  "build",
  "slips",
  "tables",
  "jobs",
  "promises",
);

class LongestFirst extends BaseSequencer {
  override async sort(...given: Parameters<BaseSequencer["sort"]>) {
    const place = (path: string) => {
      const at = LONGEST.findIndex((name) => path.endsWith(name));
      return at < 0 ? LONGEST.length : at;
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
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // What is waited for comes later where other work is done.
    expect: { poll: { timeout: 20_000 } },
    // Servers that tests start are asked on machines with other work: they turn nobody away, unless that is tested.
    env: { MAX_LAG_MS: "0" },
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        plugins: pluginsOf(mode),
        // Files share their modules, so that a worker loads the definitions and reads the golden cases once.
        test: { name: "main", include: ["test/**/*.test.ts"], exclude: SLOW, isolate: false },
      },
      {
        extends: true,
        plugins: pluginsOf(mode),
        test: { name: "slow", include: [...SLOW, ...IN_PART], env: { TEST_ALL: "1" }, isolate: false },
      },
    ],
  },
}));
