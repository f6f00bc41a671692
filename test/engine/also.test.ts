// Choices by the words under `also`. Codes are matched exactly.
import { describe, expect, test } from "vitest";
import { toolOf } from "../helpers/one-tool.js";

const tool = toolOf(
  "lodging",
  `  kind:
    choices: {home: {title: A home, also: [Flat, Maisonette]}, shop: {title: Shop, also: [a shop unit]}, "A+": A plus, A: A}
    also: [type of property]
    description: Kind.
  others: {items: {choices: {home: {also: [flat]}, shop: Shop}}, optional: true, at_most: 3, description: Others.}
recommendations: [{when: "many > 1", say: Look.}, Go on.]
values:
  many: {formula: "count(others ?? [])"}
results:
  kind: {description: Kind.}
  many: {round: 0, description: Many.}
`,
);

const kindOf = (kind: unknown) => {
  const outcome = tool.run({ kind });
  return outcome.ok ? outcome.result.kind : outcome.problems[0]?.message;
};

describe("other words for choices", () => {
  test.each([
    ["home", "home"],
    ["flat", "home"],
    ["A shop unit", "shop"],
    ["A_Shop-unit ", "shop"],
  ])("%s is %s", (sent, code) => expect(kindOf(sent)).toBe(code));

  test.each(["HOME", "a home", "a", "a+"])("the code in another case or the title, %s, is refused", (sent) =>
    expect(kindOf(sent)).toContain("must be one of"),
  );

  test("an unknown word is refused with the choice that was probably meant", () => {
    expect(kindOf("maisonete")).toContain("Did you mean home?");
    expect(kindOf("castle")).toBe('kind must be one of home, shop, A+, A, not "castle".');
  });

  test("words in a list, in every evaluator, and in explanations", () => {
    const input = { kind: "FLAT", others: ["Flat", "shop"] };
    const outcome = tool.run(input);
    expect(outcome).toMatchObject({ ok: true, result: { kind: "home", many: 2 } });
    expect(tool.interpret(input)).toEqual(outcome);
    expect(tool.explain(input).outcome).toEqual(outcome);
    expect(input).toEqual({ kind: "FLAT", others: ["Flat", "shop"] });
  });

  test("the served schema does not mention the words", () => {
    expect(JSON.stringify(tool.inputSchema)).not.toMatch(/maisonette|also/i);
    expect(tool.formHints.kind).toMatchObject({
      also: ["type of property"],
      words: { shop: ["a shop unit"] },
    });
  });
});
