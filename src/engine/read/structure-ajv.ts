// Compiles the JSON Schemas of definition files, in memory or as code for browsers without eval.
import { _, Ajv2020, type KeywordCxt, type ValidateFunction } from "ajv/dist/2020.js";
import * as standaloneModule from "ajv/dist/standalone/index.js";
import { once } from "../language/once.js";

const standalone = standaloneModule.default as unknown as (
  ajv: Ajv2020,
  refs: Readonly<Record<string, string>>,
) => string;

export type FileKind =
  | "tool"
  | "section"
  | "part"
  | "table"
  | "sources"
  | "licences"
  | "common"
  | "plans"
  | "cases";
/** Schemas by file name. */
export type Schemas = Readonly<Record<string, unknown>>;
/** Returns the validator of a kind, which lists all errors or only the first. */
export type Validators = (kind: FileKind, listsAll: boolean) => ValidateFunction;

function ajvWith(schemas: Schemas, allErrors: boolean, source = false): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors,
    strict: false,
    verbose: true,
    validateFormats: false,
    // Optimising these small schemas takes longer than it saves.
    validateSchema: false,
    inlineRefs: false,
    code: { optimize: false, source },
  });
  // The built-in keyword is quadratic, and fails on maps without a prototype.
  ajv.removeKeyword("uniqueItems");
  ajv.addKeyword({
    keyword: "uniqueItems",
    type: "array",
    schemaType: "boolean",
    code: (context: KeywordCxt) => {
      const { data, schema } = context;
      if (schema !== true) return;
      context.fail(_`new Set(${data}.map((item) => JSON.stringify(item))).size < ${data}.length`);
    },
    error: { message: "lists something twice" },
  });
  for (const schema of Object.values(schemas)) ajv.addSchema(schema as object);
  return ajv;
}

export function validatorsOf(schemas: Schemas): Validators {
  const listing = once(() => ajvWith(schemas, true));
  const first = once(() => ajvWith(schemas, false));
  return (kind, listsAll) => {
    const schema = schemas[`${kind}.schema.json`] as { $id?: string } | undefined;
    const ajv = listsAll ? listing() : first();
    const validate = schema?.$id === undefined ? undefined : ajv.getSchema(schema.$id);
    if (validate === undefined) throw new Error(`no schema for ${kind} files`);
    return validate as ValidateFunction;
  };
}

/** Returns the source of a factory that takes a loader of ajv's helpers and returns the validators. */
export function structureText(schemas: Schemas, kinds: readonly FileKind[]): string {
  const ids = kinds.map((kind) => [kind, (schemas[`${kind}.schema.json`] as { $id: string }).$id] as const);
  const code = standalone(ajvWith(schemas, true, true), Object.fromEntries(ids));
  return `(require) => { const exports = {};\n${code}\nreturn exports; }`;
}
