// The worker thread that makes a rule book at run time. It includes no history and tests no promises; `plumbline
// build` does both.
import { workerData } from "node:worker_threads";
import { type MadeRules, writeRules } from "../../build/rules.js";
import type { DefinitionFile } from "../../engine/language/files.js";
import type { Schemas } from "../../engine/read/structure.js";
import { loadDefinitions, UPKEEP } from "../../lint/load.js";
import { NO_CHANGES } from "../../pages/rulebook/changes.js";
import { RuleBook } from "../../pages/rulebook/site.js";
import { answerRequests } from "../../threads/thread.js";

export interface RulesWork {
  readonly files: readonly DefinitionFile[];
  readonly schemas: Schemas;
  readonly output: string;
  readonly marks: Pick<MadeRules, "definitions" | "made">;
}

const { files, schemas, output, marks } = workerData as RulesWork;

answerRequests(() => {
  const { set } = loadDefinitions(files, schemas, UPKEEP, "results");
  if (set === undefined) throw new Error("the definitions are not whole");
  const book = new RuleBook(set, { changes: NO_CHANGES, served: true });
  for (const _ of book.learn());
  writeRules(output, { ...marks, pages: book.pages, files: [...book.pageFiles(), ...book.assets()] });
  return null;
});
