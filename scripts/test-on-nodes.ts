// Runs the test suite on other Node versions from npm: npm run test:nodes [-- 22 24]. Works on a copy, so that this
// build is unchanged.
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { HOME } from "../src/definitions/folder.js";

const versions = process.argv.slice(2).length > 0 ? process.argv.slice(2) : ["22", "24"];
const wrong = versions.find((version) => !/^\d+(\.\d+){0,2}$/.test(version));
if (wrong !== undefined) {
  process.stderr.write(`${wrong} is not a version such as 24 or 22.12.0.\n`);
  process.exit(2);
}

/** Returns the folder of a `node` version. */
function nodeOf(version: string, folder: string): string {
  const name = `node-${process.platform}-${process.arch}@${version}`;
  execFileSync("npm", ["pack", name, "--silent"], { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
  const packed = readdirSync(folder).find((file) => file.endsWith(".tgz")) ?? "";
  execFileSync("tar", ["xzf", packed], { cwd: folder });
  return join(folder, "package/bin");
}

let failed = 0;
for (const version of versions) {
  const folder = mkdtempSync(join(tmpdir(), `plumbline-node-${version}-`));
  try {
    const bin = nodeOf(version, folder);
    const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ""}` };
    const copy = join(folder, "plumbline");
    const left = new Set(["node_modules", "dist", "data", ".git"].map((name) => join(HOME, name)));
    cpSync(HOME, copy, { recursive: true, filter: (path) => !left.has(path) });
    // Some tests read the history of the definitions.
    cpSync(join(HOME, ".git"), join(copy, ".git"), { recursive: true });
    for (const args of [["ci"], ["test"], ["run", "test:slow"]]) {
      process.stdout.write(`\nNode ${version}: npm ${args.join(" ")}\n`);
      if (spawnSync("npm", args, { cwd: copy, env, stdio: "inherit" }).status === 0) continue;
      failed++;
      process.stdout.write(`Node ${version}: npm ${args.join(" ")} failed\n`);
      break;
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
process.exitCode = failed === 0 ? 0 : 1;
