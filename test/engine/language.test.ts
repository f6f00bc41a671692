// Subtle meanings of the language, in both evaluators.
import { describe, expect, test } from "vitest";
import { round } from "../../src/engine/language/numbers.js";
import type { Tool } from "../../src/engine/tool.js";
import { roundDecimal } from "../../src/independent/functions.js";
import { toolOf as oneTool } from "../helpers/one-tool.js";

function toolOf(inputs: string, sections: string): Tool {
  return oneTool("small", `${inputs}\nrecommendations: [Go on.]\n${sections}\n`);
}

/** Returns the result, which must be equal in both evaluators. */
function both(tool: Tool, input: Record<string, unknown>): Record<string, unknown> | string[] {
  const compiled = tool.run(input);
  expect(JSON.stringify(tool.interpret(input))).toBe(JSON.stringify(compiled));
  return compiled.ok ? compiled.result : compiled.problems.map((problem) => problem.pointer);
}

describe("dates", () => {
  const tool = toolOf(
    "  as_of_date: {type: date, assumed: 2026-11-01, description: Day.}",
    `values:
  stage:
    decide:
      - {until: 2019-12-31, give: before}
      - {from: 2020-01-01, until: 2020-12-31, give: trial}
      - {from: 2030-01-01, give: future}
    otherwise: now
  last_day: add_days(as_of, 1)
results:
  stage: {description: Stage}
  last_day: {description: Day after}
`,
  );
  test.each([
    ["2019-12-31", "before"],
    ["2020-01-01", "trial"],
    ["2020-12-31", "trial"],
    ["2021-01-01", "now"],
    ["2030-01-01", "future"],
  ])("a rule holds from its first to its last day: %s", (as_of_date, stage) => {
    expect(both(tool, { as_of_date })).toMatchObject({ stage });
  });

  test("a tool with a rule or a row by day takes as_of_date; where it is not sent the edition counts", () => {
    const inputs = "  a: {at_least: 0, at_most: 9, optional: true, description: A.}";
    const shown = "results:\n  stage: {description: Stage}\n  a: {description: A}\n";
    const row = "{kind: all, until: 2026-11-01, word: now}, {kind: all, from: 2026-11-02, word: later}";
    for (const rules of [
      "values:\n  stage: {decide: [{from: 2026-11-02, give: later}], otherwise: now}\n",
      `tables:\n  stages: {dated: as_of, keys: {kind: equal}, columns: {kind: text, word: text}, rows: [${row}]}
values:\n  stage: stages("all")\n`,
    ]) {
      const dated = toolOf(inputs, rules + shown);
      expect(both(dated, {})).toMatchObject({ stage: "now" });
      expect(both(dated, { as_of_date: "2026-11-02" })).toMatchObject({ stage: "later" });
    }
    const plain = toolOf(inputs, "values:\n  b: a ?? 0\nresults:\n  b: {description: B}\n");
    expect(both(plain, { as_of_date: "2026-11-02" })).toEqual(["/as_of_date"]);
  });
});

