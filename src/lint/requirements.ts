// Reports requirements that rest on a verdict, and lists of requirements that depend on an input that may be missing.
import type { Check } from "../engine/checks/check.js";
import type { Report } from "../engine/language/findings.js";
import type { Slot, ToolPlan, Typed, TypedEntry } from "../engine/typing/plan.js";
import { inputsBehind, walk } from "../engine/typing/visit.js";

export const REQUIREMENT_READS: Check = {
  code: "requirement_reads",
  refuses:
    "a requirement that reads a verdict or the status of another, and a `where` that reads an input that may be missing",
  example: "where reads sheltered, which may be missing. (use applies: the requirement is then open)",
};

/** Prefix of the values of single requirements. */
const SINGLE = "requirement_";

export function checkRequirements(plan: ToolPlan, report: Report): void {
  const generated = new Set(plan.def.generated.map(({ name }) => name));
  if (generated.size === 0) return;
  const verdicts = new Set(
    [...plan.root.slots.values()].filter(({ name }) => generated.has(name) && !name.startsWith(SINGLE)),
  );
  const reaches = (slot: Slot, seen: Set<Slot>): Slot | undefined => {
    if (verdicts.has(slot)) return slot;
    if (seen.has(slot)) return undefined;
    seen.add(slot);
    for (const next of slot.uses) {
      const found = reaches(next, seen);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  for (const slot of plan.slots) {
    if (!inRequirement(slot) || !["applies", "met", "exempt"].includes(slot.name)) continue;
    const found = reaches(slot, new Set());
    const message = `${slot.name} reads ${found?.name}, which follows from requirements.`;
    if (found !== undefined)
      report.found(REQUIREMENT_READS, slot.def.location, message, "state the facts that it follows from");
  }
  const listed = plan.root.slots.get("requirements")?.body;
  if (listed?.kind === "collect") for (const entry of listed.entries) checkWhere(plan, entry, report);
  for (const { name, body } of plan.root.slots.values())
    if (body?.kind === "each" && generated.has(name) && body.where !== undefined)
      reportMissing(plan, body.where, plan.root.slots.get(name), report);
}

/** Whether a value belongs to a single requirement. */
function inRequirement({ scope, def }: Slot): boolean {
  if (def.isHidden === true || scope.kind !== "group") return false;
  const above = scope.parent;
  return (
    scope.label.startsWith(SINGLE) || (scope.label === "rule" && above?.label.startsWith(SINGLE) === true)
  );
}

function checkWhere(plan: ToolPlan, { when, entry }: TypedEntry, report: Report): void {
  if (when !== undefined) reportMissing(plan, when, { def: entry }, report);
}

function reportMissing(
  { inputs }: ToolPlan,
  where: Typed,
  of: { readonly def: { readonly location: Slot["def"]["location"] } } | undefined,
  report: Report,
): void {
  const names = new Set<string>();
  walk(where, (part) => {
    if (part.op === "input" || part.op === "sent") names.add(part.name);
    if (part.op === "slot") for (const name of inputsBehind(part.slot)) names.add(name);
  });
  const missing = [...names].find((name) => inputs.get(name)?.required === false && name !== "as_of_date");
  if (missing === undefined || of === undefined) return;
  const message = `where reads ${missing}, which may be missing.`;
  report.found(REQUIREMENT_READS, of.def.location, message, "use applies: the requirement is then open");
}
