// Measures a bare Fastify request at saturation over loopback with keep-alive. The client is another process, so only
// the server's time counts.
import { type ChildProcess, type StdioOptions, spawn } from "node:child_process";
import type { AddressInfo } from "node:net";
import Fastify from "fastify";

const CONNECTIONS = 32;

/** Sends requests on several connections without end; the server counts answers. */
const CLIENT = `
const net = require("node:net");
const body = '{"a":1}';
const head = "POST / HTTP/1.1\\r\\nHost: localhost\\r\\nContent-Type: application/json\\r\\nContent-Length: ";
const request = Buffer.from(head + body.length + "\\r\\n\\r\\n" + body);
for (let at = 0; at < ${CONNECTIONS}; at++) {
  const socket = net.connect(Number(process.argv[1]), "127.0.0.1", () => socket.write(request));
  socket.on("data", () => socket.write(request));
  socket.on("error", () => process.exit(0));
}
process.on("disconnect", () => process.exit(0));
`;

/** Milliseconds to wait for the client's start. */
const PATIENCE_MS = 60_000;

export interface BareServer {
  /** Returns the server's microseconds of processor time per request. */
  measure(requests: number): Promise<number>;
  close(): Promise<void>;
}

export async function bareFastify(): Promise<BareServer> {
  const app = Fastify();
  let answered = 0;
  app.post("/", () => {
    answered++;
    return { ok: true };
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  const reach = async (count: number): Promise<void> => {
    const until = performance.now() + PATIENCE_MS;
    while (answered < count) {
      if (performance.now() > until) throw new Error("The client of the bare server sends nothing.");
      await sleep(20);
    }
  };
  const measure = async (requests: number): Promise<number> => {
    const options = { stdio: ["ignore", "ignore", "inherit", "ipc"] as StdioOptions };
    const client = spawn(process.execPath, ["-e", CLIENT, String(port)], options);
    try {
      await reach(answered + requests / 10);
      const [before, begun] = [answered, process.cpuUsage()];
      await reach(before + requests);
      const used = process.cpuUsage(begun);
      return (used.user + used.system) / (answered - before);
    } finally {
      await ended(client);
    }
  };
  return { measure, close: () => app.close() };
}

function ended(client: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    client.once("exit", () => resolve());
    client.kill();
  });
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
