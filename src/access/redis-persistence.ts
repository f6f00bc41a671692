// Warns the operator if Redis may lose keys: no append-only file, or one that is rarely written to disk.
import { Cluster, type Redis } from "ioredis";
import type { Client } from "./redis-client.js";

/** Returns the warning, or undefined. */
export async function persistenceFault(client: Client): Promise<string | undefined> {
  const nodes = client instanceof Cluster ? client.nodes("master") : [client];
  const faults = await Promise.all(nodes.map(faultOfNode));
  return faults.find((fault) => fault !== undefined);
}

async function faultOfNode(node: Redis): Promise<string | undefined> {
  const [info, save, sync] = await Promise.all([
    node.info("persistence"),
    setting(node, "save"),
    setting(node, "appendfsync"),
  ]);
  if (/^aof_enabled:1/m.test(info))
    return sync === "no"
      ? "Redis appends to its file but leaves it to the system when (appendfsync no): keys and counts of the last half minute can be lost with the power. Set appendfsync to always or everysec."
      : undefined;
  if (save === "")
    return "REDIS KEEPS NOTHING ON DISK: ALL KEYS AND COUNTS ARE LOST WHEN IT STOPS. Set appendonly yes, and appendfsync to always or everysec.";
  return "Redis has no append-only file (appendonly no), so it loses all changes since its last snapshot, including keys, when it stops. Set appendonly yes, and appendfsync to always or everysec.";
}

/** Some managed services refuse CONFIG. */
async function setting(node: Redis, name: string): Promise<string | undefined> {
  try {
    const reply = (await node.config("GET", name)) as string[];
    return reply[1];
  } catch {
    return undefined;
  }
}
