// Filters of table rows, compared with the interpreter and with results computed here.
import { describe, expect, test } from "vitest";
import { toolOf } from "../helpers/one-tool.js";

interface Part {
  readonly part: string;
  readonly kind: string;
  readonly maker: string | null;
  readonly size: number;
}
const PARTS: readonly Part[] = Array.from({ length: 12 }, (_, at) => ({
  part: `p${at}`,
  kind: ["bolt", "nut", "pin"][at % 3] as string,
  maker: at % 4 === 3 ? null : `m${at % 2}`,
  size: 5 * at,
}));

function text(kept: string): string {
  return `  wanted: {choices: [bolt, nut, pin, rod], optional: true, description: A kind that may be absent.}
  least: {at_least: 0, at_most: 100, unit: "1", description: Least size.}
  divisor: {at_least: 0, at_most: 10, unit: "1", description: Divides what may not be needed.}
tables:
  parts:
    cite: handbook Table 1
    columns: {part: text, kind: text, maker: text, size: "1"}
    rows:
${PARTS.map(({ part, kind, maker, size }) => `      - {part: ${part}, kind: ${kind}, maker: ${maker}, size: ${size}}`).join("\n")}
values:
  kept: ${kept}
  total: sum(kept.size)
recommendations: [{when: wanted == "rod", say: No part is a rod.}, Go on.]
results:
  found: {value: = count(kept), description: How many}
  total: {value: = total, description: Their sizes}
  first: {value: = first(kept).part, description: The first of them}
  sent: {value: '= wanted ?? "none"', description: As sent}
  sent_least: {value: = least, description: As sent}
  sent_divisor: {value: = divisor, description: As sent}
`;
}

interface Input {
  readonly wanted?: string;
  readonly least: number;
  readonly divisor: number;
}
const INPUTS: readonly Input[] = [undefined, "bolt", "nut", "rod"].flatMap((wanted) =>
  [0, 20, 100].flatMap((least) =>
    [0, 2].map((divisor) => ({ ...(wanted === undefined ? {} : { wanted }), least, divisor })),
  ),
);

const CASES: readonly [kept: string, keeps: (part: Part, input: Input) => boolean][] = [
  ["parts[kind == wanted]", ({ kind }, { wanted }) => kind === wanted],
  [
    "parts[kind == wanted and size >= least]",
    ({ kind, size }, { wanted, least }) => kind === wanted && size >= least,
  ],
  [
    "parts[kind == wanted and size / (divisor + 1) >= least]",
    ({ kind, size }, { wanted, divisor, least }) => kind === wanted && size / (divisor + 1) >= least,
  ],
  [
    'parts[if(given(wanted), kind == wanted, part == "p4")]',
    ({ kind, part }, { wanted }) => (wanted === undefined ? part === "p4" : kind === wanted),
  ],
  [
    "parts[if(size >= least, kind == wanted, size == 0)]",
    ({ kind, size }, { wanted, least }) => (size >= least ? kind === wanted : size === 0),
  ],
  ["parts[kind != wanted]", ({ kind }, { wanted }) => kind !== wanted],
  ["parts[size == least]", ({ size }, { least }) => size === least],
  ['parts[maker == "m1" and size >= least]', ({ maker, size }, { least }) => maker === "m1" && size >= least],
  ['parts[size >= least and kind == "pin"]', ({ kind, size }, { least }) => size >= least && kind === "pin"],
];

test("rows without the word are not asked anything else", () => {
  const tool = toolOf("parts", text("'parts[kind == wanted and size / abs(divisor) >= least]'"));
  const none = { wanted: "rod", least: 0, divisor: 0 };
  expect(tool.run(none)).toMatchObject({ ok: true, result: { found: 0 } });
  expect(tool.interpret(none)).toEqual(tool.run(none));
  const some = { wanted: "nut", least: 0, divisor: 0 };
  expect(tool.run(some)).toMatchObject({ ok: false });
  expect(tool.interpret(some)).toEqual(tool.run(some));
});

describe.each(CASES)("%s", (kept, keeps) => {
  const tool = toolOf("parts", text(`'${kept}'`));

  test("keeps what it says, in both evaluators", () => {
    for (const input of INPUTS) {
      const rows = PARTS.filter((part) => keeps(part, input));
      const result = tool.run({ ...input });
      expect(result).toMatchObject({
        ok: true,
        result: {
          found: rows.length,
          total: rows.reduce((sum, { size }) => sum + size, 0),
          first: rows[0]?.part ?? null,
        },
      });
      expect(JSON.stringify(tool.interpret({ ...input }))).toBe(JSON.stringify(result));
    }
  });
});
