// Figures: data within limits and schema, and readable drawings.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LIMITS } from "../../src/engine/language/bounds.js";
import type { FigureData } from "../../src/engine/language/figures.js";
import type { Tool } from "../../src/engine/tool.js";
import { figureHtml, figureSvg, SLIM, WIDE } from "../../src/pages/figures/figure.js";
import { ticksOf, widthOf, wrapped } from "../../src/pages/figures/measure.js";
import { CONSTANTS } from "../../src/server/openapi/constants.js";
import { fixedPart } from "../../src/server/openapi/fixed-part.js";
import { HAS_BROWSER, startBrowser } from "../helpers/browser.js";
import { ROOT } from "../helpers/folders.js";
import { toolOf } from "../helpers/one-tool.js";
import { ownSet } from "../helpers/own-definitions.js";

const STYLE = readFileSync(join(ROOT, "assets/pages/figures.css"), "utf8");

/** Returns a tool with these figures that accepts any input. */
function toolWith(figures: string): Tool {
  return toolOf(
    "drawn",
    `  load: {at_least: -100, at_most: 100, description: Load.}
  many: {at_most: 1000, assumed: [], items: {fields: {name: {type: text, at_most: 200}, size: {at_least: -1e6, at_most: 1e6}}}, description: Many.}
constraints:
  - {when: load == 13, field: load, say: Not 13.}
tables:
  tops: {keys: {upto: at_most}, columns: {upto: "1", word: text}, rows: [{upto: 10, word: low}, {upto: 20, word: mid}, {upto: .inf, word: high}]}
  floors: {keys: {least: at_least}, columns: {least: "1", word: text}, rows: [{least: 20, word: high}, {least: 10, word: mid}, {least: -.inf, word: low}]}
values:
${figures.includes("share") ? "  share: 1 / abs(load - 50)\n" : ""}  half: load / 2
  top: tops(load)
  floor: floors(load)
recommendations: [Go on.]
results:
  half: {value: "= if(load < 0, null, half)", round: 2, description: Half}
  top: {description: Top}
  floor: {description: Floor}
  count: {value: = count(many), description: Count}
figures:
${figures}`,
  );
}

describe("data", () => {
  test("a figure whose condition is false or null, or with a number that is not finite, is left out", async () => {
    const tool = toolWith(`  - {title: Rarely, kind: bars, when: load > 90, bars: {Half: half}}
  - {title: Infinite, kind: bars, bars: {Share: share}}
  - {title: Shown, kind: bars, bars: {Half: half}}
`);
    const titles = (figures: readonly FigureData[] | undefined) => figures?.map(({ title }) => title);
    expect(titles(tool.figures({ load: 4 }))).toEqual(["Infinite", "Shown"]);
    expect(titles(tool.figures({ load: 50 }))).toEqual(["Shown"]);
    const { outcome, explanation } = await tool.explain({ load: 50 });
    expect(outcome.ok).toBe(true);
    expect(titles(explanation?.figures)).toEqual(["Shown"]);
    expect(explanation?.steps.map(({ name }) => name)).not.toContain("share");
  });

  test("a value on a limit lies in the band that the table would find", () => {
    const tool =
      toolWith(`  - {title: Tops, kind: bands, value: load, each: tops, label: word, marks: {Half: half}}
  - {title: Floors, kind: bands, value: load, each: floors, label: word}
`);
    for (const load of [-5, 10, 10.0000000001, 15, 20, 21]) {
      const outcome = tool.run({ load });
      const { top, floor } = outcome.ok ? outcome.result : {};
      const found = tool.figures({ load }).map((data) => (data.kind === "bands" ? data.places[0]?.band : ""));
      const said = (word: unknown) => String(word).replace(/^./, (first) => first.toUpperCase());
      expect(found).toEqual([said(top), said(floor)]);
    }
    const [tops] = tool.figures({ load: 40 });
    expect(tops).toMatchObject({ places: [{ band: "High" }, { label: "Half", value: 20, band: "Mid" }] });
  });

  test("a sweep has gaps where the tool refuses or the result is null, and the present point", () => {
    const tool = toolWith(
      "  - {title: Half, kind: sweep, over: load, from: -2, to: 14, points: 5, result: half}\n",
    );
    expect(tool.figures({ load: 13.5 })).toMatchObject([
      {
        lines: [
          {
            points: [
              [-2, null],
              [2, 1],
              [6, 3],
              [10, 5],
              [13.5, 6.75],
              [14, 7],
            ],
          },
        ],
        now: [13.5, 6.75],
      },
    ]);
    const refused = toolWith(
      "  - {title: Half, kind: sweep, over: load, from: 12, to: 14, points: 3, result: half}\n",
    );
    expect(refused.figures({ load: 0 })).toMatchObject([
      {
        lines: [
          {
            points: [
              [12, 6],
              [13, null],
              [14, 7],
            ],
          },
        ],
        now: [0, 0],
      },
    ]);
  });

  test("lists longer than a figure are cut, and the figure says so", () => {
    const tool = toolWith(`  - {title: Parts, kind: parts, each: many, label: name, value: size}
  - {title: Line, kind: lines, each: many, x: size, x_title: Size, lines: {Size: size}}
`);
    const many = Array.from({ length: 500 }, (_, at) => ({ name: `n${at}`, size: at + 1 }));
    const [parts, line] = tool.figures({ load: 1, many });
    expect(parts).toMatchObject({ left_out: 500 - LIMITS.figureItems, total: 125_250 });
    expect(parts?.kind === "parts" ? parts.items.length : 0).toBe(LIMITS.figureItems);
    expect(line).toMatchObject({ left_out: 500 - LIMITS.figurePoints });
    expect(
      [parts, line].flatMap((each) => (each === undefined ? [] : [figureHtml(each).text])).join(""),
    ).toContain("476 more are not shown.");
  });
});

