// Lookups as JavaScript functions, indexed once at load: words and numbers by a map, bands by the first that fits.

import type { Cell, Row, TableDef } from "../language/model.js";
import { keyWords } from "../typing/lookup-cover.js";
import type { TablePlan } from "../typing/plan.js";

type Key = string | number;
type Found = Row | Cell;

/** Rows of one combination of words, in file order, each column by itself: what they give, their limits and periods. */
interface Leaf {
  readonly out: Found[];
  readonly limits: number[][];
  readonly from: (string | null)[];
  readonly until: (string | null)[];
}
type Index = Map<Key, Index | Leaf>;

/** A lookup as a function of the module: its text after the name, and the constants that the text names. */
export interface LookupCode {
  readonly text: string;
  readonly constants: ReadonlyMap<string, unknown>;
}

const FITS: Readonly<Record<string, string>> = { at_most: "LE", below: "LT", at_least: "GE", above: "GT" };

/** Written for one table: no loop over kinds of keys is left. */
export function compileLookup({ def, cell }: TablePlan, name: string): LookupCode {
  const constants = new Map<string, unknown>([[`${name}m`, def.otherwise ?? null]]);
  const places = def.keys.map((key, at) => ({
    key,
    at,
    exact: key.kind === "equal" || key.kind === "one_of",
  }));
  const exact = places.filter((place) => place.exact);
  const bands = places.filter((place) => !place.exact);
  const given = [...places.map(({ at }) => `k${at}`), ...(def.dated === undefined ? [] : ["d"])];
  const head = `(${given.join(", ")})`;
  const out = rowsOut(def).map((row): Found => (cell === undefined ? row : (row[cell] ?? null)));
  const [only] = exact;
  if (exact.length === 1 && only !== undefined && bands.length === 0 && def.dated === undefined) {
    const map = new Map<Key, Found>();
    def.rows.forEach((row, at) => {
      for (const word of keyWords(row, def, only.at)) if (!map.has(word)) map.set(word, out[at] as Found);
    });
    constants.set(`${name}x`, map);
    return { text: `${head} { return ${name}x.get(k${only.at}) ?? ${name}m; }`, constants };
  }
  const index = buildIndex(
    def,
    exact.map(({ at }) => at),
    bands.map(({ key }) => key.columns[0] ?? ""),
    out,
  );
  constants.set(`${name}x`, index);
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

function buildIndex(
  def: TableDef,
  keys: readonly number[],
  bands: readonly string[],
  out: readonly Found[],
): Index | Leaf {
  const leaf = (): Leaf => ({ out: [], limits: bands.map(() => []), from: [], until: [] });
  const put = (into: Leaf, row: Row, at: number): void => {
    into.out.push(out[at] as Found);
    bands.forEach((column, band) => {
      into.limits[band]?.push(row[column] as number);
    });
    into.from.push(def.periods[at]?.from ?? null);
    into.until.push(def.periods[at]?.until ?? null);
  };
  if (keys.length === 0) {
    const all = leaf();
    for (const [at, row] of def.rows.entries()) put(all, row, at);
    return all;
  }
  const root: Index = new Map();
  def.rows.forEach((row, at) => {
    const place = (node: Index, depth: number): void => {
      for (const word of new Set(keyWords(row, def, keys[depth] as number))) {
        const last = depth === keys.length - 1;
        const next = node.get(word) ?? (last ? leaf() : new Map());
        node.set(word, next);
        if (next instanceof Map) place(next, depth + 1);
        else put(next, row, at);
      }
    };
    place(root, 0);
  });
  return root;
}

/** Rows as records; dated ones carry their period. */
export function rowsOut(def: TableDef): Row[] {
  if (def.dated === undefined) return [...def.rows];
  return def.rows.map((row, at) => ({ ...row, ...(def.periods[at] ?? { from: null, until: null }) }));
}

/** The words of each row, for the one that is nearest to a given word. */
export function compileNearest(plan: TablePlan): readonly (readonly string[])[] {
  const at = plan.def.keys.findIndex((key) => key.kind === "one_of");
  return plan.def.rows.map((row) => keyWords(row, plan.def, at).map(String));
}
