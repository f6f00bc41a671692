// The computed rows of a table, filtered and sorted, in windows.
import type { Tone } from "../../engine/language/headline.js";
import type { Outcome, RuntimeTool } from "../../engine/run/tool.js";
import type { InputProblem } from "../../engine/run/validate.js";
import { answersOf } from "../../pages/sheet/headline.js";
import { pathReader } from "../../tables/columns.js";
import { recordsOf } from "../../tables/csv.js";
import type { TableLayout } from "../../tables/layout.js";
import { rowsOf, type TableRow } from "../../tables/rows.js";
import { fieldAt } from "../../wording/field-words.js";
import { unguarded } from "../../wording/formulas.js";
import type { FormInput } from "../inputs.js";
import type { Query, RowWindow, ShownRow } from "./messages.js";

interface StoredRow {
  readonly line: number;
  /** The cells as text. */
  readonly text: string;
  readonly verdict?: string;
  readonly numbers: readonly (number | null)[];
  readonly why: string;
  readonly problems?: readonly InputProblem[];
}

/** Columns that identify a row for a person. */
const MOST_LABELS = 2;
const TONES: readonly Tone[] = ["bad", "care", "unknown", "good"];
const REFUSED = -1;

export class RowStore {
  private readonly rows: StoredRow[] = [];
  private asked = "";
  private order: readonly StoredRow[] = [];
  private readonly severity: ReadonlyMap<string, number>;
  private readonly read: Reader;

  constructor(
    private readonly tool: RuntimeTool,
    private readonly layout: TableLayout,
    private readonly labels: readonly number[],
  ) {
    const { tones = {} } = tool.facts.headline ?? {};
    this.severity = new Map(Object.entries(tones).map(([word, tone]) => [word, TONES.indexOf(tone)]));
    this.read = headlineReader(tool);
  }

  get length(): number {
    return this.rows.length;
  }

  readonly see = ({ line, carried: text }: TableRow, outcome: Outcome): void => {
    this.rows.push(
      outcome.ok
        ? { line, text, ...this.read(outcome.result) }
        : { line, text, numbers: [], why: "", problems: outcome.problems },
    );
  };

  window(query: Query, from: number, count: number): RowWindow {
    const asked = JSON.stringify([query, this.rows.length]);
    if (asked !== this.asked) this.order = this.ordered(query);
    this.asked = asked;
    const rows = this.order.slice(from, from + count).map((row) => this.shown(row));
    return { total: this.order.length, from, rows };
  }

  /** Returns the input of the row at this line, read again from its cells. */
  input(line: number): FormInput | undefined {
    const found = this.rows.find((row) => row.line === line);
    if (found === undefined) return undefined;
    for (const { input } of rowsOf(this.tool, this.layout)(found.text, line)) return input;
    return undefined;
  }

  private ordered({ verdict, words, sort, isDown }: Query): readonly StoredRow[] {
    const wanted = words.trim().toLowerCase();
    const found = this.rows.filter(
      (row) =>
        (verdict === undefined || (row.verdict ?? "") === verdict) &&
        (wanted === "" || `${row.text} ${row.why}`.toLowerCase().includes(wanted)),
    );
    if (sort === "line") return isDown ? found.reverse() : found;
    const key = this.keyOf(sort);
    // Rows without a number come last in either direction.
    const far = isDown ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
    const keyed = found.map((row) => [key(row) ?? far, row] as const);
    const way = isDown ? -1 : 1;
    return keyed.sort(([a], [b]) => (a === b ? 0 : a < b ? -way : way)).map(([, row]) => row);
  }

  private keyOf(sort: Exclude<Query["sort"], "line">): (row: StoredRow) => number | undefined {
    if (sort === "verdict")
      return ({ verdict }) =>
        verdict === undefined ? REFUSED : (this.severity.get(verdict) ?? TONES.length);
    const at = Number(sort.slice("number:".length));
    return ({ numbers }) => numbers[at] ?? undefined;
  }

  private shown({ text, ...row }: StoredRow): ShownRow {
    const { separator, header } = this.layout;
    const [record] = [...recordsOf(text, separator, header.length)];
    return { ...row, cells: this.labels.map((at) => unguarded(record?.cells[at] ?? "")) };
  }
}

type Reader = (result: Readonly<Record<string, unknown>>) => Pick<StoredRow, "verdict" | "numbers" | "why">;

function headlineReader({ facts, outputSchema }: RuntimeTool): Reader {
  const { headline } = facts;
  const { verdict, numbers = [], bars = [] } = headline ?? {};
  const readers = (paths: readonly string[]) =>
    paths.map((path) => ({ title: fieldAt(outputSchema, path).title, get: pathReader(path) }));
  const [verdictOf, numbersOf] = [verdict === undefined ? undefined : pathReader(verdict), readers(numbers)];
  const barsOf = readers(bars);
  return (result) => {
    const texts = headline === undefined ? [] : answersOf({ result }, { headline, outputSchema });
    const over = barsOf
      .map(({ title, get }) => [Number(get(result)), title] as const)
      .filter(([value]) => value > 1)
      .sort(([a], [b]) => b - a)
      .map(([value, title]) => `${title} ${Number(value.toPrecision(3))}`);
    const warnings = Array.isArray(result.warnings) ? result.warnings.map(String) : [];
    const word = verdictOf?.(result);
    return {
      ...(verdictOf === undefined ? {} : { verdict: String(word) }),
      numbers: numbersOf.map(({ get }) => {
        const value = get(result);
        return typeof value === "number" ? value : null;
      }),
      why: (over.length > 0 ? [over.join(", "), ...texts] : texts.length > 0 ? texts : warnings).join(" "),
    };
  };
}

/** Columns shown for a row: those that are not inputs, else the first ones. */
export function labelColumns(fields: readonly (string | null)[]): readonly number[] {
  const carried = fields.flatMap((field, at) => (field === null ? [at] : []));
  return (carried.length > 0 ? carried : [...fields.keys()]).slice(0, MOST_LABELS);
}
