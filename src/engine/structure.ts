// The structure of definition files, by their JSON Schemas; errors in the words of someone who edits YAML.
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import type { Report, Spot } from "./finding.js";
import { didYouMean } from "./nearest.js";
import { isYamlMap, spotOf, spotOfKey, type Yaml, type YamlMap } from "./yaml.js";

export type FileKind = "tool" | "part" | "table" | "sources" | "common";
/** The JSON Schemas of definition files, by file name. */
export type Schemas = Readonly<Record<string, unknown>>;

export class StructureChecker {
  private readonly validators: Record<FileKind, ValidateFunction>;

  constructor(schemas: Schemas) {
    const ajv = new Ajv2020({ allErrors: true, strict: false, verbose: true, validateFormats: false });
    for (const schema of Object.values(schemas)) ajv.addSchema(schema as object);
    const of = (kind: FileKind): ValidateFunction => {
      const schema = schemas[`${kind}.schema.json`] as { $id?: string } | undefined;
      const validate = schema?.$id === undefined ? undefined : ajv.getSchema(schema.$id);
      if (validate === undefined) throw new Error(`no schema for ${kind} files`);
      return validate as ValidateFunction;
    };
    this.validators = { tool: of("tool"), part: of("part"), table: of("table"), sources: of("sources"), common: of("common") };
  }

  /** True when the file has the structure of its kind. */
  check(kind: FileKind, map: YamlMap, report: Report): boolean {
    const validate = this.validators[kind];
    if (validate(map)) return true;
    const errors = (validate.errors ?? []).filter((error) => error.keyword !== "if" && error.keyword !== "propertyNames");
    // A wrong branch of a choice is summed up by the deepest errors: those above only repeat them.
    const deepest = errors.filter((error) => !errors.some((other) => isInside(other, error)));
    for (const error of deepest) this.report(error, map, report);
    return false;
  }

  private report(error: ErrorObject, map: YamlMap, report: Report): void {
    const path = error.instancePath.split("/").slice(1).map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
    const { spot, value, name } = locate(map, path);
    const what = name === undefined ? "This" : name;
    const add = (message: string, hint?: string, at: Spot = spot) => report.error("structure", at, message, hint);
    const { params } = error;
    switch (error.keyword) {
      case "additionalProperties":
      case "unevaluatedProperties": {
        const key = String(params.additionalProperty ?? params.unevaluatedProperty);
        const known = Object.keys((error.parentSchema?.properties ?? {}) as object);
        const at = isYamlMap(value) ? spotOfKey(value, key) : spot;
        if (key.endsWith(")") || key.includes("(")) {
          return add(`The key ${key} looks like the rest of a formula.`, "quote this formula: it was split at a comma", at);
        }
        const hint = didYouMean(key, known) ?? (known.length > 0 && known.length <= 16 ? `known here: ${known.join(", ")}` : undefined);
        return add(`The key ${key} is not known here.`, hint, at);
      }
      case "required":
        return add(`${what} lacks the key ${String(params.missingProperty)}.`);
      case "type":
        return add(`${what} must be ${typeWords(params.type)}, not ${show(value)}.`, yamlTrap(value));
      case "enum":
        return add(`${what} must be one of ${(params.allowedValues as unknown[]).map(String).join(", ")}, not ${show(value)}.`,
          typeof value === "string" ? didYouMean(value, (params.allowedValues as unknown[]).map(String)) : undefined);
      case "const":
        return add(`${what} must be ${show(params.allowedValue as Yaml)}.`);
      case "pattern":
        return add(`${what} is not written as it must be: ${show(value)}.`, `it must match ${String(params.pattern)}`);
      case "false schema":
        return add(`${what} is not allowed together with what stands beside it.`);
      case "minItems":
      case "minProperties":
        return add(`${what} must not be empty.`);
      default:
        return add(`${what} ${error.message ?? "is not as it must be"}.`);
    }
  }
}

function isInside(other: ErrorObject, error: ErrorObject): boolean {
  if (other === error) return false;
  const choice = error.keyword === "anyOf" || error.keyword === "oneOf";
  return choice && other.instancePath.startsWith(error.instancePath) && other.schemaPath.startsWith(error.schemaPath);
}

function locate(map: YamlMap, path: readonly string[]): { spot: Spot; value: Yaml; name?: string } {
  let value: Yaml = map;
  let spot = spotOf(map);
  let name: string | undefined;
  for (const part of path) {
    if (typeof value !== "object" || value === null) break;
    spot = isYamlMap(value) ? spotOfKey(value, part) : spotOf(value, part);
    value = (value as Record<string, Yaml>)[part] ?? null;
    if (!/^\d+$/.test(part)) name = part;
  }
  return name === undefined ? { spot, value } : { spot, value, name };
}

function typeWords(type: unknown): string {
  const names: Record<string, string> = {
    string: "a text", number: "a number", integer: "a whole number", boolean: "true or false", array: "a list",
    object: "a mapping", null: "null",
  };
  return (Array.isArray(type) ? type : [type]).map((each) => names[String(each)] ?? String(each)).join(" or ");
}

function yamlTrap(value: Yaml): string | undefined {
  if (typeof value === "number" || typeof value === "boolean") return "quote it";
  return undefined;
}

function show(value: Yaml): string {
  if (Array.isArray(value)) return "a list";
  if (isYamlMap(value)) return "a mapping";
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
