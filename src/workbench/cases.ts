// Golden cases: an input with its complete expected result, or with the inputs that must be refused. Each tool has a
// folder with a few files.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { Report } from "../engine/language/findings.js";
import type { Location } from "../engine/language/locations.js";
import {
  entriesOf,
  isYamlMap,
  locationOf,
  locationOfKey,
  type Yaml,
  type YamlMap,
} from "../engine/read/yaml.js";
import type { Outcome, RuntimeSet, RuntimeTool } from "../engine/run/tool.js";
import { isRecord } from "../json/objects.js";
import {
  ALWAYS,
  BadCases,
  type CaseTexts,
  ON_DISK,
  plainValue,
  readAlways,
  readCaseFile,
} from "./case-file.js";
import { changed, isJsonLines } from "./case-lines.js";

/** Source of the expected values: a publication, manual calculation, or another program. */
export type Origin = "published" | "hand" | "independent";

export interface GoldenCase {
  /** Unique within the tool. */
  readonly name: string;
  readonly file: string;
  readonly why: string;
  readonly origin: Origin;
  readonly source: string;
  /** Published figures of this case: result path, value and relative tolerance. */
  readonly published?: Readonly<Record<string, { readonly value: number; readonly within: number }>>;
  readonly input: unknown;
  /** The complete result; with `only`, the compared part, or inputs that must be among the refused ones. */
  readonly expect?: Readonly<Record<string, unknown>>;
  readonly only?: true;
  /** JSON pointers of the refused inputs, sorted. */
  readonly refused?: readonly string[];
}

const legacyFolder = (name: string) => `legacy_${name}`;

/** Tools by the name of their golden folder. */
export function goldenTools<T extends RuntimeTool>(set: RuntimeSet<T>): Map<string, T> {
  return new Map([
    ...set.tools,
    ...[...set.legacy].map(([name, tool]) => [legacyFolder(name), tool] as const),
  ]);
}

/** Returns a function that reads a tool's golden cases once; empty without a folder. */
export function goldenReader<T>(
  cases: string,
  tools: ReadonlyMap<string, T>,
): (tool: T) => readonly GoldenCase[] {
  const folders = new Map([...tools].map(([name, tool]) => [tool, join(cases, name)]));
  const read = new Map<T, readonly GoldenCase[]>();
  return (tool) => {
    const folder = folders.get(tool);
    const found = read.get(tool) ?? (folder !== undefined && existsSync(folder) ? readGolden(folder) : []);
    read.set(tool, found);
    return found;
  };
}

/** Whether a tool belongs to the set itself, and not to one that it extends. */
export function isOwn(set: RuntimeSet, { facts }: RuntimeTool): boolean {
  return set.files.get(facts.file)?.ownLines !== 0;
}

export interface Difference {
  readonly path: string;
  readonly expected: unknown;
  readonly got: unknown;
}

/** Returns every case of a tool in file order. Throws BadCases on any error. */
export function readGolden(folder: string, texts: CaseTexts = ON_DISK): GoldenCase[] {
  const report = new Report();
  const always = readAlways(folder, report, texts);
  const used = new Set<string>();
  const names = new Map<string, Location>();
  const cases = caseFiles(folder, texts).flatMap((file) =>
    casesOf(folder, file, always, { report, used, names, texts }),
  );
  if (cases.length > 0 && !report.failed) reportUnused(always, used, report);
  return orThrow(cases, report);
}

export function readGoldenFile(folder: string, file: string): GoldenCase[] {
  const report = new Report();
  const always = readAlways(folder, report);
  const reading = { report, used: new Set<string>(), names: new Map<string, Location>(), texts: ON_DISK };
  return orThrow(casesOf(folder, file, always, reading), report);
}

/** Returns the sorted names of a tool's case files. */
export function caseFiles(folder: string, texts: CaseTexts = ON_DISK): string[] {
  return texts
    .names(folder)
    .filter((name) => (name.endsWith(".yaml") && name !== ALWAYS) || isJsonLines(name))
    .sort();
}

function orThrow(cases: GoldenCase[], report: Report): GoldenCase[] {
  if (report.failed) throw new BadCases(report.sorted());
  return cases;
}

interface Reading {
  readonly report: Report;
  /** Fields of the tool's always.yaml that some case uses. */
  readonly used: Set<string>;
  readonly names: Map<string, Location>;
  readonly texts: CaseTexts;
}

