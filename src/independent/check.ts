// Compares served results with those that mathjs and json-rules-engine compute from the same definition.
import type { Outcome, Tool } from "../engine/tool.js";
import { computeIndependently, type IndependentOutcome } from "./results.js";

/** One value of a result, from both. A list without items and a null are values too. */
export interface Compared {
  readonly path: string;
  readonly served: unknown;
  readonly independent: unknown;
  readonly agrees: boolean;
}

/** Compares all values of one result; undefined if the input is refused before anything is computed. */
export async function compareIndependently(tool: Tool, input: unknown): Promise<Compared[] | undefined> {
  const { input: accepted, problems } = tool.accept(input);
  if (problems.length > 0) return undefined;
  const own = accepted as Readonly<Record<string, unknown>>;
  const [served, independent] = [tool.compute(own), await computeIndependently(tool, own)];
  const [left, right] = [leavesOf(ofServed(served, independent)), leavesOf(ofIndependent(independent))];
  return [...new Set([...left.keys(), ...right.keys()])].map((path) => {
    const [a, b] = [left.get(path), right.get(path)];
    return { path, served: a, independent: b, agrees: a === b };
  });
}

const NOT_FINITE = { refused: "a number is not finite" };

/** The blamed input of a non-finite number follows from the plan, so it is not compared. */
function ofServed(outcome: Outcome, { kind }: IndependentOutcome): unknown {
  if (outcome.ok) return outcome.result;
  if (kind === "not finite") return NOT_FINITE;
  return { refused: outcome.problems.map(({ pointer, message }) => ({ field: pointer.slice(1), message })) };
}

function ofIndependent(outcome: IndependentOutcome): unknown {
  if (outcome.kind === "not finite") return NOT_FINITE;
  return outcome.kind === "result" ? outcome.result : { refused: outcome.violations };
}

function leavesOf(value: unknown, path = "", into = new Map<string, unknown>()): Map<string, unknown> {
  if (value === null || typeof value !== "object") return into.set(path, value);
  const entries = Object.entries(value);
  if (entries.length === 0) return into.set(path, Array.isArray(value) ? "[]" : "{}");
  for (const [name, inner] of entries) {
    const own = Array.isArray(value) ? `${path}[${name}]` : path === "" ? name : `${path}.${name}`;
    leavesOf(inner, own, into);
  }
  return into;
}
