// Deployment files refer to existing files, valid settings and minimal privileges. No image is built, because the
// Dockerfile uses ordinary commands.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";

import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { HOME } from "../../src/definitions/folder.js";
import { startService } from "../helpers/running-service.js";

const read = (path: string) => readFileSync(join(HOME, path), "utf8");
const DOCKERFILE = read("Dockerfile").replace(/\\\n\s*/g, "");
const UNIT = read("deploy/plumbline.service");
const SETTINGS_PAGE = read("docs/operating-reference.md");

/** Documented settings, and those of Node. */
const SETTINGS = new Set([
  "NODE_ENV",
  ...[...SETTINGS_PAGE.matchAll(/^\| ((?:`[A-Z_]+`(?:, )?)+) \|/gm)].flatMap(([, names = ""]) =>
    [...names.matchAll(/[A-Z_]+/g)].map(([name]) => name),
  ),
]);

interface Container {
  readonly image: string;
  readonly ports?: readonly string[];
  readonly read_only?: boolean;
  readonly mem_limit?: string;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly tmpfs?: readonly string[];
  readonly command?: readonly string[];
}
const COMPOSE = parse(read("compose.yaml"), { merge: true }) as { services: Record<string, Container> };

describe("the Dockerfile", () => {
  const stages = DOCKERFILE.split(/^FROM /m).slice(1);
  const last = stages.at(-1) ?? "";
  const copied = [...last.matchAll(/^COPY --from=build \/src\/(\S+) (\S+)$/gm)];

  test("ends with what the package ships, but for its documents", () => {
    const { files } = JSON.parse(read("package.json")) as { files: string[] };
    const forOperators = ["docs", "deploy", "compose.yaml", "Dockerfile", "CHANGELOG.md"];
    const shipped = files.filter((file) => !forOperators.includes(file));
    expect(forOperators.filter((file) => !files.includes(file))).toEqual([]);
    expect(copied.map(([, from]) => from).sort()).toEqual(["LICENSE", "package.json", ...shipped].sort());
    for (const [, from = "", to = ""] of copied) {
      expect(existsSync(join(HOME, from)), from).toBe(true);
      expect(to === "./" ? from : to).toBe(from);
    }
  });

  test("has the command on PATH", () => {
    const line = /^RUN printf '(.+)' > (\/usr\/local\/bin\/plumbline) && chmod 755 \2$/m.exec(last);
    const [, , program = ""] = /^(.+) node (\S+) "\$@"/.exec(line?.[1]?.replace(/\\n/g, " ") ?? "") ?? [];
    expect(program).toBe("/app/dist/src/cli.js");
  });

  test("copies and runs what is there", () => {
    for (const [, names = ""] of DOCKERFILE.matchAll(/^COPY (?!--from)(.+) \S+$/gm))
      for (const name of names.split(" ")) expect(existsSync(join(HOME, name)), name).toBe(true);
    const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
    for (const [, script = ""] of DOCKERFILE.matchAll(/npm run (\S+)/g))
      expect(scripts).toHaveProperty(script);
    const [, program = ""] = /^CMD \["node", "([^"]+)", "serve"\]$/m.exec(last) ?? [];
    expect(existsSync(join(HOME, program))).toBe(true);
  });

  test("runs as nobody in particular, is looked after, and sets only what is a setting", () => {
    expect(last).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m);
    expect(last).toMatch(/^HEALTHCHECK .*\/health/m);
    const [, settings = ""] = /^ENV (.+)$/m.exec(last) ?? [];
    for (const setting of settings.split(" ")) expect(SETTINGS).toContain(setting.split("=")[0]);
  });

  test("its look at the health ends with 0 where the service answers and with 1 where it does not", async () => {
    const [, command = ""] = /^HEALTHCHECK .* CMD (\[.*\])$/m.exec(last) ?? [];
    const [program, ...args] = JSON.parse(command) as string[];
    expect(program).toBe("node");
    const service = await startService();
    const ask = async (port: number) =>
      (await once(spawn(process.execPath, args, { env: { PORT: String(port) } }), "exit"))[0];
    expect(await ask(service.port)).toBe(0);
    await service.close();
    expect(await ask(service.port)).toBe(1);
  });
});

