// Golden cases through the SQL of each tool in DuckDB: every single result and flag, and the sentence of every refusal. All
// cases and tools, sentences too, in `npm run test:slow`.
import { describe, expect, test } from "vitest";
import { duckdb } from "../../src/engine/sql/dialects/duckdb.js";
import { goldenTools } from "../../src/workbench/cases.js";
import { FULL } from "../helpers/full.js";
import { ownCases, ownSet } from "../helpers/own-definitions.js";
import { asRows, columnsOf, differencesInSql, SENTENCES, selectFor } from "../helpers/sql-rows.js";

const CASES = 3;
/** DuckDB plans the statements of larger tools for seconds: `npm test` leaves these tools out. */
const MOST_VALUES = 200;

describe.each([...goldenTools(ownSet())])("%s", (name, tool) => {
  test.runIf(FULL || tool.plan.slots.length <= MOST_VALUES)("gives the golden results", async () => {
    const columns = columnsOf(tool, "usual");
    const sql = selectFor(tool, columns);
    expect(sql.length).toBeLessThanOrEqual(duckdb.longest);
    const rows = asRows(
      tool,
      ownCases(name).map(({ input }) => input),
    );
    expect(rows.length).toBeGreaterThan(0.9 * ownCases(name).length);
    const every = FULL ? 1 : Math.ceil(rows.length / CASES);
    const some = rows.filter((_, at) => at % every === 0);
    expect(await differencesInSql(tool, some, columns, sql)).toEqual([]);
  });

  test.runIf(FULL)("gives the golden sentences", async () => {
    const rows = asRows(
      tool,
      ownCases(name).map(({ input }) => input),
    );
    expect(await differencesInSql(tool, rows, columnsOf(tool, SENTENCES))).toEqual([]);
  });
});
