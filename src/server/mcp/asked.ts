// What an answer over MCP depends on besides the message: who asks, in which revision, and how much of the tools is listed.
import type { RuntimeSet } from "../../engine/run/tool.js";
import type { Explanations } from "../calls/explanations.js";
import type { Rules } from "../documents/rule-book.js";

/** How a caller wants tools to be listed; part of the address. */
export interface View {
  /** Three tools that find, describe and call all others, for small contexts. */
  readonly search: boolean;
  /** Whole schemas, of results too, instead of the short ones. */
  readonly full: boolean;
}

export interface Asked {
  readonly tier: string;
  /** Who has places among explanations: a key or a network. */
  readonly caller: string;
  /** Revision 2026-07-28 or later: every message stands alone, and a result is given once, as structured content. */
  readonly modern: boolean;
  /** Whether the revision knows links in the content of a result, which came with 2025-06-18. */
  readonly links: boolean;
  /** Whether the client can show a result as a page of its own. */
  readonly apps: boolean;
  readonly view: View;
  /** Whether nobody waits for the answer any more. */
  readonly hasLeft: () => boolean;
}

/** The revision since which results may hold links. */
export const LINKS_SINCE = "2025-06-18";

export type Params = Readonly<Record<string, unknown>>;

export interface Answered {
  readonly result: Params;
  /** Counted calls that computed nothing. */
  readonly failed: number;
}

/** A method of MCP that this service answers itself. */
export interface Method {
  /** Tool calls that a request counts as; 0 for what is only read. */
  readonly cost: (params: Params) => number;
  readonly answer: (params: Params, asked: Asked) => Answered | Promise<Answered>;
}

export type Methods = ReadonlyMap<string, Method>;

/** What the methods answer from. */
export interface Offered {
  readonly set: RuntimeSet;
  readonly version: string;
  readonly explanations: Explanations;
  readonly rules: Rules;
}

/** The view that an address asks for; undefined where it cannot be understood. */
export function viewOf(query: Params): View | undefined {
  const { tools = "all", schemas = "short" } = query;
  if ((tools !== "all" && tools !== "search") || (schemas !== "short" && schemas !== "full"))
    return undefined;
  return { search: tools === "search", full: schemas === "full" };
}

export function answered(result: Params, failed = 0): Answered {
  return { result, failed };
}
