// The bytes of a table as text: UTF-8, or else Windows-1252, as spreadsheets of the West write it.
import { isUtf8 } from "node:buffer";

/** The signs that Windows-1252 has from 0x80 to 0x9f. Decoders of several versions of Node leave them out. */
const SIGNS = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ";

export function decoded(bytes: Uint8Array): { readonly text: string; readonly foreign: boolean } {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (isUtf8(buffer)) return { text: buffer.toString("utf8"), foreign: false };
  const text = buffer
    .toString("latin1")
    .replace(/[\x80-\x9f]/g, (sign) => SIGNS[sign.charCodeAt(0) - 0x80] ?? sign);
  return { text, foreign: true };
}
