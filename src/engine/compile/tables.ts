// Compiles lookups: words and numbers by a map, bands by the first match. Indexes are built at load.

import type { Cell, Row, TableDef } from "../language/model.js";
import type { TablePlan } from "../typing/plan.js";
import { isExactKey, type RowIndex, rowIndex, rowRecords } from "../typing/table-index.js";

type Key = string | number;
type Found = Row | Cell;

/** Rows with the same words, in file order, by column: outputs, limits and periods. */
interface Leaf {
  readonly out: Found[];
  readonly limits: number[][];
  readonly from: (string | null)[];
  readonly until: (string | null)[];
}
type Index = Map<Key, Index | Leaf>;

/** A lookup function: its text after the name, and the constants that it uses. */
export interface LookupCode {
  readonly text: string;
  readonly constants: ReadonlyMap<string, unknown>;
}

const FITS: Readonly<Record<string, string>> = { at_most: "LE", below: "LT", at_least: "GE", above: "GT" };

/** Specialised for one table, without a loop over kinds of keys. */
export function compileLookup({ def, cell }: TablePlan, name: string): LookupCode {
  const constants = new Map<string, unknown>([[`${name}m`, def.otherwise ?? null]]);
  const places = def.keys.map((key, at) => ({
    key,
    at,
    exact: isExactKey(key.kind),
  }));
  const exact = places.filter((place) => place.exact);
  const bands = places.filter((place) => !place.exact);
  const given = [...places.map(({ at }) => `k${at}`), ...(def.dated === undefined ? [] : ["d"])];
  const head = `(${given.join(", ")})`;
  const out = rowRecords(def).map((row): Found => (cell === undefined ? row : (row[cell] ?? null)));
  const [only] = exact;
  if (exact.length === 1 && only !== undefined && bands.length === 0 && def.dated === undefined) {
    const first = ([word, rows]: readonly [Key, RowIndex]) =>
      [word, out[(rows as number[])[0] ?? 0]] as const;
    constants.set(`${name}x`, new Map([...(rowIndex(def) as Map<Key, RowIndex>)].map(first)));
    return { text: `${head} { return ${name}x.get(k${only.at}) ?? ${name}m; }`, constants };
  }
  const columns = bands.map(({ key }) => key.columns[0] ?? "");
  constants.set(`${name}x`, withLeaves(rowIndex(def), def, columns, out));
  const steps = exact.map(({ at }) => `n = n.get(k${at}); if (n === undefined) return ${name}m;`);
  const line = bands.find(({ key }) => key.kind === "interpolate");
  if (line !== undefined) {
    const found = `INT(k${line.at}, n.limits[0], n.out, -1)`;
    return { text: `${head} { let n = ${name}x; ${steps.join(" ")} return ${found}; }`, constants };
  }
  const tests = [
    ...(def.dated === undefined
      ? []
      : ["(n.from[i] === null || n.from[i] <= d) && (n.until[i] === null || d <= n.until[i])"]),
    ...bands.map(({ key, at }, band) => `${FITS[key.kind]}(k${at}, n.limits[${band}][i])`),
  ];
  const found = tests.length === 0 ? "return n.out[i];" : `if (${tests.join(" && ")}) return n.out[i];`;
  const text = `${head} { let n = ${name}x; ${steps.join(" ")}
for (let i = 0; i < n.out.length; i++) ${found}
return ${name}m; }`;
  return { text, constants };
}

function withLeaves(
  index: RowIndex,
  def: TableDef,
  bands: readonly string[],
  out: readonly Found[],
): Index | Leaf {
  if (index instanceof Map)
    return new Map([...index].map(([word, inner]) => [word, withLeaves(inner, def, bands, out)]));
  return {
    out: index.map((at) => out[at] as Found),
    limits: bands.map((column) => index.map((at) => def.rows[at]?.[column] as number)),
    from: index.map((at) => def.periods[at]?.from ?? null),
    until: index.map((at) => def.periods[at]?.until ?? null),
  };
}
