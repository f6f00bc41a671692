// The fixed part of the OpenAPI document agrees with the code: limits, statuses and components.
import { describe, expect, test } from "vitest";
import {
  LONGEST_NAME,
  LONGEST_OVERLAP_S,
  MOST_CALLS as MOST_CALLS_PER_MONTH,
  MOST_REQUESTS,
  OVERLAP_S,
} from "../../src/access/key-service.js";
import { TONES } from "../../src/engine/language/headline.js";
import { isRecord } from "../../src/json/objects.js";
import { DETAILS } from "../../src/pages/sheet/options.js";
import { MOST_CALLS as MOST_BATCH_CALLS } from "../../src/server/calls/batch.js";
import { LONGEST_QUERY } from "../../src/server/calls/calls.js";
import { POINTS_PER_CALL } from "../../src/server/calls/sweep.js";
import { KINDS } from "../../src/server/http/problems.js";
import { PROTOCOL_VERSIONS } from "../../src/server/mcp/server.js";
import { CONSTANTS } from "../../src/server/openapi/constants.js";
import { openapiDocument } from "../../src/server/openapi/document.js";
import { FIXED_TEXTS, readFixed, withValues } from "../../src/server/openapi/fixed-part.js";
import { legacyDocument } from "../../src/server/openapi/legacy.js";
import type { Service } from "../../src/server/options.js";
import { MOST_ROWS } from "../../src/server/table/open-sent.js";
import { MOST_COLUMNS } from "../../src/tables/sweep-columns.js";
import { MOST_POINTS } from "../../src/tables/sweep-points.js";
import { ownTiers } from "../helpers/own-definitions.js";

const SERVICE = {
  set: { tools: new Map(), legacy: new Map(), edition: "2026-11-01" },
  tiers: ownTiers(),
  version: "1.2.3",
  publicUrl: "https://plumbline.example",
} as unknown as Service;
const DOCUMENT = openapiDocument(SERVICE);

/** Returns the value at a path; keys contain slashes, so spaces separate them. */
function at(keys: string): unknown {
  let value: unknown = DOCUMENT;
  for (const key of keys.split(" ")) value = (value as Record<string, unknown> | undefined)?.[key];
  return value;
}

function* refsIn(node: unknown, key = ""): Generator<readonly [key: string, ref: string]> {
  if (Array.isArray(node)) for (const each of node) yield* refsIn(each, key);
  if (!isRecord(node)) return;
  if (typeof node.$ref === "string") yield [key, node.$ref];
  for (const [name, each] of Object.entries(node)) yield* refsIn(each, name);
}

const SCHEMAS = "components schemas";
const VARY = `${SCHEMAS} Sweep properties vary`;
const NEW_KEY = `${SCHEMAS} NewKey properties`;

describe("constants of the code", () => {
  test.each<[string, unknown]>([
    [`${SCHEMAS} Batch properties calls maxItems`, MOST_BATCH_CALLS],
    [`${VARY} additionalProperties oneOf 0 maxItems`, MOST_POINTS],
    [`${VARY} additionalProperties oneOf 2 properties points maximum`, MOST_POINTS],
    [`${SCHEMAS} Sweep properties columns maxItems`, MOST_COLUMNS],
    [`${NEW_KEY} name maxLength`, LONGEST_NAME],
    [`${NEW_KEY} requests maximum`, MOST_REQUESTS],
    [`${NEW_KEY} calls_per_month maximum`, MOST_CALLS_PER_MONTH],
    [`${SCHEMAS} Rotation properties overlap_s maximum`, LONGEST_OVERLAP_S],
    [`${SCHEMAS} Rotation properties overlap_s default`, OVERLAP_S],
    ["components parameters Detail schema enum", DETAILS],
    [`${SCHEMAS} Figure oneOf 0 properties items items properties tone enum`, TONES],
    [`${SCHEMAS} Figure oneOf 4 properties bands items properties tone enum`, TONES],
  ])("%s", (keys, value) => {
    expect(at(keys)).toEqual(value);
  });

  test.each<[string, string]>([
    [`${VARY} description`, ` ${MOST_POINTS} points`],
    ["paths /v1/tools/{name}/sheet get parameters 1 description", ` ${LONGEST_QUERY} characters`],
    ["paths /v1/tools/{name}/sweep post description", ` ${POINTS_PER_CALL} points`],
    ["paths /v1/tools/{name}/table post description", ` ${MOST_ROWS} rows`],
    ["paths /mcp post description", `: ${PROTOCOL_VERSIONS.join(", ")}.`],
    ["info description", "0 deterministic tools, edition 2026-11-01."],
  ])("in words: %s", (keys, words) => {
    expect(at(keys)).toContain(words);
  });

  test("each is stated somewhere, and a name without a value is refused", () => {
    const written = [...FIXED_TEXTS.values()].join("\n");
    for (const name of Object.keys(CONSTANTS)) expect(written).toContain(`<${name}>`);
    expect(() => withValues({ maximum: "<most_wishes>" }, CONSTANTS)).toThrow("<most_wishes> has no value");
  });

  test("a value keeps its type where it stands alone, and its key is left out where there is none", () => {
    const node = { most: "<n>", words: "at most <n> of <list>", none: "<none>", fixed: [1, null, "<n>"] };
    expect(withValues(node, { n: 3, list: ["a", "b"], none: undefined })).toEqual({
      most: 3,
      words: "at most 3 of a, b",
      fixed: [1, null, 3],
    });
  });
});

test("no place is left without its value", () => {
  for (const document of [DOCUMENT, legacyDocument(SERVICE)])
    expect(JSON.stringify(document)).not.toMatch(/<[a-z_]+>/);
});

test("a problem stands under its own status", () => {
  const listed = [...refsIn(DOCUMENT.paths), ...refsIn(readFixed("tool"))].filter(([, ref]) =>
    ref.startsWith("#/components/responses/"),
  );
  expect(listed.length).toBeGreaterThan(100);
  const statuses = new Map<string, number>(Object.entries(KINDS).map(([kind, [status]]) => [kind, status]));
  for (const [key, ref] of listed)
    expect([ref, statuses.get(ref.split("/").at(-1) ?? "")]).toEqual([ref, Number(key)]);
});

test.each([
  ["main", DOCUMENT],
  ["older", legacyDocument(SERVICE)],
] as const)("every reference of the %s document leads to a component", (part, document) => {
  const components = document.components as Record<string, Record<string, unknown>>;
  const refs = [...refsIn(document), ...refsIn(readFixed("tool")[part])];
  for (const [, ref] of refs) {
    const [, , kind = "", name = ""] = ref.split("/");
    // References to schemas of tools contain the tool's name.
    if (!name.startsWith("<name>")) expect(components[kind]?.[name], ref).toBeDefined();
  }
});
