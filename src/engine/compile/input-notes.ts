// Compiles the function that lists inputs that do not apply, and inputs that assumptions replace.
import { LISTS } from "../language/common-fields.js";
import type { Slot, ToolPlan, Typed, TypedEntry } from "../typing/plan.js";
import { Code } from "./code.js";
import { literal } from "./data.js";
import { entriesCode, giveCode } from "./gives.js";
import type { Module } from "./module-names.js";
import { temps } from "./slots.js";

export function inputNotesCode(module: Module, { root }: ToolPlan): string {
  const code = new Code(module, root, "s", -1);
  const inapplicable = entriesOf(root.slots.get(LISTS.flags)).map(({ entry, when }) => {
    // The condition of such a flag is: given(input) and not (applies).
    const ignored = when?.op === "logic" ? when.args[1] : undefined;
    if (entry.input === undefined || ignored === undefined) return "";
    return `if (${code.test(ignored)}) inapplicable.push(${literal(entry.input)});`;
  });
  const assumptions = entriesOf(root.slots.get(LISTS.assumptions));
  const inputs = replacedInputs(assumptions);
  const replaces = (entry: TypedEntry): boolean => inputs.has(entry) || entry.rules?.some(replaces) === true;
  const replaced = entriesCode(code, assumptions.filter(replaces), (leaf) => {
    const input = inputs.get(leaf);
    if (input === undefined || leaf.give === undefined) return "";
    return `replaced.set(${giveCode(code, leaf.give)}, ${literal(input)});`;
  });
  return `function inputNotes(s) { const inapplicable = [], replaced = new Map(); ${temps(code)}
${inapplicable.join("\n")}\n${replaced}
return { inapplicable, replaced }; }`;
}

function entriesOf(slot: Slot | undefined): readonly TypedEntry[] {
  return slot?.body?.kind === "collect" ? slot.body.entries : [];
}

/**
 * Returns the input that each assumption replaces: the first one that its group, or else its condition, requires to
 * be absent.
 */
function replacedInputs(entries: readonly TypedEntry[], around?: string): Map<TypedEntry, string> {
  const found = new Map<TypedEntry, string>();
  for (const entry of entries) {
    const input = around ?? absentIn(entry.when);
    if (input !== undefined) found.set(entry, input);
    for (const [rule, name] of replacedInputs(entry.rules ?? [], input)) found.set(rule, name);
  }
  return found;
}

function absentIn(when: Typed | undefined): string | undefined {
  if (when?.op !== "logic") return undefined;
  if (when.fn === "and") return when.args.map(absentIn).find((name) => name !== undefined);
  const [of] = when.args;
  return when.fn === "not" && of?.op === "sent" ? of.name : undefined;
}
