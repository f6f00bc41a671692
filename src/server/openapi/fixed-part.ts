// The fixed part of the OpenAPI documents: the files of assets/openapi, and how values are put into them.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { HOME } from "../../definitions/folder.js";
import { isRecord } from "../../json/objects.js";

export type Json = Record<string, unknown>;

/** A piece of an OpenAPI document. */
export interface FixedPart extends Json {
  readonly tags?: readonly Json[];
  readonly paths?: Json;
  readonly components?: Readonly<Record<string, Json>>;
}

/** What is called, a file a subject, in the order of the document. */
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

/** The texts are read with this module, before the service listens: a shortage of file descriptors cannot break a route later. */
export const FIXED_TEXTS: ReadonlyMap<FixedFile, string> = new Map(
  FIXED_FILES.map((name) => [name, readFileSync(join(HOME, "assets/openapi", `${name}.yaml`), "utf8")]),
);

const load = createRequire(import.meta.url);

/** A file as it is written, without `shared`, which only names what the file itself repeats. */
export function readFixed(file: FixedFile): FixedPart {
  // Loading the YAML library would slow down every start. A require that failed is tried again; an import is not.
  const { parse } = load("yaml") as typeof import("yaml");
  const text = FIXED_TEXTS.get(file) ?? "";
  const { shared, ...part } = parse(text, { merge: true, maxAliasCount: -1 }) as Json;
  return part;
}

/**
 * Puts values in the places of `<name>`. A text that is nothing but a place becomes the value itself; where that is
 * undefined, the key is left out. In longer texts, lists are written with commas.
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
