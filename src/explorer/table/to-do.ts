// What remains to be done for the rows of a table: open requirements, and the reasons why rows were refused.
import type { Outcome, RuntimeTool } from "../../engine/run/tool.js";
import { requirementsIn } from "../../pages/sheet/checklist.js";
import { recordsOf } from "../../tables/csv.js";
import type { TableLayout } from "../../tables/layout.js";
import type { TableRow } from "../../tables/rows.js";
import { unguarded } from "../../wording/formulas.js";

export interface ToDo {
  readonly line: number;
  /** Cells that identify the row for a person. */
  readonly cells: readonly string[];
  readonly status: string;
  readonly task: string;
  /** Titles of the inputs that would settle it. */
  readonly settle: string;
  readonly day: string;
  readonly clause: string;
}

const DONE = new Set(["met", "exempt", "not_applicable"]);

/** Returns the tasks of a row. */
export function tasksOf(
  { line, carried }: TableRow,
  outcome: Outcome,
  tool: RuntimeTool,
  layout: TableLayout,
  labels: readonly number[],
): ToDo[] {
  const tasks = outcome.ok
    ? requirementsIn(outcome.result, tool.inputSchema)
        .filter(({ status }) => !DONE.has(status))
        .map(({ word, sentence, settle, day, clause }) => ({
          ...{ status: word, task: sentence, day, clause },
          settle: settle.map(([, title]) => title).join(", "),
        }))
    : outcome.problems.map(({ message }) => ({
        status: "Refused",
        task: message,
        settle: "",
        day: "",
        clause: "",
      }));
  if (tasks.length === 0) return [];
  const [record] = [...recordsOf(carried, layout.separator, layout.header.length)];
  const cells = labels.map((at) => unguarded(record?.cells[at] ?? ""));
  return tasks.map((task) => ({ line, cells, ...task }));
}
