// The calculation sheet as a page: complete, safe against injection, and self-contained.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { constants, inflateSync } from "node:zlib";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GOLDEN_FOLDER } from "../../src/definitions/folder.js";
import type { ExplainedCitation, ExplainedStep, Explanation } from "../../src/engine/explain/explanation.js";
import { COMMON_FIELDS } from "../../src/engine/language/common-fields.js";
import { parseFormula } from "../../src/engine/language/formula.js";
import { escapeHtml, html } from "../../src/pages/html.js";
import { condition } from "../../src/pages/sentences.js";
import type { Detail } from "../../src/pages/sheet/options.js";
import { contextOf, explanationPage } from "../../src/pages/sheet/page.js";
import { readerText, readerTexts } from "../../src/pages/sheet/reader-text.js";
import { sheetText } from "../../src/pages/sheet/text.js";
import { exactNumber, numberText, unitText } from "../../src/pages/show.js";
import { texOf } from "../../src/pages/tex.js";
import { plainWords, spellingOf } from "../../src/wording/plain-names.js";
import { readGoldenFile } from "../../src/workbench/cases.js";
import { HAS_BROWSER, overflowAt, startBrowser, visit } from "../helpers/browser.js";
import { FULL, testOnce } from "../helpers/full.js";
import { ownSet, ownTool } from "../helpers/own-definitions.js";
import { call } from "../helpers/run-command.js";
import { PUE, startService } from "../helpers/running-service.js";

/** A separate set that loads quickly: one number and one free text. */
const SMALL_SET = {
  "common.yaml": "edition: 2026-11-01\ndisclaimer: An engineer must validate this.\nfields: {}\n",
  "sources.yaml":
    "handbook: {title: Handbook, reference: 1st edition, evidence: standard, review_by: 2027-11-01}\n",
  "tools/small.yaml": `
name: small
title: A small tool
description: One number and one text.
category: examples
version: 1.0.0
edition: 2026-11-01
standard_reference: None
inputs:
  load_kw: {at_least: 0, at_most: 10, description: Load.}
  note: {type: text, at_most: 400, assumed: none, description: Any text.}
values:
  factor: {constant: 1.35, cite: handbook 6.4}
  design_kw: factor * load_kw
  plain: lower(note)
recommendations: ["Note taken: {note}."]
results:
  design_kw: {round: 2, description: Design load}
  plain: {description: The text in small letters}
`,
};
/** Returns matches of a pattern, because a complete page would be too long for a message. */
function found(page: string, pattern: RegExp): string[] {
  return [...page.matchAll(pattern)].map(([match]) => match);
}

const folder = mkdtempSync(join(tmpdir(), "plumbline-sheet-"));
const definitions = mkdtempSync(join(tmpdir(), "plumbline-small-"));
mkdirSync(join(definitions, "tools"));
for (const [path, text] of Object.entries(SMALL_SET)) writeFileSync(join(definitions, path), text);
const SMALL = ["small", "--definitions", definitions];

let browser: Browser;
beforeAll(async () => {
  if (HAS_BROWSER) browser = await startBrowser();
});
afterAll(async () => {
  if (HAS_BROWSER) await browser.close();
  rmSync(folder, { recursive: true });
  rmSync(definitions, { recursive: true });
});

/** Returns the visible text of a page. */
function textOf(page: string): string {
  return page
    .replace(/<style>.*?<\/style>/s, "")
    .replace(/<annotation.*?<\/annotation>/gs, "")
    .replace(/<wbr>/g, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, "&")
    .replace(/[ \n]+/g, " ");
}

async function explained(
  name: string,
  input: unknown,
  detail: Detail = "full",
): Promise<{ explanation: Explanation; page: string }> {
  const tool = ownTool(name);
  const { explanation, outcome } = await tool.explain(input);
  if (explanation === undefined) throw new Error(JSON.stringify(outcome));
  return { explanation, page: explanationPage(explanation, contextOf(tool), { detail }) };
}

function allSteps(steps: readonly ExplainedStep[]): ExplainedStep[] {
  return steps.flatMap((step) => [step, ...allSteps(step.steps ?? [])]);
}

