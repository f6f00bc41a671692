// Checks the lock file: every package for a supported platform has a hash, so that all machines install the same
// bytes. Reports native packages that are missing for a platform.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { HOME } from "../src/definitions/folder.js";

interface Entry {
  readonly version?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
}

export interface Platform {
  readonly os: string;
  readonly cpu: string;
  readonly libc?: string;
}

export const PLATFORMS: readonly Platform[] = [
  { os: "linux", cpu: "x64", libc: "glibc" },
  { os: "linux", cpu: "arm64", libc: "glibc" },
  { os: "darwin", cpu: "x64" },
  { os: "darwin", cpu: "arm64" },
];

/** Packages that may lack a hash, with reasons. */
const EXCUSED: Readonly<Record<string, string>> = {};

/** Returns one line per faulty entry. */
export function lockFaults(lock: { readonly packages: Readonly<Record<string, Entry>> }): string[] {
  const faults: string[] = [];
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (path === "" || entry.link === true) continue;
    const needed = PLATFORMS.filter((platform) => isFor(entry, platform));
    if (entry.integrity === undefined && needed.length > 0 && EXCUSED[path] === undefined)
      faults.push(
        `${path} ${entry.version ?? ""} has no hash and is needed on ${needed.map(nameOf).join(", ")}`,
      );
    if (entry.resolved !== undefined) faults.push(`${path} names the place it was fetched from`);
  }
  return faults;
}

function isFor({ os, cpu, libc }: Entry, platform: Platform): boolean {
  const fits = (allowed: readonly string[] | undefined, given: string | undefined) =>
    allowed === undefined ||
    given === undefined ||
    (allowed.some((name) => !name.startsWith("!"))
      ? allowed.includes(given)
      : !allowed.includes(`!${given}`));
  return fits(os, platform.os) && fits(cpu, platform.cpu) && fits(libc, platform.libc);
}

function nameOf({ os, cpu }: Platform): string {
  return `${os} ${cpu}`;
}

export function ownLock(): Parameters<typeof lockFaults>[0] {
  return JSON.parse(readFileSync(join(HOME, "package-lock.json"), "utf8")) as Parameters<
    typeof lockFaults
  >[0];
}

if (process.argv[1]?.endsWith("check-lock.js") === true) {
  const faults = lockFaults(ownLock());
  for (const fault of faults) process.stderr.write(`package-lock.json: ${fault}\n`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
