// Mutations without a possible effect are omitted, and only those.
import { describe, expect, test } from "vitest";
import { DayOfTool } from "../../src/workbench/mutation/dates.js";
import { lister } from "../../src/workbench/mutation/mutation.js";

describe("dates of a tool that is always evaluated as of its edition", () => {
  const always = new DayOfTool("2026-11-01", new Set<string>());

  test("a first day shows only where it is the edition itself", () => {
    expect(always.shows(">=", "2026-11-01")).toBe(true);
    expect(always.shows(">=", "2026-10-31")).toBe(false);
    expect(always.shows(">=", "2026-11-02")).toBe(false);
  });

  test("a last day shows only where it is the day before", () => {
    expect(always.shows("<=", "2026-10-31")).toBe(true);
    expect(always.shows("<=", "2026-11-01")).toBe(false);
    expect(always.shows("<=", "2027-03-31")).toBe(false);
  });

  test("every date shows where the caller chooses the day", () => {
    expect(new DayOfTool("2026-11-01", new Set(["as_of_date"])).shows(">=", "2021-08-01")).toBe(true);
  });
});

test("an entry of the equivalents may speak of a whole column", () => {
  const change = (place: string, file = "tables/sizes.yaml") => ({
    place,
    location: { file, line: 1, column: 1 },
    apply: () => () => undefined,
  });
  const column = lister({ file: "tables/sizes.yaml", place: "sizes(*).radius_cm: *", reason: "never read" });
  expect(column(change("sizes(A1).radius_cm: 5.35 -> 5.4"))).toBe(true);
  expect(column(change("sizes(A1).depth_cm: 5.35 -> 5.4"))).toBe(false);
  expect(column(change("sizes(A1).radius_cm: 5.35 -> 5.4", "tools/other.yaml"))).toBe(false);
  const one = lister({
    file: "tables/sizes.yaml",
    place: "sizes(A.).radius_cm: 5 -> 6",
    reason: "never read",
  });
  expect(one(change("sizes(A.).radius_cm: 5 -> 6"))).toBe(true);
  expect(one(change("sizes(A1).radius_cm: 5 -> 6"))).toBe(false);
});
