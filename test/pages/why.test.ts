// Why as a page: what governs is found in the recorded graph, told in a sentence, and followed in a few lines.
import { beforeAll, describe, expect, test } from "vitest";
import type { Explanation } from "../../src/engine/reference/explanation.js";
import { answersOf } from "../../src/pages/sheet/headline.js";
import { contextOf } from "../../src/pages/sheet/page.js";
import { References } from "../../src/pages/sheet/references.js";
import { type WhyPage, whyOf } from "../../src/pages/sheet/why.js";
import { workOf } from "../../src/pages/sheet/work.js";
import { quantityText, spokenNumber } from "../../src/pages/show.js";
import { FULL } from "../helpers/full.js";
import { ownSet, ownTool } from "../helpers/own-definitions.js";

interface Asked {
  readonly tool: string;
  readonly example: string;
  readonly explanation: Explanation;
  readonly page: WhyPage;
}

function textOf(html: string): string {
  return html
    .replace(/<span class="katex-mathml">.*?<\/math><\/span>/gs, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ");
}

async function why(
  name: string,
  input: unknown,
  path?: string,
): Promise<{ explanation: Explanation; page: WhyPage }> {
  const tool = ownTool(name);
  const { explanation } = await tool.explain(input);
  if (explanation === undefined) throw new Error(`${name} refuses its input`);
  const context = contextOf(tool);
  const { verdict, numbers: [first = ""] = [] } = context.headline ?? {};
  const at = { work: workOf(explanation, context, "steps"), references: new References() };
  return { explanation, page: whyOf(explanation, context, path ?? verdict ?? first, at) };
}

describe("the answer of every example of every tool", () => {
  const asked: Asked[] = [];

  beforeAll(async () => {
    for (const tool of ownSet().tools.values()) {
      if (tool.facts.headline === undefined) continue;
      for (const { title, input } of tool.facts.examples.slice(0, FULL ? undefined : 2))
        asked.push({ tool: tool.name, example: title, ...(await why(tool.name, input)) });
    }
  }, 240_000);

  const where = (isWrong: (one: Asked) => boolean) =>
    asked.filter(isWrong).map(({ tool, example }) => `${tool}: ${example}`);

  test("begins with a sentence", () => {
    expect(asked.length).toBeGreaterThan(50);
    expect(where(({ page }) => !/^\S.*\.\s*$/s.test(textOf(page.sentence.text).trim()))).toEqual([]);
  });

  test("takes at most 15 lines before anything is opened", () => {
    expect(where(({ page }) => page.lines > 15)).toEqual([]);
  });

  test("never says that a rule fails where it is another case, nor words of the engine", () => {
    const odd = /\b(fails|null|undefined|not reached|holds yes)\b|\[object/;
    const said = ({ page }: Asked) => textOf(page.sentence.text + page.body.text);
    expect(where((one) => odd.test(said(one)))).toEqual([]);
  });

  test("says no end of a band that has none, and every line has a name and a value or is a sentence", () => {
    expect(where(({ page }) => /Infinity/.test(page.sentence.text + page.body.text))).toEqual([]);
    const lines = ({ page }: Asked) =>
      [
        ...page.body.text.matchAll(
          /<span class="name">(.*?)<\/span><span class="is">(.*?)<\/span><span class="by"/gs,
        ),
      ].map(([, name = "", is = ""]) => ({ name: textOf(name).trim(), is: textOf(is).trim() }));
    expect(asked.flatMap(lines).length).toBeGreaterThan(300);
    const blank = ({ name, is }: { name: string; is: string }) =>
      name === "" || (is === "" && !/ (is|are) |: /.test(name));
    expect(asked.flatMap(lines).filter(blank)).toEqual([]);
  });

  test("one check governs, and it stands right below the answer", () => {
    const tags = ({ page }: Asked) => page.body.text.split('<span class="tag">governs').length - 1;
    expect(where((one) => tags(one) > 1)).toEqual([]);
    const [, second = ""] =
      asked
        .find(({ tool }) => tool === "eurocode_beam_designer")
        ?.page.body.text.split('<details class="why') ?? [];
    expect(second).not.toContain("governs</span>");
    const third =
      asked
        .find(({ tool }) => tool === "eurocode_beam_designer")
        ?.page.body.text.split('<details class="why')[2] ?? "";
    expect(third).toContain("governs</span>");
  });

  test("lines of one chain differ in what they are called", () => {
    const readiness = asked.find(({ tool }) => tool === "building_readiness");
    const said = textOf(readiness?.page.body.text ?? "");
    for (const name of [
      "Score, structural",
      "Score, building services",
      "Score, compliance",
      "Score, digital bim",
    ])
      expect(said).toContain(name);
  });

  test("rules that are not this case for one reason stand together", () => {
    const beam = asked.find(({ tool }) => tool === "eurocode_beam_designer");
    expect(textOf(beam?.page.body.text ?? "")).toContain("Not this case (9 rules) : material is Steel");
  });

  test("has no heading without anything below it", () => {
    expect(
      where(({ page }) =>
        /<summary>[^<]*<\/summary><\/details>|<ol class="sources"><\/ol>/.test(page.body.text),
      ),
    ).toEqual([]);
  });

  test("every number that is a link leads to a step, an input or a source on the page, and steps lead back", () => {
    const dead = ({ page }: Asked) => {
      const all = page.sentence.text + page.body.text;
      const ids = new Set([...all.matchAll(/\bid="([^"]+)"/g)].map(([, id]) => id));
      return [...all.matchAll(/href="#([^"]*)"/g)].filter(([, id]) => !ids.has(id));
    };
    expect(where((one) => dead(one).length > 0)).toEqual([]);
    const steps = asked.filter(({ page }) => page.lines > 1);
    expect(steps.length).toBeGreaterThan(30);
    expect(steps.filter(({ page }) => !page.body.text.includes("Used by")).map(({ tool }) => tool)).toEqual(
      [],
    );
  });
});

test("the largest of several arguments, and the nearest to its limit, govern", async () => {
  // 457x191x82 in S275 over 8 m: 60.76 kN/m * 8^2 / 8 = 486 kN m; Wpl 1830 cm3 * 275 / 1000 = 503 kN m.
  const { page } = await why(
    "eurocode_beam_designer",
    ownTool("eurocode_beam_designer").facts.examples[0]?.input,
  );
  const sentence = textOf(page.sentence.text);
  expect(sentence).toContain("bending governs at 0.966");
  expect(sentence).toContain("486 kN·m over moment resistance 503 kN·m");
  expect(textOf(page.body.text)).toContain("Largest utilisation: bending governs");
  // Shear and deflections are checks beside it.
  const also = page.body.text.split('id="also"')[1] ?? "";
  expect(textOf(also)).toContain("Deflection under variable load");
});

test("a check is called as the utilisation that shows it, a failure by a hair is told as one", async () => {
  const example = (tool: string, nth: number) => ownTool(tool).facts.examples[nth]?.input;
  const sentence = async (tool: string, nth: number) =>
    textOf((await why(tool, example(tool, nth))).page.sentence.text);
  expect(await sentence("eurocode_column_checker", 2)).toContain("expression 6.62 governs at 0.852");
  expect(await sentence("eurocode_beam_designer", 5)).toContain("deflection under all load governs at 0.76");
  // 12.745 kN m of a beam that carries 12.737: three figures would say 1.
  const { page } = await why("eurocode_beam_designer", {
    material: "steel",
    section: "IPE180",
    config: "ss",
    span_m: 7.28,
    udl_kn_m: 1.175273,
    unrestrained_length_m: 7.28,
  });
  const said = textOf(page.sentence.text);
  expect(said).toMatch(/^ ?Fail/);
  expect(said).toContain("governs at 1.001");
});

test("the first line is the result in its own words, and a result that is not known says what it hangs on", async () => {
  const examples = ownTool("building_carbon_footprint").facts.examples;
  const none = await why("building_carbon_footprint", examples[4]?.input);
  expect(textOf(none.page.body.text)).toContain("Stranding risk None to 2050");
  const open = await why("calculate_carbon", ownTool("calculate_carbon").facts.examples[1]?.input);
  expect(textOf(open.page.sentence.text)).toContain(
    "energy use check is Unknown ; fossil fuel check is Unknown",
  );
  expect(textOf(open.page.body.text)).not.toContain("Net-zero aligned");
});

test("dates are before or after, lists are counted, currencies stand before their amounts", async () => {
  const eed = await why("eed_datacentre_pack", {
    ...(ownTool("eed_datacentre_pack").facts.examples[0]?.input as object),
    as_of_date: "2028-07-01",
  });
  expect(textOf(eed.page.sentence.text)).toContain("is after");
  const cost = await why("eu_cost_benchmarking", ownTool("eu_cost_benchmarking").facts.examples[0]?.input);
  expect(cost.page.body.text).toContain('<b>€3112</b><span class="unit">/m²</span>');
  expect(quantityText(12000, "GBP/years")).toBe("£12\u202F000/year");
  expect(quantityText(46, "week/year")).toBe("46\u202Fweeks/year");
  expect(quantityText(74.9, "W/m^2/K")).toBe("74.9\u202FW/(m²·K)");
});

test("a rule that does not apply is not this case", async () => {
  const { page } = await why("calculate_pue", ownTool("calculate_pue").facts.examples[0]?.input);
  expect(textOf(page.body.text)).toContain("Not this case");
});

describe("headlines", () => {
  const told = (name: string, nth: number) => {
    const tool = ownTool(name);
    const outcome = tool.run(tool.facts.examples[nth]?.input);
    if (!outcome.ok) throw new Error("refused");
    return answersOf({ result: outcome.result }, contextOf(tool));
  };

  test("name section, governing check and condition", () => {
    expect(told("eurocode_beam_designer", 0)).toEqual([
      "UB 457x191x82 in S275: Bending governs at 96.6\u202F%.",
      "The pass rests on: The compression flange is held along its length by a slab, decking or closely spaced restraints.",
    ]);
    expect(told("eurocode_column_checker", 0)).toEqual([
      "UC 203x203x52 in S355: Flexural buckling governs at 95.5\u202F%.",
    ]);
  });

  test("answer for a new and for a present letting", () => {
    expect(told("mees_checker", 2)).toEqual([
      "New letting: no, band F is below the minimum E.",
      "Present letting: yes, until 2020-03-31.",
    ]);
  });

  test("leave a sentence out whose result is not known", () => {
    expect(told("roi_calculator", 1)).toEqual(["Over three years it is worth −£1841, discounted."]);
  });
});

test("money has its sign before it, three figures in sentences, and no pence behind thousands", () => {
  expect(quantityText(1_519_951.98, "GBP")).toBe("£1\u202F519\u202F952");
  expect(quantityText(1_519_951.98, "GBP", spokenNumber)).toBe("£1\u202F520\u202F000");
  expect(quantityText(-1840.89, "GBP")).toBe("−£1840.89");
  expect(quantityText(3112, "EUR/m^2")).toBe("€3112/m²");
  expect(quantityText(0.2533, "GBP/kWh")).toBe("£0.2533/kWh");
  expect(quantityText(74.912, "W/m^2", spokenNumber)).toBe("74.9\u202FW/m²");
});

test("no caption of a result or an input says null", () => {
  const found: string[] = [];
  const look = (value: unknown, path: string): void => {
    if (typeof value !== "object" || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      if ((key === "description" || key === "title") && /\bnull\b/i.test(String(inner))) found.push(path);
      look(inner, `${path}.${key}`);
    }
  };
  for (const { name, inputSchema, outputSchema } of ownSet().tools.values())
    if (!ownTool(name).plan.def.file.startsWith("legacy/")) look({ inputSchema, outputSchema }, name);
  expect(found).toEqual([]);
});
