// Text written into bytes as it arises: numbers and short texts digit by digit, without strings in between that somebody
// would have to clear away.

const [MINUS, POINT, COMMA, ZERO] = [0x2d, 0x2e, 0x2c, 0x30];
/** Longer ones are faster written by what the platform has for it, which is slow to begin. */
const SHORT = 80;
/** Bytes that a number needs at most. */
export const NUMBER_BYTES = 25;

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

  /** Bytes of another text, as they are. */
  copy(from: DataView, start: number, end: number): void {
    this.reserve(end - start);
    const { view } = this;
    let { at } = this;
    let next = start;
    for (; next + 4 <= end; next += 4, at += 4) view.setInt32(at, from.getInt32(next));
    for (; next < end; next++, at++) view.setInt8(at, from.getInt8(next));
    this.at = at;
  }

  number(value: number, comma: boolean): void {
    this.at = writeNumber(this.reserve(NUMBER_BYTES), this.at, value, comma);
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

/**
 * The same digits as String(value), written at a place; tells the place behind them. A value with up to three decimals is
 * a whole number of thousandths, and of those the digits are known: fewer than 16 of them that lead back to the value are
 * the shortest there are.
 */
export function writeNumber(buffer: Uint8Array, from: number, value: number, comma: boolean): number {
  // Whole numbers of 32 bits, by the arithmetic of 32 bits.
  const small = value | 0;
  if (small === value && small > 0) return writeDigits(buffer, from, small);
  const thousandths = Math.round(value * 1000);
  const size = Math.abs(thousandths);
  if (size >= 1e12 || size === 0 || thousandths / 1000 !== value)
    return writeText(buffer, from, String(value), comma);
  let at = from;
  if (value < 0) buffer[at++] = MINUS;
  const whole = (size / 1000) | 0;
  at = writeDigits(buffer, at, whole);
  const rest = (size - whole * 1000) | 0;
  if (rest === 0) return at;
  buffer[at++] = comma ? COMMA : POINT;
  const tenths = (rest / 100) | 0;
  buffer[at++] = ZERO + tenths;
  const two = rest - tenths * 100;
  if (two === 0) return at;
  const hundredths = (two / 10) | 0;
  buffer[at++] = ZERO + hundredths;
  if (two !== hundredths * 10) buffer[at++] = ZERO + two - hundredths * 10;
  return at;
}

function writeDigits(buffer: Uint8Array, from: number, whole: number): number {
  let end = from + 1;
  for (let rest = (whole / 10) | 0; rest > 0; rest = (rest / 10) | 0) end++;
  let rest = whole;
  for (let place = end - 1; place >= from; place--) {
    const tenth = (rest / 10) | 0;
    buffer[place] = ZERO + rest - tenth * 10;
    rest = tenth;
  }
  return end;
}

function writeText(buffer: Uint8Array, from: number, text: string, comma: boolean): number {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    buffer[from + i] = comma && code === POINT ? COMMA : code;
  }
  return from + text.length;
}
