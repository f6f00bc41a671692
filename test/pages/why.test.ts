// Why as a page: the governing value is found in the recorded graph, summarised, and followed in a few lines.
import { beforeAll, describe, expect, test } from "vitest";
import type { Explanation } from "../../src/engine/explain/explanation.js";
import { answersOf, governingFirst, verdictOf } from "../../src/pages/sheet/headline.js";
import { contextOf, explanationPage } from "../../src/pages/sheet/page.js";
import { References } from "../../src/pages/sheet/references.js";
import { type WhyPage, whyOf } from "../../src/pages/sheet/why.js";
import { workOf } from "../../src/pages/sheet/work.js";
import { quantityText, spokenNumber } from "../../src/pages/show.js";
import { isMany, oneOf } from "../../src/wording/plain-names.js";
import { FULL, testOnce } from "../helpers/full.js";
import { ownSet, ownTool } from "../helpers/own-definitions.js";
import { whyCases } from "../helpers/why-cases.js";

interface Asked {
  readonly tool: string;
  readonly example: string;
  readonly explanation: Explanation;
  readonly page: WhyPage;
  readonly verdict: string | undefined;
}

function textOf(html: string): string {
  return html
    .replace(/<span class="katex-mathml">.*?<\/math><\/span>/gs, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ");
}

async function why(name: string, input: unknown, path?: string): Promise<Omit<Asked, "tool" | "example">> {
  const tool = ownTool(name);
  const { explanation } = await tool.explain(input);
  if (explanation === undefined) throw new Error(`${name} refuses its input`);
  const context = contextOf(tool);
  const { verdict, numbers: [first = ""] = [] } = context.headline ?? {};
  const at = { work: workOf(explanation, context, "steps"), references: new References() };
  const page = whyOf(explanation, context, path ?? verdict ?? first, at);
  return { explanation, page, verdict: verdictOf(explanation, context)?.words };
}

describe("the answer of every example of every tool", () => {
  const asked: Asked[] = [];

  beforeAll(async () => {
    for (const tool of ownSet().tools.values()) {
      if (tool.facts.headline === undefined) continue;
      for (const { title, input } of tool.facts.examples.slice(0, FULL ? undefined : 2))
        asked.push({ tool: tool.name, example: title, ...(await why(tool.name, input)) });
    }
  });

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
    const governed = asked.filter((one) => tags(one) === 1);
    expect(governed.length).toBeGreaterThan(3);
    const below = ({ page }: Asked) => page.body.text.split('<details class="why')[2] ?? "";
    expect(where((one) => governed.includes(one) && !below(one).includes("governs</span>"))).toEqual([]);
  });

  test("a verdict has a reason or its answer, and no step the name of a program", () => {
    const bare = ({ page, verdict }: Asked) => textOf(page.sentence.text).trim() === `${verdict} .`;
    expect(where(bare)).toEqual([]);
    const names = ({ page }: Asked) =>
      [...page.body.text.matchAll(/<span class="name">(.*?)<\/span><span class="is">/gs)]
        .map(([, name = ""]) => textOf(name).trim())
        .filter((name) =>
          /^[A-Z]?[a-z]?_|\b[a-z]+_[a-z]|^(Raw|Raised|Drop|Arm|Outside|Standard)$/.test(name),
        );
    expect(asked.flatMap(names)).toEqual([]);
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

testOnce.each(whyCases())("$title", async ({ tool, input, says = [], steps = [], never = [], answers }) => {
  const { page } = await why(tool, input);
  const [sentence, body] = [page.sentence.text, page.body.text].map((text) =>
    textOf(text).replaceAll("\u202F", " "),
  );
  expect(
    says.filter((words) => !sentence?.includes(words)).map((words) => `${words} not in: ${sentence}`),
  ).toEqual([]);
  expect(steps.filter((words) => !body?.includes(words)).map((words) => `${words} not in: ${body}`)).toEqual(
    [],
  );
  expect(never.filter((words) => `${sentence} ${body}`.includes(words))).toEqual([]);
  if (answers === undefined) return;
  const outcome = ownTool(tool).run(input);
  const told = outcome.ok ? answersOf({ result: outcome.result }, contextOf(ownTool(tool))) : ["refused"];
  expect(told.map((text) => text.replaceAll("\u202F", " "))).toEqual(answers);
});

testOnce(
  "the sheet of a case says what decided it and what was compared, and units keep their letters",
  async () => {
    for (const { tool, input, title } of whyCases()) {
      const { explanation } = await ownTool(tool).explain(input);
      if (explanation === undefined) throw new Error(`${tool} refuses its input`);
      const context = contextOf(ownTool(tool));
      const sheet = textOf(explanationPage(explanation, context));
      const { words, tone } = verdictOf(explanation, context) ?? {};
      // Checks have their own table, and unknown results were not decided.
      if (words !== undefined && tone !== "unknown" && context.headline?.bars === undefined)
        expect(sheet, title).toContain(`Deciding rule ${words} `);
      expect(/Because[^.]*\b(?:holds|does not hold)\b[^.]*\./.exec(sheet)?.[0]).toBeUndefined();
      expect(/.{20}(?:\/|\bper |\d )M[23](?=[\s).,])/.exec(sheet)?.[0]).toBeUndefined();
    }
  },
);

testOnce(
  "a currency stands before its amount, counted units are words, a factor by a unit is not times one",
  () => {
    expect(quantityText(12000, "GBP/years")).toBe("£12\u202F000/year");
    expect(quantityText(46, "week/year")).toBe("46\u202Fweeks/year");
    expect(quantityText(74.9, "W/m^2/K")).toBe("74.9\u202FW/(m²·K)");
    expect(quantityText(1.05, "1/EUR")).toBe("1.05/EUR");
  },
);

testOnce("what is several is several in a sentence", () => {
  for (const words of ["Parking spaces", "Charge points in use", "Red technical domains", "Hours per week"])
    expect(isMany(words), words).toBe(true);
  for (const words of [
    "As of",
    "Gas",
    "Class by law",
    "Status",
    "Basis of the check",
    "Area of the parking spaces",
    "Gas counted",
  ])
    expect(isMany(words), words).toBe(false);
  for (const words of ["Items open", "Days available", "Minimum requirements confirmed"])
    expect(isMany(words), words).toBe(true);
  expect(oneOf("charge points in use")).toBe("charge point in use");
  expect(oneOf("express duties missing")).toBe("express duty missing");
});

testOnce("the largest utilisation stands once, also where it has a name of its own", () => {
  const bar = (name: string, value: number | null) => ({ name, value, schema: {}, row: "" });
  const bars = [bar("axial", 0.955), bar("bending", null), bar("shear", 0.2), bar("all", 0.955)];
  const shown = (numbers: readonly string[]) => governingFirst(bars, { numbers }).map(({ name }) => name);
  expect(shown(["all"])).toEqual(["axial", "shear"]);
  // Checks with equal values by chance are all listed.
  expect(shown([])).toEqual(["axial", "all", "shear"]);
});

testOnce("money has its sign before it, three figures in sentences, and no pence behind thousands", () => {
  expect(quantityText(1_519_951.98, "GBP")).toBe("£1\u202F519\u202F952");
  expect(quantityText(1_519_951.98, "GBP", spokenNumber)).toBe("£1\u202F520\u202F000");
  expect(quantityText(-1840.89, "GBP")).toBe("−£1840.89");
  expect(quantityText(3112, "EUR/m^2")).toBe("€3112/m²");
  expect(quantityText(0.2533, "GBP/kWh")).toBe("£0.2533/kWh");
  expect(quantityText(74.912, "W/m^2", spokenNumber)).toBe("74.9\u202FW/m²");
});

testOnce("no caption of a result or an input says null", () => {
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
