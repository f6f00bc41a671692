// Licences of sources: documented, shown in the rule book, and enforced for operators without a licence.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { withTables } from "../../scripts/docs.js";
import { DEFAULT_FOLDER, HOME } from "../../src/definitions/folder.js";
import { escapeHtml } from "../../src/pages/html.js";
import { Book } from "../../src/pages/rulebook/book.js";
import { changesOf } from "../../src/pages/rulebook/changes.js";
import { sourceBody } from "../../src/pages/rulebook/sources.js";
import { licencesNeeded, licensed } from "../../src/settings/licences.js";
import { ownSet } from "../helpers/own-definitions.js";
import { runCli } from "../helpers/processes.js";
import { type Running, startService } from "../helpers/running-service.js";

const PAGE = readFileSync(join(HOME, "docs/licences.md"), "utf8");
const names = (set: { readonly tools: ReadonlyMap<string, unknown> }) => [...set.tools.keys()];

test("the table of sources that need an agreement is true (npm run docs)", () => {
  expect(PAGE).toContain("| licence | commercial use | sources | tools |");
  expect(withTables(PAGE, ownSet)).toBe(PAGE);
});

test("the rule book shows the licence of every source", () => {
  const { sources, licences } = ownSet();
  const book = new Book(ownSet(), { changes: changesOf(DEFAULT_FOLDER), served: false });
  for (const source of sources.values()) {
    const title = licences.get(source.licence ?? "")?.title ?? "?";
    expect(sourceBody(book, source).text, source.id).toContain(escapeHtml(title));
  }
});

describe("LICENCES", () => {
  test("all, or nothing, serves everything", () => {
    for (const env of [{}, { LICENCES: "all" }]) expect(licensed(ownSet(), env).set).toBe(ownSet());
  });

  test("open leaves out what needs leave, and only that, and tells which leave is wanting", () => {
    const { set, leftOut } = licensed(ownSet(), { LICENCES: "open" });
    expect(set.tools.size).toBeGreaterThan(0);
    expect(leftOut.length).toBeGreaterThan(0);
    for (const tool of set.tools.values()) expect(licencesNeeded(ownSet(), tool)).toEqual([]);
    const all = [...ownSet().tools.values(), ...ownSet().legacy.values()];
    expect(leftOut.map(({ tool }) => tool).sort()).toEqual(
      all
        .filter((tool) => licencesNeeded(ownSet(), tool).length > 0)
        .map(({ name }) => name)
        .sort(),
    );
  });

  test("licences that are held bring their tools back, and unknown those without terms", () => {
    const { leftOut } = licensed(ownSet(), { LICENCES: "open" });
    const [first] = leftOut;
    const held = licensed(ownSet(), { LICENCES: `open,${first?.licences.join(",")}` });
    expect(held.leftOut.map(({ tool }) => tool)).not.toContain(first?.tool);
    const unknown = licensed(ownSet(), { LICENCES: "open, unknown" });
    const only = leftOut.filter(({ licences }) =>
      licences.every((id) => ownSet().licences.get(id)?.commercial === "unknown"),
    );
    expect(unknown.leftOut).toHaveLength(leftOut.length - only.length);
  });

  test("a word that is no licence, or a set that names none, is refused", () => {
    expect(() => licensed(ownSet(), { LICENCES: "open,bsy" })).toThrow(
      /There is no licence bsy. Did you mean bsi/,
    );
    expect(() => licensed({ ...ownSet(), licences: new Map() }, { LICENCES: "open" })).toThrow(
      /no licences.yaml/,
    );
  });

  test("plumbline tells at the start what it leaves out, and stops at a word that is no licence", () => {
    const { leftOut } = licensed(ownSet(), { LICENCES: "open" });
    const { stderr, status } = runCli(["mcp"], "", { LICENCES: "open" });
    expect(status).toBe(0);
    for (const { tool, licences } of leftOut)
      expect(stderr).toContain(`${tool} is left out: LICENCES does not name ${licences.join(", ")}\n`);
    expect(runCli(["serve"], "", { LICENCES: "bsy", PORT: "0", DATA_DIR: ":memory:" })).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("There is no licence bsy"),
    });
  });

  describe("in the service", () => {
    const { set } = licensed(ownSet(), { LICENCES: "open" });
    const gone = names(ownSet()).filter((name) => !set.tools.has(name));
    let service: Running;
    beforeAll(async () => {
      service = await startService({ set });
    });
    afterAll(() => service.close());
    const json = async (path: string) => (await service.get(path)).json() as Promise<never>;

    test("catalogue, OpenAPI and MCP have the same tools", async () => {
      const { tools } = (await json("/v1/tools")) as { tools: { name: string }[] };
      expect(tools.map(({ name }) => name)).toEqual(names(set));
      const document = JSON.stringify(await json("/openapi.json"));
      const answer = await service.post(
        "/mcp?schemas=full",
        { jsonrpc: "2.0", id: 1, method: "tools/list" },
        { accept: "application/json, text/event-stream" },
      );
      const listed = await answer.text();
      for (const name of names(set)) {
        expect(document).toContain(`/v1/tools/${name}"`);
        expect(listed).toContain(`"name":"${name}"`);
      }
      for (const name of gone) {
        expect(document).not.toContain(name);
        expect(listed).not.toContain(`"name":"${name}"`);
      }
    });

    test("a tool that is left out cannot be called, nor its definition, tables or cases be read", async () => {
      const [name = ""] = gone;
      expect((await service.post(`/v1/tools/${name}`, {})).status).toBe(404);
      expect((await service.get(`/v1/tools/${name}/definition`)).status).toBe(404);
      const [[, hash] = []] = ownSet().tools.get(name)?.facts.files ?? [];
      expect((await service.get(`/explorer/definitions/${hash}.yaml`)).status).toBe(404);
      const [[, other] = []] = [...set.tools.values()][0]?.facts.files ?? [];
      expect((await service.get(`/explorer/definitions/${other}.yaml`)).status).toBe(200);
      expect((await service.get(`/rules/tools/${name}.html`)).status).toBe(404);
      const kept = new Set(
        [...set.tools.values(), ...set.legacy.values()]
          .flatMap(({ facts }) => facts.files)
          .map(([path]) => path),
      );
      for (const shelf of ["tables", "parts"] as const) {
        const listed = (await json(`/v1/${shelf}`)) as Record<string, string[]>;
        for (const stem of listed[shelf] ?? [])
          expect([...kept].some((path) => path.endsWith(`/${stem}.yaml`))).toBe(true);
      }
    });

    test("an older tool does not send callers to one that is left out", async () => {
      const document = JSON.stringify(await json("/openapi-legacy.json"));
      for (const name of gone) expect(document).not.toContain(`Call ${name} `);
    });
  });
});
