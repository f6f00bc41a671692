// A threshold that an engineer changes in YAML moves exactly the cases it should, and no other.
import { expect, test } from "vitest";
import { loadDefinitions } from "../src/engine/load.js";
import type { Tool } from "../src/engine/tool.js";
import { DEFAULT_FOLDER, readFolder, readSchemas } from "../src/folder.js";
import { ownTool } from "./definitions.js";

function planningTool(edit: (text: string) => string): Tool {
  const files = readFolder(DEFAULT_FOLDER).map((file) =>
    file.path === "parts/uk_planning_depth.yaml" ? { ...file, text: edit(file.text) } : file,
  );
  const tool = loadDefinitions(files, readSchemas()).set?.tools.get("uk_planning_checker");
  if (tool === undefined) throw new Error("the edited definitions do not load");
  return tool;
}

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
  // Two depths in the new band, two answers on being detached, protected land or not.
  expect(moved).toBe(8);
});
