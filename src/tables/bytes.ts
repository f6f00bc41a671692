// Text written into bytes as it arises: numbers and short texts digit by digit, without strings in between that somebody
// would have to clear away.

const [MINUS, POINT, COMMA] = [0x2d, 0x2e, 0x2c];
/** Longer ones are faster written by what the platform has for it, which is slow to begin. */
const SHORT = 80;
/** Bytes that a number needs at most, with those that are written over. */
export const NUMBER_BYTES = 28;

export class Bytes {
  /** What was reserved may be written here, four bytes at a time by way of the view; `at` is then moved. */
  buffer: Buffer;
  view: DataView;
  at = 0;

  constructor(size: number) {
    this.buffer = Buffer.allocUnsafeSlow(size);
    this.view = viewOf(this.buffer);
  }

  /** Makes room for so many bytes more. */
  reserve(more: number): Buffer {
    if (this.at + more <= this.buffer.length) return this.buffer;
    const larger = Buffer.allocUnsafeSlow(Math.max(2 * this.buffer.length, this.at + more));
    this.buffer.copy(larger, 0, 0, this.at);
    this.buffer = larger;
    this.view = viewOf(larger);
    return larger;
  }

  text(text: string): void {
    const { length } = text;
    const buffer = this.reserve(3 * length);
    if (length > SHORT) {
      this.at += buffer.write(text, this.at);
      return;
    }
    let { at } = this;
    for (let i = 0; i < length; i++) {
      const code = text.charCodeAt(i);
      if (code > 0x7f) {
        this.at += buffer.write(text, this.at);
        return;
      }
      buffer[at++] = code;
    }
    this.at = at;
  }

  /**
   * Bytes of another text in UTF-8, as they are: as numbers of eight bytes, the widest there are. None of them is NaN, which
   * need not keep its bytes: that would take a byte 7f behind one from f0 on, or a byte ff, and no text has them.
   */
  copy(from: DataView, start: number, end: number): void {
    this.reserve(end - start);
    const { view } = this;
    let { at } = this;
    let next = start;
    for (; next + 8 <= end; next += 8, at += 8) view.setFloat64(at, from.getFloat64(next, true), true);
    for (; next < end; next++, at++) view.setInt8(at, from.getInt8(next));
    this.at = at;
  }

  number(value: number, comma: boolean): void {
    this.reserve(NUMBER_BYTES);
    this.at = writeNumber(this.view, this.at, value, comma);
  }

  /** What was written. What follows is written into bytes that were taken earlier and are no longer needed, or into new ones. */
  take(spare?: Uint8Array): Uint8Array {
    const done = this.buffer.subarray(0, this.at);
    this.buffer =
      spare === undefined
        ? Buffer.allocUnsafeSlow(Math.max(1024, Math.ceil(this.at * 1.2)))
        : Buffer.from(spare.buffer);
    this.view = viewOf(this.buffer);
    this.at = 0;
    return done;
  }
}

export function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

/** The three digits of the numbers below 1000, as four bytes of which the last is none. */
const PADDED = new Int32Array(1000);
/** The same without zeros before them, and how many there are. */
const BARE = new Int32Array(1000);
const BARE_LENGTH = new Uint8Array(1000);
/** A point and three decimals, and how many bytes are left without the zeros behind them, and without a point for none. */
const DECIMALS = new Int32Array(1000);
const DECIMALS_LENGTH = new Uint8Array(1000);
for (let number = 0; number < 1000; number++) {
  const digits = String(number).padStart(3, "0");
  PADDED[number] = packed(`${digits} `);
  BARE[number] = packed(String(number).padEnd(4));
  BARE_LENGTH[number] = String(number).length;
  DECIMALS[number] = packed(`.${digits}`);
  DECIMALS_LENGTH[number] = number === 0 ? 0 : `.${digits}`.replace(/0+$/, "").length;
}

/** Four signs as a number whose bytes they are. */
function packed(signs: string): number {
  return Buffer.from(signs).readInt32LE();
}

/** What makes the point of DECIMALS a comma. */
const TO_COMMA = POINT ^ COMMA;

/**
 * The same digits as String(value), written at a place; tells the place behind them. A value with up to six decimals is a
 * whole number of millionths, and of those the digits are known: up to 15 of them that lead back to the value are the
 * shortest there are.
 */
export function writeNumber(view: DataView, from: number, value: number, comma: boolean): number {
  // Whole numbers of 32 bits, by the arithmetic of 32 bits.
  const small = value | 0;
  if (small === value && small >= 0) return writeWhole(view, from, small);
  const thousandths = Math.round(value * 1000);
  const size = Math.abs(thousandths);
  if (size >= 1e12 || thousandths / 1000 !== value) return writeFiner(view, from, value, comma);
  let at = from;
  if (value < 0) view.setInt8(at++, MINUS);
  const whole = Math.floor(size / 1000) | 0;
  at = writeWhole(view, at, whole);
  const rest = (size - whole * 1000) | 0;
  view.setInt32(at, (DECIMALS[rest] ?? 0) ^ (comma ? TO_COMMA : 0), true);
  return at + (DECIMALS_LENGTH[rest] ?? 0);
}

function writeFiner(view: DataView, from: number, value: number, comma: boolean): number {
  const size = Math.round(value * 1e6);
  if (!(size > 0 && size < 1e15 && size / 1e6 === value)) return writeText(view, from, String(value), comma);
  const whole = Math.floor(size / 1e6) | 0;
  const rest = (size - whole * 1e6) | 0;
  const first = (rest / 1000) | 0;
  const at = writeWhole(view, from, whole);
  // More than three decimals: those that are beyond have no point of their own.
  view.setInt32(at, (DECIMALS[first] ?? 0) ^ (comma ? TO_COMMA : 0), true);
  const last = rest - first * 1000;
  view.setInt32(at + 4, PADDED[last] ?? 0, true);
  return at + 3 + (DECIMALS_LENGTH[last] ?? 0);
}

/** A whole number of 32 bits, in groups of three digits; what the four bytes of each have too much is written over. */
function writeWhole(view: DataView, from: number, whole: number): number {
  if (whole < 1000) return writeFirst(view, from, whole);
  const thousands = (whole / 1000) | 0;
  let at: number;
  if (thousands < 1000) at = writeFirst(view, from, thousands);
  else {
    const millions = (thousands / 1000) | 0;
    // Some have a fourth group: there are billions in 32 bits.
    if (millions < 1000) at = writeFirst(view, from, millions);
    else at = writeGroup(view, writeFirst(view, from, (millions / 1000) | 0), millions % 1000);
    at = writeGroup(view, at, thousands - millions * 1000);
  }
  return writeGroup(view, at, whole - thousands * 1000);
}

function writeFirst(view: DataView, at: number, number: number): number {
  view.setInt32(at, BARE[number] ?? 0, true);
  return at + (BARE_LENGTH[number] ?? 0);
}

function writeGroup(view: DataView, at: number, number: number): number {
  view.setInt32(at, PADDED[number] ?? 0, true);
  return at + 3;
}

function writeText(view: DataView, from: number, text: string, comma: boolean): number {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    view.setUint8(from + i, comma && code === POINT ? COMMA : code);
  }
  return from + text.length;
}
