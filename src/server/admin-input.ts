// What is asked of the key service over HTTP: bodies read strictly, every fault with its pointer.

import type { NewKey } from "../access/key-service.js";
import type { InterfaceName } from "../access/tiers.js";
import { type InputProblem, show } from "../engine/run/validate.js";
import { isRecord, pointerTo, unknownNames } from "../objects.js";

/** A body that does not fit, with all its faults. */
export class BadWish extends Error {
  constructor(readonly problems: readonly InputProblem[]) {
    super(problems[0]?.message);
  }
}

type Kind = "string" | "number";
interface Field {
  readonly kind: Kind;
  readonly required?: true;
}

const NEW_KEY: Readonly<Record<string, Field>> = {
  name: { kind: "string", required: true },
  plan: { kind: "string", required: true },
  interface: { kind: "string" },
  expires: { kind: "string" },
  requests: { kind: "number" },
  calls_per_month: { kind: "number" },
};
const ROTATION: Readonly<Record<string, Field>> = { overlap_s: { kind: "number" } };

const KINDS: Readonly<Record<Kind, string>> = { string: "a string", number: "a number" };

export function newKeyOf(body: unknown): NewKey {
  const fields = read(body, NEW_KEY, "part of a new key");
  const { name, plan, interface: face, expires, requests, calls_per_month } = fields;
  return {
    name: name as string,
    plan: plan as string,
    // The key service knows which interfaces there are, and says so.
    ...(face === undefined ? {} : { interface: face as InterfaceName }),
    ...(expires === undefined ? {} : { expires: expires as string }),
    ...(requests === undefined ? {} : { requests: requests as number }),
    ...(calls_per_month === undefined ? {} : { calls_per_month: calls_per_month as number }),
  };
}

/** Seconds of overlap; undefined where the caller leaves it to the key service. */
export function overlapOf(body: unknown): number | undefined {
  return read(orNothing(body), ROTATION, "part of a rotation").overlap_s as number | undefined;
}

/** A request that has nothing to say may come without a body. */
export function nothingIn(body: unknown): void {
  read(orNothing(body), {}, "part of a revocation");
}

/** No body at all is an empty object; a body that says null is not. */
function orNothing(body: unknown): unknown {
  return body === undefined ? {} : body;
}

function read(
  body: unknown,
  fields: Readonly<Record<string, Field>>,
  what: string,
): Record<string, string | number | undefined> {
  if (!isRecord(body)) throw new BadWish([{ pointer: "", message: "The body must be one JSON object." }]);
  const names = Object.keys(fields);
  const problems = unknownNames(body, names, "", what);
  for (const name of names) {
    const { kind, required } = fields[name] ?? { kind: "string" };
    const value = Object.hasOwn(body, name) ? body[name] : undefined;
    if (value === undefined) {
      if (required) problems.push({ pointer: pointerTo("", name), message: `${name} is required.` });
    } else if (typeof value !== kind)
      problems.push({
        pointer: pointerTo("", name),
        message: `${name} must be ${KINDS[kind]}, not ${show(value)}.`,
      });
  }
  if (problems.length > 0) throw new BadWish(problems);
  return body as Record<string, string | number | undefined>;
}
