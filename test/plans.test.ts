// Plans as data: the project's own as its price list says, and each way in which plans cannot be meant.
import { describe, expect, test } from "vitest";
import { formatFinding } from "../src/engine/finding.js";
import { loadPlans } from "../src/engine/loader.js";
import { DEFAULT_FOLDER, readSchemas } from "../src/folder.js";
import { plansOf } from "../src/load.js";
import { plansView } from "../src/server/plans.js";

const SCHEMAS = readSchemas();
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
const findings = (text: string) =>
  loadPlans({ path: "plans.yaml", text, sha256: "" }, SCHEMAS).findings.map(formatFinding);

describe("the plans of the project", () => {
  test("are sound and say what the price list says", () => {
    const { findings: found, plans } = plansOf(DEFAULT_FOLDER) ?? {};
    expect(found).toEqual([]);
    const view = plans === undefined ? undefined : plansView(plans);
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
