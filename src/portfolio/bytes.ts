// Text written into bytes as it arises: numbers and short texts digit by digit, without strings in between that somebody
// would have to clear away.

const [MINUS, POINT, COMMA, ZERO] = [0x2d, 0x2e, 0x2c, 0x30];
const SHORT = 48;

export class Bytes {
  private buffer: Buffer;
  private at = 0;

  constructor(size: number) {
    this.buffer = Buffer.allocUnsafe(size);
  }

  /** Makes room for so many bytes more. */
  private room(more: number): void {
    if (this.at + more <= this.buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(2 * this.buffer.length, this.at + more));
    this.buffer.copy(larger, 0, 0, this.at);
    this.buffer = larger;
  }

  byte(code: number): void {
    if (this.at === this.buffer.length) this.room(1);
    this.buffer[this.at++] = code;
  }

  text(text: string): void {
    const { length } = text;
    this.room(3 * length);
    if (length > SHORT) {
      this.at += this.buffer.write(text, this.at);
      return;
    }
    const { buffer } = this;
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

  raw(bytes: Uint8Array): void {
    const { length } = bytes;
    this.room(length);
    if (length > SHORT) this.buffer.set(bytes, this.at);
    else for (let i = 0; i < length; i++) this.buffer[this.at + i] = bytes[i] ?? 0;
    this.at += length;
  }

  /**
   * The same digits as String(value). A value with up to three decimals is a whole number of thousandths, and of those the
   * digits are known: fewer than 16 of them that lead back to the value are the shortest there are.
   */
  number(value: number, comma: boolean): void {
    const thousandths = Math.round(value * 1000);
    const size = Math.abs(thousandths);
    if (size >= 1e12 || thousandths / 1000 !== value || size === 0) {
      const text = String(value);
      this.text(comma ? text.replace(".", ",") : text);
      return;
    }
    this.room(20);
    if (value < 0) this.buffer[this.at++] = MINUS;
    const whole = Math.floor(size / 1000);
    this.digits(whole);
    let rest = size - whole * 1000;
    if (rest === 0) return;
    this.buffer[this.at++] = comma ? COMMA : POINT;
    for (let unit = 100; rest > 0; unit /= 10) {
      const digit = Math.floor(rest / unit);
      this.buffer[this.at++] = ZERO + digit;
      rest -= digit * unit;
    }
  }

  private digits(whole: number): void {
    let count = 1;
    for (let limit = 10; whole >= limit; limit *= 10) count++;
    let rest = whole;
    for (let place = this.at + count - 1; place >= this.at; place--) {
      const tenth = Math.floor(rest / 10);
      this.buffer[place] = ZERO + rest - tenth * 10;
      rest = tenth;
    }
    this.at += count;
  }

  /** What was written; these bytes are not written again. */
  take(): Uint8Array {
    const done = this.buffer.subarray(0, this.at);
    this.buffer = Buffer.allocUnsafe(Math.max(1024, Math.ceil(this.at * 1.2)));
    this.at = 0;
    return done;
  }
}
