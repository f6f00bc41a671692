// How often values are computed when every call is followed: functions that call each other twice double it each time.
import { LIMITS } from "../language/bounds.js";
import type { CalculationDef } from "../language/model.js";
import { walk } from "../typing/parts.js";
import type { Scope } from "../typing/plan.js";
import type { Typer } from "../typing/typer.js";

/** A calculation, or the tool itself. */
type Owner = CalculationDef | undefined;

export function checkEvaluations(typer: Typer): void {
  // What is beyond another limit is not known well enough.
  if (typer.full) return;
  const calls = callsOf(typer);
  const known = new Map<Owner, number>();
  const evaluations = (owner: Owner): number => {
    const before = known.get(owner);
    if (before !== undefined) return before;
    // A circle is reported as such.
    known.set(owner, 0);
    let total = owner === undefined ? typer.def.values.length : owner.values.length;
    for (const callee of calls.get(owner) ?? []) total += evaluations(callee);
    known.set(owner, total);
    return total;
  };
  if (evaluations(undefined) <= LIMITS.evaluations) return;
  const first = [...typer.def.calculations.values()].find(
    (calculation) => evaluations(calculation) > LIMITS.evaluations,
  );
  typer.report.error(
    "size",
    first?.location ?? typer.def.location,
    `${first?.name ?? typer.def.name} computes more than ${LIMITS.evaluations} values: its calls multiply.`,
    "keep what is called twice as a value, and use that",
  );
}

/** Whom each calls, as often as its formulas and values do. */
function callsOf(typer: Typer): Map<Owner, CalculationDef[]> {
  const calls = new Map<Owner, CalculationDef[]>();
  const note = (from: Scope, to: Scope | undefined): void => {
    if (to?.calculation === undefined) return;
    const owner = ownerOf(from);
    const list = calls.get(owner);
    if (list === undefined) calls.set(owner, [to.calculation]);
    else list.push(to.calculation);
  };
  for (const { typed, env } of typer.formulas)
    walk(typed, (part) => {
      if (part.op === "call") note(env.scope, part.scope);
    });
  // Typed copies of a calculation repeat its values.
  const seen = new Set<object>();
  for (const { def, scope, body } of typer.slots) {
    if (seen.has(def) || body === undefined) continue;
    seen.add(def);
    if (body.kind === "frame") note(scope, body.scope);
    if (body.kind === "each") note(scope, body.scope.inner?.scope);
  }
  return calls;
}

function ownerOf(scope: Scope): Owner {
  let at: Scope | undefined = scope;
  while (at !== undefined && at.calculation === undefined) at = at.parent;
  return at?.calculation;
}
