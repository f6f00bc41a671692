// How much an archive unpacks to, found out by unpacking it within a bound: what it says of itself proves nothing.
import { inflateRawSync } from "node:zlib";

const [END, DIRECTORY, LOCAL] = [0x06054b50, 0x02014b50, 0x04034b50];
/** The end of the directory with the longest comment. */
const LONGEST_END = 22 + 0xffff;
/** Bytes that may stand behind a file: sizes that its writer did not know before. */
const LONGEST_DESCRIPTOR = 24;
const [STORED, DEFLATED] = [0, 8];

/**
 * Bytes of all files of an archive, unpacked; undefined where they are more than `most`. Throws where a reader that goes from
 * file to file would find others than one that goes by the directory.
 */
export function unpackedSize(bytes: Buffer, most: number): number | undefined {
  let size = 0;
  let expected = 0;
  for (const { at, packed, method } of filesIn(bytes)) {
    const start = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
    if (bytes.readUInt32LE(at) !== LOCAL || at < expected || at > expected + LONGEST_DESCRIPTOR)
      throw new Error("its files do not follow one another");
    expected = start + packed;
    if (expected > bytes.length) throw new Error("a file is cut off");
    if (method !== STORED && method !== DEFLATED) throw new Error("a file is packed in an unknown way");
    const data = bytes.subarray(start, expected);
    const own = method === STORED ? packed : inflatedSize(data, most - size);
    size += own ?? Number.POSITIVE_INFINITY;
    if (size > most) return undefined;
  }
  return size;
}

interface Packed {
  /** Where its own header stands. */
  readonly at: number;
  readonly packed: number;
  readonly method: number;
}

/** The files of the directory, in the order in which they stand. */
function filesIn(bytes: Buffer): Packed[] {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < Math.max(0, bytes.length - LONGEST_END) || bytes.readUInt32LE(end) !== END)
    throw new Error("it is no archive");
  const count = bytes.readUInt16LE(end + 10);
  const files: Packed[] = [];
  let at = bytes.readUInt32LE(end + 16);
  for (let file = 0; file < count; file++) {
    if (bytes.readUInt32LE(at) !== DIRECTORY) throw new Error("its directory is damaged");
    files.push({
      at: bytes.readUInt32LE(at + 42),
      packed: bytes.readUInt32LE(at + 20),
      method: bytes.readUInt16LE(at + 10),
    });
    at += 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return files.sort((one, other) => one.at - other.at);
}

function inflatedSize(data: Buffer, most: number): number | undefined {
  try {
    return inflateRawSync(data, { maxOutputLength: Math.max(1, most) }).length;
  } catch (error) {
    if ((error as { code?: unknown }).code === "ERR_BUFFER_TOO_LARGE") return undefined;
    throw error;
  }
}
