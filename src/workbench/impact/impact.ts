// Compares the results of two sets of definitions on golden and random inputs.
import type { DefinitionSet } from "../../engine/set.js";
import type { Outcome, Tool } from "../../engine/tool.js";
import { randomInputs } from "../arbitraries.js";
import { goldenTools } from "../cases.js";
import { thinned } from "../promises/values.js";
import { movesBetween, type ResultMove } from "./compare.js";
import { editedInputs } from "./edited.js";
import { brokenWords, type PromiseImpact, promiseImpact } from "./promises.js";

export interface Probe {
  /** The golden case, or the number of the random input. */
  readonly name: string;
  readonly input: unknown;
}
export interface NumberMove {
  readonly path: string;
  readonly changed: number;
  /** The largest change: before, after, and its input. */
  readonly before: unknown;
  readonly after: unknown;
  readonly example: Probe;
}
export interface Flip {
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly count: number;
  readonly example: Probe;
}
export interface TextMove {
  readonly path: string;
  readonly changed: number;
  readonly before: readonly string[];
  readonly after: readonly string[];
}
export interface ToolImpact {
  readonly tool: string;
  readonly status: "same files" | "no change" | "changed" | "added" | "removed";
  readonly version: { readonly before?: string; readonly after?: string };
  readonly inputs: { readonly golden: number; readonly random: number; readonly edit: number };
  /** Inputs that at least one state computes, and the number with changed results. */
  readonly computed: number;
  readonly changed: number;
  readonly numbers: readonly NumberMove[];
  readonly verdicts: readonly Flip[];
  /** Changed text fields, with counts and one example of removed and added sentences. */
  readonly texts: readonly TextMove[];
  /** Inputs that only one state accepts. */
  readonly refused?: { readonly count: number; readonly example: Probe };
  readonly accepted?: { readonly count: number; readonly example: Probe };
  /** The number of changed golden cases, and the names of the first. */
  readonly cases: { readonly moved: number; readonly names: readonly string[] };
  /** Results of promises, for tools with changed files. */
  readonly promises?: PromiseImpact;
  readonly findings: readonly string[];
}
export interface ImpactOptions {
  readonly golden: (tool: string) => readonly Probe[];
  readonly random: number;
  readonly seed: string;
  /** Sets `as_of_date` in every input of tools that have it. */
  readonly asOf?: string;
}

/** Returns the names of tools in either set. */
export function toolsOfBoth(before: DefinitionSet, after: DefinitionSet): string[] {
  return [...new Set([...goldenTools(before).keys(), ...goldenTools(after).keys()])].sort();
}

/** Yields one tool at a time, so that a caller can show progress and stop. */
export function* impactOf(
  before: DefinitionSet,
  after: DefinitionSet,
  options: ImpactOptions,
): Generator<ToolImpact> {
  const [old, now] = [goldenTools(before), goldenTools(after)];
  for (const name of toolsOfBoth(before, after))
    yield toolImpact(
      name,
      old.get(name),
      now.get(name),
      { before: before.tools, after: after.tools },
      options,
    );
}

function toolImpact(
  name: string,
  before: Tool | undefined,
  after: Tool | undefined,
  others: Parameters<typeof promiseImpact>[2],
  options: ImpactOptions,
): ToolImpact {
  const version = {
    ...(before === undefined ? {} : { before: before.plan.def.version }),
    ...(after === undefined ? {} : { after: after.plan.def.version }),
  };
  const still = { tool: name, version, inputs: { golden: 0, random: 0, edit: 0 }, computed: 0, changed: 0 };
  const nothing = { numbers: [], verdicts: [], texts: [], cases: { moved: 0, names: [] }, findings: [] };
  if (before === undefined) return { ...still, status: "added", ...nothing };
  if (after === undefined) return { ...still, status: "removed", ...nothing };
  if (sameFiles(before, after)) return { ...still, status: "same files", ...nothing };
  const golden = options.golden(name);
  const random = randomProbes(before, after, golden, options);
  const starts = [...golden, ...random.slice(0, golden.length + 1)].map(({ input }) => input);
  const edit = editedInputs(before, after, starts).map((input, at) => ({
    name: `at the edit ${at + 1}`,
    input,
  }));
  const tally = new Tally(
    [before.outputSchema, after.outputSchema],
    new Set([before, after].map(({ facts }) => facts.headline?.verdict)),
  );
  const cases: string[] = [];
  const moved: unknown[] = [];
  for (const [at, { name: probed, input }] of [...golden, ...edit, ...random].entries()) {
    const [old, now] = [before, after].map((tool) => inputFor(input, options.asOf, tool));
    const known = tally.changed;
    tally.add({ name: probed, input: now }, before.run(old), after.run(now));
    if (tally.changed === known) continue;
    if (at < golden.length) cases.push(probed);
    moved.push(now);
  }
  const promises = promiseImpact(
    before,
    after,
    others,
    [...thinned(moved, PROMISED), ...thinned(edit, PROMISED).map(({ input }) => input)],
    { golden: golden.map(({ input }) => input), seed: options.seed },
  );
  const isVersioned = !tally.moved || isLater(version.before ?? "", version.after ?? "");
  return {
    ...still,
    status: tally.changed === 0 ? "no change" : "changed",
    inputs: { golden: golden.length, random: random.length, edit: edit.length },
    computed: tally.computed,
    changed: tally.changed,
    ...tally.summary(),
    cases: { moved: cases.length, names: cases.slice(0, CASES) },
    promises,
    findings: [...promises.broken.map(brokenWords), ...(isVersioned ? [] : [finding(version)])],
  };
}

