// The schema of an input as the text of a function that checks it; the text can be kept, the compiler need not be there.
import { _, Ajv2020, type KeywordCxt } from "ajv/dist/2020.js";
import * as standaloneModule from "ajv/dist/standalone/index.js";
import * as formatsModule from "ajv-formats";

const addFormats = formatsModule.default as unknown as (ajv: Ajv2020, formats: string[]) => void;
const standalone = standaloneModule.default as unknown as (ajv: Ajv2020, validate: unknown) => string;

function newAjv(): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: true,
    strict: true,
    strictRequired: false,
    strictTypes: false,
    verbose: true,
    coerceTypes: false,
    code: { source: true },
  });
  addFormats(ajv, ["date"]);
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
  for (const keyword of ["unit", "scale", "label"]) ajv.addKeyword({ keyword, schemaType: "string" });
  return ajv;
}

/** The built-in keyword reads a text to its end even where maxLength has refused it; time is bounded up to there only. */
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
  // A character takes at most two units.
  context.fail(maxLength === undefined ? wrong : _`${data}.length <= ${maxLength * 2} && ${wrong}`);
}

/** Shared, because each one builds the schema of schemas anew. */
const AJV = newAjv();

export function validatorCode(schema: Readonly<Record<string, unknown>>): string {
  const code = standalone(AJV, AJV.compile(schema));
  // The text is all that is needed of it.
  AJV.removeSchema(schema);
  return code;
}