const DRAWN = [...ownSet().tools.values()]
  .filter(({ plan }) => plan.def.figures.length > 0)
  .flatMap((tool) =>
    tool.facts.examples.flatMap(({ title, input }) =>
      tool.figures(input).map((data) => ({ name: `${tool.name}, ${title}: ${data.title}`, data })),
    ),
  );
/** Cases that no definition has: long words, large and negative numbers, gaps, single values. */
const HARD: readonly FigureData[] = [
  {
    title: "Parts",
    kind: "parts",
    unit: "kgCO2e/m^2/year",
    total: 1_000_000,
    items: [
      { label: "Donaudampfschifffahrtsgesellschaftskapitän and a good many further words", value: 1_100_000 },
      { label: "Credit", value: -100_000 },
      { label: "Unknown", value: null },
    ],
  },
  {
    title: "Bars",
    kind: "bars",
    limit: { title: "Resistance of the whole section", value: 1, is: "most" },
    items: [
      { label: "Bending", value: 1.234567, beyond: true },
      { label: "Shear", value: -0.2 },
      { label: "Fire", value: null, tone: "unknown" },
    ],
  },
  {
    title: "Lines",
    kind: "lines",
    x_title: "Year of the calendar",
    y_title: "Cumulative emissions",
    y_unit: "tCO2e",
    lines: Array.from({ length: 7 }, (_, at) => ({
      label: `A pathway with a long name, number ${at}`,
      points: [
        [2020, at * 1e6],
        [2030, null],
        [2050, -at * 2e6],
      ],
    })),
    marks: [
      { label: "Stranded", x: 2049 },
      { label: "Law", x: 2021 },
    ],
    levels: [{ label: "Limit", y: 5e5 }],
  },
  {
    title: "One point",
    kind: "sweep",
    lines: [{ label: "One", points: [[1, 5]] }],
    marks: [],
    levels: [],
    now: [1, 5],
  },
  {
    title: "Bands",
    kind: "bands",
    end: "below",
    places: [{ label: "Here, with a rather long name", value: 12_345.678, band: "Between" }],
    bands: [
      { label: "Below all that was ever seen", from: null, to: 100, tone: "good" },
      { label: "Between", from: 100, to: 1e7 },
      { label: "Above", from: 1e7, to: null, tone: "bad" },
    ],
  },
];
/** A beam with every symbol above and below, and a force at a variable position. */
function beamWith(force: number): FigureData {
  return {
    title: `A force at ${force}`,
    kind: "sketch",
    unit: "m",
    shapes: [
      {
        shape: "line",
        points: [
          [0, 0],
          [18, 0],
        ],
      },
      {
        shape: "line",
        look: "held",
        title: "Held sideways along its length",
        points: [
          [0, 0],
          [18, 0],
        ],
      },
      { shape: "support", look: "fixed", side: "left", title: "Fixed end", points: [[0, 0]] },
      { shape: "support", look: "roller", title: "Reaction", value: 123.45, unit: "kN", points: [[9, 0]] },
      { shape: "support", title: "Reaction", value: 67.8, unit: "kN", points: [[18, 0]] },
      {
        shape: "load",
        title: "Permanent load",
        value: 12.5,
        unit: "kN/m",
        points: [
          [0, 0],
          [18, 0],
        ],
      },
      {
        shape: "load",
        title: "Variable load",
        value: 10,
        unit: "kN/m",
        points: [
          [0, 0],
          [9, 0],
        ],
      },
      { shape: "arrow", title: "Point load", value: 60, unit: "kN", points: [[force, 0]] },
      { shape: "arrow", title: "Second point load", value: 30, unit: "kN", points: [[force + 0.5, 0]] },
      {
        shape: "restraints",
        every: 3,
        title: "Lateral restraint",
        points: [
          [0, 0],
          [18, 0],
        ],
      },
      {
        shape: "dimension",
        title: "Between restraints",
        value: 3,
        unit: "m",
        points: [
          [0, 0],
          [3, 0],
        ],
      },
      {
        shape: "dimension",
        title: "To the load",
        value: force,
        unit: "m",
        points: [
          [0, 0],
          [force, 0],
        ],
      },
      {
        shape: "dimension",
        title: "Span",
        value: 9,
        unit: "m",
        points: [
          [0, 0],
          [9, 0],
        ],
      },
      {
        shape: "dimension",
        title: "Span",
        value: 9,
        unit: "m",
        points: [
          [9, 0],
          [18, 0],
        ],
      },
    ],
  };
}
const ALL = [...DRAWN.map(({ data }) => data), ...HARD, ...[0, 0.3, 4.5, 9, 13.5, 17.5].map(beamWith)];

