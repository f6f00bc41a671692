// The bytes of a table as text: UTF-8, or else Windows-1252, as spreadsheets of the West write it. UTF-16 becomes UTF-8 first.

/** The signs that Windows-1252 has from 0x80 to 0x9f. Decoders of several versions of Node leave them out. */
const SIGNS = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ";
const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

export function decoded(bytes: Uint8Array): { readonly text: string; readonly foreign: boolean } {
  try {
    return { text: UTF8.decode(bytes), foreign: false };
  } catch {
    const signs = Array.from(bytes, (byte) =>
      byte >= 0x80 && byte < 0xa0 ? SIGNS[byte - 0x80] : String.fromCharCode(byte),
    );
    return { text: signs.join(""), foreign: true };
  }
}

/** The kind of UTF-16 that some bytes begin in: by its byte order mark, or by the zeros of Latin letters. */
export function utf16In(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const start = bytes.subarray(0, 64);
  const zerosAt = (odd: number) => start.filter((byte, at) => byte === 0 && at % 2 === odd).length;
  const [even, odd] = [zerosAt(0), zerosAt(1)];
  if (start.length < 4 || Math.max(even, odd) < start.length / 4) return undefined;
  return odd > 4 * even ? "utf-16le" : even > 4 * odd ? "utf-16be" : undefined;
}

/** Decodes UTF-16 in blocks. The result is UTF-8 with a byte order mark, which spreadsheets recognize. */
export async function* asUtf8(
  blocks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  kind: "utf-16le" | "utf-16be",
): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder(kind);
  const encoder = new TextEncoder();
  yield encoder.encode("\uFEFF");
  for await (const block of blocks) yield encoder.encode(decoder.decode(block, { stream: true }));
  yield encoder.encode(decoder.decode());
}
