// Tables sent with curl, Python's http.client and plumbline run --server, as in docs/tables.md.
import { execFile, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ROOT } from "../helpers/folders.js";
import type { Keyed } from "../helpers/keyed-service.js";
import { CLI, runCli } from "../helpers/processes.js";
import { keyWith, PATH, resultsOf, rowsOf, startTables, type TableKey } from "../helpers/table-service.js";

const docs = readFileSync(join(ROOT, "docs/tables.md"), "utf8");
const has = (program: string) => spawnSync(program, ["--version"]).status === 0;
const folder = mkdtempSync(join(tmpdir(), "plumbline-clients-"));
const at = (name: string) => join(folder, name);

let service: Keyed;
let key: TableKey;
beforeAll(async () => {
  service = await startTables();
  key = await keyWith(service, 10_000_000);
  writeFileSync(at("rows.csv"), rowsOf(20_000));
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

/** Runs a program without blocking this process, which has the service. */
async function run(program: string, args: readonly string[], env: Record<string, string> = {}) {
  const options = { cwd: folder, env: { ...process.env, ...env }, maxBuffer: 2 ** 26 };
  return promisify(execFile)(program, [...args], options).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      stdout,
      stderr,
    }),
  );
}

/** The page's examples, adapted to this test's tool and service. */
describe("docs/tables.md", () => {
  const [, sample = ""] = /<<'ROWS'\n([\s\S]*?)ROWS\n/.exec(docs) ?? [];
  const columns = sample.split("\n", 1)[0]?.split(",") ?? [];
  const here = (text: string) =>
    text.replaceAll(/\/v1\/tools\/\w+\/table/g, PATH).replaceAll("3000", String(service.port));
  beforeAll(() => {
    // Rows with this tool's inputs.
    expect(columns).toHaveLength(4);
    writeFileSync(at("estate.csv"), "lease,load_kw\nL-001,1\nL-002,2\n");
  });

  const [curl] = docs
    .split("```sh\n")
    .filter((block) => block.startsWith("curl "))
    .map((block) => block.split("```")[0]);
  test.runIf(has("curl"))("curl", async () => {
    const lines = here(curl ?? "")
      .replace("columns=compliant", "columns=used_kw")
      .trim()
      .split("\n");
    expect(lines).toHaveLength(3);
    const [csv, jsonl, form] = lines;
    const auth = `-H 'x-api-key: ${key.headers["x-api-key"]}'`;
    const shell = (line = "") => run("bash", ["-c", line.replace("curl ", `curl ${auth} `)]);
    expect((await shell(csv)).stdout).toMatch(/^lease,load_kw,.*\nL-001,1,0.5,.*\nL-002,2,1,.*\n$/);
    expect(JSON.parse((await shell(jsonl)).stdout.split("\n")[0] ?? "")).toMatchObject({
      lease: "L-001",
      used_kw: 0.5,
    });
    await shell(form);
    expect(readFileSync(at("results.csv"), "utf8")).toBe(
      "lease,load_kw,used_kw,notes,error,error_fields\nL-001,1,0.5,,,\nL-002,2,1,,,\n",
    );
  });

  const [, python] = /```python\n([\s\S]*?)```/.exec(docs) ?? [];
  test.runIf(has("python3"))(
    "Python's http.client, which reads nothing before it has sent everything",
    async () => {
      const { stdout } = await run("python3", ["-c", here(python ?? "")]);
      expect(stdout).toMatch(/^lease,load_kw,.*\nL-001,1,0.5,.*\nL-002,2,1,.*\n$/);
    },
  );
});

/** Sends a file whole or in chunks; prints the status, a header and the length of the answer. */
const PYTHON = `import http.client, os, sys
connection = http.client.HTTPConnection("127.0.0.1", int(sys.argv[1]))
with open(sys.argv[2], "rb") as table:
    body = table.read()
headers = {"Content-Type": "text/csv"}
if sys.argv[3]:
    headers["X-API-Key"] = sys.argv[3]
if sys.argv[4] == "in chunks":
    connection.request("POST", "${PATH}", (body[at:at + 8192] for at in range(0, len(body), 8192)), headers, encode_chunked=True)
else:
    connection.request("POST", "${PATH}", body, headers)
answer = connection.getresponse()
text = answer.read()
print(answer.status, answer.getheader("Content-Type"), len(text), text[:200])`;

