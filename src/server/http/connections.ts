// Bounds connections: their number, requests and answers that wait on one, and the time to send or read. Without
// bounds, clients that request much and read nothing exhaust memory.
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from "node:http";
import type { Socket } from "node:net";
import { networkOf } from "../../access/network.js";
import { Shares } from "../../access/shares.js";
import { whenOver } from "./response-end.js";

export const CONNECTION_BOUNDS = {
  /** Connections in total, and from one network (IPv6: /64); 0 for no limit per network. */
  all: 4096,
  perAddress: 512,
  /** Requests on one connection before it is closed. */
  requests: 100_000,
  /** Milliseconds for a body to arrive, and for an answer to be read. Each transferred byte extends them. */
  arriveMs: 30_000,
  readMs: 20_000,
};
export type ConnectionBounds = Readonly<typeof CONNECTION_BOUNDS>;

/** Unread answers on one connection, after which further requests wait. */
const MOST_UNREAD = 8;
/** Waiting requests on one connection, after which it is cut. */
const MOST_WAITING = 500;
/** Bytes of unread answers on one connection. */
const MOST_UNREAD_BYTES = 1024 * 1024;
/** Milliseconds between two checks of slow bodies and unread answers. */
const LOOK_MS = 500;
/** Bytes that extend the deadline by one second. Slower clients are cut in the end. */
const BYTES_A_SECOND = 32 * 1024;

type Dropped = "connections" | "address" | "pipeline" | "unread";

interface Line {
  /** Unread answers, and requests that wait for them to be read, oldest first. */
  readonly unread: ServerResponse[];
  readonly waiting: (() => void)[];
  /** The request with an arriving body, and the answer that is being read. */
  arriving: (Moving & { readonly request: IncomingMessage }) | undefined;
  leaving: Moving | undefined;
  /** Whether the connection had sent nothing at the last check after the server stopped listening. */
  isSilent: boolean;
}

/** A transfer: its start, and the bytes transferred before it. */
interface Moving {
  readonly since: number;
  readonly before: number;
}

function isLate({ since, before }: Moving, bytes: number, ms: number): boolean {
  return performance.now() - since > ms + (1000 * (bytes - before)) / BYTES_A_SECOND;
}

/** Returns the bytes that the operating system has accepted. */
function sentOn({ bytesWritten, writableLength }: Socket): number {
  return bytesWritten - writableLength;
}

/**
 * Creates a server that delays requests of clients that do not read. Calls `dropped` with the reason for each cut.
 */
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
      // Browsers open connections in advance. Node counts them as active and would wait for them.
      if (!server.listening && socket.bytesRead === 0) {
        if (line.isSilent) socket.destroy();
        line.isSilent = true;
      }
      const { arriving } = line;
      if (arriving?.request.complete === true) line.arriving = undefined;
      else if (arriving !== undefined && isLate(arriving, socket.bytesRead, bounds.arriveMs)) {
        lines.delete(socket);
        server.emit("clientError", new TooSlow(), socket);
        // Leaves time to read the error.
        setTimeout(() => socket.destroy(), LOOK_MS).unref();
        continue;
      }
      // If the buffer is empty, the answer is still being computed.
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

/** The same error as Node's for headers that do not arrive. */
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
    const address = networkOf(socket.remoteAddress ?? "");
    socket.once("close", () => open.add(address, -1));
    if (open.add(address, 1) <= most) return;
    dropped("address");
    socket.resetAndDestroy();
  });
}
