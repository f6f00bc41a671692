// Bounds of each connection and of all together: how many there may be, what may wait on one, and how long a caller may
// take to send a request and to read its answers. Without them, callers who ask much and read nothing fill the memory.
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from "node:http";
import type { Socket } from "node:net";
import { Shares } from "../../access/shares.js";
import { whenOver } from "./response-end.js";

export const CONNECTION_BOUNDS = {
  /** Connections altogether, and from one address; 0 for any number from one. */
  all: 4096,
  perAddress: 512,
  /** Requests on one connection, after which it is closed. */
  requests: 100_000,
  /** Milliseconds that a body has to arrive, and an answer to be read; each byte of it that has gone through adds to them. */
  arriveMs: 30_000,
  readMs: 20_000,
};
export type ConnectionBounds = Readonly<typeof CONNECTION_BOUNDS>;

/** Answers on one connection that may wait to be read; further requests wait unanswered. */
const MOST_UNREAD = 8;
/** Requests on one connection that may wait; who sends more without reading is cut off. */
const MOST_WAITING = 500;
/** Bytes of answers that may wait on one connection. */
const MOST_UNREAD_BYTES = 1024 * 1024;
/** Milliseconds between two looks at bodies that do not arrive and answers that nobody reads. */
const LOOK_MS = 500;
/** Bytes that add a second: whoever is slower than that is cut off in the end, and nobody else. */
const BYTES_A_SECOND = 32 * 1024;

type Dropped = "connections" | "address" | "pipeline" | "unread";

interface Line {
  /** Answers that are not read yet, and requests that are served when they are, oldest first. */
  readonly unread: ServerResponse[];
  readonly waiting: (() => void)[];
  /** The request whose body is still to arrive, and the answer that is still to be read. */
  arriving: (Moving & { readonly request: IncomingMessage }) | undefined;
  leaving: Moving | undefined;
  /** Whether it had sent nothing at the last look after the server stopped listening. */
  isSilent: boolean;
}

/** Bytes that go through a connection: since when, and how many had gone before. */
interface Moving {
  readonly since: number;
  readonly before: number;
}

function isLate({ since, before }: Moving, bytes: number, ms: number): boolean {
  return performance.now() - since > ms + (1000 * (bytes - before)) / BYTES_A_SECOND;
}

/** Bytes that the system has taken from us. */
function sentOn({ bytesWritten, writableLength }: Socket): number {
  return bytesWritten - writableLength;
}

/** A server that hands requests on as the connection they came on keeps up. `dropped` is told why one is cut off. */
export function boundedServer(
  options: ServerOptions,
  bounds: ConnectionBounds,
  handle: RequestListener,
  dropped: (why: Dropped) => void,
): Server {
  const lines = new Map<Socket, Line>();
  const cut = (socket: Socket, why: Dropped): void => {
    dropped(why);
    lines.delete(socket);
    socket.destroy();
  };
  const server = createServer(options, (request, response) => {
    const { socket } = request;
    const line = lines.get(socket) ?? newLine();
    line.arriving = { request, since: performance.now(), before: socket.bytesRead };
    const serve = (): void => {
      line.unread.push(response);
      whenOver(response, () => {
        line.unread.splice(line.unread.indexOf(response), 1);
        line.leaving = undefined;
        while (line.waiting.length > 0 && keepsUp(socket, line)) line.waiting.shift()?.();
      });
      handle(request, response);
    };
    if (line.waiting.length === 0 && keepsUp(socket, line)) serve();
    else if (line.waiting.push(serve) > MOST_WAITING) cut(socket, "pipeline");
  });
  server.maxConnections = bounds.all;
  server.maxRequestsPerSocket = bounds.requests;
  server.on("drop", () => dropped("connections"));
  server.on("connection", (socket) => {
    lines.set(socket, newLine());
    socket.once("close", () => lines.delete(socket));
  });
  if (bounds.perAddress > 0) boundAddresses(server, bounds.perAddress, dropped);
  const look = (): void => {
    for (const [socket, line] of lines) {
      // Browsers open connections ahead of need. Node takes them for busy, and would wait for them.
      if (!server.listening && socket.bytesRead === 0) {
        if (line.isSilent) socket.destroy();
        line.isSilent = true;
      }
      const { arriving } = line;
      if (arriving?.request.complete === true) line.arriving = undefined;
      else if (arriving !== undefined && isLate(arriving, socket.bytesRead, bounds.arriveMs)) {
        lines.delete(socket);
        server.emit("clientError", new TooSlow(), socket);
        // It has this long to read why.
        setTimeout(() => socket.destroy(), LOOK_MS).unref();
        continue;
      }
      // Nothing waits to be read where the answer is still being worked out.
      if (socket.writableLength === 0) line.leaving = undefined;
      else line.leaving ??= { since: performance.now(), before: sentOn(socket) };
      if (line.leaving !== undefined && isLate(line.leaving, sentOn(socket), bounds.readMs))
        cut(socket, "unread");
    }
  };
  const timer = setInterval(look, Math.min(LOOK_MS, bounds.readMs, bounds.arriveMs)).unref();
  server.on("close", () => clearInterval(timer));
  return server;
}

/** As Node tells of headers that do not arrive. */
class TooSlow extends Error {
  readonly code = "ERR_HTTP_REQUEST_TIMEOUT";
}

function newLine(): Line {
  return { unread: [], waiting: [], arriving: undefined, leaving: undefined, isSilent: false };
}

function keepsUp(socket: Socket, { unread }: Line): boolean {
  return unread.length < MOST_UNREAD && socket.writableLength < MOST_UNREAD_BYTES && !socket.destroyed;
}

function boundAddresses(server: Server, most: number, dropped: (why: Dropped) => void): void {
  const open = new Shares();
  server.on("connection", (socket) => {
    const address = socket.remoteAddress ?? "";
    socket.once("close", () => open.add(address, -1));
    if (open.add(address, 1) <= most) return;
    dropped("address");
    socket.resetAndDestroy();
  });
}
