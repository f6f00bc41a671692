// The summary page of a table: verdicts as shares, and the distribution of headline numbers.
import type { RuntimeTool } from "../engine/run/tool.js";
import { figuresPage } from "../pages/figures/page.js";
import { numberText } from "../pages/show.js";
import { numberFigures, titleAt, verdictFigure } from "../tables/figures.js";
import type { Tally } from "../tables/tally.js";

export function summaryPage(tool: RuntimeTool, tally: Tally): string {
  const { title, name, version, edition, standard } = tool.facts;
  const { rows, refused, errors } = tally;
  const kinds = Object.entries(errors)
    .sort(([, a], [, b]) => b.count - a.count)
    .map(([kind, { count, line }]) => [{ text: kind }, { text: numberText(count) }, { text: String(line) }]);
  return figuresPage({
    title,
    said: [
      `${numberText(rows)} ${rows === 1 ? "row" : "rows"}: ${numberText(rows - refused)} computed, ${numberText(refused)} refused.`,
      `${name} ${version}, edition ${edition}. ${standard}`,
    ],
    figures: [verdictFigure, numberFigures].flatMap((figures) => figures(tool, tally, numberText)),
    tables: [
      {
        title: "Extremes",
        head: ["Result", "Least", "Mean", "Most"],
        rows: Object.entries(tally.numbers).map(([path, { count, sum, min, minLine, max, maxLine }]) => [
          { text: titleAt(tool, path) },
          { text: numberText(min), below: `line ${minLine}` },
          { text: numberText(sum / count) },
          { text: numberText(max), below: `line ${maxLine}` },
        ]),
      },
      ...(kinds.length === 0
        ? []
        : [{ title: "Errors", head: ["What is wrong", "Rows", "First in line"], rows: kinds }]),
    ],
  });
}
