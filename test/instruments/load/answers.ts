// Parses HTTP answers from a byte stream by Content-Length, without a library for speed.
const HEAD_END = Buffer.from("\r\n\r\n");

export interface Answer {
  readonly status: number;
  /** The status line and headers as received. */
  readonly head: string;
  readonly body: Buffer;
}

/** Returns a header, or undefined. */
export function headerOf({ head }: Answer, name: string): string | undefined {
  return new RegExp(`\\r\\n${name}:[ \\t]*([^\\r]*)`, "i").exec(head)?.[1];
}

export class AnswerReader {
  private rest: Buffer = Buffer.alloc(0);
  private open: { readonly status: number; readonly head: string; readonly length: number } | undefined;

  constructor(
    private readonly answered: (answer: Answer) => void,
    /** Whether the next answer is to a HEAD request and has no body. */
    private readonly headOnly: () => boolean = () => false,
  ) {}

  push(chunk: Buffer): void {
    this.rest = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk]);
    for (;;) {
      this.open ??= this.readHead();
      if (this.open === undefined) return;
      const { status, head, length } = this.open;
      if (this.rest.length < length) return;
      const body = this.rest.subarray(0, length);
      this.rest = this.rest.subarray(length);
      this.open = undefined;
      // 1xx answers are interim.
      if (status >= 200) this.answered({ status, head, body });
    }
  }

  /** At the end of the stream, completes an answer without a length. Any remaining bytes are a cut answer. */
  end(): { readonly cut: boolean } {
    if (this.open?.length === Number.POSITIVE_INFINITY) {
      const { status, head } = this.open;
      const body = this.rest;
      this.open = undefined;
      this.rest = Buffer.alloc(0);
      this.answered({ status, head, body });
    }
    return { cut: this.open !== undefined || this.rest.length > 0 };
  }

  private readHead(): typeof this.open {
    const end = this.rest.indexOf(HEAD_END);
    if (end < 0) return undefined;
    const head = this.rest.toString("latin1", 0, end);
    this.rest = this.rest.subarray(end + HEAD_END.length);
    const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(head)?.[1] ?? Number.NaN);
    if (Number.isNaN(status)) throw new Error(`this is no HTTP answer: ${JSON.stringify(head.slice(0, 80))}`);
    if (status < 200 || status === 204 || status === 304 || this.headOnly())
      return { status, head, length: 0 };
    if (/\r\ntransfer-encoding:/i.test(head))
      throw new Error("the answer is chunked, which is not read here");
    const length = /\r\ncontent-length:[ \t]*(\d+)/i.exec(head)?.[1];
    return { status, head, length: length === undefined ? Number.POSITIVE_INFINITY : Number(length) };
  }
}
