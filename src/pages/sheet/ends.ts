// Finds the origins of a value: sent or assumed inputs, table rows and constants.
import type { ExplainedRow, ExplainedStep } from "../../engine/explain/explanation.js";
import { isRecord } from "../../json/objects.js";
import { type Html, html, joined } from "../html.js";
import { quantityText, spokenNumber, valueText } from "../show.js";
import { type Graph, readsOf } from "./graph.js";
import type { References } from "./references.js";
import { authority, type Work } from "./work.js";

export interface Ends {
  readonly sent: readonly string[];
  /** Inputs with their default. */
  readonly assumed: readonly string[];
  readonly rows: readonly ExplainedRow[];
  /** Constants, and steps with a literal as formula. */
  readonly fixed: readonly ExplainedStep[];
}

/** Maximum number of steps that are followed. */
const FARTHEST = 60;

/** Follows the deciding names; for steps without a formula, everything that they read. */
export function endsOf(from: ExplainedStep, graph: Graph): Ends {
  const ends = { sent: new Set<string>(), assumed: new Set<string>(), fixed: new Set<ExplainedStep>() };
  const rows = new Map<string, ExplainedRow>();
  const seen = new Set<ExplainedStep>();
  const visit = (step: ExplainedStep): void => {
    if (seen.has(step) || seen.size >= FARTHEST) return;
    seen.add(step);
    const ids = decidingIds(step, graph);
    if (step.kind === "constant" || ids.length === 0) ends.fixed.add(step);
    for (const id of ids) {
      const next = graph.step(id);
      const row = graph.row(id);
      const input = /^input:([^.[]+)/.exec(id)?.[1];
      if (input !== undefined) (graph.isSent(input) ? ends.sent : ends.assumed).add(input);
      else if (row !== undefined) rows.set(id, row);
      else if (next !== undefined) visit(next);
    }
  };
  visit(from);
  return {
    sent: [...ends.sent],
    assumed: [...ends.assumed],
    rows: [...rows.values()],
    fixed: [...ends.fixed],
  };
}

function decidingIds(step: ExplainedStep, graph: Graph): readonly string[] {
  const names = step.decided_by?.map(({ name }) => name) ?? [];
  const named = names.flatMap((name) => graph.leaf(step, name).ids);
  return named.length > 0 ? named : readsOf(step);
}

/** Describes the origin of a value without further steps, as part of a sentence. */
export function endsInWords(step: ExplainedStep, work: Work, references: References): Html {
  const { sent, assumed, rows, fixed } = endsOf(step, work.graph);
  const [row, another] = rows;
  if (row !== undefined && another === undefined) return rowInWords(row, work, references);
  const cited = rows.length > 0 ? rows.flatMap(({ citations }) => citations) : fixed.flatMap(authority);
  const marks = cited.length > 0 && html` ${references.marks(cited.slice(0, 2))}`;
  if (row !== undefined) return html`from the table ${work.naming.list(row.table)}${marks}`;
  if (assumed.length > 0) {
    const names = assumed.map((name) => work.naming.input(name));
    return html`assumed, because ${joined(names, ", ")} ${names.length > 1 ? "were" : "was"} not given`;
  }
  if (fixed.length > 0) return html`a fixed value of this tool${marks}`;
  if (sent.length === 0) return html`the same in every case`;
  const alias = work.graph.alias(work.graph.origin(step));
  if (alias?.ids.every((id) => id.startsWith("input:"))) return html`directly from your inputs`;
  return html`worked out from ${sent.map((name) => work.naming.input(name)).join(", ")}`;
}

/** "from the table cost caps: Home, from 2019-04-01 [1] reg. 24". */
export function rowInWords(
  { table, row, citations }: ExplainedRow,
  work: Work,
  references: References,
): Html {
  const cells = isRecord(row) ? Object.entries(row).slice(0, 3) : [];
  const words = cells
    .filter(([, cell]) => cell !== null)
    .map(([name, cell]) =>
      typeof cell === "number"
        ? html`${work.naming.column(name)} ${quantityText(cell, undefined, spokenNumber)}`
        : html`${valueText(work.naming.word(cell, name))}`,
    );
  const marks = citations.length > 0 && html` ${references.marks(citations.slice(0, 2))}`;
  return html`from the table ${work.naming.list(table)}${words.length > 0 && html`: ${joined(words, ", ")}`}${marks}`;
}
