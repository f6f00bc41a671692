// Builders of hostile definitions: a tool around one value or input, and repetition.

export interface HostileDefinition {
  readonly name: string;
  /** The text of the set's only tool. */
  readonly tool: () => string;
  /** Further files of the set, by path. */
  readonly more?: () => Readonly<Record<string, string>>;
  /** The first findings as printed; empty for a large but valid set. */
  readonly findings: readonly string[];
  /** A finding that must be among them. */
  readonly among?: string;
  /** Number of findings; by default as many as listed here. */
  readonly all?: number;
}

export const HEAD = `name: bomb
title: A small tool
description: A tool that is too much.
category: test
version: 1.0.0
edition: 2026-11-01
standard_reference: None
cite: handbook all of it
`;
const NUMBER = "inputs: {a: {at_least: 0, at_most: 10, description: A.}}\n";

/** A tool with one numeric input; the first value is in lines 10 and 11, the given ones follow from line 12. */
export function tool(values: string, shown: string, before = "", inputs = NUMBER): string {
  return `${HEAD}${inputs}${before}values:\n  start: a\n${values}\nrecommendations: [Go on.]\nresults:\n  shown: {value: = ${shown}, description: Shown}\n`;
}

/** A tool with one value. */
export function formula(text: string): () => string {
  return () => tool(`  v: '${text}'`, "v");
}

export const TOO_LONG = "This is longer than 4000 characters. (shorten or split it)";

/** A tool with one input; its keys start in line 9, column 13. */
export function input(schema: string): () => string {
  const before = "inputs: {";
  return () => tool("", "start", "", `${before}a: ${schema}}\n`);
}

export function range<T>(length: number, make: (at: number) => T): T[] {
  return Array.from({ length }, (_, at) => make(at));
}