describe.runIf(has("python3"))("Python", () => {
  test.each(["whole", "in chunks"])(
    "sends a table whose results are longer than all buffers on the way, %s",
    async (mode) => {
      writeFileSync(at("long.csv"), rowsOf(400_000));
      const args = ["-c", PYTHON, String(service.port), at("long.csv"), key.headers["x-api-key"] ?? "", mode];
      const { stdout } = await run("python3", args);
      expect(stdout).toContain(`200 text/csv; charset=utf-8 ${resultsOf(400_000).length} `);
    },
  );

  test.each(["whole", "in chunks"])("reads why a table is too large, sent %s", async (mode) => {
    // More than the buffers of a connection.
    writeFileSync(at("large.csv"), rowsOf(1_000_000, `,${"x".repeat(20)}`));
    const { stdout, stderr } = await run("python3", [
      "-c",
      PYTHON,
      String(service.port),
      at("large.csv"),
      "",
      mode,
    ]);
    expect([stdout, stderr]).toEqual([
      expect.stringMatching(/^413 application\/problem\+json .*at most 1048576 bytes/),
      "",
    ]);
  });

  test("reads that a key is wrong", async () => {
    const args = ["-c", PYTHON, String(service.port), at("large.csv"), "plb_wrong", "whole"];
    expect((await run("python3", args)).stdout).toMatch(/^401 application\/problem\+json /);
  });
});

describe.runIf(has("curl"))("curl", () => {
  const url = () => `http://127.0.0.1:${service.port}${PATH}`;

  test("shows how much has arrived, and is told before it sends too much", async () => {
    const auth = ["-H", `x-api-key: ${key.headers["x-api-key"]}`, "-H", "content-type: text/csv"];
    const shown = await run("curl", [url(), ...auth, "--data-binary", "@rows.csv", "-o", "out.csv"]);
    expect(shown.stderr).toMatch(/% Received[\s\S]*100 /);
    expect(readFileSync(at("out.csv"), "utf8") === resultsOf(20_000)).toBe(true);
    writeFileSync(at("large.csv"), rowsOf(1_000_000, `,${"x".repeat(20)}`));
    const refused = await run("curl", [
      "-s",
      url(),
      ...auth.slice(2),
      "--data-binary",
      "@large.csv",
      "-w",
      " %{size_upload}",
    ]);
    expect(refused.stdout).toMatch(/"status":413.* 0$/);
  });
});

