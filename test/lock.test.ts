// The lock file is valid for every supported platform, and its check detects faults.
import { expect, test } from "vitest";
import { lockFaults, ownLock } from "../scripts/check-lock.js";

test("what any supported platform installs has a hash, and no entry names a place", () => {
  expect(lockFaults(ownLock())).toEqual([]);
});

test("native parts of the tools that the tests need exist for all four platforms", () => {
  const paths = Object.keys(ownLock().packages);
  for (const family of [
    "@rolldown/binding-",
    "@libsql/",
    "@biomejs/cli-",
    "@typescript/typescript-",
    "@duckdb/node-bindings-",
  ])
    for (const platform of ["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64"])
      expect(
        paths.filter((path) => path.startsWith(`node_modules/${family}${platform}`)),
        `${family}${platform}`,
      ).not.toEqual([]);
});

test.each([
  ["a package without a hash", { "node_modules/a": { version: "1.0.0" } }, 1],
  ["one for a platform that nobody needs", { "node_modules/a": { os: ["win32"], cpu: ["x64"] } }, 0],
  ["one for musl", { "node_modules/a": { os: ["linux"], cpu: ["arm64"], libc: ["musl"] } }, 0],
  ["one for arm64", { "node_modules/a": { os: ["linux"], cpu: ["arm64"], libc: ["glibc"] } }, 1],
  ["one that is for all but Windows", { "node_modules/a": { os: ["!win32"] } }, 1],
  ["the project itself and links", { "": {}, "node_modules/b": { link: true } }, 0],
  ["a place", { "node_modules/a": { integrity: "sha512-x", resolved: "https://example.org/a.tgz" } }, 1],
])("%s", (_, packages, faults) => {
  expect(lockFaults({ packages })).toHaveLength(faults);
});
