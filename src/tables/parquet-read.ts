// A Parquet table as text that rows are computed from, row group by row group, within bounds: what the file says of its
// rows, columns and pages is held against them before a page is unpacked. Nothing here needs Node.
import {
  type AsyncBuffer,
  type ColumnMetaData,
  type Compressors,
  type FileMetaData,
  parquetMetadataAsync,
  parquetRead,
  parquetSchema,
  type RowGroup,
} from "hyparquet";
import { parquetHeader } from "hyparquet/src/column.js";
import {
  decompressBrotli,
  decompressGzip,
  decompressLz4,
  decompressLz4Raw,
  decompressZstd,
} from "hyparquet-compressors";
import { messageOf } from "../wording/wording.js";
import { refuseBeyond, type TableBounds, tooLarge } from "./bounds.js";
import type { ColumnTypes } from "./column-types.js";
import { csvCell } from "./csv.js";
import { BadTable } from "./layout.js";
import { exactDecimals, PARSERS, type ParquetColumn, parquetColumn } from "./parquet-values.js";

/** Bytes of the file that describe it. */
const LARGEST_FOOTER = 16 * 1024 * 1024;
/** Cells that are read at a time. */
const WINDOW_CELLS = 4_000_000;

/** The lines of a Parquet table as text with commas, and the types of its columns. */
export async function parquetText(
  file: AsyncBuffer,
  bounds: TableBounds,
): Promise<{ readonly lines: AsyncGenerator<string>; readonly types: ColumnTypes }> {
  const buffer = within(file);
  try {
    const metadata = await described(buffer, bounds);
    const columns = parquetSchema(metadata).children.map(parquetColumn);
    exactDecimals(metadata);
    const typed = columns.flatMap(({ name, type }) => (type === "text" ? [] : [[name, type] as const]));
    return { lines: linesOf(buffer, metadata, columns, bounds), types: Object.fromEntries(typed) };
  } catch (error) {
    throw unreadable(error);
  }
}

function unreadable(error: unknown): unknown {
  if (error instanceof BadTable || (error instanceof Error && "syscall" in error)) return error;
  return new BadTable(`The Parquet table cannot be read (${messageOf(error)}).`);
}

/** No more of a file than it has, wherever it says that something stands. */
function within({ byteLength, slice }: AsyncBuffer): AsyncBuffer {
  return {
    byteLength,
    slice: async (start, end = byteLength) => {
      if (!(start >= 0 && start <= end && end <= byteLength))
        throw new Error("a part of it is said to lie outside");
      return slice(start, end);
    },
  };
}

/** What the file says of itself, held against the bounds. */
async function described(buffer: AsyncBuffer, bounds: TableBounds): Promise<FileMetaData> {
  if (buffer.byteLength < 12) throw new Error("the file is too short");
  const end = new DataView(await buffer.slice(buffer.byteLength - 8));
  if (end.getUint32(0, true) > LARGEST_FOOTER) throw new Error("its description is too long");
  const metadata = await parquetMetadataAsync(buffer, { geoparquet: false });
  const leaves = metadata.schema.filter(({ num_children = 0 }) => num_children === 0).length;
  const rows = metadata.row_groups.reduce((sum, group) => sum + Number(group.num_rows), 0);
  refuseBeyond(bounds, { rows, columns: leaves });
  if (rows !== Number(metadata.num_rows)) throw new Error("its row groups have other rows than the table");
  return metadata;
}

async function* linesOf(
  buffer: AsyncBuffer,
  metadata: FileMetaData,
  columns: readonly ParquetColumn[],
  bounds: TableBounds,
): AsyncGenerator<string> {
  const encoder = new TextEncoder();
  let bytes = 0;
  const counted = (text: string) => {
    bytes += encoder.encode(text).length;
    refuseBeyond(bounds, { bytes });
    return text;
  };
  yield counted(`${columns.map(({ name }) => csvCell(name, ",")).join(",")}\n`);
  const window = Math.max(1, Math.floor(WINDOW_CELLS / columns.length));
  let first = 0;
  try {
    for (const group of metadata.row_groups) {
      await checkPages(buffer, metadata, group, bounds);
      const end = first + Number(group.num_rows);
      for (let start = first; start < end; start += window)
        for (const row of await rowsBetween(buffer, metadata, start, Math.min(end, start + window)))
          yield counted(`${columns.map(({ text }, at) => cellOf(row[at], text)).join(",")}\n`);
      first = end;
    }
  } catch (error) {
    throw unreadable(error);
  }
}

function cellOf(value: unknown, text: ParquetColumn["text"]): string {
  return value === null || value === undefined ? "" : csvCell(text(value), ",");
}

function rowsBetween(
  file: AsyncBuffer,
  metadata: FileMetaData,
  rowStart: number,
  rowEnd: number,
): Promise<unknown[][]> {
  return new Promise((resolve, reject) => {
    const range = { rowStart, rowEnd, onComplete: resolve };
    parquetRead({ file, metadata, ...range, compressors: EXACT, parsers: PARSERS, utf8: false }).catch(
      reject,
    );
  });
}

/** Each unpacks no more than a page says that it has. Snappy is hyparquet's own: a page may not start the other one's wasm. */
const EXACT: Compressors = {
  GZIP: decompressGzip,
  BROTLI: decompressBrotli,
  LZ4: decompressLz4,
  LZ4_RAW: decompressLz4Raw,
  ZSTD: (input, length) => decompressZstd(input, new Uint8Array(length)),
};

/**
 * Looks through the headers of a row group's pages: no page may have more values than its group has rows, where it has one a
 * row, and all of them unpacked must fit into the memory.
 */
async function checkPages(
  buffer: AsyncBuffer,
  metadata: FileMetaData,
  group: RowGroup,
  bounds: TableBounds,
): Promise<void> {
  const memory = bounds.memoryMb * 2 ** 20;
  const nested = new Set(
    parquetSchema(metadata).children.flatMap(({ element, children }) =>
      children.length > 0 || element.repetition_type === "REPEATED" ? [element.name] : [],
    ),
  );
  let unpacked = 0;
  for (const { meta_data } of group.columns) {
    if (meta_data === undefined) throw new Error("a column is not described");
    const { start, end } = placeOf(meta_data);
    const reader = { view: new DataView(await buffer.slice(start, end)), offset: 0 };
    const rows = Number(group.num_rows);
    const most = nested.has(meta_data.path_in_schema[0] ?? "") ? memory / 8 : rows;
    let values = 0;
    while (reader.offset < reader.view.byteLength && values < rows) {
      const header = parquetHeader(reader);
      const { data_page_header, data_page_header_v2, dictionary_page_header } = header;
      const own = data_page_header?.num_values ?? data_page_header_v2?.num_values ?? 0;
      values += own;
      // A word of a dictionary has a bit at least.
      const words = dictionary_page_header?.num_values ?? 0;
      if (own > most || words > 8 * header.uncompressed_page_size)
        throw new Error("a page has too many values");
      unpacked += header.uncompressed_page_size;
      if (unpacked > memory) throw tooLarge(bounds);
      reader.offset += header.compressed_page_size;
    }
  }
}

function placeOf({ dictionary_page_offset, data_page_offset, total_compressed_size }: ColumnMetaData) {
  const start = Number(dictionary_page_offset ?? 0) || Number(data_page_offset);
  return { start, end: start + Number(total_compressed_size) };
}
