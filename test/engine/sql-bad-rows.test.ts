// Numbers that a tool cannot compute, among good ones in one statement of DuckDB: each row is refused with the sentence of the
// compiled tool, and the other rows have their results.
import { expect, test } from "vitest";
import { EXTREMES, FORMULAS, numbersTool as tool } from "../helpers/sql-numbers.js";
import { asRows, columnsOf, differencesInSql } from "../helpers/sql-rows.js";

test("extreme numbers in every function", async () => {
  const inputs = Object.keys(FORMULAS).flatMap((only) =>
    EXTREMES.flatMap((x) => EXTREMES.map((y) => ({ x, y, only }))),
  );
  const words = ["", "x", "1e9", " 2.5 ", "1e999", "--1", "0x10", "９"].map((word) => ({
    x: 1,
    y: 1,
    word,
    only: "digits",
  }));
  const dates = ["2026-02-30", "0001-01-01", "9999-12-31", "tomorrow"].map((start) => ({
    x: 1,
    y: 1,
    start,
    only: "day",
  }));
  const rows = asRows(tool, [...inputs, ...words, ...dates]);
  expect(rows.length).toBe(inputs.length + words.length + dates.length);
  expect(rows.filter((row) => !tool.run(row).ok).length).toBeGreaterThan(500);
  const columns = columnsOf(tool, Object.keys(FORMULAS).join());
  expect(await differencesInSql(tool, rows, columns)).toEqual([]);
});