describe("drawn", () => {
  test("the definitions have figures of every kind but none that is empty", () => {
    expect(DRAWN.length).toBeGreaterThan(10);
    for (const { data } of DRAWN) expect(data.title).toMatch(/^[A-Z].*[^.]$/);
  });

  const schema = fixedPart("figure", CONSTANTS).components?.schemas?.Figure ?? false;
  const validate = new Ajv2020({ strict: false }).compile(schema);
  test.each(DRAWN)("$name fits the schema of the OpenAPI document", ({ data }) => {
    expect(validate(data), JSON.stringify(validate.errors)).toBe(true);
  });

  test.each(ALL)("$title has a name, its data in words, and no style of its own", (data) => {
    const { text } = figureSvg(data);
    expect(text).toMatch(/^<svg [^>]*role="img"/);
    expect(text).toContain(`<title>${data.title}</title>`);
    expect(/<desc>([^<]+)<\/desc>/.exec(text)?.[1]?.length).toBeGreaterThan(20);
    expect(text).not.toMatch(/ style=|<style|NaN|Infinity|undefined/);
  });

  test("words of a definition or caller are text", () => {
    const evil = `"><script>alert(1)</script>'&`;
    const data: FigureData = {
      title: evil,
      kind: "bars",
      unit: evil,
      items: [{ label: evil, value: 1 }],
      note: evil,
    };
    expect(figureHtml(data).text).not.toContain("<script");
  });

  test("the words say the numbers", () => {
    const [pue] =
      ownSet()
        .tools.get("calculate_pue")
        ?.figures({ it_load_kw: 500, cooling_kw: 150, ups_losses_kw: 30, lighting_kw: 20 }) ?? [];
    expect(pue && figureSvg(pue).text).toContain("Cooling 150\u202FkW (21.4 %)");
    expect(pue && figureSvg(pue).text).toContain("Total 700\u202FkW.");
  });
});

describe("sketches", () => {
  const sketch = (shapes: string) =>
    toolWith(`  - title: Drawn
    kind: sketch
    unit: "1"
    draw:
${shapes}`);

  test("shapes whose condition fails or whose point is no number are left out, and the words name the others", () => {
    const tool = sketch(`      - {line: [[0, 0], [load, 0]], title: Member}
      - {arrow: [load / 2, 0], title: Force, value: load, when: load > 10}
      - {dots: [[0, 0], [load, 0]], count: 3, size: "if(load > 10, 1, null)"}
      - {note: [0, 0], value: top}`);
    const [small] = tool.figures({ load: 5 });
    expect(small).toMatchObject({
      kind: "sketch",
      shapes: [
        {
          shape: "line",
          points: [
            [0, 0],
            [5, 0],
          ],
        },
        { shape: "note", value: "low" },
      ],
    });
    const [large] = tool.figures({ load: 15 });
    expect(large?.kind === "sketch" && large.shapes.map(({ shape }) => shape)).toEqual([
      "line",
      "arrow",
      "dots",
      "note",
    ]);
    expect(large && figureSvg(large).text).toContain("<desc>Member; Force 15 at 7.5; mid.</desc>");
  });

  test("equal spans are measured in one row, and a load is named where no force passes", () => {
    const { text } = figureSvg(beamWith(4.5), { width: WIDE });
    const levels = [...text.matchAll(/y="([\d.]+)"[^>]*>Span 9/g)].map(([, y]) => y);
    expect(levels).toHaveLength(2);
    expect(new Set(levels).size).toBe(1);
  });
});

