// Checks the structure of definition files, with errors for YAML authors. Separate from run/validate.ts, which
// reports to callers: authors need keys, locations and hints.
import type { ErrorObject } from "ajv/dist/2020.js";
import { LIMITS } from "../language/bounds.js";
import type { Hint, Report } from "../language/findings.js";
import type { Location } from "../language/locations.js";
import { didYouMean, likely } from "../language/nearest.js";
import { type FileKind, type Schemas, type Validators, validatorsOf } from "./structure-ajv.js";
import { KIND_KEYS } from "./values.js";
import { entriesOf, isYamlMap, locationOf, locationOfKey, type Yaml, type YamlMap } from "./yaml.js";

export type { FileKind, Schemas };

function isLarge(map: YamlMap): boolean {
  let nodes = 0;
  const waiting: Yaml[] = [map];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (++nodes > LIMITS.listedNodes) return true;
    if (typeof next === "object" && next !== null)
      for (const inner of Object.values(next)) waiting.push(inner);
  }
  return false;
}

/** Checks files against their schemas. */
export interface Structure {
  /** Returns whether the file has the structure of its kind, and reports errors. */
  check(kind: FileKind, map: YamlMap, report: Report): boolean;
}

/** For files that were checked before. */
export const CHECKED_STRUCTURE: Structure = { check: () => true };

export class StructureChecker implements Structure {
  private readonly validators: Validators;

  constructor(given: Schemas | Validators) {
    this.validators = typeof given === "function" ? (given as Validators) : validatorsOf(given);
  }

  check(kind: FileKind, map: YamlMap, report: Report): boolean {
    const first = this.validators(kind, false);
    if (first(map)) return true;
    // Listing every error is quadratic, so very large files list only the first.
    const validate = isLarge(map) ? first : this.validators(kind, true);
    validate(map);
    const all = validate.errors ?? [];
    // Errors of key names precede the error that names the key.
    for (const [at, { keyword, params }] of all.entries())
      if (keyword === "propertyNames") Object.assign(all[at - 1] ?? {}, params);
    const errors = all
      .filter((error) => error.keyword !== "if" && error.keyword !== "propertyNames")
      .slice(0, LIMITS.findings * 10);
    for (const error of errors) {
      if (report.full) break;
      if (isMisspelt(error, errors)) continue;
      // For a failed choice only the deepest errors are reported.
      const choice = error.keyword === "anyOf" || error.keyword === "oneOf";
      if (!choice || !errors.some((other) => isInside(other, error))) this.report(error, errors, map, report);
    }
    return false;
  }

  private report(error: ErrorObject, errors: readonly ErrorObject[], map: YamlMap, report: Report): void {
    const path = error.instancePath
      .split("/")
      .slice(1)
      .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
    const place = locate(map, path);
    const { message, hint, location } = describeError(error, place, kindsWanted(error, errors));
    report.error("structure", location ?? place.location, message, hint);
  }
}

interface Place {
  readonly location: Location;
  readonly value: Yaml;
  readonly name?: string;
}

interface Described {
  readonly message: string;
  readonly hint?: Hint;
  /** Another location, if not the position itself. */
  readonly location?: Location;
}

function describeError(error: ErrorObject, place: Place, kinds: readonly string[]): Described {
  const { value, name } = place;
  const what = name === undefined ? "This" : name;
  const { params } = error;
  switch (error.keyword) {
    case "additionalProperties":
    case "unevaluatedProperties":
      return unknownKey(error, place, kinds);
    case "required":
      return {
        message: `${what} lacks the key ${String(params.missingProperty)}.`,
        hint: kinds.length > 0 ? `or another of its kinds: ${kinds.join(", ")}` : undefined,
        location: lastKey(place),
      };
    case "type":
      return {
        message: `${what} must be ${typeWords(params.type)}, not ${show(value)}.`,
        hint: patternHint(error) ?? typeHint(params.type, value, name),
      };
    case "enum": {
      const allowed = (params.allowedValues as unknown[]).map(String);
      const hint = typeof value === "string" ? didYouMean(value, allowed) : undefined;
      return { message: `${what} must be one of ${allowed.join(", ")}, not ${show(value)}.`, hint };
    }
    case "const":
      return { message: `${what} must be ${show(params.allowedValue as Yaml)}.` };
    case "pattern": {
      // The schema describes valid keys in words.
      const { propertyName: key } = error;
      if (key?.includes("("))
        return unknownKey({ ...error, params: { additionalProperty: key } }, place, kinds);
      if (key !== undefined && isYamlMap(value)) {
        const hint = String(error.parentSchema?.description);
        return { message: `${key} is no key of ${what}.`, hint, location: locationOfKey(value, key) };
      }
      return {
        message: `${what} is not written as it must be: ${show(value)}.`,
        hint: `it must match ${String(params.pattern)}`,
      };
    }
    case "false schema":
      return { message: `${what} is not allowed together with the other keys.` };
    case "minLength":
    case "minItems":
    case "minProperties":
      return {
        message: `${what} must ${params.limit > 1 ? `hold ${params.limit} or more` : "not be empty"}.`,
      };
    default:
      return { message: `${what} ${error.message ?? "is not as it must be"}.` };
  }
}

/** Returns the location where a missing key would be added: the end of the block, or the start of a file. */
function lastKey({ value, location, name }: Place): Location {
  const last = isYamlMap(value) && name !== undefined ? entriesOf(value).at(-1)?.[0] : undefined;
  return last === undefined || !isYamlMap(value) ? location : locationOfKey(value, last);
}

