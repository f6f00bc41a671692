// Runs the checks of definitions beyond those of the engine, in a fixed order.
import type { Report } from "../engine/language/findings.js";
import type { Memory } from "../engine/language/memory.js";
import type { ReadSet } from "../engine/read/set.js";
import { problemsOf } from "../engine/run/tool.js";
import type { DefinitionSet } from "../engine/set.js";
import type { TypedDefinition } from "../engine/typing/type-tool.js";
import { checkCatalogue, checkSuccessors } from "./catalogue.js";
import { checkOnlyChoice } from "./choices.js";
import { checkCitations } from "./citations.js";
import { checkFixed } from "./constant-results.js";
import { checkExamples } from "./examples.js";
import { checkFigures } from "./figures.js";
import { checkFinite } from "./finite.js";
import { checkFlags } from "./flags.js";
import { checkForms } from "./forms.js";
import { checkLabels } from "./labels.js";
import { checkLicences } from "./licences.js";
import { checkLiterals } from "./literals.js";
import { checkOtherwise } from "./otherwise.js";
import { checkPoints } from "./points.js";
import { checkAgreements, checkPromises } from "./promises.js";
import { checkClauses, checkNotYetLaw, checkUnfilled } from "./prose.js";
import { checkReach } from "./reach.js";
import { reachOf } from "./reason/reach.js";
import { checkRepeatedEntries, checkRepeatedRows } from "./repeated-entries.js";
import { checkRequirements } from "./requirements.js";
import type { Numbers } from "./shares.js";
import { checkEditions, checkReviews, checkSourceEditions, checkUnusedSources } from "./sources.js";
import { checkOwnRows, checkShared } from "./unasked-rows.js";
import { checkDefined } from "./undefined.js";
import { checkUnits } from "./units/agreement.js";
import { Units } from "./units/measured.js";
import { checkDeclaredUnits } from "./units/names.js";
import { checkTemperatures } from "./units/temperatures.js";
import { checkUnused, checkUnusedInputs } from "./unused.js";
import { checkWords } from "./words.js";

/** After these findings, unused names are not reported, because unreadable parts may use them. */
const UNREADABLE: ReadonlySet<string> = new Set(["formula", "symbol", "name", "text", "size", "literal"]);

/** Runs the checks of a single tool. Returns its numbers by citation. */
export function lintTool({ plan, shown }: TypedDefinition, report: Report): Numbers {
  const units = new Units(plan);
  checkUnits(units, report);
  checkFigures(plan, report);
  checkFinite(plan, report);
  checkOtherwise(plan, report);
  checkFlags(plan.def, report);
  checkOwnRows(plan, report);
  checkLiterals(plan, report);
  checkLabels(plan, report);
  checkUnusedInputs(plan, shown, report);
  checkOnlyChoice(plan.def, report);
  checkRequirements(plan, report);
  checkDeclaredUnits(plan.def, report);
  checkRepeatedEntries(plan.def, report);
  checkRepeatedRows(plan.def, report);
  checkClauses(plan.def, report);
  checkPoints(plan, report);
  checkTemperatures(units, report);
  checkPromises(plan, report);
  return checkCitations(plan, units.conversions, report);
}

/**
 * Checks the tools of a set together. `all` includes checks that affect no result, such as unreachable rules and
 * constant results.
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
  if (!set.broken && !found(UNREADABLE)) checkUnused(set, used, report);
  if (set.common !== undefined) {
    checkReviews(set.bibliography, set.common, report);
    checkEditions(set, set.common, report);
  }
  if (!set.broken) {
    checkUnfilled(set, report);
    checkLicences(set, report);
    checkSourceEditions(set.bibliography, report);
    for (const { plan } of tools)
      memory.step(plan.def.file, "policy", [plan, set.bibliography], report, (own) =>
        checkNotYetLaw(plan.def, set.bibliography, own),
      );
  }
  // A wrong citation may mean an uncited source.
  if (!set.broken && !found(new Set([...UNREADABLE, "citation"]))) checkUnusedSources(set, report);
  if (!set.broken) {
    checkSuccessors(set, report);
    checkCatalogue(set, report);
    checkAgreements(
      tools.map(({ plan }) => plan),
      report,
    );
  }
  // Reasoning needs every name and type. Impossible words keep both, and may be a consequence of a missing rule.
  if (set.broken || report.failed || !all) return;
  checkReasons(tools, memory, report);
  // After errors, unreachable parts may be consequences.
  if (report.failed) return;
  checkShared(
    tools.map(({ plan }) => plan),
    report,
  );
  const stated = set.common?.statesWords === true;
  for (const { plan } of tools)
    memory.step(plan.def.file, "words", [plan, stated], report, (own) => checkWords(plan, stated, own));
}

/** Runs checks that compute: words that lookups never find, and refused examples. */
export function lintAnswers({ tools, legacy }: DefinitionSet, memory: Memory, report: Report): void {
  for (const tool of [...tools.values(), ...legacy.values()]) {
    const { plan } = tool;
    memory.step(plan.def.file, "examples", [plan], report, (own) => {
      checkForms(plan, tool.wordForms(), own);
      checkExamples(plan.def, (input) => problemsOf(tool.run(input)), own);
    });
  }
}

function checkReasons(tools: readonly TypedDefinition[], memory: Memory, report: Report): void {
  const reached = tools.map(({ plan }) => {
    const reach = memory.step(plan.def.file, "reach", [plan], report, () => reachOf(plan));
    if (reach !== undefined)
      memory.step(plan.def.file, "results", [plan, reach], report, (own) => {
        checkDefined(plan, reach, own);
        checkFixed(plan.results, reach, own);
      });
    return { def: plan.def, reach };
  });
  checkReach(reached, report);
}
