// Reads the files that people keep of a result: an HTML sheet, a PDF printed from it, a link, or JSON.
import { inflateSync } from "node:zlib";
import { isRecord, jsonOr } from "../json/objects.js";
import { HASH_MARK, INPUT_MARK, STORED } from "../pages/sheet/stored.js";
import { NotStored, readStored, type StoredResult } from "./reproduce.js";

/** What the link of a sheet contains: everything to compute the result again, and no result. */
export interface SavedLink {
  readonly tool: string;
  readonly sha256: string;
  readonly input: Readonly<Record<string, unknown>>;
}

export type Saved =
  | { readonly kind: "result"; readonly stored: StoredResult }
  | { readonly kind: "link"; readonly link: SavedLink; readonly isPrinted: boolean };

export function readSaved(bytes: Buffer): Saved {
  if (bytes.subarray(0, 1024).includes("%PDF-"))
    return { kind: "link", link: linkIn(urisOf(bytes)), isPrinted: true };
  const text = bytes.toString("utf8").trim();
  if (text.startsWith("<")) return { kind: "result", stored: storedIn(text) };
  if (/^\S*#\/\S+$/.test(text)) return { kind: "link", link: linkIn([text]), isPrinted: false };
  const data = jsonOr(text);
  if (typeof data === "string") throw new NotStored("it is neither a sheet, a PDF of one, a link nor JSON");
  return { kind: "result", stored: readStored(data) };
}

/** Returns the data of an HTML sheet in the form of an explanation without steps. */
function storedIn(page: string): StoredResult {
  const [, escaped] = new RegExp(`<data id="${STORED}" value="([^"]*)"`).exec(page) ?? [];
  const sheet = jsonOr(unescapeHtml(escaped ?? ""));
  if (!isRecord(sheet) || !isRecord(sheet.input))
    throw new NotStored("it is a page without the data of a sheet");
  const inputs = Object.entries(sheet.input).map(([name, value]) => [name, { value, from: "caller" }]);
  const { tool, version, definition_files, result } = sheet;
  return readStored({ tool, version, definition_files, result, inputs: Object.fromEntries(inputs) });
}

const CHARACTERS: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', "#39": "'", amp: "&" };

function unescapeHtml(text: string): string {
  return text.replace(/&(#?\w+);/g, (whole, name: string) => CHARACTERS[name] ?? whole);
}

function linkIn(uris: readonly string[]): SavedLink {
  for (const uri of uris) {
    const [, tool, query] = /#\/([^?/]+)\?(.*)$/s.exec(uri) ?? [];
    const marks = new URLSearchParams(query);
    const input = jsonOr(marks.get(INPUT_MARK) ?? "");
    const sha256 = marks.get(HASH_MARK) ?? "";
    if (tool !== undefined && isRecord(input) && /^[0-9a-f]{64}$/.test(sha256))
      return { tool: decodeURIComponent(tool), sha256, input };
  }
  throw new NotStored("it has no link with inputs and the hash of a definition");
}

/** Bytes of one stream of a PDF after inflation, and of all of them. */
const LONGEST_STREAM = 8_000_000;
const LONGEST_ALL = 64_000_000;

/** The addresses of the links in a PDF. Some programs write them into compressed streams. */
function urisOf(pdf: Buffer): string[] {
  const text = pdf.toString("latin1");
  const found = addressesIn(text);
  let left = LONGEST_ALL;
  for (const { index, 0: head } of text.matchAll(/stream\r?\n/g)) {
    if (found.length > 0 || left <= 0) break;
    if (text.slice(index - 3, index) === "end") continue;
    const inner = inflated(pdf.subarray(index + head.length));
    left -= inner.length;
    found.push(...addressesIn(inner));
  }
  return found;
}

function addressesIn(text: string): string[] {
  return [...text.matchAll(/\/URI\s*\(((?:\\[\s\S]|[^\\)])*)\)/g)].map(([, uri = ""]) =>
    uri.replace(/\\([\s\S])/g, "$1"),
  );
}

/** Returns "" for streams in other forms, such as images. */
function inflated(bytes: Buffer): string {
  try {
    return inflateSync(bytes, { maxOutputLength: LONGEST_STREAM }).toString("latin1");
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return "";
  }
}
