// The schema of an input as the text of a function that checks it, so that who checks needs no compiler of schemas.
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
    // Served schemas are made by the engine: the schema of schemas would cost more than all of them.
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

/** A function that needs nothing around it: given a way to ask for parts of ajv, it makes what checks an input. */
export function validatorText(schema: Readonly<Record<string, unknown>>): string {
  // A compiler of its own: one that is shared counts on, and the same schema would give another text the next time.
  const ajv = newAjv();
  const code = standalone(ajv, ajv.compile(schema));
  return `(require) => { const module = {};\n${code}\nreturn module.exports; }`;
}
