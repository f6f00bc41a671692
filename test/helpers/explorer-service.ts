// Starts a service with the explorer and the built definitions.
import { ownBuilt, ownSet } from "./own-definitions.js";
import { type Running, startService } from "./running-service.js";

export function startExplorer(): Promise<Running> {
  return startService({ set: { ...ownSet(), built: ownBuilt() } });
}

/** Returns the address of a tool's example, by default the first. */
export function exampleLink(tool: string, tab = "", nth = 0): string {
  return inputLink(tool, tab, ownSet().tools.get(tool)?.facts.examples[nth]?.input ?? {});
}

/** Returns the address of a tool's tab with these inputs. */
export function inputLink(tool: string, tab: string, input: object): string {
  const pairs = Object.entries(input).flatMap(([name, value]): [string, string][] =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.entries(value).map(([field, inner]) => [`${name}.${field}`, String(inner)])
      : [[name, String(value)]],
  );
  return `/#/${tool}${tab === "" ? "" : `/${tab}`}?${new URLSearchParams(pairs)}`;
}
