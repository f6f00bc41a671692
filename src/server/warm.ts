// What answers need is loaded in two steps. Modules before the service listens: a passing shortage, of file descriptors for
// instance, must not break a route for good. Tools, which need no file any more, after it: calls are answered in between.
import { setImmediate as turn } from "node:timers/promises";
import type { RuntimeSet } from "../engine/run/tool.js";

export async function loadModules(): Promise<void> {
  await Promise.all([
    import("./mcp/post.js"),
    import("./openapi/document.js"),
    import("./openapi/legacy.js"),
  ]);
}

export async function startTools({ tools, legacy }: RuntimeSet): Promise<void> {
  for (const tool of [...tools.values(), ...legacy.values()]) {
    tool.ready();
    await turn();
  }
}
