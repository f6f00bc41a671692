// Loads every module that answers need before the service listens: a passing shortage, of file descriptors for instance,
// must not break a route for good.
import type { RuntimeSet } from "../engine/run/tool.js";

export async function loadModules({ tools, legacy }: RuntimeSet): Promise<void> {
  await Promise.all([
    import("./mcp/post.js"),
    import("./mcp/endpoint.js"),
    import("./openapi/document.js"),
    import("./openapi/legacy.js"),
    ...[...tools.values(), ...legacy.values()].map((tool) => tool.ready()),
  ]);
}