function allCitations(explanation: Explanation): ExplainedCitation[] {
  return allSteps(explanation.steps).flatMap((step) => [
    ...step.citations,
    ...(step.tables ?? []).flatMap((table) => table.citations),
    ...(step.rules ?? []).flatMap((rule) => rule.citations),
  ]);
}

const exampleOf = (tool: string) => readGoldenFile(join(GOLDEN_FOLDER, tool), "examples.yaml")[0]?.input;

const LISTS = new Set(["flags", "assumptions", "recommendations", "standard_reference"]);

testOnce("what tools say to people names inputs and results by their titles", () => {
  const found: string[] = [];
  for (const tool of ownSet().tools.values()) {
    const context = contextOf(tool);
    const symbols = new Set(
      [...JSON.stringify(tool.outputSchema).matchAll(/"symbol":"([^"]*)"/g)].map(([, tex = ""]) =>
        tex.replace(/[{}]/g, ""),
      ),
    );
    const read = (value: unknown, place: string): void => {
      if (typeof value === "object" && value !== null)
        for (const [name, inner] of Object.entries(value)) read(inner, `${place}/${name}`);
      else if (typeof value === "string" && value.includes(" ")) {
        // Examples of inputs, names of other tools, and symbols are allowed.
        const said = readerText(value, context).replace(/\{.*?\}/gs, "");
        const codes = said.match(/\b[a-z][a-z0-9]*(?:_[a-z0-9]+)+\b/g) ?? [];
        found.push(
          ...codes
            .filter((code) => !ownSet().tools.has(code) && !symbols.has(code))
            .map((code) => `${tool.name}${place}: ${code}`),
        );
      }
    };
    read(descriptionsOf(tool.inputSchema), "/inputs");
    read(descriptionsOf(tool.outputSchema), "/results");
    for (const { input } of tool.facts.examples) {
      const outcome = tool.run(input);
      if (outcome.ok) read(outcome.result, "");
    }
  }
  expect([...new Set(found)]).toEqual([]);
});

function descriptionsOf(schema: unknown): unknown {
  if (typeof schema !== "object" || schema === null) return [];
  return Object.entries(schema).map(([name, inner]) =>
    name === "description" ? inner : descriptionsOf(inner),
  );
}

testOnce("names without a title are spelt as the titles of the tool spell their words", () => {
  const spell = spellingOf(
    {
      properties: {
        load: { title: "IT load" },
        pue: { title: "PUE at rest" },
        lists: { items: { title: "DCiE" } },
      },
    },
    { choices: { AT: { title: "AT the meter" }, b: "At the UPS output" }, title: "Power at the meter" },
  );
  expect(spell(plainWords("rated_pue_of_it"))).toBe("rated PUE of IT");
  expect(spell("dcie before ups")).toBe("DCiE before UPS");
  // "at" occurs in lower case elsewhere, so one title in capitals does not make it an abbreviation.
  expect(spell("iteration at rest")).toBe("iteration at rest");
});

