// Whether tests try all that they could: `npm run test:slow` does, `npm test` takes a part of what is long.
export const FULL = process.env.TEST_ALL === "1";
