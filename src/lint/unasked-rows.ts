// Reports table rows that no lookup can find.
import type { Check } from "../engine/checks/check.js";
import type { Report } from "../engine/language/findings.js";
import type { Row, TableDef } from "../engine/language/model.js";
import { didYouMean } from "../engine/language/nearest.js";
import { keyWords } from "../engine/typing/lookup-cover.js";
import type { ToolPlan, Typed } from "../engine/typing/plan.js";
import { closedSet } from "../engine/typing/words.js";

export const UNASKED: Check = {
  code: "unasked",
  isRemark: true,
  refuses: "a row of a table that no lookup finds, a word in a list of a table that no tool looks for",
  example:
    "No input finds the row huge of weights: key is never huge. (delete the row, or let an input or value bring the word)",
};

/** Files of one tool; other tables are shared. */
const OWN = /^(tools|legacy)\//;

/** Checks the tool's own tables. */
export function checkOwnRows(plan: ToolPlan, report: Report): void {
  checkUnasked([plan], (file) => OWN.test(file), report);
  checkUnsought(plan, report);
}

/** Checks shared tables over all tools. */
export function checkShared(plans: readonly ToolPlan[], report: Report): void {
  checkUnasked(plans, (file) => !OWN.test(file), report);
}

/** Reports rows with keys that no lookup uses, except in tables that are used as lists. */
function checkUnasked(plans: readonly ToolPlan[], isMeant: (file: string) => boolean, report: Report): void {
  // Shared tables have the same row objects in all tools.
  const tables = new Map<readonly Row[], { defs: TableDef[]; calls: (readonly Typed[])[] }>();
  const listed = new Set<object>();
  for (const plan of plans) {
    for (const def of plan.def.inputTables) listed.add(def);
    for (const typed of meanings(plan)) {
      if (typed.op === "rows") listed.add(typed.table.def);
      if (typed.op !== "table") continue;
      const { def } = typed.table;
      const known = tables.get(def.rows) ?? { defs: [], calls: [] };
      known.defs.push(def);
      known.calls.push(typed.args);
      tables.set(def.rows, known);
    }
  }
  for (const { defs, calls } of tables.values()) {
    const [def] = defs;
    if (def === undefined || !isMeant(def.location.file)) continue;
    // A table with a fixed sum may need the row for it.
    if (def.sums.length > 0 || defs.some((each) => listed.has(each))) continue;
    def.keys.forEach((key, index) => {
      const words = calls.map((args) => arriving(args[index]));
      if ((key.kind !== "equal" && key.kind !== "one_of") || words.includes(undefined)) return;
      const asked = new Set(words.flatMap((set) => [...(set ?? [])]));
      def.rows.forEach((row, at) => {
        const own = keyWords(row, def, index);
        if (own.length === 0 || own.some((word) => asked.has(word))) return;
        report.found(
          UNASKED,
          def.rowLocations[at]?.(key.columns[0]) ?? def.location,
          `No input finds the row ${own[0]} of ${def.name}: ${key.name} is never ${own[0]}.`,
          didYouMean(
            String(own[0]),
            [...asked].map(String),
            "delete the row, or let an input or value bring the word",
          ),
        );
      });
    });
  }
}

/** Reports words in list cells that has() can never look for. */
function checkUnsought(plan: ToolPlan, report: Report): void {
  for (const [def, columns] of soughtIn(plan)) {
    if (!OWN.test(def.location.file)) continue;
    for (const [column, args] of columns) {
      const words = args.map(arriving);
      // Literal words prove nothing: other words may be tested elsewhere.
      if (words.includes(undefined) || args.every(({ op }) => op === "literal")) continue;
      const asked = new Set(words.flatMap((set) => [...(set ?? [])]));
      def.rows.forEach((row, at) => {
        const cell = row[column];
        for (const word of Array.isArray(cell) ? cell : [])
          if (!asked.has(word))
            report.found(
              UNASKED,
              def.rowLocations[at]?.(column) ?? def.location,
              `Nothing that is sought in ${column} of ${def.name} is ever ${JSON.stringify(word)}.`,
              didYouMean(
                String(word),
                [...asked].map(String),
                String(word)
                  .split(" ")
                  .every((part) => asked.has(part))
                  ? "a comma is missing between its words"
                  : `it is one of ${[...asked].join(", ")}`,
              ),
            );
      });
    }
  }
}

/** Returns, by table and list column, the words that has() looks for. */
function soughtIn(plan: ToolPlan): Map<TableDef, Map<string, Typed[]>> {
  const sought = new Map<TableDef, Map<string, Typed[]>>();
  for (const typed of meanings(plan)) {
    if (typed.op !== "builtin" || typed.name !== "has") continue;
    const [list, word] = typed.args;
    if (word === undefined || list?.op !== "field" || list.of.type.kind !== "record") continue;
    for (const { table = "" } of list.of.type.shapes) {
      const def = plan.tables.get(table)?.def;
      if (def === undefined) continue;
      const columns = sought.get(def) ?? new Map<string, Typed[]>();
      columns.set(list.name, [...(columns.get(list.name) ?? []), word]);
      sought.set(def, columns);
    }
  }
  return sought;
}

/** Returns names and calls of all formulas, including those with type errors. */
function meanings(plan: ToolPlan): Typed[] {
  return [...plan.names.values()].flat();
}

/** Returns the possible words of a key; undefined if it can be anything. */
function arriving(arg: Typed | undefined): ReadonlySet<string | number> | undefined {
  if (arg?.op === "literal" && (typeof arg.value === "string" || typeof arg.value === "number"))
    return new Set([arg.value]);
  return arg === undefined ? undefined : closedSet(arg.type);
}
