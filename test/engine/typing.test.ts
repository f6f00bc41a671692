// Typing: types of values, lookups that can miss, and formulas with mixed units. Random tables are compared with a
// search of all combinations, and random formulas with dimensions computed here.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { describe as inWords } from "../../src/engine/language/types.js";
import { loadTools } from "../helpers/one-tool.js";

/** Types a tool. Returns the type of each value in words, and the findings of the named checks. */
function typed(inputs: Readonly<Record<string, string>>, body: string, ...checks: readonly string[]) {
  const written = Object.entries(inputs).map(
    ([name, text]) => `  ${name}: {${text}, description: An input.}`,
  );
  const loaded = loadTools({ small: `${written.join("\n")}\nrecommendations: [Go on.]\n${body}` });
  const tool = loaded.typed[0];
  if (
    tool === undefined ||
    loaded.findings.some(({ check }) => check === "yaml" || check === "structure" || check === "formula")
  )
    throw new Error(loaded.findings.map(({ message }) => message).join("\n"));
  const findings = loaded.findings.filter(({ check }) => checks.includes(check) || checks.length === 0);
  return {
    type: (name: string) => {
      const slot = tool?.plan.root.slots.get(name);
      return slot === undefined ? undefined : inWords(slot.type);
    },
    messages: findings.map(({ message }) => message),
    tool: loaded.set?.tools.get("small"),
  };
}

describe("the type of a value", () => {
  const { type, messages } = typed(
    {
      load_kw: "at_least: 0",
      storeys: "type: integer, at_least: 1",
      use: "choices: [office, school]",
      day: "type: date",
    },
    `tables:
  rates:
    keys: {use: equal}
    columns: {use: text, rate: "1", note: {type: text, default: null}}
    rows: [{use: office, rate: 2}, {use: school, rate: 3, note: term}]
values:
  whole: storeys + 1
  half: storeys / 2
  word: if(load_kw > 10, "large", "small")
  rate: rates(use).rate
  note: rates(use).note
  sure: rates(use).note ?? "none"
  either: {decide: [{when: load_kw > 10, give: large}, {when: load_kw > 5, give: null}], otherwise: small}
  later: add_days(day, 1)
results:
  whole: {description: Whole}
  half: {description: Half}
  word: {description: Word}
  rate: {description: Rate}
  note: {description: Note}
  sure: {description: Sure}
  either: {description: Either}
  later: {description: Later}
`,
    "type",
  );

  test.each([
    ["whole", "a whole number"],
    ["half", "a number"],
    ["rate", "a whole number"],
    ["later", "a date"],
  ])("%s is %s", (name, words) => {
    expect(messages).toEqual([]);
    expect(type(name)).toBe(words);
  });

  test.each([
    ["word", ["large", "small"], false],
    ["note", ["term"], true],
    ["sure", ["none", "term"], false],
    ["either", ["large", "small"], true],
  ])("%s is one of %j", (name, words, nullable) => {
    const said = type(name) ?? "";
    for (const word of words) expect(said).toContain(word);
    expect(said.includes("null")).toBe(nullable);
  });
});

