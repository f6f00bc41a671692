// The explorer on a service of its own, for tests: the definitions in their built form, as a browser imports them.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeBuilt } from "../src/build/write.js";
import { ownSet } from "./definitions.js";
import { type Running, startService } from "./running.js";

export async function startExplorer(): Promise<Running> {
  const built = mkdtempSync(join(tmpdir(), "plumbline-built-"));
  writeBuilt(ownSet(), built);
  const service = await startService({ set: { ...ownSet(), built } });
  const close = async () => {
    await service.close();
    rmSync(built, { recursive: true, force: true });
  };
  return { ...service, close };
}

/** The address of an example of a tool, the first unless another is named. */
export function exampleLink(tool: string, tab = "", nth = 0): string {
  const input = ownSet().tools.get(tool)?.facts.examples[nth]?.input ?? {};
  const pairs = Object.entries(input).flatMap(([name, value]): [string, string][] =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.entries(value).map(([field, inner]) => [`${name}.${field}`, String(inner)])
      : [[name, String(value)]],
  );
  return `/#/${tool}${tab === "" ? "" : `/${tab}`}?${new URLSearchParams(pairs)}`;
}
