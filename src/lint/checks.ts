// Lists every check for docs/language-reference.md: of reading, typing, the engine and this folder.
import type { Check } from "../engine/checks/check.js";
import { SIZE } from "../engine/checks/cost.js";
import { CYCLE } from "../engine/checks/cycles.js";
import { BANDS, REPEATED } from "../engine/checks/tables.js";
import { OVERRIDE } from "../engine/load.js";
import { CATALOGUE } from "./catalogue.js";
import { CHOICE } from "./choices.js";
import { CITATION, UNCITED } from "./citations.js";
import { FIXED } from "./constant-results.js";
import { EXAMPLE } from "./examples.js";
import { FIGURE } from "./figures.js";
import { FORM } from "./forms.js";
import { LABEL } from "./labels.js";
import { LICENCE } from "./licences.js";
import { LITERAL } from "./literals.js";
import { OTHERWISE } from "./otherwise.js";
import { PROMISE } from "./promises.js";
import { PROSE } from "./prose.js";
import { UNREACHABLE } from "./reach.js";
import { REPEATED_ENTRY, REPEATED_ROW } from "./repeated-entries.js";
import { REQUIREMENT_READS } from "./requirements.js";
import { REVIEW } from "./sources.js";
import { UNASKED } from "./unasked-rows.js";
import { UNDEFINED } from "./undefined.js";
import { UNITS } from "./units/agreement.js";
import { UNUSED } from "./unused.js";
import { WHILE_READING } from "./while-reading.js";
import { WHILE_TYPING } from "./while-typing.js";
import { WORDS } from "./words.js";

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
  REPEATED_ENTRY,
  REPEATED_ROW,
  PROSE,
  OTHERWISE,
  UNDEFINED,
  LABEL,
  CHOICE,
  REQUIREMENT_READS,
  FIXED,
  UNREACHABLE,
  UNASKED,
  FORM,
  EXAMPLE,
  FIGURE,
  PROMISE,
  WORDS,
  CATALOGUE,
  OVERRIDE,
];
