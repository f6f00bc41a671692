// FULL selects complete test runs: `npm run test:slow` sets it, `npm test` runs a sample.
import { test } from "vitest";

export const FULL = process.env.TEST_ALL === "1";

/** A test that is equal in both modes, and so runs in `npm test` only. */
export const testOnce = test.skipIf(FULL);
