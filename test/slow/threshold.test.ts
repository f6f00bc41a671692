// A changed threshold or dated rule moves exactly the affected cases.
import { expect, test } from "vitest";
import { DEFAULT_FOLDER, readSchemas } from "../../src/definitions/folder.js";
import { readFolder } from "../../src/definitions/read-folder.js";
import type { Tool } from "../../src/engine/tool.js";
import { loadDefinitions } from "../../src/lint/load.js";
import { ownTool } from "../helpers/own-definitions.js";

function edited(name: string, path: string, edit: (text: string) => string): Tool {
  const files = readFolder(DEFAULT_FOLDER).map((file) =>
    file.path === path ? { ...file, text: edit(file.text) } : file,
  );
  const { set, findings } = loadDefinitions(files, readSchemas(), new Set(["review"]));
  const tool = set?.tools.get(name);
  if (tool === undefined) throw new Error(`the edited definitions do not load: ${JSON.stringify(findings)}`);
  return tool;
}

const planningTool = (edit: (text: string) => string) =>
  edited("uk_planning_checker", "tools/uk_planning_checker/uk_planning_depth.yaml", edit);

test("3.5 m instead of 3 m for houses that are not detached", () => {
  const before = ownTool("uk_planning_checker");
  const after = planningTool((text) => {
    const changed = text.replace("{kind: other, standard_m: 3,", "{kind: other, standard_m: 3.5,");
    expect(changed).not.toBe(text);
    return changed;
  });
  const decision = (tool: Tool, input: Record<string, unknown>) => {
    const outcome = tool.compute(input);
    if (!outcome.ok) throw new Error(JSON.stringify(outcome.problems));
    const { matched_rule, verdict, prior_approval } = outcome.result;
    return `${matched_rule} ${verdict} ${prior_approval}`;
  };
  let moved = 0;
  for (const property_type of ["house", "flat", "commercial", "industrial", "agricultural", "mixed"]) {
    for (const proposal of ["extension", "loft", "outbuilding", "newdwelling", "demolition"]) {
      for (const location of ["england", "wales"]) {
        for (const listed of ["yes", "no"]) {
          for (const conservation_area of ["yes", "no"]) {
            for (const article_4 of ["yes", "no"]) {
              for (const detached of ["yes", "no", undefined]) {
                for (const extension_depth_m of [0, 2.9, 3, 3.01, 3.5, 3.51, 4, 6, 8, 9]) {
                  const input = {
                    property_type,
                    proposal,
                    location,
                    listed,
                    conservation_area,
                    article_4,
                    extension_depth_m,
                    ...(detached === undefined ? {} : { detached }),
                  };
                  const decidedByDepth =
                    property_type === "house" &&
                    proposal === "extension" &&
                    location === "england" &&
                    listed === "no" &&
                    article_4 === "no" &&
                    detached !== "yes" &&
                    extension_depth_m > 3 &&
                    extension_depth_m <= 3.5;
                  const differs = decision(before, input) !== decision(after, input);
                  if (differs !== decidedByDepth) expect.fail(`${JSON.stringify(input)} moved: ${differs}`);
                  if (differs) moved++;
                }
              }
            }
          }
        }
      }
    }
  }
  // Two depths in the new band, times detached or not, times protected land or not.
  expect(moved).toBe(8);
});

const DOMESTIC_ROW =
  "{id: MEES-DOM-2, property_type: domestic, from: 2020-04-01, applies_to: all_tenancies, minimum_band: E}";

/** Adds a minimum of C for homes from a date, in a copy of the definition. */
function stricterFrom(day: string, lastDayBefore: string, edition?: string) {
  const tool = edited("mees_checker", "tools/mees_checker.yaml", (text) => {
    const changed = text.replace(
      `- ${DOMESTIC_ROW}`,
      `- ${DOMESTIC_ROW.replace("2020-04-01,", `2020-04-01, until: ${lastDayBefore},`)}
      - {id: MEES-DOM-3, property_type: domestic, from: ${day}, applies_to: all_tenancies, minimum_band: C}`,
    );
    expect(changed).not.toBe(text);
    // The default date is the edition's.
    return edition === undefined
      ? changed
      : changed
          .replace(/^edition: .*$/m, `edition: ${edition}`)
          .replace(/^( +assumed: )"2026-11-01"$/m, `$1"${edition}"`);
  });
  return (as_of_date: string, current_epc_band: string, property_type = "domestic") => {
    const outcome = tool.compute({ property_type, current_epc_band, as_of_date });
    if (!outcome.ok) throw new Error(JSON.stringify(outcome.problems));
    const { verdict, can_let, minimum_epc_band, bands_to_improve, verdict_if_law_unchanged } = outcome.result;
    return [verdict, can_let, minimum_epc_band, bands_to_improve, verdict_if_law_unchanged].join(" ");
  };
}

test("a stricter minimum that starts on a day decides the verdict from that day", () => {
  const on = stricterFrom("2027-04-01", "2027-03-31");
  const before = "2027-03-31";
  const after = "2027-04-01";
  expect(on(before, "D")).toBe("compliant true E 0 compliant");
  expect(on(after, "D")).toBe("non_compliant false C 1 non_compliant");
  expect(on(after, "C")).toBe("compliant true C 0 compliant");
  expect(on(before, "G")).toBe("non_compliant false E 2 non_compliant");
  expect(on(after, "G")).toBe("non_compliant false C 4 non_compliant");
  expect(on(after, "E", "non_domestic")).toBe("compliant true E 0 compliant");
});

test("a row that starts beyond the horizon is shown and gives no verdict, until the edition reaches it", () => {
  const row = ["2028-01-01", "2027-12-31"] as const;
  const now = stricterFrom(...row);
  expect(now("2027-11-01", "D")).toBe("compliant true E 0 compliant");
  expect(now("2027-12-31", "D")).toBe("unknown  E 0 compliant");
  expect(now("2028-01-01", "D")).toBe("unknown  C 1 non_compliant");
  const then = stricterFrom(...row, "2027-11-01");
  expect(then("2027-12-31", "D")).toBe("compliant true E 0 compliant");
  expect(then("2028-01-01", "D")).toBe("non_compliant false C 1 non_compliant");
  expect(then("2028-01-01", "C")).toBe("compliant true C 0 compliant");
  expect(then("2028-01-01", "D", "non_domestic")).toBe("compliant true E 0 compliant");
});