function casesOf(folder: string, file: string, always: YamlMap, reading: Reading): GoldenCase[] {
  const { report } = reading;
  const map = readCaseFile(folder, file, report, reading.texts);
  if (map === undefined) return [];
  const own = isYamlMap(map.always) ? map.always : {};
  const ofTool = map.only === true ? {} : always;
  const above = { ...ofTool, ...own };
  reportRepeated(own, ofTool, report);
  const taken = new Set<string>();
  const cases = (map.cases as YamlMap[]).map((each) => {
    reportCase({ origin: map.origin ?? null, source: map.source ?? null, ...each }, each, reading);
    const common = { source: map.source, origin: map.origin, only: map.only };
    if (!isYamlMap(each.expect) || each.only === true) return goldenCase(file, { ...common, ...each });
    reportRepeated(each.expect, above, report);
    for (const field of Object.keys(above))
      if (!(field in each.expect) || (map.only === true && isYamlMap(above[field])))
        (field in own ? taken : reading.used).add(field);
    const expect = map.only === true ? changed(above, each.expect) : { ...above, ...each.expect };
    return goldenCase(file, { ...common, ...each, expect });
  });
  reportUnused(own, taken, report);
  return cases;
}

/** Reports errors that the schema cannot express. `whole` includes the defaults of the file. */
function reportCase(whole: YamlMap, written: YamlMap, { report, names }: Reading): void {
  const name = String(whole.name);
  const location = locationOf(written, "name");
  const before = names.get(name);
  if (before !== undefined)
    report.error("cases", location, `There is a case ${name} already, in ${before.file}:${before.line}.`);
  names.set(name, location);
  for (const key of ["origin", "source"])
    if (whole[key] === null)
      report.error("cases", location, `The case ${name} lacks ${key}, and so does its file.`);
  if ("published" in whole && whole.origin !== "published")
    report.error(
      "cases",
      locationOfKey(written, "published"),
      "Published figures need the origin published.",
    );
}

function goldenCase(file: string, parts: Readonly<Record<string, Yaml | undefined>>): GoldenCase {
  const given = Object.entries(parts).filter(([, value]) => value !== undefined);
  // The schema guarantees fields and types.
  return {
    ...Object.fromEntries(given.map(([key, value]) => [key, plainValue(value ?? null)])),
    file,
  } as GoldenCase;
}

function reportRepeated(own: YamlMap, always: YamlMap, report: Report): void {
  for (const [field, value] of entriesOf(own))
    if (field in always && differences("", plainValue(always[field] ?? null), plainValue(value)).length === 0)
      report.error("cases", locationOfKey(own, field), `${field} repeats what always gives.`, "leave it out");
}

function reportUnused(always: YamlMap, used: ReadonlySet<string>, report: Report): void {
  for (const [field] of entriesOf(always))
    if (!used.has(field))
      report.error(
        "cases",
        locationOfKey(always, field),
        `No case takes ${field} from always.`,
        "leave it out",
      );
}

type Expected = Pick<GoldenCase, "expect" | "only" | "refused" | "published">;

/** Returns the differences between a case and an outcome; empty if the case passes. */
export function compareGolden(golden: Expected, outcome: Outcome): Difference[] {
  if (golden.refused !== undefined) {
    const got = outcome.ok ? ["(accepted)"] : outcome.problems.map((problem) => problem.pointer).sort();
    const blames = (pointer: string) => got.some((each) => `${each}/`.startsWith(`${pointer}/`));
    if (golden.only === true && golden.refused.every(blames)) return [];
    return differences("refused", golden.refused, got);
  }
  if (!outcome.ok) return [{ path: "", expected: "a result", got: outcome.problems }];
  const published = Object.entries(golden.published ?? {}).flatMap(([path, { value, within }]) => {
    const got = at(outcome.result, path);
    const near = typeof got === "number" && Math.abs(got - value) <= within * Math.abs(value);
    return near ? [] : [{ path: `published ${path}`, expected: `${value} within ${within}`, got }];
  });
  const expected = golden.expect ?? {};
  const got = golden.only === true ? part(outcome.result, expected) : outcome.result;
  return [...differences("", expected, got), ...published];
}

function at(value: unknown, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>((inner, key) => (inner as Record<string, unknown> | null)?.[key], value);
}

/** Returns the part of a value that the pattern lists. */
export function part(value: unknown, pattern: unknown): unknown {
  if (Array.isArray(value) && Array.isArray(pattern)) return value.map((item, at) => part(item, pattern[at]));
  if (!isRecord(value) || !isRecord(pattern)) return value;
  return Object.fromEntries(Object.keys(pattern).map((key) => [key, part(value[key], pattern[key])]));
}

export function differences(path: string, expected: unknown, got: unknown): Difference[] {
  if (Object.is(expected, got)) return [];
  if (Array.isArray(expected) && Array.isArray(got)) {
    if (expected.length !== got.length) return [{ path, expected, got }];
    return expected.flatMap((item, index) => differences(`${path}[${index}]`, item, got[index]));
  }
  if (isRecord(expected) && isRecord(got)) {
    const keys = [...new Set([...Object.keys(expected), ...Object.keys(got)])];
    return keys.flatMap((key) => differences(path === "" ? key : `${path}.${key}`, expected[key], got[key]));
  }
  return [{ path, expected, got }];
}
