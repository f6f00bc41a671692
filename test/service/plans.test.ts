// Tiers: the project's own match the price list, contradictions are reported, and the built form is equal.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { buildTiers, checkTiers, TIERS, tiersOf } from "../../src/access/tiers-folder.js";
import { readTiers } from "../../src/access/tiers-yaml.js";
import { DEFAULT_FOLDER } from "../../src/definitions/folder.js";
import { formatFinding } from "../../src/engine/language/findings.js";
import { tiersView } from "../../src/server/calls/tiers.js";
import { call } from "../helpers/run-command.js";

const GOOD = `currency: GBP
interfaces:
  main:
    title: Main
    header: X-API-Key
    keyless: free
    plans:
      free: {title: Free, requests_per_minute: 5, calls_per_month: 500, mcp: true, support: None}
  legacy:
    title: Older
    header: X-SERVICE-Key
    plans:
      big: {title: Big, requests_per_hour: unlimited, calls_per_month: unlimited, mcp: true, support: None}
`;
const findings = (text: string) => readTiers(text).findings.map(formatFinding);

describe("the plans of the project", () => {
  test("are sound and say what the price list says", async () => {
    const { findings: found, tiers } = await checkTiers(DEFAULT_FOLDER);
    expect(found).toEqual([]);
    const view = tiers === undefined ? undefined : tiersView(tiers);
    const table = (of: readonly Record<string, unknown>[] = []) =>
      of.map((plan) => [
        plan.id,
        plan.price_per_month,
        plan.price_per_month_paid_yearly,
        plan.requests_per_minute ?? plan.requests_per_hour,
        plan.calls_per_month,
      ]);
    expect(view?.currency).toBe("GBP");
    expect(view?.keyless_plan).toBe("free");
    expect(table(view?.plans)).toEqual([
      ["free", 0, null, 5, 500],
      ["starter", 29, 23, 60, 5000],
      ["pro", 99, 79, 300, 50_000],
      ["enterprise", 499, 399, 1000, 500_000],
    ]);
    const [older] = view?.other_interfaces ?? [];
    expect(older).toMatchObject({ interface: "legacy", header: "X-SERVICE-Key", keyless_plan: null });
    expect(table(older?.plans)).toEqual([
      ["free", null, null, 10, 100],
      ["developer", null, null, 200, 1000],
      ["enterprise", null, null, null, null],
    ]);
  });
});

describe("each wrong plan is refused with its message", () => {
  test("none is wrong here", () => expect(findings(GOOD)).toEqual([]));
  test.each([
    [
      "a keyless plan that is not one",
      ["keyless: free", "keyless: fre"],
      "plans.yaml:6:14 Callers without a key are on the plan fre, which is not one of the plans. (did you mean free?)",
    ],
    [
      "two spans",
      ["requests_per_minute: 5,", "requests_per_minute: 5, requests_per_hour: 9,"],
      "plans.yaml:8:51 The plan free must have either requests_per_minute or requests_per_hour.",
    ],
    [
      "no span",
      ["requests_per_minute: 5,", ""],
      "plans.yaml:8:14 The plan free must have either requests_per_minute or requests_per_hour.",
    ],
    [
      "a month below a minute",
      ["calls_per_month: 500", "calls_per_month: 4"],
      "plans.yaml:8:68 The plan free allows 5 requests in a minute and only 4 calls in a month.",
    ],
    [
      "a dearer year",
      ["title: Free,", "title: Free, price_per_month: 5, price_per_month_paid_yearly: 6,"],
      "plans.yaml:8:76 The plan free costs more a month when it is paid yearly.",
    ],
    [
      "one header for two",
      ["X-SERVICE-Key", "x-api-key"],
      "plans.yaml:3:3 Two interfaces take their keys from the same header.",
    ],
    ["a key that nobody knows", ["mcp: true", "mpc: true"], undefined],
    ["a limit of nothing", ["requests_per_minute: 5", "requests_per_minute: 0"], undefined],
  ])("%s", (_, [from = "", to = ""], message) => {
    const found = findings(GOOD.replace(from, to));
    if (message === undefined) expect(found.length).toBeGreaterThan(0);
    else expect(found).toEqual([message]);
  });
});

