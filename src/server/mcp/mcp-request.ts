// Context of an MCP request: caller, protocol revision, and how tools are listed.
import type { RuntimeSet } from "../../engine/run/tool.js";
import type { Explanations } from "../calls/explanations.js";
import type { Rules } from "../documents/rule-book.js";

/** How tools are listed; part of the endpoint's address. */
export interface View {
  /** Lists three tools that find, describe and call all others, for small contexts. */
  readonly search: boolean;
  /** Lists full schemas, including those of results. */
  readonly full: boolean;
}

export interface McpRequest {
  readonly tier: string;
  /** The key or network that uses slots for explanations. */
  readonly caller: string;
  /** Revision 2026-07-28 or later: messages are independent, and a result is sent once, as structured content. */
  readonly modern: boolean;
  /** Whether the revision supports resource links in results (2025-06-18). */
  readonly links: boolean;
  /** Whether the client shows results as pages. */
  readonly apps: boolean;
  readonly view: View;
  /** Whether the client has disconnected. */
  readonly hasLeft: () => boolean;
}

export const LINKS_SINCE = "2025-06-18";

export type Params = Readonly<Record<string, unknown>>;

export interface McpResult {
  readonly result: Params;
  /** Counted calls that failed. */
  readonly failed: number;
}

/** A method of MCP that this service implements. */
export interface Method {
  /** Tool calls that a request counts as; 0 for reading. */
  readonly cost: (params: Params) => number;
  readonly answer: (params: Params, asked: McpRequest) => McpResult | Promise<McpResult>;
}

export type Methods = ReadonlyMap<string, Method>;

/** The data and services behind the methods. */
export interface Offered {
  readonly set: RuntimeSet;
  readonly version: string;
  readonly explanations: Explanations;
  readonly rules: Rules;
}

/** Returns the view of an address, or undefined if it is invalid. */
export function viewOf(query: Params): View | undefined {
  const { tools = "all", schemas = "short" } = query;
  if ((tools !== "all" && tools !== "search") || (schemas !== "short" && schemas !== "full"))
    return undefined;
  return { search: tools === "search", full: schemas === "full" };
}

export function answered(result: Params, failed = 0): McpResult {
  return { result, failed };
}
