// All golden cases through SQL in DuckDB: results, flags, sentences and errors.
import { describe, expect, test } from "vitest";
import { duckdb } from "../../src/engine/sql/dialects/duckdb.js";
import { goldenTools } from "../../src/workbench/cases.js";
import { ownCases, ownSet } from "../helpers/own-definitions.js";
import { asRows, columnsOf, differencesInSql, selectFor, sentencesOf } from "../helpers/sql-rows.js";

describe.each([...goldenTools(ownSet())])("%s", (name, tool) => {
  const inputs = ownCases(name).map(({ input }) => input);
  const rows = asRows(tool, inputs);

  test.each([
    ["single values and flags", columnsOf(tool, "usual")],
    ["sentences", sentencesOf(tool)],
  ])("%s", async (_, columns) => {
    expect(rows.length).toBeGreaterThan(0.9 * inputs.length);
    const sql = selectFor(tool, columns);
    expect(sql.length).toBeLessThanOrEqual(duckdb.longest);
    expect(await differencesInSql(tool, rows, columns, sql)).toEqual([]);
  });
});
