// What hostile definitions are made from: a tool around one value or one input, and many of something.

export interface HostileDefinition {
  readonly name: string;
  /** The text of the one tool of the set. */
  readonly tool: () => string;
  /** More files of the set, by path. */
  readonly more?: () => Readonly<Record<string, string>>;
  /** The first findings, as they are printed; none for a set that is large but sound, and must load. */
  readonly findings: readonly string[];
  /** A finding that must be somewhere among them. */
  readonly among?: string;
  /** Findings in all; as many as are listed here unless given. */
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
const NUMBER =
  "inputs: {a: {at_least: 0, at_most: 10, description: A.}}\n";

/** A tool with one number as its input, on lines 10 and 11 the first value, from line 12 on those given. */
export function tool(values: string, shown: string, before = "", inputs = NUMBER): string {
  return `${HEAD}${inputs}${before}values:\n  start: a\n${values}\nrecommendations: [Go on.]\nresults:\n  shown: {value: = ${shown}, description: Shown}\n`;
}

/** A tool with one value. */
export function formula(text: string): () => string {
  return () => tool(`  v: '${text}'`, "v");
}

export const TOO_LONG = "This is longer than 4000 characters. (shorten or split it)";

/** A tool with one input, whose keys stand in line 9 from column 13 on. */
export function input(schema: string): () => string {
  const before = "inputs: {";
  return () => tool("", "start", "", `${before}a: ${schema}}\n`);
}

export function range<T>(length: number, make: (at: number) => T): T[] {
  return Array.from({ length }, (_, at) => make(at));
}
