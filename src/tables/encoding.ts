// The bytes of a table as text: UTF-8, or else Windows-1252, as spreadsheets of the West write it.

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
