// Warms up after a quick start: loads the MCP library (190 ms) and the compiled tools (50 ms together) bit by bit, so
// that the first caller who needs one does not wait for it, nor anyone behind him.
import { setTimeout } from "node:timers/promises";
import type { ServedSet } from "../engine/run/tool.js";

/** Milliseconds before the first bit, and between bits, that belong to callers. */
const FIRST_MS = 250;
const BETWEEN_MS = 25;

export async function warmUp({ tools, legacy }: ServedSet, stopped: AbortSignal): Promise<void> {
  const all = [...tools.values(), ...legacy.values()];
  // The longest comes first, while the service may still be late.
  const bits: (() => unknown)[] = [() => import("./mcp/post.js"), ...all.map((tool) => () => tool.ready())];
  let wait = FIRST_MS;
  for (const bit of bits) {
    await setTimeout(wait, undefined, { ref: false });
    if (stopped.aborted) return;
    await bit();
    wait = BETWEEN_MS;
  }
}