describe("who uses a folder with wrong tiers is told", () => {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-wrong-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const files = {
    "common.yaml": "edition: 2026-11-01\ndisclaimer: None.\nfields: {flags: Flags.}\n",
    "sources.yaml": "{}\n",
    "plans.yaml": GOOD,
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const told = "plans.yaml:6:14 Callers without a key are on the plan fre,";
  const servable = async () => {
    const { status, stdout } = await call("check", ["--definitions", folder, "--json"]);
    return { status, ...(JSON.parse(stdout) as { servable: boolean }) };
  };

  test("check, serve and keys refuse it with the place", async () => {
    expect(await servable()).toMatchObject({ status: 0, servable: true });
    writeFileSync(join(folder, "plans.yaml"), GOOD.replace("keyless: free", "keyless: fre"));
    expect(await servable()).toMatchObject({ status: 1, servable: false });
    const checked = await call("check", ["--definitions", folder]);
    expect(checked.stdout).toContain(told);
    expect(checked.stdout).toContain("1 error");
    expect(checked.stdout).not.toContain("can be served");
    for (const [command, words] of [
      ["serve", []],
      ["keys", ["list"]],
    ] as const) {
      const refused = await call(command, ["--definitions", folder, ...words]);
      expect(refused.status).toBe(1);
      expect(refused.stderr).toContain(told);
    }
  });
});

describe("the built form", () => {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-tiers-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const built = join(folder, "built");
  const file = join(built, TIERS);
  const definitions = join(folder, "definitions");
  const write = (text: string) => {
    mkdirSync(definitions, { recursive: true });
    writeFileSync(join(definitions, "plans.yaml"), text);
  };

  test("is what plans.yaml says, and is used while that is the same", async () => {
    mkdirSync(definitions, { recursive: true });
    cpSync(join(DEFAULT_FOLDER, "plans.yaml"), join(definitions, "plans.yaml"));
    await buildTiers(definitions, built);
    expect(await tiersOf(definitions, built)).toEqual(await checkTiers(definitions));
    const kept = JSON.parse(readFileSync(file, "utf8")) as { tiers: { currency: string } };
    kept.tiers.currency = "from the built form";
    writeFileSync(file, JSON.stringify(kept));
    expect((await tiersOf(definitions, built)).tiers?.currency).toBe("from the built form");
    write(GOOD.replace("GBP", "EUR"));
    expect((await tiersOf(definitions, built)).tiers?.currency).toBe("EUR");
  });

  test("is not there for tiers that are wrong, and does not matter when it is cut off", async () => {
    write(GOOD);
    writeFileSync(file, '{"sha256": "');
    expect((await tiersOf(definitions, built)).tiers?.currency).toBe("GBP");
    write(GOOD.replace("keyless: free", "keyless: fre"));
    await buildTiers(definitions, built);
    expect(() => readFileSync(file)).toThrow("ENOENT");
    const { tiers, findings: found } = await tiersOf(definitions, built);
    expect(tiers).toBeUndefined();
    expect(found).toHaveLength(1);
  });

  test("of a folder of one's own is kept at its first use, and its absence is no fault", async () => {
    write(GOOD);
    const own = join(folder, "own");
    expect(await tiersOf(definitions, built, own)).toEqual(await checkTiers(definitions));
    expect(readFileSync(join(own, TIERS), "utf8")).toContain("GBP");
    writeFileSync(join(folder, "a-file"), "");
    expect((await tiersOf(definitions, built, join(folder, "a-file"))).tiers?.currency).toBe("GBP");
  });

  test("a folder without plans.yaml has no tiers, and nothing is wrong with that", async () => {
    expect(await tiersOf(join(folder, "none"), built)).toEqual({ findings: [], tiers: undefined });
  });
});
