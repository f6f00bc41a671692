// The summary of a table as a page: verdicts as parts of the whole, and each number of the headline over the rows.
import type { FigureData, FigurePoint } from "../engine/language/figures.js";
import type { RuntimeTool } from "../engine/run/tool.js";
import { figuresPage } from "../pages/figures/page.js";
import type { Tally } from "../tables/tally.js";
import { fieldAt } from "../wording/field-words.js";
import { tidy, titleAt, verdictsOf } from "./table-summary.js";

const STEPS = 100;

export function summaryPage(tool: RuntimeTool, tally: Tally): string {
  const { title, name, version, edition, standard } = tool.facts;
  const { rows, refused, errors } = tally;
  const kinds = Object.entries(errors)
    .sort(([, a], [, b]) => b.count - a.count)
    .map(([kind, { count, line }]) => [{ text: kind }, { text: tidy(count) }, { text: String(line) }]);
  return figuresPage({
    title,
    said: [
      `${tidy(rows)} ${rows === 1 ? "row" : "rows"}: ${tidy(rows - refused)} computed, ${tidy(refused)} refused.`,
      `${name} ${version}, edition ${edition}. ${standard}`,
    ],
    figures: [...verdictFigure(tool, tally), ...numberFigures(tool, tally)],
    tables: [
      {
        title: "Extremes",
        head: ["Result", "Least", "Mean", "Most"],
        rows: Object.entries(tally.numbers).map(([path, { count, sum, min, minLine, max, maxLine }]) => [
          { text: titleAt(tool, path) },
          { text: tidy(min), below: `line ${minLine}` },
          { text: tidy(sum / count) },
          { text: tidy(max), below: `line ${maxLine}` },
        ]),
      },
      ...(kinds.length === 0
        ? []
        : [{ title: "Errors", head: ["What is wrong", "Rows", "First in line"], rows: kinds }]),
    ],
  });
}

function verdictFigure(tool: RuntimeTool, tally: Tally): FigureData[] {
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
      title: `${fieldAt(tool.outputSchema, verdict).title}, rows of ${tidy(total)}`,
      items,
    },
  ];
}

/** Each number over the share of rows that do not exceed it. */
function numberFigures(tool: RuntimeTool, { samples, numbers }: Tally): FigureData[] {
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
        ...(all > values.length ? { note: `Drawn from ${tidy(values.length)} of ${tidy(all)} rows.` } : {}),
      },
    ];
  });
}
