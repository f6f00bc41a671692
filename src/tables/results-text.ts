// Text with results, read again to become another form: blocks of whole records behind its first line.
import { lastRecordEnd, recordsOf } from "./csv.js";

/** Characters of a record that the text may gather before it is cut. */
const MOST_GATHERED = 4 * 1024 * 1024;

export async function* blocksBehindHead(
  bytes: AsyncIterable<Uint8Array>,
  separator: string,
  width: number,
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  let isHead = true;
  for await (const block of bytes) {
    rest += decoder.decode(block, { stream: true });
    const end = lastRecordEnd(rest, separator, width);
    if (end === 0 && rest.length < MOST_GATHERED) continue;
    const cut = end === 0 ? rest.length : end;
    yield isHead ? behindHead(rest.slice(0, cut), separator) : rest.slice(0, cut);
    isHead = false;
    rest = rest.slice(cut);
  }
  rest += decoder.decode();
  if (rest !== "") yield isHead ? behindHead(rest, separator) : rest;
}

/** Behind the names of the columns, and the line that names the separator. */
function behindHead(text: string, separator: string): string {
  const own = text.replace(/^sep=.\r?\n/i, "");
  for (const { end } of recordsOf(own, separator)) return own.slice(end);
  return "";
}
