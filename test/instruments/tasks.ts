// Plays tasks in plain words through find_tool and call_tool, without a model.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { HOME } from "../../src/definitions/folder.js";
import type { RuntimeSet } from "../../src/engine/run/tool.js";
import { Explanations, explainerOf } from "../../src/server/calls/explanations.js";
import { Rules } from "../../src/server/documents/rule-book.js";
import type { McpRequest } from "../../src/server/mcp/mcp-request.js";
import { methodsOf } from "../../src/server/mcp/methods.js";

/** Minimum number of tasks with the right tool in first place. */
export const LEAST_FIRST = 55;

export interface Task {
  readonly task: string;
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

export interface Played extends Task {
  /** Names of found tools, best first. */
  readonly found: readonly string[];
  /** Whether the right call gave a result. */
  readonly works: boolean;
}

const ASKED: McpRequest = {
  tier: "free",
  caller: "trial",
  modern: true,
  links: true,
  apps: false,
  view: { search: true, full: false },
  hasLeft: () => false,
};

export function tasks(): readonly Task[] {
  const file = join(HOME, "test/agents/tasks.yaml");
  return (parse(readFileSync(file, "utf8")) as { tasks: Task[] }).tasks;
}

/** Questions without technical terms, by tool. */
export function plainQuestions(): Readonly<Record<"first" | "second", Readonly<Record<string, string>>>> {
  const file = join(HOME, "test/agents/questions.yaml");
  return parse(readFileSync(file, "utf8")) as ReturnType<typeof plainQuestions>;
}

export async function play(set: RuntimeSet): Promise<Played[]> {
  const explanations = new Explanations(1, explainerOf(set));
  const methods = methodsOf({ set, version: "0", explanations, rules: new Rules(set, undefined) });
  const call = async (name: string, args: object) => {
    const answer = await methods.get("tools/call")?.answer({ name, arguments: args }, ASKED);
    return (answer?.result ?? {}) as {
      isError?: boolean;
      structuredContent?: { tools?: { name: string }[] };
    };
  };
  const played: Played[] = [];
  for (const each of tasks()) {
    const { structuredContent } = await call("find_tool", { task: each.task });
    const { isError } = await call("call_tool", { tool: each.tool, arguments: each.arguments });
    const found = (structuredContent?.tools ?? []).map(({ name }) => name);
    played.push({ ...each, found, works: isError !== true });
  }
  return played;
}