describe("plumbline run --server", () => {
  const remote = (...args: string[]) =>
    run(process.execPath, [CLI, "run", "hall", "--server", service.base, ...args], {
      PLUMBLINE_KEY: key.headers["x-api-key"] ?? "",
    });

  test.each(["csv", "jsonl", "xlsx"])("writes what the service computed as %s", async (form) => {
    const { code, stderr } = await remote("--table", at("rows.csv"), "--output", at(`remote.${form}`));
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(/^Columns kept as they are: id\.\n20 ?000 rows|20,000 rows/),
    ]);
    expect(existsSync(at(`remote.${form}`))).toBe(true);
    expect(existsSync(at(`remote.${form}.part`))).toBe(false);
    if (form === "csv") expect(readFileSync(at("remote.csv"), "utf8") === resultsOf(20_000)).toBe(true);
    if (form === "jsonl") expect(readFileSync(at("remote.jsonl"), "utf8").split("\n")).toHaveLength(20_001);
    // Workbooks work too.
    if (form === "xlsx")
      expect((await remote("--table", at("remote.xlsx"), "--columns", "used_kw")).stdout).toContain(
        "\n7,7,odd,7,",
      );
  });

  test("takes a mapping, columns and inputs that are the same in all rows, and counts rows without a result", async () => {
    writeFileSync(at("map.yaml"), "load_kw: Power\n");
    writeFileSync(at("odd.csv"), 'Power,note\n10,"a\nb"\n5000,c\n');
    const args = [
      "--table",
      at("odd.csv"),
      "--map",
      at("map.yaml"),
      "--columns",
      "used_kw",
      "--share",
      "0.2",
    ];
    const { code, stdout, stderr } = await remote(...args);
    expect(stdout).toMatch(
      /^Power,note,used_kw,notes,error,error_fields\n10,"a\nb",2,,,\n5000,c,,,.*load_kw\n$/,
    );
    expect([code, stderr]).toEqual([1, "Columns kept as they are: note.\n2 rows, 1 without a result.\n"]);
  });

  test("shows how many rows are done", async () => {
    const half = 50_000;
    const [head = "", ...rows] = resultsOf(2 * half).split(/(?<=\n)/);
    // A service that pauses in the middle.
    const slow = createServer((request, response) => {
      request.resume().once("end", () => {
        response.writeHead(200, { "x-table": JSON.stringify({ rows: 2 * half, carried: [], notes: [] }) });
        response.write(head + rows.slice(0, half).join(""));
        setTimeout(() => response.end(rows.slice(half).join("")), 1500);
      });
    }).listen(0);
    const address = `http://127.0.0.1:${(slow.address() as AddressInfo).port}`;
    const command = `${process.execPath} ${CLI} run hall --table ${at("rows.csv")} --server ${address} --output ${at("slow.csv")}`;
    const { stdout } = await run("script", ["-qec", command, "/dev/null"]);
    slow.close();
    expect(stdout).toMatch(/rows \((4\d|5\d) %\)/);
    expect(stdout).toContain("100,000 rows, 0 without a result. Written: ");
  });

  test("reports what the service refuses, and a service that ends too early", async () => {
    const refused = await remote("--table", at("rows.csv"), "--columns", "none");
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining("rows.csv: There is no result column none."),
    ]);
    const cut = createServer((request, response) => {
      request.resume().once("end", () => {
        response.writeHead(200, { "x-table": '{"rows":9,"carried":[],"notes":[]}' });
        response.write(resultsOf(3));
        setTimeout(() => response.destroy(), 200);
      });
    }).listen(0);
    const server = `http://127.0.0.1:${(cut.address() as AddressInfo).port}`;
    const args = ["run", "hall", "--table", at("rows.csv"), "--server", server, "--output", at("cut.csv")];
    const { code, stderr } = await run(process.execPath, [CLI, ...args]);
    cut.close();
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^No results of the service: /)]);
    expect([existsSync(at("cut.csv")), existsSync(at("cut.csv.part"))]).toEqual([false, false]);
  });

  test("Ctrl-C ends it, and the work of the service", async () => {
    const before = await key.used();
    writeFileSync(at("long.csv"), rowsOf(400_000));
    const child = spawn(
      process.execPath,
      [
        CLI,
        "run",
        "hall",
        "--table",
        at("long.csv"),
        "--server",
        service.base,
        "--output",
        at("long-results.csv"),
      ],
      {
        env: { ...process.env, PLUMBLINE_KEY: key.headers["x-api-key"] },
      },
    );
    const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
    while (!existsSync(at("long-results.csv.part"))) await new Promise((resolve) => setTimeout(resolve, 10));
    child.kill("SIGINT");
    expect(await ended).toBe(130);
    expect(existsSync(at("long-results.csv.part"))).toBe(false);
    await expect.poll(async () => (await key.used()) - before).toBeLessThan(400_000);
  });

  test.each([
    [["--server", "nowhere"], "--server must be an address"],
    [["--server", "http://127.0.0.1:1", "--workers", "2"], "--workers does not go with --server"],
  ])("wrong use: %o", (args, words) => {
    const { status, stderr } = runCli(["run", "hall", "--table", at("rows.csv"), ...args]);
    expect([status, stderr]).toEqual([2, expect.stringContaining(words)]);
  });
});
