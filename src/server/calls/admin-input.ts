// Reads the bodies of the admin interface strictly, and reports each fault with its JSON pointer.
import type { NewKey } from "../../access/key-service.js";
import { type InputProblem, show } from "../../engine/run/validate.js";
import { isRecord, pointerTo, unknownNames } from "../../json/objects.js";

export class BadWish extends Error {
  constructor(readonly problems: readonly InputProblem[]) {
    super(problems[0]?.message);
  }
}

const NEW_KEY = {
  name: "string",
  plan: "string",
  interface: "string",
  expires: "string",
  requests: "number",
  calls_per_month: "number",
} as const;

/** The key service checks that the plan and the interface exist. */
export function newKeyOf(body: unknown): NewKey {
  return read(body, NEW_KEY, ["name", "plan"], "part of a new key") as unknown as NewKey;
}

/** Returns the overlap in seconds, or undefined for the default. The body is optional. */
export function overlapOf(body: unknown = {}): number | undefined {
  return read(body, { overlap_s: "number" }, [], "part of a rotation").overlap_s as number | undefined;
}

export function nothingIn(body: unknown = {}): void {
  read(body, {}, [], "part of a revocation");
}

function read(
  body: unknown,
  fields: Readonly<Record<string, "string" | "number">>,
  required: readonly string[],
  what: string,
): Record<string, unknown> {
  if (!isRecord(body)) throw new BadWish([{ pointer: "", message: "The body must be one JSON object." }]);
  const problems = unknownNames(body, Object.keys(fields), "", what);
  for (const [name, kind] of Object.entries(fields)) {
    const value = Object.hasOwn(body, name) ? body[name] : undefined;
    const missing = value === undefined && required.includes(name);
    const wrong = value !== undefined && typeof value !== kind;
    if (!missing && !wrong) continue;
    const message = missing ? `${name} is required.` : `${name} must be a ${kind}, not ${show(value)}.`;
    problems.push({ pointer: pointerTo("", name), message });
  }
  if (problems.length > 0) throw new BadWish(problems);
  return body;
}
