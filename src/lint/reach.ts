// Reports rules, branches and constraints that no input reaches. Parts shared by tools must be reachable in one of
// them.

import type { Check } from "../engine/checks/check.js";
import type { Report } from "../engine/language/findings.js";
import type { Location } from "../engine/language/locations.js";
import type { ToolDef } from "../engine/language/model.js";
import type { Reach } from "./reason/reach.js";
import type { Dead } from "./reason/rules.js";

export const UNREACHABLE: Check = {
  code: "unreachable",
  refuses:
    "a rule, `otherwise`, constraint or branch of `if` that no input reaches, a result or figure that is never shown",
  example:
    "This rule can never be reached: an earlier rule always applies first. (delete it, mend its condition, or state unreachable: and why)",
};

export interface Reached {
  readonly def: ToolDef;
  /** Undefined if the tool is too large to analyse. */
  readonly reach: Reach | undefined;
}

export function checkReach(tools: readonly Reached[], report: Report): void {
  const isLive = (piece: object) => tools.some(({ reach }) => reach?.live.has(piece));
  const unknown = new Set(tools.flatMap(({ def, reach }) => (reach === undefined ? def.files : [])));
  for (const { reach } of tools)
    for (const [piece, dead] of reach?.dead ?? []) {
      const location = locationOf(dead);
      const [message, hint] = isLive(piece) || unknown.has(location.file) ? [] : faultOf(dead);
      if (message !== undefined) report.found(UNREACHABLE, location, message, hint);
    }
}

function locationOf(dead: Dead): Location {
  switch (dead.kind) {
    case "rule":
      return dead.entry.location;
    case "constraint":
      return dead.constraint.location;
    case "shown":
      return dead.when.at.of(dead.when.key);
    case "branch":
      return dead.written.at.ofWord(dead.written.key, "if", dead.nth);
    case "otherwise":
      return (dead.def.kind === "decide" && dead.def.otherwise?.location) || dead.def.location;
  }
}

/** Returns message and hint; nothing if the definition states the part as unreachable. */
function faultOf(dead: Dead): readonly [message: string, hint: string] | readonly [] {
  switch (dead.kind) {
    case "branch": {
      const [never, always] = dead.side === "then" ? ["holds", "third"] : ["fails", "second"];
      return [`The test of this if never ${never}.`, `write its ${always} argument alone, or mend the test`];
    }
    case "shown":
      return [
        "This is never shown: its condition contradicts itself or the inputs.",
        "correct its condition, or delete its subject",
      ];
    case "constraint":
      return [
        "This constraint can never refuse anything: its condition contradicts itself or the bounds of the inputs.",
        "mend its condition, or delete it",
      ];
    case "otherwise": {
      const { def } = dead;
      const isStated = def.kind === "decide" && def.otherwise?.unreachable !== undefined;
      if (isStated || (def.kind === "decide" && def.otherwise === undefined)) return [];
      return [
        `otherwise of ${def.list ?? def.name} is never reached: one of its rules always applies.`,
        "delete otherwise, or state unreachable: in it and why",
      ];
    }
    case "rule":
      if (dead.entry.unreachable !== undefined) return [];
      return [WHY[dead.why], "delete it, mend its condition, or state unreachable: and why"];
  }
}

const WHY = {
  never: "This rule can never apply: its condition contradicts itself or the inputs.",
  here: "This rule can never be reached: its condition is false wherever its list is used.",
  above: "This rule can never be reached: an earlier rule always applies first.",
};
