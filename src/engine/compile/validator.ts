// Compiles the schema of an input to a validator function, so that validation needs no schema compiler.
import { _, Ajv2020, type KeywordCxt } from "ajv/dist/2020.js";
import * as standaloneModule from "ajv/dist/standalone/index.js";
import * as formatsModule from "ajv-formats";

const addFormats = formatsModule.default as unknown as (
  ajv: Ajv2020,
  options: { readonly formats: readonly string[]; readonly keywords: boolean },
) => void;
const standalone = standaloneModule.default as unknown as (ajv: Ajv2020, validate: unknown) => string;

function newAjv(): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: true,
    strict: true,
    strictRequired: false,
    strictTypes: false,
    verbose: true,
    coerceTypes: false,
    // The engine generates served schemas, so validating them would only cost time.
    meta: false,
    validateSchema: false,
    code: { source: true },
  });
  addFormats(ajv, { formats: ["date"], keywords: true });
  ajv.removeKeyword("pattern");
  ajv.addKeyword({
    keyword: "pattern",
    type: "string",
    schemaType: "string",
    code: writePattern,
    error: {
      message: ({ schemaCode }) => _`"must match pattern " + ${schemaCode}`,
      params: ({ schemaCode }) => _`{pattern: ${schemaCode}}`,
    },
  });
  for (const keyword of ["unit", "scale", "label", "symbol"])
    ajv.addKeyword({ keyword, schemaType: "string" });
  ajv.addKeyword({ keyword: "choices", schemaType: "object" });
  ajv.addKeyword({ keyword: "assumed" });
  ajv.addKeyword({ keyword: "x-applies" });
  return ajv;
}

/**
 * The built-in keyword matches the complete text even if maxLength has refused it, but running time is bounded up to
 * maxLength only.
 */
function writePattern(context: KeywordCxt): void {
  const { data, gen, schema, parentSchema } = context;
  const pattern = String(schema);
  const fits = gen.scopeValue("pattern", {
    key: pattern,
    ref: new RegExp(pattern, "u"),
    code: _`new RegExp(${pattern}, "u")`,
  });
  const { maxLength } = parentSchema as { readonly maxLength?: number };
  const wrong = _`!${fits}.test(${data})`;
  // A character takes at most two UTF-16 units.
  context.fail(maxLength === undefined ? wrong : _`${data}.length <= ${maxLength * 2} && ${wrong}`);
}

/** Returns the source of a factory that takes a loader of ajv's helpers and returns the validator. */
export function validatorText(schema: Readonly<Record<string, unknown>>): string {
  // A new compiler each time, because its counter makes the text depend on earlier calls.
  const ajv = newAjv();
  const code = standalone(ajv, ajv.compile(schema));
  return `(require) => { const module = {};\n${code}\nreturn module.exports; }`;
}
