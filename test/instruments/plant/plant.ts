// Plants mistakes at random positions of the project's definitions, one at a time, and classifies how they are found: by `check`,
// with or without a useful hint, or by a golden case or promise. Otherwise by the comparison of `check --since`, or not at all.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DEFAULT_FOLDER, GOLDEN_FOLDER, readSchemas, sha256 } from "../../../src/definitions/folder.js";
import { readFolder } from "../../../src/definitions/read-folder.js";
import { fixOf } from "../../../src/editor/fixes.js";
import type { DefinitionFile } from "../../../src/engine/language/files.js";
import { type Finding, formatFinding } from "../../../src/engine/language/findings.js";
import { Memory } from "../../../src/engine/language/memory.js";
import type { DefinitionSet } from "../../../src/engine/set.js";
import { loadDefinitions } from "../../../src/lint/load.js";
import { doubtsSince } from "../../../src/lint/since/since.js";
import { randomNumbers } from "../../../src/workbench/arbitraries.js";
import { BadCases, ON_DISK } from "../../../src/workbench/case-file.js";
import { compareGolden, type GoldenCase, goldenTools, readGolden } from "../../../src/workbench/cases.js";
import { tryPromises } from "../../../src/workbench/promises/try.js";
import type { Kind } from "./edits.js";
import { KINDS } from "./kinds.js";

/**
 * The first finding within three lines has a correct replacement, a sentence, no hint, or a wrong replacement; a
 * later or distant finding; detection by a case or promise, or by the comparison; none.
 */
const VERDICTS = [
  "mended",
  "hinted",
  "bare",
  "unmended",
  "later",
  "far",
  "cases",
  "compared",
  "silent",
] as const;

export type Verdict = (typeof VERDICTS)[number];

const TOLD: ReadonlySet<Verdict> = new Set<Verdict>(["mended", "hinted", "cases", "compared"]);

export const isTold = ({ verdict }: Planted): boolean => TOLD.has(verdict);

export interface Planted {
  readonly kind: string;
  readonly file: string;
  readonly line: number;
  readonly was: string;
  readonly now: string;
  readonly verdict: Verdict;
  /** The first finding. */
  readonly told: string;
  readonly findings: number;
}

const near = (line: number, other: number) => Math.abs(line - other) <= 3;
const TRIES = 3000;
const PROMISE_INPUTS = 300;
const SCHEMAS = readSchemas();
const MEANT = /^(?:tools|legacy|parts|tables)\//;

interface Place {
  readonly file: DefinitionFile;
  readonly lines: readonly string[];
  readonly at: number;
}

interface Edit {
  /** The first edited line, from 1. */
  readonly line: number;
  readonly lines: readonly string[];
  readonly was: string;
  readonly now: string;
}

export class Planter {
  private readonly files = readFolder(DEFAULT_FOLDER);
  private readonly goldenFiles = goldenTexts();
  private readonly whole: DefinitionSet | undefined;
  private readonly memory = new Memory();
  private readonly cases = new Map<string, readonly GoldenCase[]>();

  constructor(private readonly seed: string) {
    const { errors: found, set } = this.load(this.files);
    const errors = found.map(formatFinding);
    this.whole = set;
    if (errors.length > 0) throw new Error(`the definitions have mistakes already:\n${errors.join("\n")}`);
  }

  /** Yields mistakes of a kind, up to the given number. */
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
    for (const file of [...this.files, ...this.goldenFiles]) {
      if (!(kind.files ?? MEANT).test(file.path)) continue;
      const lines = file.text.split("\n");
      let section = "";
      let casePart = "";
      lines.forEach((line, at) => {
        section = /^(\w+):/.exec(line)?.[1] ?? section;
        casePart = /^ {4}(\w+):/.exec(line)?.[1] ?? casePart;
        if (/(?:^|\s)#/.test(line) || (kind.section ?? section) !== section || !kind.line.test(line)) return;
        if ((kind.casePart ?? casePart) !== casePart) return;
        places.push({ file, lines, at });
      });
    }
    return places;
  }

