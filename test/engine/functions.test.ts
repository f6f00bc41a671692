// Built-in functions on random, null and extreme arguments: compiler and interpreter give the same bytes. Argument
// types come from the declarations, so new functions are covered automatically.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readSchemas, sha256 } from "../../src/definitions/folder.js";
import { BUILTINS } from "../../src/engine/functions/all.js";
import { BOOLEAN, listOf, NUMBER, orNull, TEXT, type Type } from "../../src/engine/language/types.js";
import { loadTool } from "../../src/engine/load.js";
import type { Tool } from "../../src/engine/tool.js";
import { FULL } from "../helpers/full.js";
import { head } from "../helpers/one-tool.js";

const RUNS = FULL ? 1000 : 60;
const SCHEMAS = readSchemas();

const SIZES = ["small", "middle", "large"];
const scale: Type = { kind: "scale", scale: { name: "size", words: SIZES }, nullable: true };

/** Types of arguments, with formulas of each type over the inputs below. */
const KINDS = {
  number: { type: orNull(NUMBER), formulas: ["n0", "n1", "n2"] },
  text: { type: orNull(TEXT), formulas: ["text0", "text1", "text2"] },
  date: { type: { kind: "date", nullable: true }, formulas: ["d0", "d1", "d0"] },
  word: { type: scale, formulas: ["word0", "word1", "word0"] },
  numbers: { type: listOf(orNull(NUMBER)), formulas: ["items.x", "items.y", "items.x"] },
  texts: { type: listOf(orNull(TEXT)), formulas: ["items.t", "items.u", "items.t"] },
  boolean: { type: BOOLEAN, formulas: ["given(n0)", "n0 < n1", "given(n1)"] },
} as const satisfies Readonly<Record<string, { readonly type: Type; readonly formulas: readonly string[] }>>;
type Kind = keyof typeof KINDS;
const KIND_NAMES = Object.keys(KINDS) as Kind[];

/** Second arguments that must be literals. */
const WRITTEN: Readonly<Record<string, string>> = { replace: '"[ab]+"', round: "2" };

/** For each type of the first argument, returns the first accepted types of the others. */
function callsOf(name: string): (readonly Kind[])[] {
  const builtin = BUILTINS[name];
  if (builtin === undefined) throw new Error(`no function ${name}`);
  const after = (kinds: readonly Kind[], left: number): readonly Kind[] | undefined => {
    if (left === 0) {
      const given = builtin.takes(
        kinds.map((kind) => KINDS[kind].type),
        name,
      );
      return typeof given === "string" ? undefined : kinds;
    }
    for (const kind of KIND_NAMES) {
      const found = after([...kinds, kind], left - 1);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const many = builtin.more === true ? [builtin.args, builtin.args + 1] : [builtin.args];
  return many
    .flatMap((count) => KIND_NAMES.flatMap((kind) => [after([kind], count - 1) ?? []]))
    .filter((kinds) => kinds.length > 0);
}

function formulaOf(name: string, kinds: readonly Kind[]): string {
  const args = kinds.map((kind, at) => (at === 1 ? WRITTEN[name] : undefined) ?? KINDS[kind].formulas[at]);
  return `${name}(${args.join(", ")})`;
}

function toolOf(formula: string): Tool {
  const number =
    '{optional: true, unit: "1", at_least: -1.7e+308, at_most: 1.7e+308, description: A number.}';
  const text = "{type: text, optional: true, at_most: 60, description: A text.}";
  const definition = `${head("calls")}  n0: ${number}
  n1: ${number}
  n2: ${number}
  t0: ${text}
  t1: ${text}
  t2: ${text}
  d0: {type: date, optional: true, description: A day.}
  d1: {type: date, optional: true, description: A day.}
  w0: {choices: [${SIZES.join(", ")}], optional: true, description: A word.}
  w1: {choices: [${SIZES.join(", ")}], optional: true, description: A word.}
  items:
    at_least: 0
    at_most: 5
    description: Items.
    items:
      fields:
        x: ${number}
        y: ${number}
        t: ${text}
        u: ${text}
scales: {size: [${SIZES.join(", ")}]}
values:
  text0: replace(t0, "^~", "")
  text1: replace(t1, "^~", "")
  text2: replace(t2, "^~", "")
  word0: {formula: w0, scale: size}
  word1: {formula: w1, scale: size}
recommendations: [Go on.]
results:
  found: {value: ${JSON.stringify(`= ${formula}`)}, description: What the function gives}
`;
  const texts = {
    "common.yaml": "edition: 2026-11-01\ndisclaimer: None.\nfields: {flags: Flags.}\n",
    "sources.yaml":
      "handbook: {title: Handbook, reference: 1st edition, evidence: standard, review_by: 2027-11-01}\n",
    "tools/calls.yaml": definition,
  };
  const files = new Map(
    Object.entries(texts).map(([path, each]) => [path, { path, text: each, sha256: sha256(each) }]),
  );
  return loadTool(files, ["tools/calls.yaml"], SCHEMAS);
}

const EXTREMES = [
  0,
  -0,
  0.5,
  -1.5,
  2,
  3,
  12,
  20,
  0.1 + 0.2,
  1e-9,
  1e-300,
  5e-324,
  1e15,
  1e21,
  1e300,
  1.7e308,
  -1e308,
];
const number = fc.oneof(
  fc.constantFrom(...EXTREMES),
  fc.double({ min: -1.7e308, max: 1.7e308, noNaN: true }),
  fc.double({ min: -10, max: 10, noNaN: true }),
  fc.integer({ min: -1000, max: 1000 }),
);
/** "~" represents the empty text, which inputs cannot be. */
const text = fc.oneof(
  fc.constantFrom("~", "a", "ab", "~ ab ", "abc", "12.5", "+1", "-.5", "1e5", "İß", "😀a", "a,b", ",", "$&"),
  fc.string({ minLength: 1, maxLength: 12 }).map((each) => `~${each}`),
);
const DAYS = ["1000-01-01", "1900-02-28", "2024-02-29", "2026-08-31", "2026-12-31", "9999-12-31"];
const day = fc.oneof(
  fc.constantFrom(...DAYS),
  fc
    .integer({ min: -354_285, max: 2_932_896 })
    .map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10)),
);
const sizes = fc.constantFrom(...SIZES);
const item = fc.record({ x: number, y: number, t: text, u: text }, { requiredKeys: [] });
const input = fc.record(
  {
    ...{
      n0: number,
      n1: number,
      n2: number,
      t0: text,
      t1: text,
      t2: text,
      d0: day,
      d1: day,
      w0: sizes,
      w1: sizes,
    },
    items: fc.array(item, { maxLength: 5 }),
  },
  { requiredKeys: ["items"] },
);

describe.each(Object.keys(BUILTINS))("%s", (name) => {
  const calls = callsOf(name);

  test("takes arguments of some kind", () => {
    expect(calls).not.toEqual([]);
  });

  test.each(calls.map((kinds) => [formulaOf(name, kinds)] as const))("%s", (formula) => {
    const tool = toolOf(formula);
    let computed = 0;
    fc.assert(
      fc.property(input, (sent) => {
        const compiled = tool.run(sent);
        if (compiled.ok) computed++;
        expect(JSON.stringify(tool.interpret(sent))).toBe(JSON.stringify(compiled));
      }),
      { numRuns: RUNS },
    );
    expect(computed).toBeGreaterThan(RUNS / 5);
  });
});
