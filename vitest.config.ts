import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Servers that tests start are asked on machines with other work: they turn nobody away, unless that is tested.
    env: { MAX_LAG_MS: "0" },
  },
});
