// The optional log of decisions: which definition gave each result, with its input and output as hashes or in full.
// Keys are never logged.
import { AsyncLocalStorage } from "node:async_hooks";
import type { FastifyInstance } from "fastify";
import { sha256 } from "../definitions/folder.js";
import { identityOf } from "../definitions/identity.js";
import type { RuntimeSet, RuntimeTool } from "../engine/run/tool.js";
import type { Explainer } from "./calls/explanations.js";

export interface Decision {
  readonly time: string;
  /** As in X-Request-Id. */
  readonly request: string;
  /** Name and version. */
  readonly tool: string;
  readonly definition: string;
  /** Hashes of the JSON texts without spaces; null if the input was refused. */
  readonly input_sha256: string;
  readonly result_sha256: string | null;
  readonly input?: unknown;
  /** Without the caller's plan; the faults if the input was refused. */
  readonly result?: unknown;
}

export interface Decisions {
  readonly form: "hashes" | "whole";
  readonly write: (decision: Decision) => void;
}

/** The current request. */
const answering = new AsyncLocalStorage<string | undefined>();

/** Marks requests that compute. Results computed for documents, such as examples, are not decisions. */
export function noteRequests(app: FastifyInstance): void {
  app.addHook("preHandler", (request, _, done) => {
    const computes = request.method === "POST" || request.url.includes("/sheet?");
    if (computes) answering.run(request.id, done);
    else done();
  });
}

/** Results computed for an explanation are not logged. */
export function unnoted(explain: Explainer): Explainer {
  return (...asked) => answering.run(undefined, () => explain(...asked));
}

export function watched(set: RuntimeSet, decisions: Decisions): RuntimeSet {
  const all = (tools: RuntimeSet["tools"]) =>
    new Map([...tools].map(([name, tool]) => [name, watchedTool(set, tool, decisions)]));
  return { ...set, tools: all(set.tools), legacy: all(set.legacy) };
}

function watchedTool(set: RuntimeSet, tool: RuntimeTool, { form, write }: Decisions): RuntimeTool {
  const { label, sha256: definition } = identityOf(set, tool);
  const run: RuntimeTool["run"] = (input, brief) => {
    const outcome = tool.run(input, brief);
    const request = answering.getStore();
    if (request === undefined) return outcome;
    const given = JSON.stringify(input);
    const gave = JSON.stringify(outcome.ok ? outcome.result : outcome.problems);
    write({
      ...{ time: new Date().toISOString(), request, tool: label, definition, input_sha256: sha256(given) },
      result_sha256: outcome.ok ? sha256(gave) : null,
      ...(form === "whole" ? { input: withoutKeys(given), result: withoutKeys(gave) } : {}),
    });
    return outcome;
  };
  return Object.assign(Object.create(tool) as RuntimeTool, { run });
}

/** A client may have put a key among the inputs. */
function withoutKeys(text: string): unknown {
  return JSON.parse(text.replace(/plb_\w+/g, "plb_..."));
}
