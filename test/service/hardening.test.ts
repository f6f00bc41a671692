// Past attacks: spellings of paths, host names, HTTP/1.0 framing, and git settings in copied folders.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { git } from "../../src/definitions/git.js";
import { type Keyed, startKeyed } from "../helpers/keyed-service.js";

let service: Keyed;
beforeAll(async () => {
  service = await startKeyed({
    adminToken: "t".repeat(32),
    corsOrigins: ["*"],
    hosts: ["localhost", "127.0.0.1"],
  });
});
afterAll(() => service.close());

test.each(["/v1/admin/keys", "/%761/admin/keys", "/v1/%61dmin/keys", "/v1/admin/keys?x=1"])(
  "pages of other origins are never told anything of %s",
  async (path) => {
    const answer = await service.get(path, { origin: "https://evil.example" });
    expect(answer.headers.get("access-control-allow-origin")).toBeNull();
  },
);

test("other paths are for pages of every origin, where the operator says so", async () => {
  const answer = await service.get("/v1/tools", { origin: "https://page.example" });
  expect(answer.headers.get("access-control-allow-origin")).toBe("*");
});

test.each(["/metrics", "/v1/tools", "/health"])(
  "%s is not answered under a name of somebody else's",
  async (path) => {
    const statusFor = (host: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const asked = request(
          { port: service.port, host: "127.0.0.1", path, headers: { host } },
          (answer) => {
            answer.resume();
            resolve(answer.statusCode);
          },
        );
        asked.on("error", reject).end();
      });
    expect(await statusFor("evil.example")).toBe(403);
    expect(await statusFor(`localhost:${service.port}`)).toBe(200);
  },
);

test("HTTP/1.0 has no chunks", async () => {
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect(service.port, "127.0.0.1");
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk.toString();
    });
    socket.on("close", () => resolve(text)).on("error", reject);
    socket.write(
      "POST /v1/tools/calculate_pue HTTP/1.0\r\nHost: localhost\r\nContent-Type: application/json\r\n" +
        "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
    );
  });
  expect(answer).toMatch(/^HTTP\/1.1 400 /);
});

test("git runs no program that a copied folder names", () => {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-git-"));
  try {
    const run = (...args: readonly string[]) =>
      expect(spawnSync("git", ["-C", folder, ...args]).status).toBe(0);
    run("init", "-q");
    writeFileSync(join(folder, "a.yaml"), "a: 1\n");
    run("add", ".");
    run("-c", "user.name=n", "-c", "user.email=e@example.org", "commit", "-qm", "one");
    const mark = join(folder, "ran");
    const program = join(folder, "program.sh");
    writeFileSync(program, `#!/bin/sh\ntouch ${mark}\n`, { mode: 0o755 });
    run("config", "core.fsmonitor", program);
    run("config", "gpg.program", program);
    run("config", "log.showSignature", "true");
    run("config", "diff.external", program);
    run("config", "diff.y.textconv", program);
    writeFileSync(join(folder, ".gitattributes"), "*.yaml diff=y\n");
    writeFileSync(join(folder, "a.yaml"), "a: 2\n");
    expect(git(folder, ["log", "-1", "--format=%h", "--", "."])).toBeDefined();
    git(folder, ["diff", "--no-ext-diff", "--no-textconv", "--name-only", "HEAD", "--", "."]);
    git(folder, ["ls-files", "--others", "--exclude-standard", "-z", "--", "."]);
    git(folder, ["blame", "--no-textconv", "--porcelain", "HEAD", "--", "a.yaml"]);
    expect(existsSync(mark)).toBe(false);
    // Without the protection it would have run.
    spawnSync("git", ["-C", folder, "ls-files", "--others", "--modified"]);
    expect(existsSync(mark)).toBe(true);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
