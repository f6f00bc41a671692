// Lists the numbers of a definition file with their locations and citations.

import { valuesIn } from "../../engine/language/entries.js";
import { partsOf } from "../../engine/language/formula.js";
import type { Citation, Give, TableDef, ValueDef, WrittenFormula } from "../../engine/language/model.js";
import { rowAnchor, rulesIn, tableAnchor } from "./anchors.js";
import type { Chapter } from "./chapters.js";

export interface CitedNumbers {
  readonly anchor: string;
  /** The table of a row. */
  readonly table?: TableDef;
  readonly numbers: readonly number[];
  readonly cites: readonly Citation[];
}

/** Numbers that need no citation. */
const PLAIN = new Set([0, 1, 2, 0.5, Math.PI]);

/** Returns every location with numbers or citations, in file order. */
export function numbersIn(chapter: Chapter): CitedNumbers[] {
  const found: CitedNumbers[] = [];
  const note = (anchor: string, numbers: readonly number[], cites: readonly Citation[]): void => {
    if (numbers.length > 0 || cites.length > 0) found.push({ anchor, numbers, cites });
  };
  for (const table of chapter.tables)
    table.rows.forEach((row, at) => {
      const numbers = Object.values(row)
        .flat()
        .filter((cell) => typeof cell === "number" && Number.isFinite(cell)) as number[];
      found.push({ anchor: rowAnchor(table, at), table, numbers, cites: table.rowCites[at] ?? table.cites });
    });
  for (const { name, values, isFunction, cites } of chapter.calculations)
    if (isFunction) note(name, values.flatMap(ownNumbers), cites);
  const calculations = chapter.calculations.filter(({ isFunction }) => !isFunction);
  for (const [anchor, value] of valuesIn({ ...chapter, calculations })) {
    note(anchor, ownNumbers(value), value.cites);
    for (const [own, { when, give, own: fields, cites }] of rulesIn(value, anchor)) {
      const listed = [...fields.values()].filter((each) => typeof each === "number");
      note(own, [...literals(when), ...(give === undefined ? [] : given(give)), ...listed], cites);
    }
    if (value.kind === "decide" && value.otherwise !== undefined)
      note(`${anchor}-otherwise`, given(value.otherwise.give), value.otherwise.cites);
  }
  for (const { plan } of chapter.tools)
    if (plan.def.file === chapter.file)
      plan.def.constraints.forEach(({ when, cites }, at) => {
        note(`constraint-${at + 1}`, literals(when), cites);
      });
  return found;
}

/** Returns numbers of the value itself; rules and inner values are separate. */
function ownNumbers(value: ValueDef): number[] {
  switch (value.kind) {
    case "constant":
      return typeof value.constant === "number" ? [value.constant] : [];
    case "formula":
      return literals(value.formula);
    case "pick":
      return [...literals(value.source), ...literals(value.key), ...literals(value.where)];
    case "each":
      return [...literals(value.loop.source), ...literals(value.where)];
    case "calculate":
      return [...value.call.args.values()].flatMap(literals);
    default:
      return [];
  }
}

function literals(written: WrittenFormula | undefined): number[] {
  if (written === undefined) return [];
  const parts = partsOf(written.it.expr);
  const exponents = new Set(
    parts.flatMap((part) => (part.kind === "operator" && part.op === "^" ? part.args.slice(1) : [])),
  );
  return parts.flatMap((part) =>
    part.kind === "number" && !PLAIN.has(Math.abs(part.value)) && !exponents.has(part) ? [part.value] : [],
  );
}

function given(give: Give): number[] {
  switch (give.kind) {
    case "formula":
      return literals(give.formula);
    case "text":
      return [];
    case "record":
      return [...give.fields.values()].flatMap(given);
    case "list":
      return give.items.flatMap((item) => [...literals(item.when), ...given(item.give)]);
  }
}

/** Returns the location under which a row's numbers are grouped. */
export function placeOf({ anchor, table }: CitedNumbers): string {
  return table === undefined ? anchor : tableAnchor(table);
}
