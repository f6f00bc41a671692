// The rule book of the served set: read from its built form, or made in a thread at the first request.
import { accessSync, constants, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fingerprintOf, INDEX, indexIn } from "../../build/form.js";
import { type BuiltRules, openRules } from "../../build/rules.js";
import { readSchemas } from "../../definitions/folder.js";
import type { RuntimeSet } from "../../engine/run/tool.js";
import { ThreadPool } from "../../threads/pool.js";
import type { RulesWork } from "./rules-thread.js";

/** Milliseconds before a failed build of the rule book is retried. */
const AGAIN_MS = 10_000;

/** The rule book of a set, which may be present, in progress or unavailable. */
export class Rules {
  private book: BuiltRules | undefined;
  private making: Promise<void> | undefined;
  /** Time of the last failure, in milliseconds of a monotonic clock. */
  private failed = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly set: RuntimeSet,
    private readonly make: ((set: RuntimeSet) => Promise<string>) | undefined,
  ) {}

  /**
   * Returns the rule book, or undefined and starts making it if possible. `tell` receives the error of a failed
   * attempt.
   */
  open(tell?: (error: unknown) => void): BuiltRules | undefined {
    // The rule book would contain the tools that are left out.
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

  /** Returns whether the rule book exists or can be made. */
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
/** Mebibytes; several times what definitions and pages need. */
const MOST_MEMORY = 1024;

/** Makes the rule book and returns its folder: the built form, or a temporary folder if that is read-only. */
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

/** Returns whether the folder is writable and built from this set. */
function isBuiltOf(built: string, fingerprint: string): boolean {
  try {
    accessSync(built, constants.W_OK);
  } catch {
    return false;
  }
  return indexIn(built)?.fingerprint === fingerprint;
}
