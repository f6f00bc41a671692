// Runs the MCP conformance suite against this service, with the tools of test/agents/definitions, which the suite calls by
// name:
//   npm run conformance -- <folder where @modelcontextprotocol/conformance is installed>
// What cannot pass is listed in test/agents/conformance.yaml with its reason: the suite fails where anything else does, and
// where something listed passes after all. The suite needs Node 22 and is no dependency of this package.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parse, stringify } from "yaml";
import { servedSet } from "../src/command/definitions.js";
import { HOME } from "../src/folder.js";
import { buildApp } from "../src/server/app.js";

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  process.stderr.write("Name the folder where @modelcontextprotocol/conformance is installed.\n");
  process.exit(2);
}
const suite = resolve(folder, "node_modules/@modelcontextprotocol/conformance/dist/index.js");
/** By revision and reason, the scenarios that cannot pass. */
const listed = parse(readFileSync(join(HOME, "test/agents/conformance.yaml"), "utf8")) as Record<
  string,
  Record<string, readonly string[]>
>;

const set = await servedSet(join(HOME, "test/agents/definitions"));
if (set === undefined) process.exit(1);
const app = await buildApp({ set, version: "0.0.0", now: () => performance.now() / 1000, maxLag: 0 });
await app.listen({ host: "127.0.0.1", port: 0 });
const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/mcp`;
const work = mkdtempSync(join(tmpdir(), "plumbline-conformance-"));

function run(revision: string, expected: readonly string[]): Promise<number> {
  const baseline = join(work, "expected.yaml");
  writeFileSync(baseline, stringify({ server: expected }));
  const args = [suite, "server", "--url", url, "--requirements", revision, "--expected-failures", baseline];
  const child = spawn(process.env.SUITE_NODE ?? process.execPath, args, { cwd: work, stdio: "inherit" });
  return new Promise((done) => child.on("exit", (code) => done(code ?? 1)));
}

let failed = 0;
for (const [revision, reasons] of Object.entries(listed)) {
  process.stdout.write(`\nRevision ${revision}\n`);
  failed += (await run(revision, Object.values(reasons).flat())) === 0 ? 0 : 1;
}
await app.close();
rmSync(work, { recursive: true, force: true });
process.exitCode = failed === 0 ? 0 : 1;
