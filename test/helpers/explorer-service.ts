// The explorer on a service of its own, for tests: the definitions in their built form, as a browser imports them.
import { ownBuilt, ownSet } from "./own-definitions.js";
import { type Running, startService } from "./running-service.js";

export function startExplorer(): Promise<Running> {
  return startService({ set: { ...ownSet(), built: ownBuilt() } });
}

/** The address of an example of a tool, the first unless another is named. */
export function exampleLink(tool: string, tab = "", nth = 0): string {
  return inputLink(tool, tab, ownSet().tools.get(tool)?.facts.examples[nth]?.input ?? {});
}

/** A link to a view of a tool with these inputs. */
export function inputLink(tool: string, tab: string, input: object): string {
  const pairs = Object.entries(input).flatMap(([name, value]): [string, string][] =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.entries(value).map(([field, inner]) => [`${name}.${field}`, String(inner)])
      : [[name, String(value)]],
  );
  return `/#/${tool}${tab === "" ? "" : `/${tab}`}?${new URLSearchParams(pairs)}`;
}
