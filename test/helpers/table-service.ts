// A service with a small tool for tables, with keys and limits.
import type { AppOptions } from "../../src/server/options.js";
import { type Keyed, startKeyed } from "./keyed-service.js";
import { loadTools } from "./one-tool.js";

const HALL = `  load_kw: {at_least: 0, at_most: 1000, title: Load, description: Load.}
  share: {at_least: 0, at_most: 1, assumed: 0.5, description: Share.}
  kind: {choices: [plain, odd], assumed: plain, description: Kind.}
  seen: {type: date, optional: true, description: Day.}
values:
  used_kw: if(kind == "odd", load_kw, load_kw * share)
recommendations: [Go on.]
results:
  used_kw: {round: 1, title: Used, description: Used.}
  kind: {title: Kind, description: Kind.}
  seen: {title: Day, description: Day.}
`;

export const PATH = "/v1/tools/hall/table";
export const CSV = { "content-type": "text/csv" };
export const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

export function startTables(options: Partial<AppOptions> & { limited?: boolean } = {}): Promise<Keyed> {
  const { set, findings } = loadTools({ hall: HALL });
  if (set === undefined) throw new Error(JSON.stringify(findings));
  return startKeyed({ set, ...options });
}

export interface TableKey {
  readonly headers: Record<string, string>;
  /** Returns the calls counted this month. */
  used(): Promise<number>;
}

/** Creates a key with this monthly quota. */
export async function keyWith({ keyService }: Keyed, calls: number): Promise<TableKey> {
  const wish = { name: "tables", plan: "enterprise", calls_per_month: calls };
  const { key, token } = await keyService.create(wish);
  return { headers: { "x-api-key": token }, used: async () => (await keyService.usage(key.id)).calls };
}

/** Returns CSV with numbered rows. */
export function rowsOf(count: number, note = ""): string {
  const rows = Array.from({ length: count }, (_, row) => `${row},${row % 1000},odd${note}\n`);
  return `id,load_kw,kind${note === "" ? "" : ",note"}\n${rows.join("")}`;
}

/** Returns the results of `rowsOf`. */
export function resultsOf(count: number): string {
  const rows = Array.from({ length: count }, (_, row) => `${row},${row % 1000},odd,${row % 1000},odd,,,,,\n`);
  return `id,load_kw,kind,used_kw,result.kind,seen,flags,notes,error,error_fields\n${rows.join("")}`;
}
