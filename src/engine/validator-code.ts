// The schema of an input as the text of a function that checks it; the text can be kept, the compiler need not be there.
import { Ajv2020 } from "ajv/dist/2020.js";
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
  for (const keyword of ["unit", "scale", "label"]) ajv.addKeyword({ keyword, schemaType: "string" });
  return ajv;
}

/** Shared, because each one builds the schema of schemas anew. */
const AJV = newAjv();

export function validatorCode(schema: Readonly<Record<string, unknown>>): string {
  const code = standalone(AJV, AJV.compile(schema));
  // The text is all that is needed of it.
  AJV.removeSchema(schema);
  return code;
}
