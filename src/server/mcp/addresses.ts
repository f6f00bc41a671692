// Addresses of what can be read over MCP. The input of a calculation sheet stands in its address: the same address, the same
// sheet, and nothing is stored.
import { isRecord } from "../../json/objects.js";

export const SCHEME = "plumbline://";
export const SHEETS = `${SCHEME}sheets/`;
/** Letters of an address; the sheet of a longer input has none. */
const LONGEST = 4000;

export function definitionUri(name: string): string {
  return `${SCHEME}tools/${name}`;
}

export function sheetUri(name: string, input: unknown): string | undefined {
  const uri = `${SHEETS}${name}?input=${encodeURIComponent(JSON.stringify(input))}`;
  return uri.length > LONGEST ? undefined : uri;
}

/** The tool and the input of the address of a sheet; undefined for any other address. */
export function readSheetUri(uri: string): { readonly name: string; readonly input: unknown } | undefined {
  if (!uri.startsWith(SHEETS) || uri.length > LONGEST) return undefined;
  const [name = "", query = ""] = uri.slice(SHEETS.length).split("?", 2);
  const text = new URLSearchParams(query).get("input") ?? "{}";
  try {
    const input: unknown = JSON.parse(text);
    return isRecord(input) ? { name, input } : undefined;
  } catch {
    return undefined;
  }
}
