// Addresses of MCP resources. The address of a calculation sheet contains its input, so that nothing is stored.
import { isRecord } from "../../json/objects.js";

export const SCHEME = "plumbline://";
export const SHEETS = `${SCHEME}sheets/`;
/** Characters of an address. Longer inputs have no address for their sheet. */
const LONGEST = 4000;

export function definitionUri(name: string): string {
  return `${SCHEME}tools/${name}`;
}

export function sheetUri(name: string, input: unknown): string | undefined {
  const uri = `${SHEETS}${name}?input=${encodeURIComponent(JSON.stringify(input))}`;
  return uri.length > LONGEST ? undefined : uri;
}

/** Returns tool and input of a sheet's address, or undefined. */
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
