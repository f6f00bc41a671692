// What an author wants to know after each save: what is wrong, and of the tools that the change reaches which golden cases
// differ, which promises break, and what moved against the last commit.
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

/** Few enough for an answer while the author looks: the commands of their own try thousands. */
const RANDOM_INPUTS = 300;
const SEED = "plumbline";

/** What is known of a save so far: findings at once, then the golden cases and promises of one tool after the other. */
export interface Seen {
  readonly findings: readonly Finding[];
  /** Names of the tools that the change reached. */
  readonly reached: readonly string[];
  readonly cases: readonly JudgedTool[];
  readonly promises: readonly TriedPromises[];
  /** Tools whose results moved since the last commit. */
  readonly moved: readonly ToolImpact[];
  /** What could not be looked at, and why. */
  readonly notes: readonly string[];
}

export interface TriedPromises {
  readonly tool: string;
  readonly tried: readonly Tried[];
  /** Promises that are yet to be tried. */
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
   * The first look reaches what differs from the last commit, each later one what changed since the one before. Each that it
   * gives knows more than the one before it.
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
        // A tool with many takes a while: who looks at it is told of each, and the next save is heard in between.
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
    // Who is interrupted by the next save has not looked: that one reaches these tools as well.
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
      // A new tool has nothing to be compared with.
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

/** The definitions of the last commit; undefined where there is none. */
function committedFiles(folder: string): Committed | undefined {
  const history = History.of(folder);
  const commit = history?.commit("HEAD");
  if (history === undefined || commit === undefined) return undefined;
  return new Map(history.filesAt(commit).map((file) => [file.path, file]));
}
