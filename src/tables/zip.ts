// Measures an archive by unpacking it within a bound, because the sizes that it declares may be false. Nothing here needs Node,
// so a page can use it.

const [END, DIRECTORY, LOCAL] = [0x06054b50, 0x02014b50, 0x04034b50];
/** The end of the directory with the longest comment. */
const LONGEST_END = 22 + 0xffff;
/** Bytes that may follow a file: sizes that its writer learned late. */
const LONGEST_DESCRIPTOR = 24;
const [STORED, DEFLATED] = [0, 8];

/**
 * Bytes of all files of an archive, unpacked; undefined where they are more than `most`. Throws where a reader that goes from
 * file to file would find others than one that goes by the directory.
 */
export async function unpackedSize(bytes: Uint8Array, most: number): Promise<number | undefined> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let size = 0;
  let expected = 0;
  for (const { at, packed, method } of filesIn(view)) {
    const start = at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
    if (view.getUint32(at, true) !== LOCAL || at < expected || at > expected + LONGEST_DESCRIPTOR)
      throw new Error("its files do not follow one another");
    expected = start + packed;
    if (expected > bytes.length) throw new Error("a file is cut off");
    if (method !== STORED && method !== DEFLATED) throw new Error("a file is packed in an unknown way");
    const data = bytes.subarray(start, expected);
    const own = method === STORED ? packed : await inflatedSize(data, most - size);
    size += own ?? Number.POSITIVE_INFINITY;
    if (size > most) return undefined;
  }
  return size;
}

interface Packed {
  /** Position of its header. */
  readonly at: number;
  readonly packed: number;
  readonly method: number;
}

/** Returns the files of the directory, in the order of their positions. */
function filesIn(view: DataView): Packed[] {
  const end = endOf(view);
  const count = view.getUint16(end + 10, true);
  const files: Packed[] = [];
  let at = view.getUint32(end + 16, true);
  for (let file = 0; file < count; file++) {
    if (view.getUint32(at, true) !== DIRECTORY) throw new Error("its directory is damaged");
    files.push({
      at: view.getUint32(at + 42, true),
      packed: view.getUint32(at + 20, true),
      method: view.getUint16(at + 10, true),
    });
    const [name, extra, comment] = [28, 30, 32].map((field) => view.getUint16(at + field, true));
    at += 46 + (name ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return files.sort((one, other) => one.at - other.at);
}

/** Returns the position of the end of the directory: the last one that looks like it. */
function endOf(view: DataView): number {
  const least = Math.max(0, view.byteLength - LONGEST_END);
  for (let at = view.byteLength - 22; at >= least; at--) if (view.getUint32(at, true) === END) return at;
  throw new Error("it is no archive");
}

async function inflatedSize(data: Uint8Array, most: number): Promise<number | undefined> {
  const unpacked = new Blob([new Uint8Array(data)])
    .stream()
    .pipeThrough(new DecompressionStream("deflate-raw"));
  const reader = unpacked.getReader();
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return size;
    size += value.length;
    if (size > most) {
      await reader.cancel();
      return undefined;
    }
  }
}
