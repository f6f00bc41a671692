// Bounds on the content of a spreadsheet. A few kilobytes can unpack to a terabyte, so the bounds are checked before and while
// the file is unpacked.
import { BadTable } from "./layout.js";

export interface TableBounds {
  /** Rows of the table. */
  readonly rows: number;
  readonly columns: number;
  /** Bytes of text that the table becomes. */
  readonly bytes: number;
  /** Mebibytes of memory that reading it may take. */
  readonly memoryMb: number;
  /** Milliseconds that a conversion may take. */
  readonly deadlineMs?: number;
}

/** For the user's own files on their own machine, of any size on disk, within memory that every machine has. */
export const OWN_FILES: TableBounds = {
  rows: Number.POSITIVE_INFINITY,
  columns: 2000,
  bytes: Number.POSITIVE_INFINITY,
  memoryMb: 1024,
};

export function refuseBeyond({ rows, columns, bytes }: TableBounds, found: Partial<TableBounds>): void {
  const [name, most, unit] =
    (found.rows ?? 0) > rows
      ? ["rows", rows, ""]
      : (found.columns ?? 0) > columns
        ? ["columns", columns, ""]
        : (found.bytes ?? 0) > bytes
          ? ["text", Math.floor(bytes / 2 ** 20), " MiB"]
          : [];
  if (name !== undefined)
    throw new BadTable(`The table has more ${name} than are read: at most ${most}${unit}.`);
}

/** A table that needs more memory than it may have. */
export function tooLarge({ memoryMb }: TableBounds): BadTable {
  return new BadTable(
    `Reading the table takes more than the ${memoryMb} MiB of memory that it may have. Save it as CSV UTF-8.`,
  );
}

/** A table that needs more time than it may have. */
export function tooSlow(): BadTable {
  return new BadTable("Converting the spreadsheet takes too long. Use CSV UTF-8.");
}
