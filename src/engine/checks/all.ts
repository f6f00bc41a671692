// Every check, in one place: the list that docs/language.md shows, and the checks that run, in their order. Those that
// readers and typing make as they go are listed for their names; all others are files of this folder.
import type { Report } from "../language/findings.js";
import type { Memory } from "../language/memory.js";
import type { ToolDef } from "../language/model.js";
import type { ReadSet } from "../read/set.js";
import { type TypedTool, typeTool } from "../typing/type-tool.js";
import type { Typer } from "../typing/typer.js";
import { checkCatalogue, checkSuccessors } from "./catalogue.js";
import type { Check } from "./check.js";
import { CITATION, checkCitations, UNCITED } from "./citations.js";
import { checkFixed, FIXED } from "./constant-results.js";
import { CYCLE, checkCycles, checkRanks } from "./cycles.js";
import { checkEvaluations } from "./evaluations.js";
import { EXAMPLE } from "./examples.js";
import { checkFigures, FIGURE } from "./figures.js";
import { checkFinite } from "./finite.js";
import { checkFlags } from "./flags.js";
import { FORM } from "./forms.js";
import { checkGrowth, SIZE } from "./growth.js";
import { checkInfluence, INFLUENCE } from "./influence.js";
import { checkLicences, LICENCE } from "./licences.js";
import { checkLiterals, LITERAL } from "./literals.js";
import { checkOtherwise, OTHERWISE } from "./otherwise.js";
import { checkAgreements, checkPromises, PROMISE } from "./promises.js";
import { checkReach, UNREACHABLE } from "./reach.js";
import { reachOf } from "./reason/walk.js";
import type { Numbers } from "./shares.js";
import { checkEditions, checkReviews, checkUnusedSources, REVIEW } from "./sources.js";
import { BANDS, checkShared, checkTables, REPEATED } from "./tables.js";
import { checkRepeatedNumbers, REPEATED_NUMBER } from "./texts.js";
import { checkDefined, UNDEFINED } from "./undefined.js";
import { checkUnits, UNITS } from "./units.js";
import { checkUnused, checkUnusedInputs, UNUSED } from "./unused.js";
import { WHILE_READING } from "./while-reading.js";
import { WHILE_TYPING } from "./while-typing.js";
import { checkWords, WORDS } from "./words.js";

/** As docs/language.md lists them. */
export const CHECKS: readonly Check[] = [
  ...WHILE_READING,
  ...WHILE_TYPING,
  CYCLE,
  SIZE,
  REPEATED,
  BANDS,
  UNITS,
  UNCITED,
  CITATION,
  REVIEW,
  LICENCE,
  UNUSED,
  LITERAL,
  REPEATED_NUMBER,
  OTHERWISE,
  UNDEFINED,
  INFLUENCE,
  FIXED,
  UNREACHABLE,
  FORM,
  EXAMPLE,
  FIGURE,
  PROMISE,
  WORDS,
];

/** Of each tool, once it is typed. */
const OF_TOOL: readonly ((typer: Typer) => void)[] = [
  checkCycles,
  checkRanks,
  checkEvaluations,
  checkGrowth,
  checkFinite,
  checkOtherwise,
  checkTables,
  checkFlags,
  checkUnits,
  checkLiterals,
  checkUnusedInputs,
];

export interface CheckedTool extends TypedTool {
  /** Numbers that need a source, by the citations that reach them. */
  readonly numbers: Numbers;
}

/** Types a tool and checks what can be checked of it alone. */
export function checkedTool(def: ToolDef, sources: ReadonlySet<string>, report: Report): CheckedTool {
  const typed = typeTool(def, report);
  for (const check of OF_TOOL) check(typed.typer);
  checkFigures(typed.plan, report);
  checkPromises(typed.plan, report);
  return { ...typed, numbers: checkCitations(typed.typer, sources) };
}

/** What is beyond a limit or could not be read may use anything. */
const UNREADABLE: ReadonlySet<string> = new Set(["formula", "symbol", "name", "text", "size", "literal"]);

/**
 * Checks the tools of a set together. `all` includes what moves no result: rules that nothing reaches, results that never
 * change, inputs without influence.
 */
export function checkSet(
  set: ReadSet,
  tools: readonly CheckedTool[],
  all: boolean,
  memory: Memory,
  report: Report,
): void {
  const found = (codes: ReadonlySet<string>) => report.findings.some(({ check }) => codes.has(check));
  const used = new Set(tools.flatMap((tool) => [...tool.shown]));
  for (const { plan } of tools)
    memory.step(plan.def.file, "repeated", [plan], report, (own) => checkRepeatedNumbers(plan.def, own));
  if (!set.broken && !found(UNREADABLE)) checkUnused(set, used, report);
  if (set.common !== undefined) {
    checkReviews(set.bibliography, set.common, report);
    checkEditions(set, set.common, report);
  }
  if (!set.broken) checkLicences(set, report);
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
  const errors = report.findings.filter(({ severity }) => severity === "error");
  if (set.broken || errors.length > 0) return;
  if (!all) return;
  checkReasons(tools, used, memory, report);
  // What is reached by nothing because of a mistake elsewhere is no mistake of its own.
  if (!report.findings.some(({ severity }) => severity === "error")) checkShared(tools, report);
  const stated = set.common?.statesWords === true;
  for (const { plan } of tools)
    memory.step(plan.def.file, "words", [plan, stated], report, (own) => checkWords(plan, stated, own));
}

function checkReasons(
  tools: readonly CheckedTool[],
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
      if (reach !== undefined) checkFixed(plan.results, reach, own);
    });
  }
  checkReach(
    reached.map(({ tool, reach }) => ({ def: tool.plan.def, reach })),
    used,
    report,
  );
}
