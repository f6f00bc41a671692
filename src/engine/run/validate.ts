// Validates inputs against their schema. Reports every problem with its field and correction.
import type { ErrorObject, ValidateFunction } from "ajv";
import equal from "ajv/dist/runtime/equal.js";
import ucs2length from "ajv/dist/runtime/ucs2length.js";
import { fullFormats } from "ajv-formats/dist/formats.js";
import { LIMITS } from "../language/bounds.js";
import type { FormHints } from "../language/inputs.js";
import { choiceTitle } from "../language/words.js";
import { endAlike, meantInput, meantWord } from "./hints.js";

export interface InputProblem {
  /** JSON pointer to the invalid input. */
  readonly pointer: string;
  readonly message: string;
  readonly allowed?: readonly unknown[];
}
export type Validator = (input: unknown) => InputProblem[];

/** Unknown names, and problems in total, that one response reports. */
const MOST_UNKNOWN = 10;
const MOST_PROBLEMS = 20;

/** Returns the function of a CommonJS module, which some loaders wrap. */
function defaultOf(given: unknown): unknown {
  return typeof given === "function" ? given : (given as { readonly default: unknown }).default;
}

/** Helpers that validators may load. */
const PARTS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ["ajv/dist/runtime/equal", { default: defaultOf(equal) }],
  ["ajv/dist/runtime/ucs2length", { default: defaultOf(ucs2length) }],
  ["ajv-formats/dist/formats", { fullFormats }],
]);

export function partOf(name: string): unknown {
  const part = PARTS.get(name);
  if (part === undefined) throw new Error(`a validator asks for ${name}`);
  return part;
}

/** The code of a validator, with a loader of ajv's helpers. */
export type MakeValidator = (require: (name: string) => unknown) => ValidateFunction;

export function startValidator(
  make: MakeValidator,
  schema: Readonly<Record<string, unknown>>,
  hints: FormHints = {},
): Validator {
  const validate = make(partOf);
  return (input) => {
    if (typeof input !== "object" || input === null || Array.isArray(input)) {
      return [{ pointer: "", message: "The input must be one JSON object." }];
    }
    return validate(input) ? [] : problems(validate.errors ?? [], schema, hints);
  };
}

