// Some golden cases of the smaller tools through SQL in DuckDB. test/slow/sql-golden.test.ts runs all.
import { describe, expect, test } from "vitest";
import { goldenTools } from "../../src/workbench/cases.js";
import { ownCases, ownSet } from "../helpers/own-definitions.js";
import { asRows, columnsOf, differencesInSql } from "../helpers/sql-rows.js";

const CASES = 4;
/** DuckDB needs seconds to plan larger statements. */
const MOST_VALUES = 150;

describe.each([...goldenTools(ownSet())])("%s", (name, tool) => {
  test.runIf(tool.plan.slots.length <= MOST_VALUES)("gives the golden results", async () => {
    const columns = columnsOf(tool, "usual");
    const rows = asRows(
      tool,
      ownCases(name).map(({ input }) => input),
    );
    const every = Math.ceil(rows.length / CASES);
    const some = rows.filter((_, at) => at % every === 0);
    expect(some.length).toBeGreaterThan(1);
    expect(await differencesInSql(tool, some, columns)).toEqual([]);
  });
});
