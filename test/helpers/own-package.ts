// The npm package, and the documentation's programs that use it.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "./folders.js";

/** Packs and unpacks the package. It was built before the tests. */
export function unpackPackage(folder: string): void {
  const packed = mkdtempSync(join(tmpdir(), "plumbline-packed-"));
  try {
    execFileSync("npm", ["pack", "--ignore-scripts", "--silent", "--pack-destination", packed], {
      cwd: ROOT,
    });
    mkdirSync(folder, { recursive: true });
    const [file = ""] = readdirSync(packed);
    execFileSync("tar", ["xzf", join(packed, file), "-C", folder, "--strip-components=1"]);
  } finally {
    rmSync(packed, { recursive: true, force: true });
  }
}

/** Returns a program of docs/library.md. */
export function documentedProgram(name: string): string {
  const docs = readFileSync(join(ROOT, "docs/library.md"), "utf8");
  const program = new RegExp(`\`\`\`ts ${name}\\.ts\\n(.*?)\`\`\``, "s").exec(docs)?.[1];
  if (program === undefined) throw new Error(`docs/library.md has no program ${name}.ts`);
  return program;
}

/** Expected output of the programs in docs/library.md. */
export const PRINTED = {
  library: "1.37 Good\nit_load_kw is required.\n12 steps or more: true\n",
  typed: "1.37\ncooling_kw is required.\n",
} as const;
