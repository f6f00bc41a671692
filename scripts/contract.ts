// Compares the interfaces with the committed contract files: npm run contract. With `-- --write` it records them. A client
// that was written for the recorded interface must work with the present one.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DEFAULT_FOLDER, HOME } from "../src/definitions/folder.js";
import { loadFolder } from "../src/definitions/load.js";
import type { RuntimeSet } from "../src/engine/run/tool.js";
import { isRecord } from "../src/json/objects.js";
import { buildApp } from "../src/server/app.js";
import { tiersOrReport } from "../src/settings/tiers.js";

/** Facts of an interface by their position, such as the type of a field. */
export type Contract = Readonly<Record<string, string>>;
type Json = Readonly<Record<string, unknown>>;

const FILES = ["openapi", "mcp"] as const;
const REQUIRED = "required ";
/** Facts about what a client sends. */
const REQUEST = / (?:body|parameter) /;

export interface Difference {
  readonly kind: "breaking" | "additive";
  readonly text: string;
}

/**
 * Lists the differences. Removed and changed facts break clients, except inputs that became optional. New facts do
 * not, except required inputs of existing operations.
 */
export function differences(recorded: Contract, present: Contract): Difference[] {
  const removed = Object.entries(recorded).flatMap(([key, before]): Difference[] => {
    const after = present[key];
    if (after === before) return [];
    if (after === undefined) return [{ kind: "breaking", text: `removed: ${key} (${before})` }];
    const isLooser = REQUEST.test(key) && before === REQUIRED + after;
    return [{ kind: isLooser ? "additive" : "breaking", text: `changed: ${key} (${before} to ${after})` }];
  });
  const added = Object.entries(present).flatMap(([key, fact]): Difference[] => {
    if (recorded[key] !== undefined) return [];
    const operation = REQUEST.exec(key);
    const isDemand = operation !== null && fact.startsWith(REQUIRED);
    const isOld = isDemand && recorded[key.slice(0, operation.index)] !== undefined;
    return [{ kind: isOld ? "breaking" : "additive", text: `added: ${key} (${fact})` }];
  });
  return [...removed, ...added];
}

const recordsIn = (value: unknown): Json => (isRecord(value) ? value : {});
const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Adds the facts of a schema: types, words and fields. References are facts, because schemas are listed once. */
function addSchema(facts: Record<string, string>, at: string, schema: Json, required = false): void {
  const mark = required ? REQUIRED : "";
  const { $ref, type, properties, items } = schema;
  const kind = typeof $ref === "string" ? $ref.split("/").at(-1) : [type ?? "any"].flat().join("|");
  facts[at] = mark + kind;
  for (const word of listIn(schema.enum)) facts[`${at} = ${JSON.stringify(word)}`] = "word";
  const demanded = new Set(listIn(schema.required));
  for (const [name, field] of Object.entries(recordsIn(properties)))
    addSchema(facts, `${at}/${name}`, recordsIn(field), demanded.has(name));
  if (isRecord(items)) addSchema(facts, `${at}[]`, items);
  for (const choice of ["oneOf", "anyOf", "allOf"])
    listIn(schema[choice]).forEach((each, index) => {
      addSchema(facts, `${at} ${choice} ${index}`, recordsIn(each));
    });
}

/** Returns the schema of the first content type. */
function contentSchema(holder: unknown): Json {
  const [content] = Object.values(recordsIn(recordsIn(holder).content));
  return recordsIn(recordsIn(content).schema);
}

function openapiContract({ paths, components }: Json): Contract {
  const facts: Record<string, string> = {};
  for (const [path, methods] of Object.entries(recordsIn(paths)))
    for (const [method, operation] of Object.entries(recordsIn(methods))) {
      if (!isRecord(operation) || operation.responses === undefined) continue;
      const at = `${method.toUpperCase()} ${path}`;
      facts[at] = "operation";
      for (const each of listIn(operation.parameters)) {
        const { name, required, schema, $ref } = recordsIn(each);
        const named = typeof $ref === "string" ? ($ref.split("/").at(-1) ?? "") : String(name);
        addSchema(facts, `${at} parameter ${named}`, recordsIn(schema), required === true);
      }
      if (operation.requestBody !== undefined)
        addSchema(facts, `${at} body `, contentSchema(operation.requestBody), true);
      for (const [status, response] of Object.entries(recordsIn(operation.responses)))
        addSchema(facts, `${at} ${status}`, contentSchema(response));
    }
  for (const [name, schema] of Object.entries(recordsIn(recordsIn(components).schemas))) {
    const isInput = name.endsWith(".input");
    facts[`schema ${name}`] = "schema";
    addSchema(facts, `schema ${name}${isInput ? " body " : " /"}`, recordsIn(schema));
  }
  return facts;
}

function mcpContract(lists: Readonly<Record<string, Json>>): Contract {
  const facts: Record<string, string> = {};
  for (const [method, result] of Object.entries(lists))
    for (const each of Object.values(result).flatMap(listIn)) {
      const { name, uriTemplate, inputSchema, arguments: named } = recordsIn(each);
      const at = `${method} ${String(uriTemplate ?? name)}`;
      facts[at] = "entry";
      if (isRecord(inputSchema)) addSchema(facts, `${at} body `, inputSchema, true);
      for (const argument of listIn(named)) {
        const { name: word, required } = recordsIn(argument);
        facts[`${at} parameter ${String(word)}`] = `${required === true ? REQUIRED : ""}argument`;
      }
    }
  return facts;
}

/** Returns the present contracts of a set, as the service gives them. */
export async function presentContracts(set: RuntimeSet): Promise<Readonly<Record<string, Contract>>> {
  const offered = await tiersOrReport(DEFAULT_FOLDER, undefined);
  const app = await buildApp({ set, tiers: offered?.tiers, version: "0.0.0", maxLag: 0 });
  const openapi = (await app.inject({ url: "/openapi.json" })).json<Json>();
  const lists: Record<string, Json> = {};
  for (const method of ["tools/list", "resources/templates/list", "prompts/list"]) {
    const payload = { jsonrpc: "2.0", id: 1, method };
    const answer = await app.inject({ method: "POST", url: "/mcp?schemas=full", payload });
    lists[method] = recordsIn(answer.json<Json>().result);
  }
  await app.close();
  return { openapi: openapiContract(openapi), mcp: mcpContract(lists) };
}

export function recordedContract(name: string): Contract {
  const path = join(HOME, "contract", `${name}.json`);
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Contract) : {};
}

async function main(write: boolean): Promise<number> {
  const { set } = loadFolder();
  if (set === undefined) throw new Error("the definitions have errors: see plumbline check");
  const present = await presentContracts(set);
  let found = 0;
  for (const name of FILES) {
    for (const { kind, text } of differences(recordedContract(name), present[name] ?? {})) {
      found++;
      process.stdout.write(`${kind}: ${name}: ${text}\n`);
    }
    if (write)
      writeFileSync(join(HOME, "contract", `${name}.json`), `${JSON.stringify(present[name], null, 1)}\n`);
  }
  process.stdout.write(`${found} differences${write ? ", recorded" : ""}\n`);
  return found > 0 && !write ? 1 : 0;
}

if (process.argv[1]?.endsWith("contract.js") === true)
  process.exitCode = await main(process.argv.includes("--write"));