  private judge(file: DefinitionFile, { line, lines, was, now }: Edit): Omit<Planted, "kind"> {
    const about = { file: file.path, line, was, now };
    const isNear = ({ location }: Finding) => location.file === file.path && near(location.line, line);
    if (isGolden(file)) return { ...about, findings: 1, ...this.ofGolden(file, lines) };
    const { errors, set } = this.load(this.with(file, lines));
    const [first] = errors;
    if (first === undefined) {
      const told = set === undefined ? undefined : this.noticed(set, file.path);
      if (told !== undefined) return { ...about, findings: 0, verdict: "cases", told };
      const doubts = doubtsSince(this.files, this.with(file, lines));
      const doubt = doubts.find(({ location }) => location.file === file.path && near(location.line, line));
      return {
        ...about,
        findings: 0,
        verdict: doubt === undefined ? "silent" : "compared",
        told: doubt?.message ?? "",
      };
    }
    const verdict = isNear(first) ? this.hinted(file, lines, first) : errors.some(isNear) ? "later" : "far";
    return { ...about, findings: errors.length, verdict, told: formatFinding(first) };
  }

  /** Classifies a finding's hint by applying its replacement. */
  private hinted(file: DefinitionFile, lines: readonly string[], finding: Finding): Verdict {
    const fix = fixOf(finding, lines);
    if (fix === undefined) return finding.hint === undefined ? "bare" : "hinted";
    const text = lines.join("\n");
    const at = ({ line, column }: { line: number; column: number }) =>
      lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, column - 1);
    const mended = text.slice(0, at(fix.from)) + fix.text + text.slice(at(fix.to));
    return this.load(this.with(file, mended.split("\n"))).errors.length === 0 ? "mended" : "unmended";
  }

  /** Reads and runs an edited case file: a finding at the position, or a failing case. */
  private ofGolden({ path }: DefinitionFile, lines: readonly string[]): Pick<Planted, "verdict" | "told"> {
    const [, name = "", file = ""] = path.split("/");
    const folder = join(GOLDEN_FOLDER, name);
    const changed = join(folder, file);
    const text = (each: string) => (each === changed ? lines.join("\n") : ON_DISK.text(each));
    try {
      const cases = readGolden(folder, { ...ON_DISK, text });
      const tool = this.whole === undefined ? undefined : goldenTools(this.whole).get(name);
      const odd = cases.find(
        (each) =>
          each.file === file && tool !== undefined && compareGolden(each, tool.run(each.input)).length > 0,
      );
      return { verdict: odd === undefined ? "silent" : "cases", told: odd?.name ?? "" };
    } catch (error) {
      if (!(error instanceof BadCases)) throw error;
      return { verdict: "cases", told: error.message };
    }
  }

  private with(file: DefinitionFile, lines: readonly string[]): DefinitionFile[] {
    const text = lines.join("\n");
    return this.files.map((each) => (each === file ? { ...each, text, sha256: sha256(text) } : each));
  }

  private load(files: readonly DefinitionFile[]) {
    const { findings, set } = loadDefinitions(files, SCHEMAS, new Set(), "all", this.memory);
    return { errors: findings.filter(({ severity }) => severity === "error"), set };
  }

  /** Returns the failing golden case or promise of the tools that use the file. */
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

/** Returns the edited text; undefined if the edit is impossible here. */
function edited(
  { line, takes = 1, edit }: Kind,
  { lines, at }: Place,
  random: () => number,
): Edit | undefined {
  const taken = lines.slice(at, at + takes);
  const match = line.exec(taken[0] ?? "");
  const put = match === null ? undefined : edit(match, taken, random, lines);
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

function isGolden({ path }: DefinitionFile): boolean {
  return path.startsWith("golden/");
}

function goldenTexts(): DefinitionFile[] {
  return readdirSync(GOLDEN_FOLDER, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".yaml"))
    .sort()
    .map((path) => ({
      path: `golden/${path}`,
      text: ON_DISK.text(join(GOLDEN_FOLDER, path)) ?? "",
      sha256: "",
    }));
}

/** Returns a table of detections by kind. */
export function tableOf(planted: readonly Planted[]): string {
  const row = (name: string, columns: readonly unknown[]) =>
    `${name.padEnd(52)}${columns.map((each) => String(each || ".").padStart(9)).join("")}`;
  const counts = (own: readonly Planted[]) =>
    VERDICTS.map((verdict) => own.filter((each) => each.verdict === verdict).length);
  const kinds = [...new Set(planted.map(({ kind }) => kind))];
  const told = planted.filter(isTold).length;
  return [
    row("kind", VERDICTS),
    ...kinds.map((kind) => row(kind, counts(planted.filter((each) => each.kind === kind)))),
    row("all", counts(planted)),
    `told first and near with a hint, or by a case or promise: ${told} of ${planted.length}`,
  ].join("\n");
}

export function* plantAll(seed: string, count: number, kinds: readonly Kind[] = KINDS): Generator<Planted> {
  const planter = new Planter(seed);
  for (const kind of kinds) yield* planter.plant(kind, count);
}
