// Writes a tool as one SELECT: inputs of a source in; results, or the reason of a refusal, out.
import type { ToolPlan } from "../typing/plan.js";
import { blame } from "./blame.js";
import { Columns } from "./columns.js";
import type { Dialect } from "./dialect.js";
import { duckdb } from "./dialects/duckdb.js";
import { Expressions } from "./expressions.js";
import { held } from "./holding.js";
import { type SourceFields, SqlInputs } from "./inputs.js";
import { constant } from "./numbers.js";
import { SqlResults } from "./results.js";
import {
  type Case,
  chooseScalar,
  firstOf,
  isConstant,
  isThere,
  NULL,
  type SqlScalar,
  scalar,
} from "./scalars.js";
import { textOf } from "./texts.js";
import type { SqlTarget } from "./values.js";
import type { SqlPlace } from "./writer.js";

export interface SelectOptions {
  readonly dialect: Dialect;
  /** The text after FROM. */
  readonly from: string;
  /** The source column of each field. Fields without one are not sent. */
  readonly columns: ReadonlyMap<string, string>;
  /** Fields with the same value in all rows. */
  readonly fixed?: ReadonlyMap<string, string | number | boolean>;
  /** Output column by result path. */
  readonly results: ReadonlyMap<string, string>;
  /** Output columns with the same text in all rows. */
  readonly texts?: ReadonlyMap<string, string>;
  /** Source columns to keep, by their names in the output. */
  readonly passed: ReadonlyMap<string, string>;
  /** The output column with the reason why a row has no results. */
  readonly error?: string;
  /** The inputs that each value depends on, by slot id; null means all inputs. */
  readonly behind: readonly (readonly string[] | null)[];
  readonly disclaimer: string;
}

export const DIALECTS = { duckdb } as const satisfies Readonly<Record<string, Dialect>>;

export interface Selected {
  readonly sql: string;
  /** Requested results that SQL columns cannot hold: lists of records. */
  readonly omitted: readonly string[];
}

/** Returns the SELECT; throws Unsupported if the dialect has no text for a part of the tool. */
export function writeSelect(plan: ToolPlan, options: SelectOptions): Selected {
  return new SelectWriter(plan, options).select();
}

/** Prefix of the source columns in the innermost SELECT. */
const SOURCE = "s";

class SelectWriter {
  private readonly w: Expressions;
  private readonly inputs: SqlInputs;
  private readonly place: SqlPlace;
  private readonly results: SqlResults;
  /** Names in the innermost SELECT by source column. */
  private readonly taken = new Map<string, string>();

  constructor(
    private readonly plan: ToolPlan,
    private readonly options: SelectOptions,
  ) {
    const columns = new Columns(options.dialect);
    const fields = new Map<string, string>();
    for (const [field, column] of options.columns) fields.set(field, this.sourceColumn(column));
    const target: SqlTarget = { dialect: options.dialect, columns, open: new Set() };
    for (const [field, value] of options.fixed ?? []) fields.set(field, constant(target, value).sql);
    this.inputs = new SqlInputs(target, plan, fields as SourceFields);
    this.w = new Expressions(plan, options.dialect, columns, this.inputs);
    this.place = { frame: this.w.root, site: -1 };
    this.results = new SqlResults(this.w, plan, new Set(options.results.keys()), options.disclaimer);
  }

  select(): Selected {
    const { options, w } = this;
    const { dialect } = options;
    const passed = [...options.passed].map(([name, column]) => [name, this.sourceColumn(column)] as const);
    const refused = this.refusal();
    const error = w.columns.of(refused.sql);
    const omitted: string[] = [];
    const results = [...options.results].flatMap(([path, name]): (readonly [string, string])[] => {
      const value = this.results.columns.get(path);
      if (value === undefined) omitted.push(path);
      if (value === undefined) return [];
      const kept = isConstant(refused) ? value.sql : `CASE WHEN ${error} IS NULL THEN ${value.sql} END`;
      return [[name, kept]];
    });
    const texts = [...(options.texts ?? [])].map(([name, text]) => [name, dialect.text(text)] as const);
    const outputs = [...passed, ...results, ...texts, [options.error ?? "error", error] as const];
    const sources = [...this.taken].map(([column, name]) => `${dialect.identifier(column)} AS ${name}`);
    const inner = dialect.subquery(
      `SELECT ${sources.length === 0 ? "1 AS one" : sources.join(", ")} FROM ${options.from}`,
    );
    return { sql: w.columns.select(outputs, inner), omitted };
  }

  private sourceColumn(column: string): string {
    const name = this.taken.get(column) ?? `${SOURCE}${this.taken.size}`;
    this.taken.set(column, name);
    return name;
  }

  /** Returns the sentence of a refused row, null for other rows. */
  private refusal(): SqlScalar {
    const { w } = this;
    const invalid = this.inputs.refusal();
    const constraints = this.plan.constraints.map(({ when, say }) => {
      const test = held(w, w.scalar(when, this.place));
      return chooseScalar([{ when: test, value: textOf(w, say, this.place) }]);
    });
    const violations = constraints.filter((each) => !isConstant(each) || each.bad !== undefined);
    const texts = violations.map(({ sql }) => sql);
    const violation = texts.length === 0 ? NULL : scalar(`nullif(${w.dialect.join(" ", texts)}, '')`);
    const early = firstOf(violations.map(({ bad }) => bad));
    const late = this.results.bad;
    const cases: Case<SqlScalar>[] = [
      { when: isThere(invalid), value: invalid },
      ...this.blamed(early),
      { when: isThere(violation), value: violation },
      ...this.blamed(late),
    ].map(({ when, value }) => ({ when: held(w, when), value: held(w, value) }));
    return chooseScalar(cases);
  }

  /** Returns the sentence for a value that is not finite. */
  private blamed(bad: string | undefined): Case<SqlScalar>[] {
    if (bad === undefined) return [];
    const { w, options, plan } = this;
    const site = w.columns.of(bad, true);
    const numbers = [...plan.inputs].flatMap(([name, { type }]) => (type.kind === "number" ? [name] : []));
    const sentence = blame(w, this.inputs, numbers, options.behind, site);
    return [{ when: scalar(`(${site} IS NOT NULL)`), value: sentence }];
  }
}