/** A tag with an exact release, optionally with a digest. */
const EXACT = /:\d+\.\d+\.\d+-[\w.-]+(@sha256:[0-9a-f]{64})?$/;

test("images are named by their exact release", () => {
  const stages = [...DOCKERFILE.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
  const services = Object.values(COMPOSE.services).map(({ image }) => image);
  for (const image of [...stages, ...services]) if (image !== "plumbline") expect(image).toMatch(EXACT);
});

describe("compose.yaml", () => {
  const instances = Object.entries(COMPOSE.services).filter(([, { image }]) => image === "plumbline");

  test("has two instances that can write nothing but their data, with one Redis that keeps its keys", () => {
    expect(instances).toHaveLength(2);
    for (const [, { read_only, cap_drop, security_opt, tmpfs, environment = {} }] of instances) {
      expect({ read_only, cap_drop, security_opt }).toEqual({
        read_only: true,
        cap_drop: ["ALL"],
        security_opt: ["no-new-privileges:true"],
      });
      expect(tmpfs?.some((each) => each.startsWith("/data:uid=1000"))).toBe(true);
      for (const name of Object.keys(environment)) expect(SETTINGS).toContain(name);
      expect(new URL(environment.REDIS_URL ?? "").hostname in COMPOSE.services).toBe(true);
    }
    expect(COMPOSE.services.redis?.command?.join(" ")).toContain("--appendonly yes");
    expect(COMPOSE.services.redis?.command?.join(" ")).toContain("--maxmemory-policy noeviction");
  });

  test("bounds the memory of every container and what goes to memory in place of a disk; Redis requires a password", () => {
    for (const { mem_limit, tmpfs = [], command } of Object.values(COMPOSE.services)) {
      expect(mem_limit).toMatch(/^\d+[gm]$/);
      for (const each of tmpfs) expect(each).toMatch(/size=\d+m/);
      if (command === undefined) continue;
      expect(command.join(" ")).toMatch(/--requirepass \$\{REDIS_PASSWORD\}/);
      expect(command.join(" ")).toMatch(/--maxmemory \d+/);
    }
    expect(read("deploy/Caddyfile")).toMatch(/request_body \{\s+max_size \d+MiB/);
    expect(UNIT).toMatch(/^MemoryMax=\d+G$/m);
    expect(read(".npmrc")).not.toContain("audit");
  });

  test("the proxy knows both, asks whether they are ready, and keeps what is the operator's", () => {
    const caddy = read("deploy/Caddyfile");
    const [, upstreams = ""] = /reverse_proxy (.+) \{/.exec(caddy) ?? [];
    expect(upstreams.split(" ")).toEqual(instances.map(([name]) => `${name}:3000`));
    expect(caddy).toContain("health_uri /ready");
    const [, inside = ""] = /@inside path (.+)/.exec(caddy) ?? [];
    expect(inside.split(" ")).toEqual([
      "/metrics",
      "/ready",
      "/dashboard",
      "/dashboard/*",
      "/v1/admin",
      "/v1/admin/*",
    ]);
    expect(caddy).toContain("respond @inside 404");
    // Instances are reachable through the proxy only.
    for (const [name, { ports }] of instances) expect([name, ports]).toEqual([name, undefined]);
  });
});

describe("nginx.conf", () => {
  const nginx = read("deploy/nginx.conf");

  test("bounds connections, requests and bodies, and keeps what is the operator's", () => {
    for (const line of [
      "limit_conn plumbline_connections",
      "limit_req zone=plumbline_requests",
      "client_max_body_size 65m",
    ])
      expect(nginx).toContain(line);
    const [, inside = ""] = /location ~ (\S+) \{\s+return 404;/.exec(nginx) ?? [];
    const isInside = (path: string) => new RegExp(inside).test(path);
    for (const path of [
      "/metrics",
      "/ready",
      "/dashboard",
      "/dashboard/app.js",
      "/v1/admin",
      "/v1/admin/keys",
    ])
      expect([path, isInside(path)]).toEqual([path, true]);
    for (const path of ["/health", "/v1/tools", "/v1/administer", "/readyness"])
      expect([path, isInside(path)]).toEqual([path, false]);
    // The service counts by the last address, which a caller cannot choose.
    expect(nginx).toContain("proxy_set_header X-Forwarded-For $remote_addr;");
  });

  const isInstalled = spawnSync("nginx", ["-v"]).status === 0;
  test.runIf(isInstalled)("is well-formed, and passes requests on up to its limits", async () => {
    const home = mkdtempSync(join(tmpdir(), "plumbline-nginx-"));
    const service = await startService({ trustProxy: ["127.0.0.1"] });
    const port = service.port + 1;
    const conf = nginx
      .replaceAll("server 127.0.0.1:3000", `server 127.0.0.1:${service.port}`)
      .replace("listen 443 ssl;", `listen 127.0.0.1:${port};`)
      .replace(/\tlisten \[::\].*\n|\tssl_.*\n/g, "");
    const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
      (name) => `${name}_temp_path ${home}/${name};`,
    );
    const whole = `daemon off; pid ${home}/pid; error_log ${home}/log; events { worker_connections 4096; } http { access_log off; ${paths.join(" ")}\n${conf}}`;
    writeFileSync(join(home, "nginx.conf"), whole);
    const child = spawn("nginx", ["-e", join(home, "log"), "-c", join(home, "nginx.conf")]);
    const base = `http://127.0.0.1:${port}`;
    try {
      await expect
        .poll(async () =>
          fetch(`${base}/health`).then(
            ({ status }) => status,
            () => 0,
          ),
        )
        .toBe(200);
      for (const path of ["/metrics", "/v1/admin/keys"]) expect((await fetch(base + path)).status).toBe(404);
      const statuses = await Promise.all(
        Array.from({ length: 700 }, () => fetch(`${base}/health`).then(({ status }) => status)),
      );
      expect(new Set(statuses)).toEqual(new Set([200, 429]));
    } finally {
      child.kill();
      await once(child, "exit");
      await service.close();
      rmSync(home, { recursive: true });
    }
  });
});

describe("the systemd unit", () => {
  test("starts the program, as its own user, with settings that there are", () => {
    const [, program = ""] = /^ExecStart=\/usr\/bin\/env node (\S+) serve$/m.exec(UNIT) ?? [];
    expect(existsSync(join(HOME, program))).toBe(true);
    expect(UNIT).toMatch(/^User=plumbline$/m);
    const [, settings = ""] = /^Environment=(.+)$/m.exec(UNIT) ?? [];
    for (const setting of settings.split(" ")) expect(SETTINGS).toContain(setting.split("=")[0]);
    for (const line of ["NoNewPrivileges=true", "ProtectSystem=strict", "CapabilityBoundingSet="])
      expect(UNIT.split("\n")).toContain(line);
  });

  const found = spawnSync("systemd-analyze", ["--version"]).status === 0;
  test.runIf(found)("is well-formed for systemd", () => {
    const { status, stderr } = spawnSync(
      "systemd-analyze",
      ["verify", join(HOME, "deploy/plumbline.service")],
      {
        encoding: "utf8",
      },
    );
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  });
});

test("each promise under a fault names tests that are there, by their titles", () => {
  const [, table = ""] =
    /\| fault \| promise \| test \|\n\|---\|---\|---\|\n((?:\|.*\n)+)/.exec(read("docs/faults.md")) ?? [];
  const rows = table.trim().split("\n");
  expect(rows.length).toBeGreaterThan(15);
  for (const row of rows) {
    const [, , tests = ""] = row.replace(/ \|$/, "").split(" | ");
    for (const test of tests.split("; ")) {
      const [, file = "", title = ""] = /^`(test\/[\w./-]+?\.test\.ts): (.+)`$/.exec(test) ?? [];
      expect([test, file !== "" && read(file).includes(title)]).toEqual([test, true]);
    }
  }
});
