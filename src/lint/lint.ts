// What an author should know of a definition beyond what its answers rest on, in the order in which it is looked for.
import type { Report } from "../engine/language/findings.js";
import type { Memory } from "../engine/language/memory.js";
import type { ReadSet } from "../engine/read/set.js";
import type { TypedDefinition } from "../engine/typing/type-tool.js";
import { checkApplies } from "./applies.js";
import { checkLawDays } from "./as-at.js";
import { checkCatalogue, checkSuccessors } from "./catalogue.js";
import { checkOnlyChoice } from "./choices.js";
import { checkCitations } from "./citations.js";
import { checkColumnOrders } from "./column-orders.js";
import { checkFixed } from "./constant-results.js";
import { checkAssumedDays } from "./days.js";
import { checkDeclaredUnits } from "./declared-units.js";
import { checkFinite } from "./finite.js";
import { checkFlags } from "./flags.js";
import { checkInfluence } from "./influence.js";
import { checkLicences } from "./licences.js";
import { checkLiterals } from "./literals.js";
import { checkOtherwise } from "./otherwise.js";
import { checkPoints } from "./points.js";
import { checkAgreements, checkPromises } from "./promises.js";
import { checkReach } from "./reach.js";
import { reachOf } from "./reason/reach.js";
import { checkRepeatedEntries } from "./repeated-entries.js";
import type { Numbers } from "./shares.js";
import { checkEditions, checkNotYetLaw, checkReviews, checkUnusedSources } from "./sources.js";
import { checkSweeps } from "./sweeps.js";
import { checkTemperatures } from "./temperatures.js";
import { checkRepeatedNumbers } from "./texts.js";
import { checkOwnRows, checkShared } from "./unasked-rows.js";
import { checkDefined, UNDEFINED } from "./undefined.js";
import { checkUnused, checkUnusedInputs } from "./unused.js";
import { checkWords } from "./words.js";

/** What is beyond a limit or could not be read may use anything. */
const UNREADABLE: ReadonlySet<string> = new Set(["formula", "symbol", "name", "text", "size", "literal"]);

/** What one tool shows by itself, and its numbers by the citations that reach them. */
export function lintTool(
  { typer, plan }: TypedDefinition,
  sources: ReadonlySet<string>,
  report: Report,
): Numbers {
  checkFinite(typer);
  checkOtherwise(typer);
  checkFlags(typer);
  checkOwnRows(typer);
  checkLiterals(typer);
  checkUnusedInputs(typer);
  checkOnlyChoice(plan.def, report);
  checkDeclaredUnits(plan.def, report);
  checkRepeatedEntries(plan.def, report);
  checkPoints(typer);
  checkTemperatures(typer);
  checkAssumedDays(plan.def, report);
  checkColumnOrders(plan.def.tables.values(), report);
  checkPromises(plan, report);
  return checkCitations(typer, sources);
}

/**
 * Checks the tools of a set together. `all` includes what moves no result: rules that nothing reaches, results that never
 * change, inputs without influence.
 */
export function lintSet(
  set: ReadSet,
  tools: readonly TypedDefinition[],
  all: boolean,
  memory: Memory,
  report: Report,
): void {
  const found = (codes: ReadonlySet<string>) => report.findings.some(({ check }) => codes.has(check));
  const used = new Set(tools.flatMap((tool) => [...tool.shown]));
  for (const { plan } of tools)
    memory.step(plan.def.file, "repeated", [plan], report, (own) => {
      checkRepeatedNumbers(plan.def, own);
      checkLawDays(plan, own);
    });
  if (!set.broken && !found(UNREADABLE)) checkUnused(set, used, report);
  if (set.common !== undefined) {
    checkReviews(set.bibliography, set.common, report);
    checkEditions(set, set.common, report);
  }
  if (!set.broken) {
    checkLicences(set, report);
    for (const { plan } of tools)
      memory.step(plan.def.file, "policy", [plan, set.bibliography], report, (own) =>
        checkNotYetLaw(plan.def, set.bibliography, own),
      );
  }
  // A citation that names no source may have meant one of those that nothing cites.
  if (!set.broken && !found(new Set([...UNREADABLE, "citation"]))) checkUnusedSources(set, report);
  if (!set.broken) {
    checkSuccessors(set, report);
    checkCatalogue(set, report);
    checkAgreements(
      tools.map(({ plan }) => plan),
      report,
    );
  }
  // Reasoning needs a set whose every name and type is known. A word that can never be the case leaves both known, and may be
  // the consequence of a rule that is missing.
  if (set.broken || report.failed || !all) return;
  checkReasons(tools, used, memory, report);
  // What is reached by nothing because of a mistake elsewhere is no mistake of its own.
  if (report.failed) return;
  checkShared(tools, report);
  const stated = set.common?.statesWords === true;
  for (const { plan } of tools)
    memory.step(plan.def.file, "words", [plan, stated], report, (own) => checkWords(plan, stated, own));
}

function checkReasons(
  tools: readonly TypedDefinition[],
  used: ReadonlySet<object>,
  memory: Memory,
  report: Report,
): void {
  const reached = tools.map((tool) => {
    const { plan } = tool;
    return { tool, reach: memory.step(plan.def.file, "reach", [plan], report, () => reachOf(plan)) };
  });
  // A guard that no longer guards makes its branch unreachable.
  for (const { tool, reach } of reached) checkDefined(tool.typer, reach, report);
  if (report.findings.some(({ check }) => check === UNDEFINED.code)) return;
  for (const { tool, reach } of reached) {
    const { plan, typer } = tool;
    memory.step(plan.def.file, "influence", [plan, reach], report, (own) => {
      checkInfluence(plan.def, typer.formulas, reach, own);
      if (reach === undefined) return;
      checkFixed(plan.results, reach, own);
      checkApplies(plan, typer.formulas, reach, own);
      checkSweeps(plan, reach, own);
    });
  }
  checkReach(
    reached.map(({ tool, reach }) => ({ def: tool.plan.def, reach })),
    used,
    report,
  );
}