function unknownKey(error: ErrorObject, { value, location }: Place, kinds: readonly string[]): Described {
  const key = String(strangeKey(error));
  const known = [...new Set([...Object.keys((error.parentSchema?.properties ?? {}) as object), ...kinds])];
  const at = isYamlMap(value) ? locationOfKey(value, key) : location;
  const isFormula = /\(|\)$/.test(key);
  if (isFormula || /^\d|\s/.test(key)) {
    const numbers = "numbers have a decimal point and no other commas; quote a text that has a comma";
    const message = `The key ${key} looks like the rest of a ${isFormula ? "formula" : "number or text"}.`;
    return {
      message,
      hint: isFormula ? "quote this formula: it was split at a comma" : numbers,
      location: at,
    };
  }
  if (key === "constant" && known.includes("fixed_because")) {
    return {
      message: "`constant` is a number or word of a value, and this is a result.",
      hint: "the reason why a result is always the same is fixed_because:",
      location: at,
    };
  }
  const list = known.length > 0 && known.length <= 16 ? `known here: ${known.join(", ")}` : undefined;
  const usual = known.find((name) => USUAL[key]?.includes(name));
  const hint = usual === undefined ? didYouMean(key, known, list) : () => ({ said: key, meant: usual });
  return { message: `The key ${key} is not allowed here.`, hint, location: at };
}

/** Keys of other languages, with their equivalents. */
const USUAL: Readonly<Record<string, readonly string[]>> = {
  ...{ min: ["at_least"], minimum: ["at_least"], max: ["at_most"], maximum: ["at_most"], enum: ["choices"] },
  ...{ options: ["choices"], default: ["assumed", "otherwise"], else: ["otherwise"] },
  ...{ if: ["when"], value: ["constant"], text: ["say"], message: ["say"], source: ["cite"] },
};

const strangeKey = ({ params }: ErrorObject): unknown =>
  params.additionalProperty ?? params.unevaluatedProperty;

/** Returns the possible keys of a value without a kind; it is validated as a formula then. */
function kindsWanted(error: ErrorObject, errors: readonly ErrorObject[]): readonly string[] {
  const lacksKind = errors.some(
    ({ params, instancePath, parentSchema }) =>
      params.missingProperty === "formula" &&
      instancePath === error.instancePath &&
      parentSchema === error.parentSchema,
  );
  return lacksKind ? KIND_KEYS.map(([key]) => key) : [];
}

/** Whether a missing key, or the kind of a value, is present with a misspelt name. */
function isMisspelt(error: ErrorObject, errors: readonly ErrorObject[]): boolean {
  const missing = error.keyword === "required" ? [String(error.params.missingProperty)] : [];
  const wanted = [...missing, ...kindsWanted(error, errors)];
  return errors.some((other) => {
    const strange = strangeKey(other);
    return (
      other !== error &&
      other.instancePath === error.instancePath &&
      typeof strange === "string" &&
      likely(strange, wanted) !== undefined
    );
  });
}

function isInside(other: ErrorObject, error: ErrorObject): boolean {
  return (
    other !== error &&
    other.instancePath.startsWith(error.instancePath) &&
    other.schemaPath.startsWith(error.schemaPath)
  );
}

function locate(map: YamlMap, path: readonly string[]): Place {
  let value: Yaml = map;
  let location = locationOf(map);
  let name: string | undefined;
  for (const part of path) {
    if (typeof value !== "object" || value === null) break;
    location = isYamlMap(value) ? locationOfKey(value, part) : locationOf(value, part);
    value = (value as Record<string, Yaml>)[part] ?? null;
    if (!/^\d+$/.test(part)) name = part;
  }
  return name === undefined ? { location, value } : { location, value, name };
}

function typeWords(type: unknown): string {
  const names: Record<string, string> = {
    string: "a text",
    number: "a number",
    integer: "a whole number",
    boolean: "true or false",
    array: "a list",
    object: "a mapping",
    null: "null",
  };
  return (Array.isArray(type) ? type : [type])
    .map((each) => names[String(each)] ?? String(each))
    .join(" or ");
}

/** Quoting does not fix a number where a date is expected. */
function patternHint({ parentSchema }: ErrorObject): string | undefined {
  const { pattern, examples } = parentSchema ?? {};
  return pattern === undefined || !Array.isArray(examples) ? undefined : `write one such as ${examples[0]}`;
}

/** Returns the likely cause: YAML read a text as a number or the reverse, or decimals were written as a step. */
function typeHint(wanted: unknown, value: Yaml, name: string | undefined): string | undefined {
  const takes = (type: string) => (Array.isArray(wanted) ? wanted.includes(type) : wanted === type);
  const isNumber = typeof value === "number";
  if ((isNumber || typeof value === "boolean") && takes("string")) return "quote it";
  const isNumeral = typeof value === "string" && value !== "" && !Number.isNaN(Number(value));
  if (isNumeral && (takes("number") || takes("integer"))) return "leave the quotes out";
  const decimals = isNumber && value > 0 && value < 1 ? -Math.round(Math.log10(value)) : 0;
  if (Array.isArray(value) && takes("string")) return "brackets make a list: quote a formula that has them";
  if (name === "round" && decimals > 0)
    return `it is a number of decimals: round: ${decimals} for steps of ${String(value)}`;
  return undefined;
}

function show(value: Yaml): string {
  if (Array.isArray(value)) return "a list";
  if (isYamlMap(value)) return "a mapping";
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