describe("every tool's example", () => {
  for (const name of [...ownSet().tools.keys()]) {
    testOnce(name, async () => {
      const { explanation, page } = await explained(name, exampleOf(name));
      expect(found(page, /not-typeset|katex-error/g)).toEqual([]);
      // Loads nothing: no scripts, images, style sheets or external fonts.
      expect(found(page, /<(script|link|img|iframe|object|embed|form|base)\b|\bsrc\s*=/gi)).toEqual([]);
      expect(found(page, /@import|url\((?!data:font\/woff2)/g)).toEqual([]);
      const text = textOf(page);
      const missing: string[] = [];
      const wanted: string[] = [];
      for (const { clause, title, evidence } of allCitations(explanation)) {
        for (const part of [clause, title, evidence.replaceAll("_", " ")])
          if (!text.includes(part.replace(/\s+/g, " "))) missing.push(part);
      }
      for (const step of allSteps(explanation.steps)) {
        // Every step appears with its title and defined name. Forwarded parameters and counts of entries appear under
        // other names.
        if (!LISTS.has(step.name) && step.kind !== "given" && step.kind !== "entries")
          wanted.push(` ${step.name} `, step.title ?? "");
        for (const rule of step.rules ?? [])
          if (rule.outcome !== "not reached") wanted.push(rule.id ?? "", rule.because?.slice(1) ?? "");
      }
      const known = (ownSet().tools.get(name)?.inputSchema.properties ?? {}) as Record<
        string,
        { title?: string }
      >;
      const inputs = Object.keys(explanation.inputs).map((input) => known[input]?.title ?? input);
      wanted.push(...Object.entries(explanation.definition_files).flat(), ...inputs);
      missing.push(...wanted.filter((part) => !text.includes(part.replace(/\s+/g, " "))));
      // Every link target exists.
      for (const [, id = ""] of page.matchAll(/href="#([^"]+)"/g))
        if (!page.includes(`id="${id}"`)) missing.push(id);
      expect(missing).toEqual([]);
    });
  }
});

describe("a sheet as text", () => {
  test.each(["calculate_pue", "eurocode_beam_designer", "mees_checker"])(
    "%s has the sentences, results and clauses of its page, and no markup",
    async (name) => {
      const tool = ownTool(name);
      const { explanation } = await tool.explain(exampleOf(name));
      if (explanation === undefined) throw new Error(name);
      const context = contextOf(tool);
      const text = sheetText(explanation, context, { detail: "full" });
      expect(text).not.toMatch(/<\/?\w|&\w+;|\\[a-z]+|\$|\0|undefined/);
      const long = text.split("\n").filter((line) => line.length > 110 && /\S \S/.test(line.trim()));
      expect(long).toEqual([]);
      const inOneLine = text.replace(/\s+/g, " ");
      const clauses = allCitations(explanation).map(({ clause }) => clause);
      // The page has words of its own for the fields of all tools.
      const common: readonly string[] = [...COMMON_FIELDS, "tier"];
      const titles = Object.entries(
        tool.outputSchema.properties as Record<string, { title?: string }>,
      ).flatMap(([field, { title }]) => (common.includes(field) ? [] : (title ?? [])));
      const sentences = ["warnings", "assumptions", "recommendations"].flatMap((list) =>
        readerTexts(explanation, list, context),
      );
      const missing = [...clauses, ...titles, ...sentences].filter(
        (part) => !inOneLine.includes(part.replace(/\s+/g, " ")),
      );
      expect([...new Set(missing)]).toEqual([]);
    },
  );
});

/** Removes links and the unit of power from TeX. */
function tex(page: string): string {
  return page.replaceAll("\\,\\mathrm{kW}", "").replace(/\\href\{[^{}]*\}\{((?:[^{}]|\{[^{}]*\})*)\}/g, "$1");
}

describe("what the sheet says", () => {
  testOnce("title, versions, inputs with units, steps with numbers, rules, sources and hashes", async () => {
    const { page, explanation } = await explained("calculate_pue", {
      it_load_kw: 500,
      cooling_kw: 150,
      ups_losses_kw: 30,
      lighting_kw: 5,
    });
    const text = textOf(page);
    const wanted = [
      "Calculation sheet Power usage effectiveness (PUE)",
      "Version 3.0.0 · edition 2026-11-01 · law and data as of 2026-11-01",
      "Rating Good Overhead adds 37\u202F% to the IT load and costs £410\u202F000 a year. PUE 1.37",
      "IT load 500 \u202F kW Power drawn by the IT equipment",
      "Total facility load total_facility_load_kw = 685\u202F kW",
      "Annual cost annual_cost_estimate_gbp = £1\u202F519\u202F951.98",
      "[3] clauses 4 to 5",
      "EN 50600-4-2:2016, CENELEC. standard",
      "rated PUE (1.37) is below the industry average (1.52)",
      "ISO/IEC 30134-2 and EN 50600-4-2 (Power Usage Effectiveness)",
      "a qualified engineer must validate it",
    ];
    expect(wanted.filter((said) => !text.includes(said))).toEqual([]);
    // The sum with its numbers, as TeX in the MathML.
    expect(tex(page)).toContain("500+150+30+5");
    expect(tex(page)).toContain("\\frac{685}{500}");
    expect(Object.keys(explanation.definition_files).length).toBeGreaterThan(1);
  });

  testOnce("an input that was not sent is marked as default", async () => {
    const { page, explanation } = await explained("heatpump_heatloss", {
      floor_area_m2: 90,
      age_band: "1950_1966",
      location: "london",
    });
    const defaults = Object.values(explanation.inputs).filter(({ from }) => from === "default").length;
    expect(defaults).toBeGreaterThan(2);
    expect(page.match(/class="default"/g)).toHaveLength(defaults);
  });

  testOnce("inputs and results keep every digit; steps are shown to five", async () => {
    const { page } = await explained("calculate_pue", {
      it_load_kw: 512.3456789,
      cooling_kw: 150.12345678,
      ups_losses_kw: 30,
      lighting_kw: 5,
    });
    const text = textOf(page);
    expect(text).toContain("IT load 512.3456789 \u202F kW");
    expect(tex(page)).toContain("512.35+150.12+30+5");
  });

  testOnce(
    "an answer in words stands beside the verdict; a list of reasons only where there are some",
    async () => {
      const letting = { property_type: "non_domestic", current_epc_band: "F", epc_expiry_date: "2022-06-30" };
      const expired = textOf((await explained("mees_checker", letting, "summary")).page);
      expect(expired).toContain(
        "Verdict Unknown New letting: not before a new EPC is lodged; its band decides.",
      );
      const answer = async (input: object) =>
        textOf((await explained("mees_checker", input)).page).split("Appendix: every step")[0];
      expect(await answer(letting)).toContain("Why it is unknown");
      const valid = await answer({ ...letting, epc_expiry_date: "2030-06-30" });
      expect(valid).toContain("Verdict Not compliant New letting: no, band F is below the minimum E.");
      expect(valid).not.toContain("Why it is unknown");
    },
  );

  const NO_IDENTITY = { sha256: "", files: [] };

  testOnce("without the tool's context it says less and stands all the same", async () => {
    const { explanation } = await explained("calculate_pue", {
      it_load_kw: 1,
      cooling_kw: 1,
      ups_losses_kw: 0,
      lighting_kw: 0,
    });
    expect(textOf(explanationPage(explanation, { identity: NO_IDENTITY }, { detail: "full" }))).toContain(
      "EN 50600-4-2:2016",
    );
  });
});

describe("nothing breaks out", () => {
  const EVIL = `"><script>alert(1)</script><img src=x onerror=alert(1)> \\href{javascript:alert(1)}{x} $ & # % ~ ^ _ { }`;

  testOnce("texts of a caller are text, in values, formulas, conditions and lists", () => {
    const citation = { source: EVIL, title: EVIL, reference: EVIL, clause: EVIL, evidence: EVIL };
    const page = explanationPage(
      {
        tool: EVIL,
        title: EVIL,
        version: EVIL,
        edition: EVIL,
        as_of: `${EVIL}"; } body { background: url(http://example.org/x) } "`,
        definition_files: { [EVIL]: EVIL },
        rows: { [EVIL]: { table: EVIL, row: { [EVIL]: EVIL }, citations: [citation] } },
        figures: [
          {
            title: EVIL,
            kind: "parts",
            note: EVIL,
            unit: EVIL,
            items: [{ label: EVIL, value: 1 }],
            total: 1,
          },
          {
            title: EVIL,
            kind: "bands",
            bands: [{ label: EVIL, from: null, to: 1 }],
            end: "at_most",
            places: [{ label: EVIL, value: 1, band: EVIL }],
          },
        ],
        inputs: {
          [EVIL]: { value: EVIL, unit: EVIL, from: "caller" },
          word: { value: [EVIL], from: "default" },
        },
        steps: [
          {
            id: EVIL,
            at: EVIL,
            reads: { word: [EVIL] },
            also: [EVIL],
            name: EVIL,
            kind: "formula",
            unit: EVIL,
            expression: "lower(word)",
            substituted: `lower(${JSON.stringify(EVIL)})`,
            inputs: { word: EVIL },
            value: EVIL,
            because: EVIL,
            citations: [citation],
            tables: [{ table: EVIL, keys: [EVIL], row: { [EVIL]: EVIL }, citations: [citation] }],
            rules: [
              {
                id: EVIL,
                at: EVIL,
                groups: [EVIL],
                outcome: "holds",
                conditions: [
                  { text: EVIL, holds: true, clauses: [], decided_by: [] },
                  { text: `word == ${JSON.stringify(EVIL)}`, holds: false, clauses: [], decided_by: [] },
                ],
                because: EVIL,
                citations: [citation],
              },
            ],
            entries: [{ [EVIL]: EVIL }],
          },
          {
            id: "flags",
            at: EVIL,
            name: "flags",
            kind: "collect",
            value: [{ code: EVIL, warning: EVIL }],
            citations: [],
          },
        ],
        calls: [],
        results: { [EVIL]: { at: EVIL, also: [EVIL] } },
        result: { [EVIL]: { [EVIL]: [EVIL] }, disclaimer: EVIL, standard_reference: EVIL },
      },
      {
        identity: { sha256: EVIL, files: [[EVIL, EVIL]] },
        sources: new Map([
          [
            EVIL,
            {
              id: EVIL,
              title: EVIL,
              evidence: EVIL,
              review_by: EVIL,
              note: EVIL,
              url: "javascript:alert(1)",
            },
          ],
        ]),
      },
    );
    expect(found(page, /<(script|img)\b|href="(?!#|\/#\/)|not-typeset/gi)).toEqual([]);
    // Texts cannot end the style sheet or a rule in it.
    expect(found(/<style>.*<\/style>/s.exec(page)?.[0] ?? "", /example\.org\/|body \{ background/g)).toEqual(
      [],
    );
    // Quotes cannot end an attribute: everything outside of tags is text.
    const bare = page.replace(/<style>.*<\/style>/s, "").replace(/<[^<>"]*(?:"[^"]*"[^<>"]*)*>/g, "");
    expect(found(bare, /[<>]/g)).toEqual([]);
    expect(textOf(page).split("<script>alert(1)</script>").length).toBeGreaterThan(10);
  });

  test.skipIf(FULL || !HAS_BROWSER)("a free text that a caller sent runs nothing in a browser", async () => {
    const file = join(folder, "evil.html");
    const { status } = await call("explain", [
      ...SMALL,
      "--html",
      "--output",
      file,
      "--load_kw",
      "2",
      "--note",
      EVIL,
    ]);
    expect(status).toBe(0);
    const url = pathToFileURL(file).href;
    const { page, complaints } = await visit(browser, url, url);
    expect(await page.evaluate<number>("document.querySelectorAll('script, img, [onerror]').length")).toBe(0);
    expect(await page.evaluate<string>("document.body.innerText")).toContain(`Note taken: ${EVIL}.`);
    expect(await overflowAt(page, [360])).toEqual([0]);
    expect(complaints).toEqual([]);
    await page.close();
  });

  testOnce("escaping", () => {
    expect(escapeHtml(`<a href='x' title="y">&`)).toBe("&lt;a href=&#39;x&#39; title=&quot;y&quot;&gt;&amp;");
    expect(escapeHtml("a\u0000b\u001bc\n")).toBe("a\uFFFDb\uFFFDc\n");
    expect(html`<p>${"<b>"}${[html`<i>${1}</i>`, "&"]}${undefined}${false}</p>`.text).toBe(
      "<p>&lt;b&gt;<i>1</i>&amp;</p>",
    );
  });
});

describe("formulas as TeX", () => {
  const tex = (formula: string) => texOf(parseFormula(formula).expr).replace("\\displaystyle ", "");

  testOnce.each([
    ["it_load_kw + cooling_kw", "\\mathrm{it\\_load\\_kw}+\\mathrm{cooling\\_kw}"],
    ["a / b", "\\frac{\\mathrm{a}}{\\mathrm{b}}"],
    ["(a + b) * c", "(\\mathrm{a}+\\mathrm{b})\\cdot \\mathrm{c}"],
    ["a - (b - c)", "\\mathrm{a}-(\\mathrm{b}-\\mathrm{c})"],
    ["a - b - c", "\\mathrm{a}-\\mathrm{b}-\\mathrm{c}"],
    ["a / b / c", "\\frac{\\mathrm{a}}{\\mathrm{b}\\cdot \\mathrm{c}}"],
    ["a / (b + c) / d", "\\frac{\\mathrm{a}}{(\\mathrm{b}+\\mathrm{c})\\cdot \\mathrm{d}}"],
    ["a / (b / c)", "\\frac{\\mathrm{a}}{\\dfrac{\\mathrm{b}}{\\mathrm{c}}}"],
    ["(a / b)^2", "{\\left(\\frac{\\mathrm{a}}{\\mathrm{b}}\\right)}^{2}"],
    ["-a^2", "-{\\mathrm{a}}^{2}"],
    ["(-a)^2", "{(-\\mathrm{a})}^{2}"],
    ["a * -3", "\\mathrm{a}\\cdot (-3)"],
    ["gamma_m0 * x", "\\gamma_{\\mathrm{m0}}\\cdot \\mathrm{x}"],
    ["lambda_bar_lt", "\\bar{\\lambda}_{\\mathrm{lt}}"],
    ["sqrt(a)", "\\sqrt{\\mathrm{a}}"],
    ["log(a)", "\\ln(\\mathrm{a})"],
    ["a <= b and not c", "\\mathrm{a}\\le \\mathrm{b}\\mathrel{\\text{and}}\\text{not }\\mathrm{c}"],
    ["(a or b) and c", "(\\mathrm{a}\\mathrel{\\text{or}}\\mathrm{b})\\mathrel{\\text{and}}\\mathrm{c}"],
    ['x == "a_b{%"', "\\mathrm{x}=\\text{“a\\_b\\{\\%”}"],
    ["12345.5", "12\\,345.5"],
    ["0.123456789", "0.123456789"],
    ["1e20 * a", "1\\cdot 10^{20}\\cdot \\mathrm{a}"],
    ["site.width_m * 2", "\\mathrm{site.width\\_m}\\cdot 2"],
  ])("%s", (formula, expected) => {
    expect(tex(formula)).toBe(expected);
  });

  testOnce("a fraction that is wider than a page is written in one line, which can break", () => {
    const long = Array.from({ length: 9 }, (_, at) => `quantity_number_${at}`).join(" + ");
    expect(tex(`(${long}) / (${long})`)).not.toContain("\\frac");
  });
});

describe("conditions as sentences", () => {
  const names = { show: (path: string) => html`${path}` };
  const said = (formula: string) =>
    condition(parseFormula(formula).expr, names).text.replace(/<\/?[bq]>/g, "");

  testOnce.each([
    ["a >= 5 and one_of(b, 1, 2)", "a is at least 5 and b is one of 1, 2"],
    ["not (a > 5)", "a is at most 5"],
    ["not (a and b)", "a does not hold or b does not hold"],
    ["a and (b or c)", "a holds and (b holds or c holds)"],
    ["not given(x)", "x is not given"],
    ["x == null", "x is not known"],
    ['flagged("odd")', "the flag odd is raised"],
    ['as_of >= "2026-01-01"', 'the as-of date is <span class="date">2026-01-01</span> or later'],
    ["a - (b - c) < 2 * (d + 1)", "a − (b − c) is below 2 × (d + 1)"],
  ])("%s", (formula, expected) => {
    expect(said(formula)).toBe(expected);
  });

  testOnce("numbers and units", () => {
    expect(numberText(-1519951.9800000002)).toBe("\u22121\u202F519\u202F951.98");
    expect(numberText(0.395724912)).toBe("0.395725");
    expect(numberText(4.57e-7)).toBe("4.57 × 10⁻⁷");
    expect(numberText(8760)).toBe("8760");
    expect(exactNumber(0.395724912)).toBe("0.395724912");
    expect(exactNumber(-4.5678901e-7)).toBe("\u22124.5678901 × 10⁻⁷");
    expect(unitText("W/m^2/K")).toBe("W/(m²·K)");
    expect(unitText("W/m^2 K")).toBe("W/(m²·K)");
    expect(unitText("m^2 K/W")).toBe("m²·K/W");
    expect(unitText("kN m")).toBe("kN·m");
    expect(unitText("1")).toBe("");
  });
});

describe("the command", () => {
  testOnce("--html --output writes one file and says so", async () => {
    const file = join(folder, "small.html");
    const { status, stdout, stderr } = await call("explain", [
      ...SMALL,
      "--html",
      "--output",
      file,
      "--load_kw",
      "2",
    ]);
    expect({ status, stdout }).toEqual({ status: 0, stdout: "" });
    expect(stderr).toContain(file);
    expect(readFileSync(file, "utf8")).toMatch(/^<!doctype html>\n.*<\/html>\n$/s);
    expect(readdirSync(folder).filter((name) => name.includes("small"))).toEqual(["small.html"]);
  });

  testOnce("without --output it goes to standard output", async () => {
    const { status, stdout } = await call("explain", [...SMALL, "--html", "--load_kw", "2"]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^<!doctype html>/);
  });

  testOnce.each([
    ["a folder that does not exist", () => join(folder, "nowhere", "x.html"), "There is no folder"],
    ["a file as the folder", () => join(folder, "small.html", "x.html"), "There is no folder"],
    ["a folder as the file", () => folder, "is a folder"],
    ["a place that cannot be written", () => "/proc/x.html", "cannot be written"],
  ])("refuses %s", async (_, file, message) => {
    const { status, stderr } = await call("explain", [
      ...SMALL,
      "--html",
      "--output",
      file(),
      "--load_kw",
      "2",
    ]);
    expect(status).toBe(2);
    expect(stderr).toContain(message);
  });

  testOnce("refused input writes no file, and two forms at once are refused", async () => {
    const file = join(folder, "refused.html");
    const bad = [...SMALL, "--html", "--output", file, "--load_kw", "-1"];
    expect((await call("explain", bad)).status).toBe(1);
    expect(existsSync(file)).toBe(false);
    expect((await call("explain", [...SMALL, "--html", "--json", "--load_kw", "2"])).status).toBe(2);
  });
});

/** The grey of the footer as PDF writes it, #444. */
const FOOT_GREY = /\.266\d+ \.266\d+ \.266\d+ rg/g;

/** Counts the uses of a colour in compressed PDF streams. */
function inkOf(pdf: string, colour: RegExp): number {
  const streams = [...pdf.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)];
  return streams.reduce((sum, [, bytes = ""]) => {
    try {
      // The last byte may look like a line end and be missing.
      const text = inflateSync(Buffer.from(bytes, "latin1"), { finishFlush: constants.Z_SYNC_FLUSH });
      return sum + (text.toString("latin1").match(colour)?.length ?? 0);
    } catch {
      // Fonts and images have other encodings.
      return sum;
    }
  }, 0);
}

describe.skipIf(!HAS_BROWSER)("in a browser", () => {
  test.each(FULL ? ["eurocode_beam_designer", "uk_planning_checker"] : ["heatpump_heatloss"])(
    "%s opens without network, fits phone, screen and A4, and prints",
    async (name) => {
      const { page: text } = await explained(name, exampleOf(name));
      const file = join(folder, `${name}.html`);
      writeFileSync(file, text);
      const url = pathToFileURL(file).href;
      const { page, complaints } = await visit(browser, url, url);
      expect(await overflowAt(page, [360, 1280])).toEqual([0, 0]);
      const fonts = await page.evaluate<string[]>(
        "[...document.fonts].filter(({ status }) => status === 'error').map(({ family }) => family)",
      );
      expect(fonts).toEqual([]);
      expect(await page.evaluate<number>("document.querySelectorAll('math').length")).toBeGreaterThan(10);
      // In print nothing scrolls, so wide content would be cut.
      await page.emulateMedia({ media: "print" });
      await page.setViewportSize({ width: 672, height: 900 });
      const cut = await page.evaluate<string[]>(
        "[...document.querySelectorAll('.math, .scroll, td, .step')].filter((box) => box.scrollWidth > box.clientWidth + 2).map((box) => box.textContent.slice(0, 80))",
      );
      expect(cut).toEqual([]);
      const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
      const pages = pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 0;
      expect(pages).toBeGreaterThan(3);
      // The footer's grey proves that it was printed.
      expect(inkOf(pdf, FOOT_GREY)).toBeGreaterThanOrEqual(pages);
      // A4 in points.
      expect(pdf).toMatch(/\/MediaBox\s*\[0 0 59[45][.\d]* 84[12][.\d]*\]/);
      expect(complaints).toEqual([]);
      await page.close();
    },
  );
});

describe("how much it says", () => {
  const AUTOMATIC = { material: "steel", config: "ss", span_m: 8, udl_kn_m: 42 };

  testOnce("the answer, then the checks, then every step", async () => {
    const [summary, checks, full] = await Promise.all(
      (["summary", "checks", "full"] as const).map(async (detail) =>
        textOf((await explained("eurocode_beam_designer", AUTOMATIC, detail)).page),
      ),
    );
    for (const text of [summary, checks, full]) {
      // Verdict and flags come first.
      expect(text?.indexOf("Flags")).toBeLessThan(text?.indexOf("Inputs") ?? 0);
      expect(text).toContain("Verdict Conditional pass");
    }
    expect(summary).not.toContain("Resistance or limit");
    expect(checks).toContain("Resistance or limit");
    expect(checks).toContain("6.2.5(2)");
    expect(checks).not.toContain("every step");
    expect(full).toContain("Appendix: every step");
  });

  testOnce("candidates are one table, each with the reason that it was refused", async () => {
    const { page, explanation } = await explained("eurocode_beam_designer", AUTOMATIC, "checks");
    const refused = explanation.steps.flatMap((step) => step.refused ?? []);
    expect(refused.length).toBeGreaterThan(20);
    expect(page.match(/<table class="candidates">/g)).toHaveLength(1);
    expect(page.match(/class="candidate"/g)).toHaveLength(refused.length);
    expect(textOf(page)).toContain("Shear utilisation is above 1 UB 127x76x13 1.83");
  });

  testOnce("names of inputs and words stand in words", async () => {
    const { page, explanation } = await explained("eurocode_beam_designer", AUTOMATIC, "checks");
    const said = textOf(page.replace(/<p class="facts">.*?<\/p>/s, ""));
    const names = Object.keys(explanation.inputs).filter((name) => name.includes("_"));
    expect(names.filter((name) => said.includes(name))).toEqual([]);
    expect(said).toContain("Grade S355 assumed.");
    expect(said).not.toContain("s355");
  });

  test.skipIf(FULL || !HAS_BROWSER).each([
    // Every number of its checks leads to an input, row or constant.
    ["eurocode_beam_designer", AUTOMATIC, 5],
    ["eurocode_beam_designer", ownTool("eurocode_beam_designer").facts.examples[3]?.input, 5],
    ["calculate_pue", PUE, 2],
  ])("%s takes at most its pages", async (name, input, most) => {
    const { page: text } = await explained(name, input, "checks");
    const file = join(folder, `${name}-checks.html`);
    writeFileSync(file, text);
    const url = pathToFileURL(file).href;
    const { page } = await visit(browser, url, url);
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
    await page.close();
    expect(pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 0).toBeLessThanOrEqual(most);
  });
});

describe("over HTTP", () => {
  testOnce("an explanation as a page for who asks for HTML, as data for everyone else", async () => {
    const service = await startService();
    try {
      const ask = (accept: string) => service.post("/v1/tools/calculate_pue?explain=true", PUE, { accept });
      const page = await ask("text/html,application/xhtml+xml,*/*;q=0.8");
      expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
      expect(page.headers.get("content-security-policy")).not.toContain("script-src");
      expect(await page.text()).toMatch(/^<!doctype html>/i);
      const sheet = (query: string) => service.post(`/v1/tools/calculate_pue?${query}`, PUE);
      const asked = await sheet("format=html&detail=summary");
      expect(asked.headers.get("content-type")).toBe("text/html; charset=utf-8");
      expect(await asked.text()).not.toContain("Results in full");
      expect((await sheet("format=pdf")).status).toBe(400);
      expect((await sheet("format=html&detail=some")).status).toBe(400);
      for (const accept of ["*/*", "application/json", "application/json, text/html"])
        expect((await ask(accept)).headers.get("content-type")).toContain("application/json");
      expect(
        (await service.post("/v1/tools/calculate_pue?explain=true", {}, { accept: "text/html" })).status,
      ).toBe(422);
    } finally {
      await service.close();
    }
  });
});
