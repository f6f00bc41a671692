// Lookups as JavaScript functions, indexed once at load: words and numbers by a map, bands by the first that fits.

import type { Cell, Row, TableDef } from "../language/model.js";
import { keyWords } from "../typing/lookup-cover.js";
import type { TablePlan } from "../typing/plan.js";
import { literal } from "./data.js";

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

/** Rows of a table that are written out as tests rather than looked through. */
const WRITTEN_ROWS = 24;
const PLAIN: Readonly<Record<string, string>> = { at_most: "<=", below: "<", at_least: ">=", above: ">" };
const FITS: Readonly<Record<string, string>> = { at_most: "LE", below: "LT", at_least: "GE", above: "GT" };

/**
 * Written for one table: no loop over kinds of keys is left, and words that are known when it is written are looked up
 * then.
 */
export function compileLookup(
  plan: TablePlan,
  name: string,
  known: readonly (Key | undefined)[] = [],
): LookupCode {
  const { def, cell } = plan;
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
  if (bands[0]?.key.kind === "interpolate") {
    const column = (of = "") => def.rows.map((row) => row[of]);
    constants.set(`${name}x`, column(bands[0].key.columns[0])).set(`${name}y`, column(cell));
    return { text: `${head} { return INT(k0, ${name}x, ${name}y, -1); }`, constants };
  }
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
  let node: Index | Leaf | undefined = buildIndex(
    def,
    exact.map(({ at }) => at),
    bands.map(({ key }) => key.columns[0] ?? ""),
    out,
  );
  const steps: string[] = [];
  const later = exact.filter(({ at }, depth) => {
    // Words that are known lead straight to the rows, as long as those before them did.
    const word = known[at];
    if (word === undefined || exact.slice(0, depth).some((before) => known[before.at] === undefined))
      return true;
    node = node instanceof Map ? node.get(word) : undefined;
    return false;
  });
  if (node === undefined) return { text: `${head} { return ${name}m; }`, constants };
  const bandsOf = bands.map(({ key, at }) => ({ kind: key.kind, at }));
  const written = def.dated === undefined ? writtenOut(node, later, bandsOf, `${name}m`) : undefined;
  if (written !== undefined) return { text: `${head} { ${written} }`, constants };
  constants.set(`${name}x`, node);
  for (const { at } of later) steps.push(`n = n.get(k${at}); if (n === undefined) return ${name}m;`);
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

/** A small table of numbers or words as plain tests; undefined for any other. */
function writtenOut(
  node: Index | Leaf,
  words: readonly { readonly at: number }[],
  bands: readonly { readonly kind: string; readonly at: number }[],
  missing: string,
): string | undefined {
  if (sizeOf(node) > WRITTEN_ROWS) return undefined;
  const [word, ...later] = words;
  if (node instanceof Map) {
    const tests = [...node].map(([key, inner]) => {
      const written = writtenOut(inner, later, bands, missing);
      return written === undefined ? undefined : `if (k${word?.at} === ${literal(key)}) { ${written} }`;
    });
    return tests.includes(undefined) ? undefined : `${tests.join("\n")} return ${missing};`;
  }
  if (node.out.some((found) => typeof found === "object" && found !== null)) return undefined;
  const rows = node.out.map((found, row) => {
    const tests = bands.map(({ kind, at }, band) => fits(kind, `k${at}`, node.limits[band]?.[row] as number));
    const given = `return ${literal(found)};`;
    return tests.length === 0 ? given : `if (${tests.join(" && ")}) ${given}`;
  });
  // Without bands the first row is the only one that counts.
  return bands.length === 0 && rows[0] !== undefined ? rows[0] : `${rows.join("\n")} return ${missing};`;
}

function fits(kind: string, key: string, limit: number): string {
  return Number.isFinite(limit)
    ? `${FITS[kind]}(${key}, ${literal(limit)})`
    : `${key} ${PLAIN[kind]} ${limit}`;
}

function sizeOf(node: Index | Leaf): number {
  if (!(node instanceof Map)) return node.out.length;
  return [...node.values()].reduce((sum, inner) => sum + sizeOf(inner), 0);
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
