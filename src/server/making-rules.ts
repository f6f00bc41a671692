// Makes the rule book of a set that has none, in a thread of its own, the first time that somebody asks for it.
import { accessSync, constants, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { fingerprintOf, INDEX } from "../build/form.js";
import type { RuntimeSet } from "../engine/run/tool.js";
import { readSchemas } from "../folder.js";
import type { RulesWork } from "./rules-thread.js";

const THREAD = new URL("./rules-thread.js", import.meta.url);
/** Mebibytes of definitions and pages, several times what they need. */
const MOST_MEMORY = 1024;

/** The folder that the rule book was put into: the built form, or one of its own where that cannot be written to. */
export function makeRules(set: RuntimeSet): Promise<string> {
  const schemas = readSchemas();
  const files = [...set.files.values()];
  const definitions = fingerprintOf(files, schemas);
  const output = placeFor(set.built, definitions);
  const work: RulesWork = { files, schemas, output, marks: { definitions, made: "" } };
  return new Promise((resolve, reject) => {
    const worker = new Worker(THREAD, {
      workerData: work,
      resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY },
    });
    worker.once("message", () => resolve(output));
    worker.once("error", reject);
    worker.once("exit", (code) =>
      reject(new Error(`the thread that makes the rule book ended with ${code}`)),
    );
    // A process that is done does not wait for it.
    worker.unref();
  });
}

function placeFor(built: string | undefined, fingerprint: string): string {
  if (built !== undefined && isBuiltOf(built, fingerprint)) return built;
  const own = mkdtempSync(join(tmpdir(), "plumbline-rules-"));
  writeFileSync(join(own, INDEX), JSON.stringify({ fingerprint }));
  return own;
}

/** Whether the folder still holds this very set, and can be written to. */
function isBuiltOf(built: string, fingerprint: string): boolean {
  try {
    accessSync(built, constants.W_OK);
    return (
      (JSON.parse(readFileSync(join(built, INDEX), "utf8")) as { fingerprint: string }).fingerprint ===
      fingerprint
    );
  } catch {
    return false;
  }
}
