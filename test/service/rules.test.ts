// The served rule book and sheet: from the built form, cached, bounded and counted.
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openStore } from "../../src/access/open.js";
import { openRules, rulesIndex } from "../../src/build/rules.js";
import { loadFolder } from "../../src/definitions/load.js";
import { type Repository, repositoryOf, smallSet } from "../helpers/git-repository.js";
import { ownSet, ownTiers } from "../helpers/own-definitions.js";
import { call } from "../helpers/run-command.js";
import { problemOf, type Running, startService } from "../helpers/running-service.js";

const base = mkdtempSync(join(tmpdir(), "plumbline-rules-"));
const built = join(base, "built");
let one: Repository;
let service: Running;

beforeAll(async () => {
  one = repositoryOf(smallSet());
  one.commit("The first of all limits");
  const { status } = await call("build", ["--definitions", one.definitions, "--output", built]);
  expect(status).toBe(0);
  const { set } = loadFolder(one.definitions);
  if (set === undefined) throw new Error("the small set does not load");
  service = await startService({ set: { ...set, built } });
});
afterAll(async () => {
  await service.close();
  one.remove();
  rmSync(base, { recursive: true, force: true });
});

describe("the rule book", () => {
  test("its pages are served with a strict policy, squeezed, and not again to who has them", async () => {
    const page = await service.get("/rules/");
    expect(page.status).toBe(200);
    expect(page.headers.get("content-encoding")).toBe("gzip");
    const policy = page.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    const text = await page.text();
    expect(text).toContain("Rule book");
    expect(text).not.toMatch(/<script(?![^>]* src=)/);
    const etag = page.headers.get("etag") ?? "";
    expect((await service.get("/rules/", { "if-none-match": etag })).status).toBe(304);
    const plain = await service.get("/rules/index.html", { "accept-encoding": "identity" });
    expect(plain.headers.get("content-encoding")).toBeNull();
    expect(plain.headers.get("etag")).not.toBe(etag);
    expect(await plain.text()).toBe(text);
  });

  test("the bare address leads to it, and a page that is not there names those near", async () => {
    const bare = await fetch(`${service.base}/rules`, { redirect: "manual" });
    expect([bare.status, bare.headers.get("location")]).toEqual([308, "rules/"]);
    const near = await problemOf(await service.get("/rules/tools/smal.html"), "not-found");
    expect(near.near).toContain("tools/small.html");
    for (const path of ["/rules/index.json", "/rules/..%2findex.json", "/rules/tools/small.html.gz"])
      await problemOf(await service.get(path), "not-found");
  });

  test("a tool's page knows its history from when it was built, and leads to explorer, API and numbers", async () => {
    const text = await (await service.get("/rules/tools/small.html")).text();
    for (const words of [
      "The first of all limits",
      "../../#/small",
      "../../docs/reference#small",
      "../judgement/small.html",
    ])
      expect(text).toContain(words);
  });

  test("what is listed is there, and tells of these very definitions", () => {
    const book = openRules(built);
    expect(book?.pages.map(({ path }) => path)).toContain("judgement.html");
    for (const path of book?.paths() ?? []) {
      const bytes = gunzipSync(readFileSync(join(built, "rules", `${path}.gz`)));
      expect(bytes.length, path).toBeGreaterThan(0);
    }
    expect(rulesIndex(join(base, "nowhere"))).toBeUndefined();
  });

  test("a set without one says so; where somebody can make it, it is made once and then served", async () => {
    const { set } = loadFolder(one.definitions);
    if (set === undefined) throw new Error("the small set does not load");
    const bare = await startService({ set });
    expect((await problemOf(await bare.get("/rules/"), "not-found")).detail).toContain("plumbline build");
    await bare.close();
    // A rule book with more than the served tools is not shown.
    const files = new Map([...set.files].filter(([path]) => !path.startsWith("tools/")));
    const less = await startService({ set: { ...set, files, tools: new Map(), built, isPart: true } });
    await problemOf(await less.get("/rules/tools/small.html"), "not-found");
    expect((await less.get("/rules/")).status).toBe(404);
    await less.close();
    let asked = 0;
    let made: (folder: string) => void = () => undefined;
    const promised = new Promise<string>((resolve) => {
      made = resolve;
    });
    const own = await startService({
      set,
      makeRules: () => {
        asked++;
        return promised;
      },
    });
    const waiting = await own.get("/rules/");
    expect([waiting.status, waiting.headers.get("retry-after")]).toEqual([503, "10"]);
    expect(await waiting.text()).toContain("The rule book is being made");
    await own.get("/rules/");
    made(built);
    await promised;
    expect((await own.get("/rules/")).status).toBe(200);
    expect(asked).toBe(1);
    await own.close();
  });

  describe("over MCP", () => {
    const connected = async ({ base }: Running) => {
      const client = new Client({ name: "test", version: "1" });
      await client.connect(new StreamableHTTPClientTransport(new URL(`${base}/mcp`)) as Transport);
      return client;
    };

    test("its pages are listed, templated, completed and read as Markdown, with links among them", async () => {
      const client = await connected(service);
      const { resources } = await client.listResources();
      const own = resources.map(({ uri }) => uri).filter((uri) => uri.startsWith("plumbline://rules/"));
      expect(own).toEqual(["plumbline://rules/index", "plumbline://rules/tools/small"]);
      const ref = { type: "ref/resource" as const, uri: "plumbline://rules/{+name}" };
      const { completion } = await client.complete({ ref, argument: { name: "name", value: "small" } });
      expect(completion.values).toEqual(["tools/small", "judgement/small"]);
      for (const uri of [...own, "plumbline://rules/sources/handbook"]) {
        const { contents } = await client.readResource({ uri });
        expect(contents[0]).toMatchObject({ uri, mimeType: "text/markdown" });
      }
      const { contents } = await client.readResource({ uri: "plumbline://rules/tools/small" });
      const text = String((contents[0] as { text?: unknown }).text);
      expect(text).toMatch(/^# A small tool/m);
      expect(text).toMatch(/\]\(plumbline:\/\/rules\/sources\/handbook[#)]/);
      expect(text).not.toContain("<");
      await expect(client.readResource({ uri: "plumbline://rules/tools/smal" })).rejects.toThrow(
        /Did you mean .*tools\/small/,
      );
      await client.close();
    });

    test("a set without one lists none and says so, one that is being made asks to wait", async () => {
      const { set } = loadFolder(one.definitions);
      if (set === undefined) throw new Error("the small set does not load");
      for (const [options, words, listed] of [
        [{ set }, "plumbline build makes one", 0],
        [{ set, makeRules: () => new Promise<string>(() => undefined) }, "is being made", 2],
      ] as const) {
        const running = await startService(options);
        const client = await connected(running);
        const { resources } = await client.listResources();
        expect(resources.filter(({ uri }) => uri.startsWith("plumbline://rules/"))).toHaveLength(listed);
        await expect(client.readResource({ uri: "plumbline://rules/index" })).rejects.toThrow(words);
        await client.close();
        await running.close();
      }
    });
  });

  test("the quick build leaves it out, and the next whole one adds it without building the rest again", async () => {
    const output = join(base, "quick");
    const args = ["--definitions", one.definitions, "--output", output];
    await call("build", ["--without-rulebook", ...args]);
    expect(existsSync(join(output, "rules"))).toBe(false);
    const index = readFileSync(join(output, "index.json"));
    await call("build", args);
    expect(readFileSync(join(output, "index.json"))).toEqual(index);
    expect(openRules(output)?.hash("index.html")).toBeDefined();
  });
});

describe("a sheet at an address", () => {
  const link = (input: unknown, more = "") =>
    `/v1/tools/calculate_pue/sheet?input=${encodeURIComponent(typeof input === "string" ? input : JSON.stringify(input))}${more}`;
  const INPUT = { it_load_kw: 1000, cooling_kw: 400, ups_losses_kw: 60, lighting_kw: 10 };

  test("it is the page that a POST gives, and leads to the rules", async () => {
    const own = await startService();
    const page = await own.get(link(INPUT));
    expect([page.status, page.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(page.headers.get("x-definition")).toMatch(/^calculate_pue@/);
    const text = await page.text();
    expect(text).toContain('href="/rules/tools/calculate_pue.html"');
    expect(text).toBe(await (await own.post("/v1/tools/calculate_pue?format=html", INPUT)).text());
    const brief = await (await own.get(link(INPUT, "&detail=summary"))).text();
    expect(brief.length).toBeLessThan(text.length);
    await own.close();
  });

  test("what is wrong is told: no input, no JSON, too long, too deep, no such detail, an input out of bounds", async () => {
    const own = await startService();
    for (const path of [
      "/v1/tools/calculate_pue/sheet",
      link("{"),
      link({ ...INPUT, note: "x".repeat(7000) }),
      link(`${"[".repeat(1000)}${"]".repeat(1000)}`),
      link('{"__proto__": {}}'),
      link(INPUT, "&detail=some"),
    ])
      await problemOf(await own.get(path), "bad-request");
    await problemOf(await own.get(link({ ...INPUT, it_load_kw: -1 })), "invalid-input");
    await problemOf(await own.get("/v1/tools/nothing/sheet?input={}"), "unknown-tool");
    await own.close();
  });

  test("it counts as a call does, also where it is wrong", async () => {
    const failed = (error: unknown) => {
      throw error;
    };
    const store = await openStore({ dataDir: ":memory:" }, { tiers: ownTiers(), now: Date.now, failed });
    const own = await startService({ set: ownSet(), store });
    const left = (response: Response) =>
      Number(/"minute";r=(\d+)/.exec(response.headers.get("ratelimit") ?? "")?.[1]);
    const first = left(await own.get(link(INPUT)));
    expect(left(await own.get(link("{")))).toBe(first - 1);
    expect(left(await own.get(link(INPUT)))).toBe(first - 2);
    await own.close();
    await store.close();
  });
});
