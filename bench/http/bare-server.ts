// A minimal Fastify server, for start time and memory.
import type { AddressInfo } from "node:net";
import Fastify from "fastify";

const app = Fastify({ logger: false });
app.post("/bare", async () => ({ ok: true }));
await app.listen({ port: 0, host: "127.0.0.1" });
process.stdout.write(`serves on http://127.0.0.1:${(app.server.address() as AddressInfo).port}\n`);
process.once("SIGTERM", () => process.exit(0));
