// A whole table in figures: verdicts as parts of the whole, and each number of the headline over the rows.
import type { FigureData, FigurePoint } from "../engine/language/figures.js";
import type { RuntimeTool } from "../engine/run/tool.js";
import { choiceText, fieldAt } from "../wording/field-words.js";
import type { Tally } from "./tally.js";

const STEPS = 100;
/** How the page of a figure writes numbers. */
type Written = (value: number) => string;

type HasHeadline = Pick<RuntimeTool, "facts" | "outputSchema">;

/** Verdicts in the order of the headline, each with its words. */
export function verdictsOf(
  tool: HasHeadline,
  { verdicts }: Tally,
): { word: string; title: string; count: number }[] {
  const { verdict = "", tones = {} } = tool.facts.headline ?? {};
  const { schema } = fieldAt(tool.outputSchema, verdict);
  const words = [...new Set([...Object.keys(tones), ...Object.keys(verdicts)])];
  return words.flatMap((word) => {
    const count = verdicts[word] ?? 0;
    return count === 0 ? [] : [{ word, title: choiceText(schema, word) || word, count }];
  });
}

export function verdictFigure(tool: RuntimeTool, tally: Tally, written: Written): FigureData[] {
  const { verdict, tones = {} } = tool.facts.headline ?? {};
  const counted = verdictsOf(tool, tally);
  if (verdict === undefined || counted.length === 0) return [];
  const items = counted.map(({ word, title, count }) => {
    const tone = tones[word];
    return { label: title, value: count, ...(tone === undefined ? {} : { tone }) };
  });
  const total = counted.reduce((sum, { count }) => sum + count, 0);
  return [
    {
      kind: "bars",
      title: `${fieldAt(tool.outputSchema, verdict).title}, rows of ${written(total)}`,
      items,
    },
  ];
}

/** Each number over the share of rows that do not exceed it. */
export function numberFigures(
  tool: RuntimeTool,
  { samples, numbers }: Tally,
  written: Written,
): FigureData[] {
  return Object.entries(samples).flatMap(([path, { values }]): FigureData[] => {
    const sorted = Float64Array.from(values).sort();
    const last = sorted.length - 1;
    if (last < 1) return [];
    const points = Array.from({ length: STEPS + 1 }, (_, at): FigurePoint => {
      const share = at / STEPS;
      return [100 * share, sorted[Math.round(share * last)] ?? null];
    });
    const { title, unit } = fieldAt(tool.outputSchema, path);
    const all = numbers[path]?.count ?? 0;
    return [
      {
        kind: "lines",
        title: `${title} over the rows, sorted`,
        x_title: "Share of rows",
        x_unit: "%",
        y_title: title,
        ...(unit === undefined ? {} : { y_unit: unit }),
        lines: [{ label: title, points }],
        marks: [],
        levels: [],
        ...(all > values.length
          ? { note: `Drawn from ${written(values.length)} of ${written(all)} rows.` }
          : {}),
      },
    ];
  });
}

/** Units with meaningful totals. Ratios, scores, spans and temperatures have none. */
const AMOUNTS = /^(GBP|EUR|AED|USD|[kMGT]?Wh?|t|k?g|tCO2e|kgCO2e|m2|m3|l)$/;

export interface Totals {
  readonly title: string;
  /** A total for each verdict; one for all rows if the tool has no verdict. */
  readonly sums: readonly { readonly title: string; readonly sum: number }[];
}

/** Returns the totals of amounts by verdict. */
export function totalsOf(tool: HasHeadline, tally: Tally): Totals[] {
  const verdicts = tool.facts.headline?.verdict === undefined ? [] : verdictsOf(tool, tally);
  const groups = verdicts.length === 0 ? [{ word: "", title: "All rows" }] : verdicts;
  return Object.entries(tally.numbers).flatMap(([path, { sums }]) => {
    if (!AMOUNTS.test(fieldAt(tool.outputSchema, path).unit ?? "")) return [];
    const own = groups.flatMap(({ word, title }) => {
      const sum = sums[word];
      return sum === undefined ? [] : [{ title: title.split(": ", 1)[0] ?? title, sum }];
    });
    return [{ title: titleAt(tool, path), sums: own }];
  });
}

/** The title of a result with its unit. */
export function titleAt(tool: { readonly outputSchema: unknown }, path: string): string {
  const { title, unit } = fieldAt(tool.outputSchema, path);
  return unit === undefined ? title : `${title}, ${unit}`;
}
