// The rule book of the set that is served, from its built form, or made in a thread when somebody first asks for it.
import { accessSync, constants, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fingerprintOf, INDEX, indexIn } from "../../build/form.js";
import { type BuiltRules, openRules } from "../../build/rules.js";
import { readSchemas } from "../../definitions/folder.js";
import type { RuntimeSet } from "../../engine/run/tool.js";
import { ThreadPool } from "../../threads/pool.js";
import type { RulesWork } from "./rules-thread.js";

/** Milliseconds after which one that could not be made is tried again. */
const AGAIN_MS = 10_000;

/** The rule book of a set: there, being made, or not to be had. */
export class Rules {
  private book: BuiltRules | undefined;
  private making: Promise<void> | undefined;
  /** When it could not be made, by a clock of milliseconds; what was a passing shortage is tried again. */
  private failed = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly set: RuntimeSet,
    private readonly make: ((set: RuntimeSet) => Promise<string>) | undefined,
  ) {}

  /** Undefined where it is not there yet; then it is made, if there is somebody who can. `tell` hears why it could not be. */
  open(tell?: (error: unknown) => void): BuiltRules | undefined {
    // It would show the tools that are left out.
    if (this.set.isPart === true) return undefined;
    if (this.book === undefined && this.set.built !== undefined) this.book = openRules(this.set.built);
    if (this.book === undefined && this.make !== undefined && !this.hasFailed)
      this.making ??= this.make(this.set)
        .then((folder) => {
          this.book = openRules(folder);
          if (this.book === undefined) this.failed = performance.now();
        })
        .catch((error: unknown) => {
          this.failed = performance.now();
          tell?.(error);
        })
        .finally(() => {
          this.making = undefined;
        });
    return this.book;
  }

  /** Whether there is one, or somebody who makes it when it is asked for. */
  get isOffered(): boolean {
    return (this.make !== undefined && !this.hasFailed) || this.open() !== undefined;
  }

  get isComing(): boolean {
    return this.making !== undefined;
  }

  private get hasFailed(): boolean {
    return performance.now() - this.failed < AGAIN_MS;
  }
}

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
  } catch {
    return false;
  }
  return indexIn(built)?.fingerprint === fingerprint;
}