/** Sets the date of an input, or removes it if the tool has none. */
export function inputFor(input: unknown, day: string | undefined, { plan }: Tool): unknown {
  if (plan.inputs.has("as_of_date"))
    return day === undefined ? input : { ...(input as object), as_of_date: day };
  const { as_of_date: _, ...rest } = input as Readonly<Record<string, unknown>>;
  return rest;
}

function finding({ before, after }: ToolImpact["version"]): string {
  return before === after
    ? `Results change and the version is still ${after}; a number that changes is at least a minor version.`
    : `Results change and the version goes back from ${before} to ${after}.`;
}

function sameFiles(before: Tool, after: Tool): boolean {
  const mark = ({ context: { files, disclaimer } }: Tool) => JSON.stringify([files, disclaimer]);
  return mark(before) === mark(after);
}

/** If the two states take different inputs, half of the random ones are drawn for each. */
function randomProbes(before: Tool, after: Tool, golden: readonly Probe[], options: ImpactOptions): Probe[] {
  const same = JSON.stringify(before.inputSchema) === JSON.stringify(after.inputSchema);
  const drawn = (tool: Tool, count: number) => {
    const valid = (input: unknown) => tool.validate(input).length === 0;
    return randomInputs({
      schema: tool.inputSchema,
      valid,
      count,
      seed: `${options.seed} ${tool.name}`,
      examples: golden.flatMap(({ input }) => (valid(input) ? [input as Record<string, unknown>] : [])),
    });
  };
  const half = Math.floor(options.random / 2);
  const inputs = same
    ? drawn(after, options.random)
    : [...drawn(before, half), ...drawn(after, options.random - half)];
  return inputs.map((input, at) => ({ name: `random ${at + 1}`, input }));
}

export function isLater(before: string, after: string): boolean {
  const [old, now] = [before, after].map((version) => version.split(".").map(Number));
  for (let at = 0; at < 3; at++) {
    const step = (now?.[at] ?? 0) - (old?.[at] ?? 0);
    if (step !== 0) return step > 0;
  }
  return false;
}

/** Golden cases listed by name. */
const CASES = 25;
/** Promises are tested first on this many moved inputs, and on as many at the edit. */
const PROMISED = 50;

class Tally {
  computed = 0;
  changed = 0;
  private readonly numbers = new Map<string, NumberMove>();
  private readonly verdicts = new Map<string, Flip>();
  private readonly texts = new Map<string, TextMove>();
  private refused: ToolImpact["refused"];
  private accepted: ToolImpact["accepted"];

  constructor(
    private readonly schemas: readonly Readonly<Record<string, unknown>>[],
    /** Result paths that are headline verdicts, also without a list of words. */
    private readonly answers: ReadonlySet<string | undefined>,
  ) {}

  /** Whether anything except texts changed. */
  get moved(): boolean {
    const acceptance = this.refused !== undefined || this.accepted !== undefined;
    return acceptance || this.numbers.size > 0 || this.verdicts.size > 0;
  }

  add(probe: Probe, before: Outcome, after: Outcome): void {
    if (!before.ok && !after.ok) return;
    this.computed++;
    if (before.ok && after.ok) {
      const moves = movesBetween(before.result, after.result, this.schemas);
      if (moves.length > 0) this.changed++;
      // Counts a path once per input, although a list has many leaves.
      const paths = new Set<string>();
      for (const move of moves) {
        this.note(move, probe, !paths.has(move.path));
        paths.add(move.path);
      }
      return;
    }
    this.changed++;
    const counted = (known: ToolImpact["refused"]) => ({
      count: (known?.count ?? 0) + 1,
      example: known?.example ?? probe,
    });
    if (before.ok) this.refused = counted(this.refused);
    else this.accepted = counted(this.accepted);
  }

  private note(move: ResultMove, example: Probe, first: boolean): void {
    const { path, before, after } = move;
    const isVerdict = move.kind === "verdict" || (move.kind === "text" && this.answers.has(path));
    if (move.kind === "text" && !isVerdict) {
      const known = this.texts.get(path);
      const [old, now] = [before, after].map((value) => [value ?? []].flat().map(String)) as [
        string[],
        string[],
      ];
      this.texts.set(path, {
        path,
        changed: (known?.changed ?? 0) + (first ? 1 : 0),
        before: known?.before ?? old.filter((text) => !now.includes(text)),
        after: known?.after ?? now.filter((text) => !old.includes(text)),
      });
    } else if (isVerdict) {
      const key = JSON.stringify([path, before ?? null, after ?? null]);
      const known = this.verdicts.get(key);
      this.verdicts.set(key, {
        path,
        before,
        after,
        count: (known?.count ?? 0) + 1,
        example: known?.example ?? example,
      });
    } else {
      const known = this.numbers.get(path);
      const changed = (known?.changed ?? 0) + (first ? 1 : 0);
      const larger = known === undefined || size(move) > size(known);
      this.numbers.set(path, larger ? { path, before, after, example, changed } : { ...known, changed });
    }
  }

  summary(): Pick<ToolImpact, "numbers" | "verdicts" | "texts" | "refused" | "accepted"> {
    return {
      numbers: [...this.numbers.values()],
      verdicts: [...this.verdicts.values()],
      texts: [...this.texts.values()],
      ...(this.refused === undefined ? {} : { refused: this.refused }),
      ...(this.accepted === undefined ? {} : { accepted: this.accepted }),
    };
  }
}

/** A number that appears or vanishes has size 0, so that it does not hide the largest change. */
function size({ before, after }: { readonly before: unknown; readonly after: unknown }): number {
  return typeof before === "number" && typeof after === "number" ? Math.abs(after - before) : 0;
}
