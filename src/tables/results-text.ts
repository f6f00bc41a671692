// Text with results, read again to become another form: its records behind the first line, block by block.
import { type CsvRecord, recordsOf } from "./csv.js";

/** Characters of a record that the text may gather before it is cut. */
const MOST_GATHERED = 4 * 1024 * 1024;

export async function* recordsBehindHead(
  bytes: AsyncIterable<Uint8Array>,
  separator: string,
  width: number,
): AsyncGenerator<readonly CsvRecord[]> {
  const decoder = new TextDecoder();
  let rest = "";
  let isHead = true;
  for await (const block of bytes) {
    rest += decoder.decode(block, { stream: true });
    const records = wholeRecords(rest, separator, width);
    if (records.length === 0) continue;
    rest = rest.slice(records.at(-1)?.end);
    yield isHead ? behindHead(records) : records;
    isHead = false;
  }
  rest += decoder.decode();
  const records = [...recordsOf(rest, separator, width)];
  yield isHead ? behindHead(records) : records;
}

/** The records that more text would not change; all of them where one has gathered too much. */
function wholeRecords(text: string, separator: string, width: number): CsvRecord[] {
  const records: CsvRecord[] = [];
  for (const record of recordsOf(text, separator, width)) {
    if (!record.whole && text.length < MOST_GATHERED) break;
    records.push(record);
  }
  return records;
}

/** Behind the names of the columns, and the line that names the separator. */
function behindHead(records: readonly CsvRecord[]): readonly CsvRecord[] {
  return records.slice(/^sep=.$/i.test(records[0]?.text ?? "") ? 2 : 1);
}
