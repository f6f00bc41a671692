// A sheet as it came back from a spreadsheet: its lines, and what the text of a cell stands for.
import { parseDocument } from "yaml";
import { isDated } from "../engine/read/dated.js";
import type { Yaml } from "../engine/read/yaml.js";
import type { SheetColumn } from "./table-sheet.js";

const LONGEST_TOLD = 60;

export interface SheetLine {
  readonly line: number;
  readonly cells: readonly string[];
}

/** A sheet as it came back. */
export interface EditedSheet {
  readonly name: string;
  readonly header: readonly string[];
  readonly rows: readonly SheetLine[];
  /** Whether a comma may part decimals: the cells are parted by something else. */
  readonly commas: boolean;
}

/** The value that the text of a cell stands for in its column. */
export function meantBy(cell: string, { def }: SheetColumn, commas: boolean): Yaml {
  if (cell === "null") return null;
  if (cell === '""') return "";
  const type = def?.type;
  if (type === "boolean" && /^(true|false)$/i.test(cell)) return cell.toLowerCase() === "true";
  if (type === "number" || type === "integer") {
    const text = commas && /^-?\d+,\d+$/.test(cell) ? cell.replace(",", ".") : cell;
    if (/^-?\.inf$/.test(text)) return text === ".inf" ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
    if (/^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text)) return Number(text);
  }
  if (!/^[[{]/.test(cell)) return cell;
  const written = yamlIn(cell);
  const isText = type === "text" || type === "scale" || type === "date";
  return written === undefined || (isText && !isDated(written)) ? cell : written;
}

/** What a cell holds that was written as YAML; undefined where it is none. */
function yamlIn(cell: string): Yaml | undefined {
  const document = parseDocument(cell);
  return document.errors.length > 0 ? undefined : (document.toJS() as Yaml);
}

/** A text as messages quote it. */
export function short(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length > LONGEST_TOLD ? `${line.slice(0, LONGEST_TOLD - 3)}...` : line;
}
