// A temporary Redis server on a free port.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type RedisSettings, readAddress, type WhenAway } from "../../src/access/redis-address.js";
import { stopped } from "./processes.js";

const PROGRAM = "redis-server";
/** Whether Redis is installed. */
export const HAS_REDIS = spawnSync(PROGRAM, ["--version"]).status === 0;

export class RedisServer {
  private readonly folder = mkdtempSync(join(tmpdir(), "plumbline-redis-"));
  private child: ChildProcess | undefined;

  private constructor(
    readonly port: number,
    private readonly options: readonly string[],
  ) {}

  static async start(...options: readonly string[]): Promise<RedisServer> {
    const server = new RedisServer(await freePort(), options);
    await server.start();
    return server;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  settings(prefix: string, whenAway: WhenAway = "open", cluster = false): RedisSettings {
    const address = readAddress(this.url, cluster);
    if (typeof address === "string") throw new Error(address);
    return { ...address, prefix, whenAway };
  }

  async start(): Promise<void> {
    const where = ["--port", String(this.port), "--bind", "127.0.0.1", "--dir", this.folder, "--save", ""];
    const child = spawn(PROGRAM, [...where, ...this.options], { stdio: ["ignore", "pipe", "inherit"] });
    this.child = child;
    let said = "";
    await new Promise<void>((resolve, reject) => {
      child.stdout?.on("data", (chunk: Buffer) => {
        said += chunk.toString();
        if (said.includes("Ready to accept connections")) resolve();
      });
      child.once("error", reject);
      child.once("exit", (code) => reject(new Error(`redis-server ended with ${code}: ${said}`)));
    });
  }

  /** Simulates a power loss. */
  async kill(): Promise<void> {
    const { child } = this;
    this.child = undefined;
    if (child !== undefined) await stopped(child);
  }

  /** Accepts connections without answering. */
  pause(): void {
    this.child?.kill("SIGSTOP");
  }

  resume(): void {
    this.child?.kill("SIGCONT");
  }

  async close(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  // A cluster node also uses the port 10,000 above.
  return port > 55_000 ? freePort() : port;
}
