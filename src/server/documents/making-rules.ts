// Makes the rule book of a set that has none, in a thread of its own, the first time that somebody asks for it.
import { accessSync, constants, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fingerprintOf, INDEX } from "../../build/form.js";
import { readSchemas } from "../../definitions/folder.js";
import type { RuntimeSet } from "../../engine/run/tool.js";
import { ThreadPool } from "../../threads/pool.js";
import type { RulesWork } from "./rules-thread.js";

const THREAD = new URL("./rules-thread.js", import.meta.url);
/** Mebibytes of definitions and pages, several times what they need. */
const MOST_MEMORY = 1024;

/** The folder that the rule book was put into: the built form, or one of its own where that cannot be written to. */
export async function makeRules(set: RuntimeSet): Promise<string> {
  const schemas = readSchemas();
  const files = [...set.files.values()];
  const definitions = fingerprintOf(files, schemas);
  const output = placeFor(set.built, definitions);
  const data: RulesWork = { files, schemas, output, marks: { definitions, made: "" } };
  const name = "the thread that makes the rule book";
  const pool = new ThreadPool<null, null>({ file: THREAD, data, name, memoryMb: MOST_MEMORY });
  await pool.request(null).finally(() => pool.close());
  return output;
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
