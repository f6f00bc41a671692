// Hints for forms: groups of inputs, and suggestions for free texts, which the served schema omits.
import { expect, test } from "vitest";
import { withSums } from "../../src/tables/fields.js";
import { openTable } from "../../src/tables/open-table.js";
import { rowsOf } from "../../src/tables/rows.js";
import { ownSet } from "../helpers/own-definitions.js";

const tools = [...ownSet().tools.values()];

test("every word that a form proposes is taken by its tool", () => {
  let tried = 0;
  for (const tool of tools)
    for (const [name, { suggestions = [] }] of Object.entries(tool.data.formHints ?? {}))
      for (const [word] of suggestions) {
        const taken = tool.facts.examples.some(({ input }) => tool.run({ ...input, [name]: word }).ok);
        expect(taken, `${tool.name}: ${name} ${word}`).toBe(true);
        tried++;
      }
  // Two catalogues of 219 sections, five lists of countries, and more.
  expect(tried).toBeGreaterThan(550);
});

test("hints are of inputs that there are, and stay out of the served schema", () => {
  let groups = 0;
  for (const tool of tools) {
    const properties = tool.inputSchema.properties as Record<string, object>;
    for (const [name, hint] of Object.entries(tool.data.formHints ?? {})) {
      expect(Object.keys(properties), tool.name).toContain(name);
      if (hint.group !== undefined) groups++;
    }
    expect(JSON.stringify(tool.inputSchema)).not.toMatch(/"(suggest_from|suggestions|group|sum_of|sumOf)":/);
  }
  expect(groups).toBeGreaterThan(20);
});

test("a section is proposed with its mass, a country with its code", () => {
  const hints = (name: string) => ownSet().tools.get(name)?.data.formHints ?? {};
  expect(hints("eurocode_beam_designer").section?.suggestions).toContainEqual(["UB 457x191x82", "82 kg/m"]);
  expect(hints("assess_epbd_score").country?.suggestions?.[0]).toEqual(["Austria", "AT"]);
  expect(hints("uk_planning_checker").use_class?.group).toBe("Use");
});

test("a table adds up the parts of a sum, and a sum that it has stays", () => {
  const tool = ownSet().tools.get("eurocode_beam_designer");
  if (tool === undefined) throw new Error("there is no such tool");
  const text = "material,config,span_m,gk_kn_m,qk_kn_m\nsteel,ss,8,10.1,15.2\n";
  const { layout, start } = openTable(tool, Buffer.from(text), { from: "csv", to: "csv" });
  const [row] = [...rowsOf(tool, layout)(text.slice(start), 2)];
  expect(row?.input).toMatchObject({ gk_kn_m: 10.1, qk_kn_m: 15.2, udl_kn_m: 25.3 });
  const given = { gk_kn_m: 1, qk_kn_m: 2, udl_kn_m: 4 };
  expect(withSums(given, tool.data.formHints ?? {})).toEqual(given);
  expect(withSums({ gk_kn_m: 1 }, tool.data.formHints ?? {})).toEqual({ gk_kn_m: 1 });
});
