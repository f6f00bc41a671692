// stub replaced below
import type { Walker } from "./reference/walker.js";
import type { Tool } from "./tool.js";
export interface Explanation { readonly tool: string }
export function explain(tool: Tool, _walker: Walker, _result: unknown): Explanation { return { tool: tool.name }; }
