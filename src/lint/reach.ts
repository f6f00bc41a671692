// Rules, branches, constraints and values that no input can ever reach. A piece of a part that several tools share is looked
// at in all of them: it must be reached in one.

import type { Check } from "../engine/checks/check.js";
import type { Report } from "../engine/language/findings.js";
import type { Location } from "../engine/language/locations.js";
import type { ToolDef, ValueDef } from "../engine/language/model.js";
import type { Reach } from "./reason/reach.js";
import type { Dead } from "./reason/rules.js";

export const UNREACHABLE: Check = {
  code: "unreachable",
  refuses:
    "a rule, `otherwise`, constraint or branch of `if` that no input reaches, a result or figure that is never shown, a row or a word of a list in a table that nothing asks for",
  example:
    "This rule can never be reached: one above it always holds first. (delete it, mend its condition, or state unreachable: and why)",
};

export interface Reached {
  readonly def: ToolDef;
  /** Undefined where the tool was too large to reason about. */
  readonly reach: Reach | undefined;
}

export function checkReach(tools: readonly Reached[], used: ReadonlySet<object>, report: Report): void {
  const isLive = (piece: object) => tools.some(({ reach }) => reach?.live.has(piece));
  const shown = new Set(tools.flatMap(({ def }) => shownByTexts(def)));
  const unknown = new Set(tools.flatMap(({ def, reach }) => (reach === undefined ? def.files : [])));
  for (const { def, reach } of tools) {
    for (const [piece, dead] of reach?.dead ?? [])
      if (!isLive(piece) && !unknown.has(locationOfDead(dead).file)) unreached(dead, report);
    const isAsked = (value: ValueDef) =>
      shown.has(value) || reach?.asked.has(value) || tools.some((other) => other.reach?.asked.has(value));
    const looksAt = (value: ValueDef) => used.has(value) && !unknown.has(value.location.file);
    unasked(def.values, isAsked, looksAt, report);
  }
}

/** Constants that titles, descriptions and cells show. */
function shownByTexts({ texts, values }: ToolDef): ValueDef[] {
  const parts = texts.flatMap(({ it }) => it.parts);
  const names = new Set(
    parts.flatMap((part) => (typeof part === "string" ? [] : (part.formula.text.match(/\w+/g) ?? []))),
  );
  return values.filter(({ kind, name }) => kind === "constant" && names.has(name));
}

function locationOfDead(dead: Dead): Location {
  if (dead.kind === "rule") return dead.entry.location;
  if (dead.kind === "constraint") return dead.constraint.location;
  if (dead.kind === "shown") return dead.when.at.of(dead.when.key);
  if (dead.kind === "branch") return dead.written.at.ofWord(dead.written.key, "if", dead.nth);
  const { def } = dead;
  return def.kind === "decide" ? (def.otherwise?.location ?? def.location) : def.location;
}

function unreached(dead: Dead, report: Report): void {
  const location = locationOfDead(dead);
  if (dead.kind === "branch") {
    const [never, always] = dead.side === "then" ? ["holds", "third"] : ["fails", "second"];
    report.error(
      "unreachable",
      location,
      `The test of this if never ${never}.`,
      `write its ${always} argument alone, or mend the test`,
    );
  } else if (dead.kind === "shown") {
    report.error(
      "unreachable",
      location,
      "This is never shown: its condition contradicts itself or the inputs.",
      "mend its condition, or delete what it is for",
    );
  } else if (dead.kind === "constraint") {
    report.error(
      "unreachable",
      location,
      `This constraint can never refuse anything: its condition contradicts itself or the bounds of the inputs.`,
      "mend its condition, or delete it",
    );
  } else if (dead.kind === "otherwise") {
    const { def } = dead;
    if (def.kind === "decide" && (def.otherwise === undefined || def.otherwise.unreachable !== undefined))
      return;
    report.error(
      "unreachable",
      location,
      `Nothing is left for otherwise of ${def.name.replace(/^\$/, "")}: one of its rules always holds.`,
      "delete otherwise, or state unreachable: in it and why",
    );
  } else if (dead.entry.unreachable === undefined) {
    const why = {
      never: "This rule can never hold: its condition contradicts itself or the inputs.",
      here: "This rule can never be reached: where its list is asked for, its condition never holds.",
      above: "This rule can never be reached: one above it always holds first.",
    }[dead.why];
    report.error(
      "unreachable",
      location,
      why,
      "delete it, mend its condition, or state unreachable: and why",
    );
  }
}

/** Values that only unreachable rules and branches use. */
function unasked(
  values: readonly ValueDef[],
  isAsked: (value: ValueDef) => boolean,
  looksAt: (value: ValueDef) => boolean,
  report: Report,
): void {
  for (const value of values) {
    if (!looksAt(value)) continue;
    if (!isAsked(value))
      report.error(
        "unused",
        value.location,
        `${value.name} is used only where nothing gets to.`,
        "delete it",
      );
    else if (value.kind === "group" || value.kind === "each") unasked(value.values, isAsked, looksAt, report);
  }
}
