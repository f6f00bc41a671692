// The fixed parts of the OpenAPI documents: reads assets/openapi and fills in values.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { HOME } from "../../definitions/folder.js";
import { isRecord } from "../../json/objects.js";

export type Json = Record<string, unknown>;

export interface FixedPart extends Json {
  readonly tags?: readonly Json[];
  readonly paths?: Json;
  readonly components?: Readonly<Record<string, Json>>;
}

/** Files in the order of the document. */
export const SUBJECTS = [
  "service",
  "catalogue",
  "many",
  "table",
  "figure",
  "explanation",
  "plans",
  "keys",
] as const;
const FIXED_FILES = ["document", "legacy", "tool", ...SUBJECTS] as const;
export type FixedFile = (typeof FIXED_FILES)[number];

/** Read before the service listens, so that a shortage of file descriptors cannot break a route later. */
export const FIXED_TEXTS: ReadonlyMap<FixedFile, string> = new Map(
  FIXED_FILES.map((name) => [name, readFileSync(join(HOME, "assets/openapi", `${name}.yaml`), "utf8")]),
);

const load = createRequire(import.meta.url);

/** Reads a file without `shared`, which only defines YAML anchors. */
export function readFixed(file: FixedFile): FixedPart {
  // Loading the YAML library at the start would slow every start. A failed require is retried; a failed import is
  // not.
  const { parse } = load("yaml") as typeof import("yaml");
  const text = FIXED_TEXTS.get(file) ?? "";
  const { shared, ...part } = parse(text, { merge: true, maxAliasCount: -1 }) as Json;
  return part;
}

/**
 * Replaces each `<name>` by its value. If the text is only a placeholder, the value keeps its type, and undefined
 * removes the key. Lists within text are joined with commas.
 */
export function withValues(node: unknown, values: Json): unknown {
  if (Array.isArray(node)) return node.map((each) => withValues(each, values));
  if (isRecord(node)) {
    const entries = Object.entries(node).map(([key, each]) => [key, withValues(each, values)] as const);
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  }
  if (typeof node !== "string") return node;
  const whole = /^<([a-z_]+)>$/.exec(node)?.[1];
  if (whole !== undefined) return valueNamed(whole, values);
  return node.replaceAll(/<([a-z_]+)>/g, (_, name: string) => {
    const value = valueNamed(name, values);
    return Array.isArray(value) ? value.join(", ") : String(value);
  });
}

function valueNamed(name: string, values: Json): unknown {
  if (!Object.hasOwn(values, name)) throw new Error(`assets/openapi: <${name}> has no value.`);
  return values[name];
}

export function fixedPart(file: FixedFile, values: Json): FixedPart {
  return withValues(readFixed(file), values) as FixedPart;
}