describe("inputs", () => {
  test("optional fields of objects and of objects in lists are null when absent", () => {
    const tool = toolOf(
      `  site: {fields: {area_m2: {at_least: 0, at_most: 1e6, optional: true}, name: {type: text, at_most: 20, optional: true}}, optional: true, description: Site.}
  walls: {at_most: 5, items: {fields: {length_m: {at_least: 0, at_most: 100, optional: true}}}, optional: true, description: Walls.}`,
      `values:
  area_m2: {formula: site.area_m2 ?? 7, cite: handbook 2}
  unknown_walls: count((walls ?? [])[not given(length_m)])
results:
  area_m2: {description: Area}
  unknown_walls: {description: Walls without length}
`,
    );
    expect(both(tool, { site: {}, walls: [{}, { length_m: 3 }] })).toMatchObject({
      area_m2: 7,
      unknown_walls: 1,
    });
    expect(both(tool, {})).toMatchObject({ area_m2: 7, unknown_walls: 0 });
  });

  test("what is sent was given, also where it is what would have been assumed", async () => {
    const tool = toolOf(
      `  hours: {at_least: 0, at_most: 24, assumed: 24, description: Hours.}
  kind: {choices: [a, b], assumed: a, description: Kind.}
  wet: {type: boolean, assumed: false, description: Wet.}
  steps: {items: {type: integer, at_least: 0, at_most: 9}, at_most: 3, assumed: [1, 2], description: Steps.}
  shares: {names: [x, y], items: {at_least: 0, at_most: 9}, assumed: {x: 1, y: 2}, description: Shares.}
  site: {fields: {width: {at_least: 0, at_most: 9, assumed: 5}}, optional: true, description: Site.}`,
      `values:
  sent: {collect: [{when: given(hours), give: hours}, {when: given(kind), give: kind}, {when: given(wet), give: wet}, {when: given(steps), give: steps}, {when: given(shares), give: shares}, {when: given(site), give: site}]}
  total: hours + sum(steps) + shares.x + if(kind == "a" and not wet, 1, 0) + (site.width ?? 0)
results:
  sent: {description: What was sent}
  total: {description: Total}
`,
    );
    const assumed = { hours: 24, kind: "a", wet: false, steps: [1, 2], shares: { y: 2, x: 1 } };
    expect(both(tool, {})).toMatchObject({ sent: [], total: 29 });
    const all = ["hours", "kind", "wet", "steps", "shares"];
    expect(both(tool, assumed)).toMatchObject({ sent: all, total: 29 });
    // Defaults do not apply inside objects.
    expect(both(tool, { site: { width: 5 } })).toMatchObject({ sent: ["site"], total: 34 });
    const { explanation } = await tool.explain({ wet: false });
    expect(Object.entries(explanation?.inputs ?? {}).map(([name, { from }]) => [name, from])).toEqual([
      ["hours", "default"],
      ["kind", "default"],
      ["wet", "caller"],
      ["steps", "default"],
      ["shares", "default"],
    ]);
    expect(tool.run({ hours: null })).toMatchObject({ ok: false, problems: [{ pointer: "/hours" }] });
  });

  test("a map is read in the order of the schema, whatever the caller's", () => {
    const tool = toolOf(
      '  answers: {fields_from: {table: questions, word: id, title: id}, items: {choices: ["yes", "no"]}, at_most: 3, optional: true, description: Answers.}',
      `tables:
  questions: {columns: {id: text}, rows: [{id: a}, {id: b}, {id: c}]}
values:
  given_answers: {each: {entry: "answers"}, values: {word: {text: "{entry.key}={entry.value}"}}}
results:
  words: {value: = given_answers.word, description: Answers}
`,
    );
    expect(both(tool, { answers: { c: "no", a: "yes" } })).toMatchObject({ words: ["a=yes", "c=no"] });
  });

  test("inputs[name] is the input that a table names", () => {
    const tool = toolOf(
      "  has_plan: {type: boolean, assumed: false, description: Plan.}\n  has_team: {type: boolean, assumed: true, description: Team.}",
      `tables:
  controls: {columns: {control: text}, rows: [{control: has_plan}, {control: has_team}]}
values:
  missing: controls[not inputs[control]].control
results:
  missing: {description: Missing}
`,
    );
    expect(both(tool, {})).toMatchObject({ missing: ["has_plan"] });
    expect(both(tool, { has_plan: true, has_team: false })).toMatchObject({ missing: ["has_team"] });
  });
});

test("entries of a calculation can be ordered by what it gives", () => {
  const tool = toolOf(
    "  load_kn: {at_least: 1, at_most: 9, assumed: 4, description: Load.}",
    `tables:
  bars: {columns: {name: text, area_mm2: mm^2}, rows: [{name: thin, area_mm2: 10}, {name: thick, area_mm2: 40}, {name: mid, area_mm2: 20}]}
calculations:
  stress:
    given: {bar: row of bars}
    values: {sigma_mpa: load_kn * 1000 / area_mm2}
values:
  ranked: {each: {bar: bars}, calculate: stress, order_by: sigma_mpa, number: place}
results:
  order: {value: = ranked.bar.name, description: Names}
  places: {value: = ranked.place, description: Places}
`,
  );
  expect(both(tool, {})).toMatchObject({ order: ["thick", "mid", "thin"], places: [1, 2, 3] });
});

test("a rule that compares two calculations with the same decide", () => {
  const tool = toolOf(
    "  depth_m: {at_least: 0, at_most: 9, assumed: 3, description: Depth.}",
    `tables:
  limits: {keys: {kind: equal}, columns: {kind: text, limit_m: m, note: text}, rows: [{kind: a, limit_m: 2, note: x}, {kind: b, limit_m: 4, note: y}]}
calculations:
  outcome:
    given: {row: row of limits}
    values: {word: {decide: [{when: depth_m <= limit_m, give: small}, {when: depth_m <= 2 * limit_m, give: medium}], otherwise: large}}
values:
  first_case: {calculate: outcome, with: {row: '= limits("a")'}}
  second_case: {calculate: outcome, with: {row: '= limits("b")'}}
  verdict: {decide: [{when: first_case.word == second_case.word, give: same}, {when: first_case.word != second_case.word, give: different}], otherwise: none}
results:
  verdict: {description: Verdict}
`,
  );
  expect(both(tool, {})).toMatchObject({ verdict: "different" });
  expect(both(tool, { depth_m: 1 })).toMatchObject({ verdict: "same" });
});

