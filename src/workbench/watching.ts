// Checks definitions after each save: findings, and for affected tools golden cases, promises and changes since the
// last commit.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { readSchemas } from "../definitions/folder.js";
import { readFolder } from "../definitions/read-folder.js";
import type { DefinitionFile } from "../engine/language/files.js";
import type { Finding } from "../engine/language/findings.js";
import { Memory } from "../engine/language/memory.js";
import { loadTool } from "../engine/load.js";
import type { DefinitionSet } from "../engine/set.js";
import type { Tool } from "../engine/tool.js";
import { lintedToCompute, loadDefinitions } from "../lint/load.js";
import { BadCases } from "./case-file.js";
import { goldenTools, readGolden } from "./cases.js";
import { type JudgedTool, judge } from "./golden.js";
import { History } from "./history.js";
import { impactOf, type ToolImpact } from "./impact/impact.js";
import { type Tried, tryPromises } from "./promises/try.js";

/** Few enough for a quick answer; the separate commands test thousands. */
const RANDOM_INPUTS = 300;
const SEED = "plumbline";

/** Progress of a check: findings first, then golden cases and promises tool by tool. */
export interface Seen {
  readonly findings: readonly Finding[];
  /** Names of affected tools. */
  readonly reached: readonly string[];
  readonly cases: readonly JudgedTool[];
  readonly promises: readonly TriedPromises[];
  /** Tools with results that changed since the last commit. */
  readonly moved: readonly ToolImpact[];
  /** Checks that were skipped, with the reason. */
  readonly notes: readonly string[];
}

export interface TriedPromises {
  readonly tool: string;
  readonly tried: readonly Tried[];
  /** Promises that are not tested yet. */
  readonly left: number;
}

export class Watching {
  private readonly schemas = readSchemas();
  private readonly memory = new Memory();
  private before: ReadonlyMap<string, Tool> | undefined;

  constructor(
    private readonly definitions: string,
    private readonly cases: string,
  ) {}

  /**
   * The first check covers tools that differ from the last commit, later checks the tools changed since. Each yielded
   * state extends the previous one.
   */
  *look(): Generator<Seen> {
    const { findings, set } = loadDefinitions(
      readFolder(this.definitions),
      this.schemas,
      undefined,
      undefined,
      this.memory,
    );
    let seen: Seen = { findings, reached: [], cases: [], promises: [], moved: [], notes: [] };
    if (set === undefined) {
      yield seen;
      return;
    }
    const committed = committedFiles(this.definitions);
    const all = goldenTools(set);
    const reached = new Map([...all].filter(([name, tool]) => this.isReached(name, tool, committed)));
    seen = { ...seen, reached: [...reached.keys()] };
    yield seen;
    try {
      for (const one of reached) {
        const judged = existsSync(this.cases) ? judge(new Map([one]), this.cases) : [];
        seen = { ...seen, cases: [...seen.cases, ...judged] };
        yield seen;
      }
      for (const [name, tool] of reached) {
        const before = seen.promises;
        let left = tool.plan.def.promises.length;
        const tried: Tried[] = [];
        // Yields after each promise, so that progress is shown and the next save can interrupt.
        for (const each of tryPromises(tool, this.options(name, set))) {
          if (each !== undefined) left = tool.plan.def.promises.length - tried.push(each);
          seen = { ...seen, promises: [...before, { tool: name, tried: [...tried], left }] };
          yield seen;
        }
      }
      yield { ...seen, ...this.moves(set, reached, committed) };
    } catch (error) {
      if (!(error instanceof BadCases)) throw error;
      yield { ...seen, notes: [error.message] };
    }
    // Set at the end only: an interrupted check is repeated by the next one.
    this.before = all;
  }

  private isReached(name: string, tool: Tool, committed: Committed | undefined): boolean {
    if (this.before !== undefined) return this.before.get(name) !== tool;
    return tool.facts.files.some(([path, hash]) => committed?.get(path)?.sha256 !== hash);
  }

  private options(name: string, set: DefinitionSet) {
    const golden = this.golden(name).map(({ input }) => input);
    return { golden, count: RANDOM_INPUTS, seed: SEED, others: set.tools };
  }

  private golden(name: string) {
    return readGolden(join(this.cases, name));
  }

  private moves(
    set: DefinitionSet,
    reached: ReadonlyMap<string, Tool>,
    committed: Committed | undefined,
  ): Pick<Seen, "moved" | "notes"> {
    const notes: string[] = [];
    const old = new Map<string, Tool>();
    const now = new Map<string, Tool>();
    for (const [name, tool] of reached) {
      const paths = tool.plan.def.files.filter((path) => committed?.has(path));
      // A new tool has no earlier state.
      if (committed === undefined || !paths.includes(tool.facts.file)) continue;
      try {
        old.set(name, loadTool(committed, paths, this.schemas, lintedToCompute));
        now.set(name, tool);
      } catch {
        notes.push(`${name} as it was committed cannot be compared: try plumbline impact HEAD.`);
      }
    }
    const options = { golden: (name: string) => this.golden(name), random: RANDOM_INPUTS, seed: SEED };
    const only = (tools: ReadonlyMap<string, Tool>): DefinitionSet => ({ ...set, tools, legacy: new Map() });
    const moved = [...impactOf(only(old), only(now), options)].filter(({ status }) => status === "changed");
    return { moved, notes };
  }
}

type Committed = ReadonlyMap<string, DefinitionFile>;

/** Returns the definitions of the last commit, or undefined. */
function committedFiles(folder: string): Committed | undefined {
  const history = History.of(folder);
  const commit = history?.commit("HEAD");
  if (history === undefined || commit === undefined) return undefined;
  return new Map(history.filesAt(commit).map((file) => [file.path, file]));
}
