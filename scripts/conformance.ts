// Runs the MCP conformance suite with the tools of test/agents/definitions: npm run conformance -- <folder where
// @modelcontextprotocol/conformance is installed>. test/agents/conformance.yaml lists expected failures with reasons.
// Other failures, and unexpected passes, are errors. Needs Node 22.
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parse, stringify } from "yaml";
import { HOME } from "../src/definitions/folder.js";
import { buildApp } from "../src/server/app.js";
import { servedSet } from "../src/settings/served-set.js";

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  process.stderr.write("Name the folder where @modelcontextprotocol/conformance is installed.\n");
  process.exit(2);
}
interface Check {
  readonly errorMessage?: string;
  readonly details?: { readonly message?: unknown };
}

const suite = resolve(folder, "node_modules/@modelcontextprotocol/conformance/dist/index.js");
/** Expected failures by revision and reason, with the suite's messages. */
const listed = parse(readFileSync(join(HOME, "test/agents/conformance.yaml"), "utf8")) as Record<
  string,
  Record<string, Record<string, string>>
>;

const set = await servedSet(join(HOME, "test/agents/definitions"));
if (set === undefined) process.exit(1);
const app = await buildApp({ set, version: "0.0.0", maxLag: 0 });
await app.listen({ host: "127.0.0.1", port: 0 });
const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/mcp`;
const work = mkdtempSync(join(tmpdir(), "plumbline-conformance-"));

function run(revision: string, expected: readonly string[]): Promise<number> {
  const baseline = join(work, "expected.yaml");
  writeFileSync(baseline, stringify({ server: expected }));
  const kept = ["--expected-failures", baseline, "--output-dir", join(work, revision)];
  const args = [suite, "server", "--url", url, "--requirements", revision, ...kept];
  const child = spawn(process.env.SUITE_NODE ?? process.execPath, args, { cwd: work, stdio: "inherit" });
  return new Promise((done) => child.on("exit", (code) => done(code ?? 1)));
}

/** Returns the messages of a scenario's failed checks. */
function said(revision: string, scenario: string): string[] {
  const folders = readdirSync(join(work, revision)).filter((name) => name.startsWith(`server-${scenario}-2`));
  return folders.flatMap((name) => {
    const checks = JSON.parse(readFileSync(join(work, revision, name, "checks.json"), "utf8")) as Check[];
    return checks.map(({ errorMessage, details }) => errorMessage ?? String(details?.message ?? ""));
  });
}

let failed = 0;
for (const [revision, reasons] of Object.entries(listed)) {
  process.stdout.write(`\nRevision ${revision}\n`);
  const expected = Object.entries(Object.assign({}, ...Object.values(reasons)) as Record<string, string>);
  const names = expected.map(([scenario]) => scenario);
  failed += (await run(revision, names)) === 0 ? 0 : 1;
  for (const [scenario, words] of expected) {
    const heard = said(revision, scenario);
    if (heard.some((each) => each.includes(words))) continue;
    failed += 1;
    process.stdout.write(`${scenario} does not say "${words}" but ${JSON.stringify(heard)}\n`);
  }
}
await app.close();
rmSync(work, { recursive: true, force: true });
process.exitCode = failed === 0 ? 0 : 1;
