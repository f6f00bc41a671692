// Every golden case through both evaluators: the expected result, and the same bytes from both.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { compareGolden, goldenTools, readGolden } from "../src/authoring/cases.js";
import { ownSet } from "./definitions.js";

const tools = goldenTools(ownSet());
type Flagged = { readonly flags?: unknown } | undefined;
const GOLDEN = join(import.meta.dirname, "golden");

test("every tool has golden cases and every golden folder a tool", () => {
  expect(readdirSync(GOLDEN).sort()).toEqual(["always.yaml", ...tools.keys()].sort());
});

for (const [name, tool] of tools) {
  const folder = join(GOLDEN, name);
  if (!existsSync(folder)) continue;
  describe(name, () => {
    const cases = readGolden(folder);

    test("there are at least forty cases", () => {
      expect(cases.length).toBeGreaterThanOrEqual(40);
    });

    test.each(cases.map((golden) => [golden.name, golden] as const))("%s", async (_, golden) => {
      const compiled = tool.run(golden.input);
      expect(compareGolden(golden, compiled)).toEqual([]);
      expect(JSON.stringify(await tool.reference(golden.input))).toBe(JSON.stringify(compiled));
    });

    test("every flag is raised by some case and every rule id decides one", async () => {
      // The older interface has its flags inside `result`
      const shown = cases.map((golden) => golden.expect?.flags ?? (golden.expect?.result as Flagged)?.flags);
      const raised = new Set(shown.flatMap((flags) => (flags as string[] | undefined) ?? []));
      const flags = tool.plan.root.slots.get("flags");
      const codes =
        flags?.type.kind === "list" && flags.type.item.kind === "record"
          ? flags.type.item.shapes[0]?.field("code")
          : undefined;
      const known = codes?.kind === "text" ? [...(codes.set ?? [])] : [];
      expect(known.filter((code) => !raised.has(code))).toEqual([]);
    });
  });
}