function problems(
  errors: readonly ErrorObject[],
  schema: Readonly<Record<string, unknown>>,
  hints: FormHints,
): InputProblem[] {
  const found = new Map<string, InputProblem>();
  let unknown = 0;
  for (const error of errors) {
    // Further unknown names would not help.
    if (error.keyword === "additionalProperties" && ++unknown > MOST_UNKNOWN) continue;
    if (found.size >= MOST_PROBLEMS) break;
    // Branches of anyOf are summarised by the anyOf itself.
    if (/\/(anyOf|oneOf)\//.test(error.schemaPath) || error.keyword === "propertyNames") continue;
    const problem = problemOf(error, schema, hints);
    if (!found.has(problem.pointer)) found.set(problem.pointer, problem);
  }
  return [...found.values()].sort((a, b) => (a.pointer < b.pointer ? -1 : 1));
}

function problemOf(
  error: ErrorObject,
  schema: Readonly<Record<string, unknown>>,
  hints: FormHints,
): InputProblem {
  const { params } = error;
  const at =
    error.propertyName === undefined
      ? error.instancePath
      : `${error.instancePath}/${pointerPart(String(error.propertyName))}`;
  const name = at === "" ? "The input" : at.slice(1).replaceAll("/", ".").slice(0, LIMITS.echoedText);
  const fault = (message: string) => ({ pointer: at, message: `${name} ${message}` });
  switch (error.keyword) {
    case "required":
      return missing(at, String(params.missingProperty), propertiesOf(error, schema));
    case "additionalProperties": {
      const extra = String(params.additionalProperty);
      const hint = inputHint(extra, propertiesOf(error, schema));
      const pointer = `${at}/${pointerPart(extra)}`;
      return { pointer, message: `${show(extra)} is not an input of this tool. ${hint}` };
    }
    case "enum": {
      const allowed = params.allowedValues as unknown[];
      const sent = error.propertyName ?? error.data;
      const titles = titlesOf(error.parentSchema?.choices);
      const field = at.split("/").findLast((step) => !/^\d*$/.test(step)) ?? "";
      const meant =
        typeof sent === "string"
          ? meantWord(sent, allowed.map(String), titles, hints[field]?.words)
          : undefined;
      const hint = meant === undefined ? "" : ` Did you mean ${meant}?`;
      const words = allowed.map(String).join(", ");
      return { ...fault(`must be one of ${words}, not ${show(sent)}.${hint}`), allowed };
    }
    case "type": {
      const type = String(params.type);
      return fault(`must be ${TYPE_NAMES[type] ?? type}, not ${show(error.data)}.`);
    }
    case "minimum":
    case "maximum":
    case "exclusiveMinimum":
    case "exclusiveMaximum": {
      const beyond = `${name}_above_${String(params.limit)}`;
      const hint = beyond in propertiesOf(error, schema) ? ` More goes into ${beyond}.` : "";
      const limit = `${COMPARISON[error.keyword]} ${String(params.limit)}`;
      return fault(`must be ${limit}, not ${show(error.data)}.${hint}`);
    }
    case "formatMinimum":
    case "formatMaximum": {
      const { formatMinimum: first, formatMaximum: last } = error.parentSchema ?? {};
      if (first !== undefined && last !== undefined)
        return {
          pointer: at,
          message: `${name} (${String(error.data)}) must lie between ${first} and ${last}.`,
        };
      const limit = first === undefined ? `${last} or earlier` : `${first} or later`;
      return fault(`must be ${limit}, not ${show(error.data)}.`);
    }
    case "format":
      return fault(`must be a ${String(params.format)} such as 2026-11-01, not ${show(error.data)}.`);
    case "pattern":
    case "minLength":
      if (typeof error.data === "string" && error.data.trim() === "")
        return fault(`must not be blank${isOptional(at, schema) ? "; leave it out" : ""}.`);
      return error.keyword === "minLength"
        ? fault(`must have at least ${String(params.limit)} characters.`)
        : fault(`must match the pattern ${String(params.pattern)}, not ${show(error.data)}.`);
    case "maxLength":
      return fault(`must have at most ${String(params.limit)} characters.`);
    case "anyOf":
      return fault(`is not a value that its description allows: ${show(error.data)}.`);
    default:
      return fault(`${error.message ?? "is not valid"}.`);
  }
}

/** Whether a pointer refers to an optional input of the tool. */
function isOptional(
  pointer: string,
  { properties, required = [] }: Readonly<Record<string, unknown>>,
): boolean {
  const name = pointer.slice(1);
  return name in (properties as object) && !(required as readonly string[]).includes(name);
}

type Properties = Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>;

function propertiesOf(error: ErrorObject, schema: Readonly<Record<string, unknown>>): Properties {
  return (error.parentSchema?.properties ?? schema.properties ?? {}) as Properties;
}

/** Returns the problem of a missing input, with its choices. */
function missing(at: string, name: string, properties: Properties): InputProblem {
  const pointer = `${at}/${pointerPart(name)}`;
  const allowed = properties[name]?.enum;
  if (!Array.isArray(allowed)) return { pointer, message: `${name} is required.` };
  return { pointer, message: `${name} is required: one of ${allowed.map(String).join(", ")}.`, allowed };
}

/** If the ending differs, the name may mean another unit, so the hint adds the unit. */
function inputHint(sent: string, properties: Properties): string {
  const known = Object.keys(properties);
  const meant = meantInput(sent, known);
  if (meant === undefined) return `Known inputs: ${known.join(", ")}.`;
  const unit = properties[meant]?.unit;
  return `Did you mean ${meant}${typeof unit !== "string" || endAlike(sent, meant) ? "" : `, in ${unit}`}?`;
}

/** Returns the titles of code words. */
function titlesOf(choices: unknown): ReadonlyMap<string, string> {
  if (typeof choices !== "object" || choices === null) return new Map();
  return new Map(Object.entries(choices).map(([word, choice]) => [word, choiceTitle(choice) ?? ""]));
}

const COMPARISON: Readonly<Record<string, string>> = {
  minimum: "at least",
  maximum: "at most",
  exclusiveMinimum: "greater than",
  exclusiveMaximum: "less than",
};

const TYPE_NAMES: Readonly<Record<string, string>> = {
  number: "a number",
  integer: "a whole number",
  string: "a text",
  boolean: "true or false",
  object: "an object",
  array: "a list",
};

/** Formats a caller's value for a message: shortened and quoted. */
export function show(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > LIMITS.echoedText ? `${text.slice(0, LIMITS.echoedText)}...` : text;
}

function pointerPart(name: string): string {
  return name.slice(0, LIMITS.echoedText).replaceAll("~", "~0").replaceAll("/", "~1");
}
