import { defineConfig } from "vitest/config";

/** Attacks, overload and outages: they take minutes, and are run by `npm run test:slow`. */
const SLOW = ["stress", "redis-outage", "hostile-definitions"].map((name) => `test/${name}.test.ts`);

export default defineConfig({
  test: {
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Servers that tests start are asked on machines with other work: they turn nobody away, unless that is tested.
    env: { MAX_LAG_MS: "0" },
    projects: [
      {
        extends: true,
        // Files share their modules, so that a worker loads the definitions and reads the golden cases once.
        test: { name: "main", include: ["test/**/*.test.ts"], exclude: SLOW, isolate: false },
      },
      { extends: true, test: { name: "slow", include: SLOW } },
    ],
  },
});
