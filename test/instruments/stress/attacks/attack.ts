// A hostile request: what is sent, piece by piece, how the sender leaves, and what it must get.
import type { RandomSource } from "../random-source.js";
import type { Target } from "../targets.js";

export interface Piece {
  readonly bytes: Buffer;
  /** Milliseconds to wait after it. */
  readonly pauseMs?: number;
}

export interface Attack {
  readonly kind: string;
  readonly pieces: readonly Piece[];
  /**
   * keep: sound HTTP, sent on a connection that is kept. wait: on its own connection, until it is answered or closed.
   * half: the same, but the sender says at once that nothing more will come. destroy: the sender vanishes.
   */
  readonly ending: "keep" | "wait" | "half" | "destroy";
  /** Answers that must come. With none, one answer will do, and so will the end of the connection. */
  readonly answers: number;
  /** Errors may come as JSON-RPC. */
  readonly rpc: boolean;
  /** Asked with HEAD: answers have no body. */
  readonly headOnly: boolean;
}

/** What an attack is made from. */
export interface Ground {
  readonly chance: RandomSource;
  readonly targets: readonly Target[];
  /** Headers that are sent with every request: a false address, or none. */
  readonly headers: () => Readonly<Record<string, string>>;
  /** Headers that carry keys. */
  readonly keyHeaders: readonly string[];
}

export type Maker = (ground: Ground) => Omit<Attack, "kind">;

export interface Parts {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** A request as HTTP wants it, whatever the parts hold. */
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

/** Bytes of headers and bodies that are read to their end. Beyond, the connection may be reset before the answer is seen. */
const HEAD_READ = 12_000;
const BODY_READ = 64 * 1024;
const BULK_READ = 4 * 1024 * 1024;

/** Sound HTTP that must be answered, unless it is too large to be read. */
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

/** Bytes on a connection of their own. */
export function raw(
  pieces: readonly Piece[],
  more: Partial<Omit<Attack, "kind">> = {},
): Omit<Attack, "kind"> {
  return { pieces, ending: "wait", answers: 0, rpc: false, headOnly: false, ...more };
}

export function anyTarget({ chance, targets }: Ground): Target {
  return chance.pick(targets);
}

/** A body that the tool takes. */
export function goodBody({ chance }: Ground, { examples }: Target): string {
  return JSON.stringify(examples.length === 0 ? {} : chance.pick(examples));
}

export function noise(chance: RandomSource, length: number): Buffer {
  return Buffer.from(Array.from({ length }, () => chance.whole(0, 255)));
}