describe("measures", () => {
  test("ticks are round, at equal steps, and hold the range", () => {
    expect(ticksOf(0, 100, 5)).toEqual([0, 20, 40, 60, 80, 100]);
    expect(ticksOf(-3, 14, 4)).toEqual([-5, 0, 5, 10, 15]);
    expect(ticksOf(1.07, 1.67, 5)).toEqual([1, 1.2, 1.4, 1.6, 1.8]);
    expect(ticksOf(7, 7, 4).length).toBeGreaterThan(1);
  });

  test("lines of text fit their width, but for a word that is longer", () => {
    const lines = wrapped("the quick brown fox jumps over the lazy dog", 100);
    expect(lines.join(" ")).toBe("the quick brown fox jumps over the lazy dog");
    for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(100);
  });
});

describe("colours", () => {
  const luminance = (hex: string): number => {
    const full = hex.length === 4 ? hex.replace(/[0-9a-f]/g, "$&$&") : hex;
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
      const share = Number.parseInt(full.slice(at, at + 2), 16) / 255;
      return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const colours = [...STYLE.matchAll(/--figure-([\w-]+): light-dark\((#\w+), (#\w+)\)/g)];
  const plain = new Map(
    [...STYLE.matchAll(/--figure-([\w-]+): (#\w+)/g)].toReversed().map(([, name, hex]) => [name, hex]),
  );

  test("pages without light-dark() have the same colours as light ones", () => {
    expect(colours.length).toBe(20);
    for (const [, name, light] of colours) expect(plain.get(name)).toBe(light);
  });

  test.each([2, 3])("texts stand out 4.5 to 1 and marks 3 to 1 (%d)", (column) => {
    const of = new Map(colours.map((found) => [found[1] ?? "", luminance(found[column] ?? "")]));
    const ratio = (a: string, b: string) => {
      const [dark = 0, light = 0] = [of.get(a) ?? 0, of.get(b) ?? 0].sort((x, y) => x - y);
      return (light + 0.05) / (dark + 0.05);
    };
    for (const name of ["ink", "soft", "bad", "1", "2", "3", "4", "5", "6"])
      expect(ratio(name, "paper")).toBeGreaterThanOrEqual(4.5);
    for (const tone of ["good", "care", "bad", "unknown"]) {
      for (const text of ["ink", "soft"])
        expect(ratio(text, `${tone}-soft`), `${text} on ${tone}`).toBeGreaterThanOrEqual(4.5);
      expect(ratio(tone, "paper")).toBeGreaterThanOrEqual(3);
    }
    expect(ratio("bar", "track")).toBeGreaterThanOrEqual(3);
  });
});

describe.skipIf(!HAS_BROWSER)("in a browser", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  test.each([WIDE, SLIM])("no text leaves the picture or covers another at %d", async (width) => {
    const page = await browser.newPage({ viewport: { width: 800, height: 900 } });
    const drawn = ALL.map((data) => `<div>${figureSvg(data, { width }).text}</div>`).join("");
    await page.setContent(`<style>${STYLE}</style>${drawn}`);
    const faults = await page.evaluate<string[]>(`[...document.querySelectorAll("svg")].flatMap((svg) => {
      const frame = svg.getBoundingClientRect();
      const title = svg.querySelector("title").textContent;
      const texts = [...svg.querySelectorAll("text")].map((text) => ({ said: text.textContent, box: text.getBoundingClientRect() }));
      const out = texts.filter(({ box }) => box.left < frame.left - 2 || box.right > frame.right + 2 || box.bottom > frame.bottom + 2);
      const over = texts.flatMap((a, at) => texts.slice(at + 1).filter((b) =>
        Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left) > 1 &&
        Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top) > 6).map((b) => a.said + " / " + b.said));
      return [...out.map(({ said }) => title + ": " + said + " leaves it"), ...over.map((said) => title + ": " + said)];
    })`);
    await page.close();
    expect(faults).toEqual([]);
  });

  test("they show under a policy that forbids styles in the page", async () => {
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on("console", (message) => complaints.push(message.text()));
    await page.route("**/*", (route) =>
      route.request().url().endsWith(".css")
        ? route.fulfill({ contentType: "text/css", body: STYLE })
        : route.fulfill({
            contentType: "text/html",
            headers: { "content-security-policy": "default-src 'none'; style-src 'self'" },
            body: `<!doctype html><link rel="stylesheet" href="/figures.css"><div class="figures">${ALL.map((each) => figureHtml(each).text).join("")}</div>`,
          }),
    );
    await page.goto("http://figures.test/");
    expect(await page.evaluate("getComputedStyle(document.querySelector('.f-bar')).fill")).not.toBe(
      "rgb(0, 0, 0)",
    );
    expect(complaints).toEqual([]);
    await page.close();
  });
});