describe("a lookup that can miss", () => {
  const WORDS = ["a", "b", "c"];
  const LIMITS = [1, 2, 3];
  const row = fc.record({
    one: fc.constantFrom(...WORDS),
    two: fc.constantFrom(...WORDS),
    limit: fc.constantFrom(...LIMITS, ".inf"),
  });
  type Row = { readonly one: string; readonly two: string; readonly limit: number | string };

  /** Removes duplicate rows and rows hidden by earlier ones, in the required order. */
  const sound = (rows: readonly Row[]): Row[] => {
    const place = ({ limit }: Row) => (limit === ".inf" ? Number.POSITIVE_INFINITY : Number(limit));
    const first = new Map(rows.map((each) => [`${each.one} ${each.two} ${each.limit}`, each]));
    return [...first.values()].sort(
      (a, b) => a.one.localeCompare(b.one) || a.two.localeCompare(b.two) || place(a) - place(b),
    );
  };

  test("is found exactly where some combination of words and number has no row", () => {
    let missed = 0;
    let whole = 0;
    fc.assert(
      fc.property(
        fc.array(row, { minLength: 1, maxLength: 14 }),
        fc.subarray(WORDS, { minLength: 1 }),
        fc.subarray(WORDS, { minLength: 1 }),
        (drawn, ones, twos) => {
          const rows = sound(drawn);
          const { messages } = typed(
            {
              one: `choices: [${ones.join(", ")}]`,
              two: `choices: [${twos.join(", ")}]`,
              size: "at_least: 0",
            },
            `tables:
  found:
    keys: {one: equal, two: equal, size: below}
    columns: {one: text, two: text, size: "1", gives: "1"}
    rows:
${rows.map(({ one, two, limit }, at) => `      - {one: ${one}, two: ${two}, size: ${limit}, gives: ${at + 1}}`).join("\n")}
values: {given: "found(one, two, size)"}
results: {given: {description: Given}}
`,
            "lookup",
          );
          const misses = ones.some((one) =>
            twos.some((two) =>
              [0, 1.5, 2.5, 1e9].some(
                (size) =>
                  !rows.some(
                    (each) =>
                      each.one === one &&
                      each.two === two &&
                      (each.limit === ".inf" || size < Number(each.limit)),
                  ),
              ),
            ),
          );
          if (misses) missed++;
          else whole++;
          expect(messages.length > 0, JSON.stringify({ rows, ones, twos, messages })).toBe(misses);
        },
      ),
      { numRuns: 150, seed: 1 },
    );
    expect(Math.min(missed, whole)).toBeGreaterThan(5);
  });

  test("by date is found exactly where some day has no row", () => {
    const YEARS = [2020, 2021, 2022, 2023];
    let missed = 0;
    let whole = 0;
    fc.assert(
      fc.property(
        // The years of each row; open without an end.
        fc.uniqueArray(fc.constantFrom(...YEARS), { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        fc.boolean(),
        (years, opens, ends) => {
          const sorted = years.toSorted();
          const rows = sorted.map((year, at) => ({
            from: at === 0 && opens ? undefined : year,
            until: at === sorted.length - 1 && ends ? undefined : year,
            year,
          }));
          const { messages } = typed(
            { as_of_date: "type: date" },
            `tables:
  rate:
    dated: as_of
    keys: {kind: equal}
    columns: {kind: text, gives: "1"}
    rows:
${rows
  .map(
    ({ from, until, year }) =>
      `      - {kind: all, ${from === undefined ? "" : `from: ${from}-01-01, `}${until === undefined ? "" : `until: ${until}-12-31, `}gives: ${year}}`,
  )
  .join("\n")}
values: {given: rate("all")}
results: {given: {description: Given}}
`,
            "lookup",
          );
          const misses = [2019, ...YEARS, 2024].some(
            (day) => !rows.some(({ from, until }) => (from ?? 0) <= day && day <= (until ?? 9999)),
          );
          if (misses) missed++;
          else whole++;
          expect(messages.length > 0, JSON.stringify({ rows, messages })).toBe(misses);
        },
      ),
      { numRuns: 60, seed: 1 },
    );
    expect(Math.min(missed, whole)).toBeGreaterThan(3);
  });
});

describe("units in a formula", () => {
  /** Names with exponents of length, mass and time. */
  const NAMES = { span_m: [1, 0, 0], mass_kg: [0, 1, 0], wait_days: [0, 0, 1] } as const;
  type Dimension = readonly number[];
  /** A random formula with its dimension; undefined if it mixes dimensions. */
  interface Drawn {
    readonly text: string;
    readonly dimension: Dimension | undefined;
  }
  const same = (a: Dimension, b: Dimension) => a.every((exponent, at) => exponent === b[at]);
  const { formula } = fc.letrec<{ formula: Drawn }>((tie) => {
    const pair = fc.tuple(tie("formula"), tie("formula"));
    const combined = (op: string, give: (a: Dimension, b: Dimension) => Dimension | undefined) =>
      pair.map(
        ([a, b]): Drawn => ({
          text: `(${a.text} ${op} ${b.text})`,
          dimension: a.dimension && b.dimension && give(a.dimension, b.dimension),
        }),
      );
    return {
      formula: fc.oneof(
        { maxDepth: 3, depthIdentifier: "formula" },
        fc.constantFrom(...Object.entries(NAMES)).map(([text, dimension]): Drawn => ({ text, dimension })),
        combined("*", (a, b) => a.map((exponent, at) => exponent + (b[at] ?? 0))),
        combined("/", (a, b) => a.map((exponent, at) => exponent - (b[at] ?? 0))),
        combined("+", (a, b) => (same(a, b) ? a : undefined)),
        combined("-", (a, b) => (same(a, b) ? a : undefined)),
      ),
    };
  });

  test("that cannot be added are found, and no others", () => {
    let wrong = 0;
    let right = 0;
    fc.assert(
      fc.property(formula, ({ text, dimension }) => {
        const { messages } = typed(
          Object.fromEntries(Object.keys(NAMES).map((name) => [name, "above: 0"])),
          `values: {drawn: "${text}"}
results: {drawn: {description: Drawn}}
`,
          "units",
        );
        if (dimension === undefined) wrong++;
        else right++;
        // The name `drawn` declares no unit, so any dimension is valid.
        expect(messages.length > 0, `${text}: ${messages.join(" ")}`).toBe(dimension === undefined);
      }),
      { numRuns: 300, seed: 1 },
    );
    expect(Math.min(wrong, right)).toBeGreaterThan(40);
  });
});