test("a flag group hands its own fields down", () => {
  const tool = toolOf(
    "  a: {at_least: 0, at_most: 9, assumed: 3, description: A.}",
    `flags:
  - group: input
    kind: input
    when: a > 1
    rules:
      - {code: big, when: a > 2, say: Big.}
values:
  doubts: count(flags[kind == "input"])
results:
  doubts: {description: Doubts}
`,
  );
  expect(both(tool, {})).toMatchObject({ doubts: 1, flags: ["big"] });
});

test("values that cannot be computed are refused and the input is named", () => {
  const tool = toolOf(
    '  small_m: {above: 0, at_most: 9, optional: true, description: Small.}\n  days: {at_least: -1.0e+15, at_most: 1.0e+15, unit: "1", assumed: 0, description: Days.}',
    `values:
  inverse: {formula: 1 / small_m, unit: 1/m}
  huge: {formula: inverse * inverse, unit: 1/m^2}
  later: add_days(edition, days)
results:
  huge: {description: Huge}
  later: {description: Later}
`,
  );
  expect(both(tool, { small_m: 0.5 })).toMatchObject({ huge: 4, later: "2026-11-01" });
  expect(both(tool, { small_m: 1e-200 })).toEqual(["/small_m"]);
  expect(both(tool, { small_m: 1, days: 1e12 })).toEqual(["/days"]);
});

test.each([
  ["S355 J2", "J2", true],
  ["S355 J2", "j2", false],
  ["a", "", true],
  ["", "", true],
])("whether %j contains %j", (text, piece, expected) => {
  const tool = toolOf(
    "  text: {type: text, at_most: 9, optional: true, description: Text.}\n  piece: {type: text, at_most: 9, optional: true, description: Piece.}",
    'values:\n  found: contains(text ?? "", piece ?? "")\nresults:\n  found: {description: Found}\n',
  );
  expect(
    both(tool, Object.fromEntries(Object.entries({ text, piece }).filter(([, word]) => word !== ""))),
  ).toMatchObject({ found: expected });
});

describe("months later or earlier", () => {
  const tool = toolOf(
    '  on: {type: date, description: Day.}\n  months: {at_least: -1.0e+15, at_most: 1.0e+15, unit: "1", description: Months.}',
    "values:\n  then: add_months(on, months)\nresults:\n  then: {description: Then}\n",
  );
  test.each([
    ["2026-01-31", 1, "2026-02-28"],
    ["2024-01-31", 1, "2024-02-29"],
    ["2024-02-29", 120, "2034-02-28"],
    ["2026-08-31", 6, "2027-02-28"],
    ["2026-11-15", 2, "2027-01-15"],
    ["2026-03-31", -1, "2026-02-28"],
    ["2026-01-01", -1, "2025-12-01"],
    ["9999-11-30", 1, "9999-12-30"],
  ])("%s and %d months", (on, months, then) => {
    expect(both(tool, { on, months })).toMatchObject({ then });
  });
  test.each([1, 1e12, -1e12])("a day that no date can name is refused: %d months", (months) => {
    expect(both(tool, { on: "9999-12-31", months })).toEqual(["/months"]);
  });
});

test.each([
  [154176, 3, 154000],
  [99.96, 3, 100],
  [0.00123456, 2, 0.0012],
  [-2550, 2, -2600],
  [999.9999999999999, 3, 1000],
  [1250, 2, 1300],
  [7, 3, 7],
  [0, 2, 0],
])("%d to so many significant figures: %d", (x, figures, shown) => {
  const tool = toolOf(
    '  x: {at_least: -1.0e+15, at_most: 1.0e+15, unit: "1", description: X.}\n  figures: {type: integer, at_least: 1, at_most: 9, description: Figures.}',
    "values:\n  shown: significant(x, figures)\nresults:\n  shown: {description: Shown}\n",
  );
  expect(both(tool, { x, figures })).toMatchObject({ shown });
});

describe("rounding, half away from zero after twelve digits", () => {
  test.each([
    [451.335, 2, 451.34],
    [0.5, 0, 1],
    [-0.5, 0, -1],
    [2.5, 0, 3],
    [1.005, 2, 1.01],
    [-1e-9, 2, 0],
    [159269.67499978017, 2, 159269.68],
    [167148256.735, 2, 167148256.74],
    [1.7976e308, 2, 1.7976e308],
    [123456789012345, 0, 123456789012000],
    [1234.5, -2, 1200],
    [1250, -2, 1300],
    [0, 3, 0],
  ])("%d to %d decimals", (value, decimals, expected) => {
    expect(round(value, decimals)).toBe(expected);
    expect(roundDecimal(value, decimals)).toBe(expected);
  });
});
