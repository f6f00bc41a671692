// Golden cases: an input and its whole expected result, or the inputs that must be refused.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import type { Outcome, ServedSet, ServedTool } from "./engine/served.js";
import { isRecord } from "./objects.js";

export interface GoldenCase {
  readonly file: string;
  readonly why: string;
  readonly source?: string;
  /** Published figures of this case: path in the result, value and relative tolerance. */
  readonly published?: Readonly<Record<string, { readonly value: number; readonly within: number }>>;
  readonly input: unknown;
  readonly expect?: Readonly<Record<string, unknown>>;
  /** JSON pointers of the inputs to blame, sorted. */
  readonly refused?: readonly string[];
}

/** The golden folder of a tool of the older interface. */
export const legacyFolder = (name: string) => `legacy_${name}`;

/** Tools by the name of their golden folder. */
export function goldenTools<T extends ServedTool>(set: ServedSet<T>): Map<string, T> {
  return new Map([
    ...set.tools,
    ...[...set.legacy].map(([name, tool]) => [legacyFolder(name), tool] as const),
  ]);
}

export interface Difference {
  readonly path: string;
  readonly expected: unknown;
  readonly got: unknown;
}

export function readGolden(folder: string): GoldenCase[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".yaml"))
    .sort()
    .map((name) => readGoldenFile(folder, name));
}

export function readGoldenFile(folder: string, name: string): GoldenCase {
  return {
    ...(parse(readFileSync(join(folder, name), "utf8")) as Omit<GoldenCase, "file">),
    file: name,
  };
}

/** What differs between a case and an outcome; nothing when the case holds. */
export function compareGolden(golden: GoldenCase, outcome: Outcome): Difference[] {
  if (golden.refused !== undefined) {
    const got = outcome.ok ? ["(accepted)"] : outcome.problems.map((problem) => problem.pointer).sort();
    return differences("refused", golden.refused, got);
  }
  if (!outcome.ok) return [{ path: "", expected: "a result", got: outcome.problems }];
  const published = Object.entries(golden.published ?? {}).flatMap(([path, { value, within }]) => {
    const got = at(outcome.result, path);
    const near = typeof got === "number" && Math.abs(got - value) <= within * Math.abs(value);
    return near ? [] : [{ path: `published ${path}`, expected: `${value} within ${within}`, got }];
  });
  return [...differences("", golden.expect ?? {}, outcome.result), ...published];
}

function at(value: unknown, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>((inner, key) => (inner as Record<string, unknown> | null)?.[key], value);
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
