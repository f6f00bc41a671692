// Plants mistakes of each kind at places of our own definitions that a seed draws, one at a time, and tells who notices:
// `check` within three lines, which is near; a golden case or a promise; `check` elsewhere, which is far; or nobody.
import { join } from "node:path";
import { DEFAULT_FOLDER, GOLDEN_FOLDER, readSchemas, sha256 } from "../../../src/definitions/folder.js";
import { readFolder } from "../../../src/definitions/read-folder.js";
import type { DefinitionFile } from "../../../src/engine/language/files.js";
import { type Finding, formatFinding } from "../../../src/engine/language/findings.js";
import { Memory } from "../../../src/engine/language/memory.js";
import type { DefinitionSet } from "../../../src/engine/set.js";
import { loadDefinitions } from "../../../src/lint/load.js";
import { randomNumbers } from "../../../src/workbench/arbitraries.js";
import { compareGolden, type GoldenCase, goldenTools, readGolden } from "../../../src/workbench/cases.js";
import { tryPromises } from "../../../src/workbench/promises/try.js";
import { KINDS, type Kind } from "./kinds.js";

export type Verdict = "near" | "cases" | "far" | "silent";

export interface Planted {
  readonly kind: string;
  readonly file: string;
  readonly line: number;
  readonly was: string;
  readonly now: string;
  readonly verdict: Verdict;
  /** What was told first. */
  readonly told: string;
  readonly findings: number;
  /** Whether the word that the hint proposes, put in the place of the other, leaves nothing to find. */
  readonly mended?: boolean;
}

const NEAR = 3;
const TRIES = 60;
const PROMISE_INPUTS = 300;
const SCHEMAS = readSchemas();
const MEANT = /^(?:tools|legacy|parts|tables)\//;

interface Place {
  readonly file: DefinitionFile;
  readonly lines: readonly string[];
  readonly at: number;
}

interface Edit {
  /** The first line, counted from 1, that is another. */
  readonly line: number;
  readonly lines: readonly string[];
  readonly was: string;
  readonly now: string;
}

export class Planter {
  private readonly files = readFolder(DEFAULT_FOLDER);
  private readonly memory = new Memory();
  private readonly cases = new Map<string, readonly GoldenCase[]>();

  constructor(private readonly seed: string) {
    const errors = this.load(this.files).errors.map(formatFinding);
    if (errors.length > 0) throw new Error(`the definitions have mistakes already:\n${errors.join("\n")}`);
  }

  /** As many mistakes of a kind as are asked for, fewer where there are not so many places for it. */
  *plant(kind: Kind, count: number): Generator<Planted> {
    const random = randomNumbers(`${this.seed}:${kind.name}`);
    const places = this.places(kind);
    let planted = 0;
    for (let tries = 0; planted < count && tries < TRIES && places.length > 0; tries++) {
      const [place] = places.splice(Math.floor(random() * places.length), 1) as [Place];
      const edit = edited(kind, place, random);
      if (edit === undefined) continue;
      planted++;
      yield { kind: kind.name, ...this.judge(place.file, edit) };
    }
  }

