// Whether tests try all that they could: `npm run test:slow` does, `npm test` takes a part of what is long.
import { test } from "vitest";

export const FULL = process.env.TEST_ALL === "1";

/** A test that stands beside such ones and is the same in both: `npm test` has tried it, and once is enough. */
export const testOnce = test.skipIf(FULL);
