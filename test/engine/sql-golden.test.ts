// A few golden cases through the SQL of the smaller tools in DuckDB. test/slow/sql-golden.test.ts has all cases and tools.
import { describe, expect, test } from "vitest";
import { goldenTools } from "../../src/workbench/cases.js";
import { ownCases, ownSet } from "../helpers/own-definitions.js";
import { asRows, columnsOf, differencesInSql } from "../helpers/sql-rows.js";

const CASES = 4;
/** DuckDB plans the statements of larger tools for seconds. */
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
