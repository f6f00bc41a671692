// A hostile request: its bytes, how the sender leaves, and the required answers.
import type { RandomSource } from "../random-source.js";
import type { Target } from "../targets.js";

export interface Piece {
  readonly bytes: Buffer;
  /** Milliseconds to wait afterwards. */
  readonly pauseMs?: number;
}

export interface Attack {
  readonly kind: string;
  readonly pieces: readonly Piece[];
  /**
   * keep: valid HTTP on a kept connection. wait: a separate connection until it is answered or closed. half: the
   * same, with the sending side closed at once. destroy: the sender disconnects.
   */
  readonly ending: "keep" | "wait" | "half" | "destroy";
  /** Required answers. With 0, one answer or the end of the connection is enough. */
  readonly answers: number;
  /** Errors may be JSON-RPC. */
  readonly rpc: boolean;
  /** Sent with HEAD, so answers have no body. */
  readonly headOnly: boolean;
}

/** Data for building attacks. */
export interface Ground {
  readonly chance: RandomSource;
  readonly targets: readonly Target[];
  /** Headers of every request: a forged address, or none. */
  readonly headers: () => Readonly<Record<string, string>>;
  /** Headers for keys. */
  readonly keyHeaders: readonly string[];
}

export type Maker = (ground: Ground) => Omit<Attack, "kind">;

export interface Parts {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** Writes a valid request with arbitrary parts. */
export function written(ground: Ground, { method = "POST", path, headers = {}, body }: Parts): Buffer {
  const all = {
    Host: "localhost",
    ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    ...ground.headers(),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const bytes = typeof body === "string" ? Buffer.from(body) : (body ?? Buffer.alloc(0));
  const length = body === undefined ? "" : `Content-Length: ${bytes.length}\r\n`;
  const head = Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join("")}${length}\r\n`, "latin1");
  return Buffer.concat([head, bytes]);
}

/**
 * Bytes of headers and bodies that are read completely. Beyond them the connection may be reset before the answer is
 * read.
 */
const HEAD_READ = 12_000;
const BODY_READ = 64 * 1024;
const BULK_READ = 4 * 1024 * 1024;

/** Valid HTTP that must be answered, unless it is too large. */
export function whole(ground: Ground, parts: Parts): Omit<Attack, "kind"> {
  const headOnly = parts.method === "HEAD";
  const bytes = written(ground, parts);
  const body = Buffer.byteLength(parts.body ?? "");
  const most = /^\/v1\/batch|\/sweep/.test(parts.path) ? BULK_READ : BODY_READ;
  return {
    pieces: [{ bytes }],
    ending: "keep",
    answers: bytes.length - body <= HEAD_READ && body <= most ? 1 : 0,
    rpc: parts.path.startsWith("/mcp"),
    headOnly,
  };
}

/** Raw bytes on a separate connection. */
export function raw(
  pieces: readonly Piece[],
  more: Partial<Omit<Attack, "kind">> = {},
): Omit<Attack, "kind"> {
  return { pieces, ending: "wait", answers: 0, rpc: false, headOnly: false, ...more };
}

export function anyTarget({ chance, targets }: Ground): Target {
  return chance.pick(targets);
}

/** Returns a body that the tool accepts. */
export function goodBody({ chance }: Ground, { examples }: Target): string {
  return JSON.stringify(examples.length === 0 ? {} : chance.pick(examples));
}

export function noise(chance: RandomSource, length: number): Buffer {
  return Buffer.from(Array.from({ length }, () => chance.whole(0, 255)));
}