  private places(kind: Kind): Place[] {
    const places: Place[] = [];
    for (const file of this.files) {
      if (!(kind.files ?? MEANT).test(file.path)) continue;
      const lines = file.text.split("\n");
      let section = "";
      lines.forEach((line, at) => {
        section = /^(\w+):/.exec(line)?.[1] ?? section;
        if (/(?:^|\s)#/.test(line) || (kind.section ?? section) !== section || !kind.line.test(line)) return;
        places.push({ file, lines, at });
      });
    }
    return places;
  }

  private judge(file: DefinitionFile, { line, lines, was, now }: Edit): Omit<Planted, "kind"> {
    const { errors, set } = this.load(this.with(file, lines));
    const [first] = errors;
    const about = { file: file.path, line, was, now, findings: errors.length };
    if (first === undefined) {
      const told = set === undefined ? undefined : this.noticed(set, file.path);
      return { ...about, verdict: told === undefined ? "silent" : "cases", told: told ?? "" };
    }
    const isNear = first.location.file === file.path && Math.abs(first.location.line - line) <= NEAR;
    const mended = isNear ? this.mended(file, lines, first) : undefined;
    return {
      ...about,
      verdict: isNear ? "near" : "far",
      told: formatFinding(first),
      ...(mended === undefined ? {} : { mended }),
    };
  }

  /** The hint applied, where it is a word in the place of another. */
  private mended(
    file: DefinitionFile,
    lines: readonly string[],
    { typo, location }: Finding,
  ): boolean | undefined {
    if (typo === undefined) return undefined;
    const at = location.line - 1;
    const line = lines[at] ?? "";
    const from = Math.max(0, line.indexOf(typo.said, location.column - 1));
    const mended = line.slice(0, from) + line.slice(from).replace(typo.said, () => typo.meant);
    return this.load(this.with(file, lines.with(at, mended))).errors.length === 0;
  }

  private with(file: DefinitionFile, lines: readonly string[]): DefinitionFile[] {
    const text = lines.join("\n");
    return this.files.map((each) => (each === file ? { ...each, text, sha256: sha256(text) } : each));
  }

  private load(files: readonly DefinitionFile[]) {
    const { findings, set } = loadDefinitions(files, SCHEMAS, new Set(), "all", this.memory);
    return { errors: findings.filter(({ severity }) => severity === "error"), set };
  }

  /** The golden case that differs, or the promise that breaks, of the tools that read the file. */
  private noticed(set: DefinitionSet, path: string): string | undefined {
    const tools = [...goldenTools(set)].filter(([, tool]) => tool.plan.def.files.includes(path));
    for (const [name, tool] of tools)
      for (const golden of this.golden(name)) {
        const [difference] = compareGolden(golden, tool.run(golden.input));
        if (difference !== undefined) return `golden ${name} ${golden.name}: ${difference.path}`;
      }
    for (const [name, tool] of tools) {
      const golden = this.golden(name).map(({ input }) => input);
      const options = { golden, count: PROMISE_INPUTS, seed: this.seed, others: set.tools };
      for (const tried of tryPromises(tool, options))
        if (tried !== undefined && tried.outcome !== "held")
          return `promise ${name} ${tried.promise}: ${tried.outcome}`;
    }
    return undefined;
  }

  private golden(name: string): readonly GoldenCase[] {
    const known = this.cases.get(name) ?? readGolden(join(GOLDEN_FOLDER, name));
    this.cases.set(name, known);
    return known;
  }
}

/** The text with the mistake; undefined where it cannot be made at this place. */
function edited(
  { line, takes = 1, edit }: Kind,
  { lines, at }: Place,
  random: () => number,
): Edit | undefined {
  const taken = lines.slice(at, at + takes);
  const match = line.exec(taken[0] ?? "");
  const put = match === null ? undefined : edit(match, taken, random);
  if (put === undefined || put.join("\n") === taken.join("\n")) return undefined;
  const apart = put.findIndex((each, index) => each !== taken[index]);
  return {
    line: at + 1 + Math.max(0, apart),
    lines: lines.toSpliced(at, takes, ...put),
    was: shown(taken),
    now: shown(put),
  };
}

function shown(lines: readonly string[]): string {
  return lines.length === 0 ? "(deleted)" : lines.map((line) => line.trim()).join(" | ");
}

/** How many of each kind were told how, a line each. */
export function tableOf(planted: readonly Planted[]): string {
  const row = (name: string, own: readonly Planted[]) => {
    const count = (verdict: Verdict) => own.filter((each) => each.verdict === verdict).length;
    const columns = [count("near"), count("cases"), count("far"), count("silent")];
    return `${name.padEnd(48)}${columns.map((each) => String(each).padStart(8)).join("")}`;
  };
  const kinds = [...new Set(planted.map(({ kind }) => kind))];
  return [
    `${"kind".padEnd(48)}${["near", "cases", "far", "silent"].map((each) => each.padStart(8)).join("")}`,
    ...kinds.map((kind) =>
      row(
        kind,
        planted.filter((each) => each.kind === kind),
      ),
    ),
    row("all", planted),
  ].join("\n");
}

export function plantAll(seed: string, count: number, kinds: readonly Kind[] = KINDS): Planted[] {
  const planter = new Planter(seed);
  return kinds.flatMap((kind) => [...planter.plant(kind, count)]);
}
