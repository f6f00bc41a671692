// Completes names, columns and functions in formulas and text braces; and sources, units, parts, tables and scales
// after their keys.

import { BUILTINS, SPECIAL } from "../engine/functions/all.js";
import type { Location } from "../engine/language/locations.js";
import { fieldNames, type Type } from "../engine/language/types.js";
import { UNIT_NAMES } from "../engine/language/units.js";
import type { Scope } from "../engine/typing/plan.js";
import type { LintedTool } from "../lint/load.js";
import { type NamedThing, NameIndex } from "../lint/names.js";
import type { Workspace } from "./workspace.js";

export interface Proposal {
  readonly name: string;
  readonly kind: NamedThing["kind"] | "built-in function" | "unit" | "word";
  readonly detail?: string | undefined;
}

/** Keys with sentences as values; names occur only within braces. */
const TEXTS =
  /(?:^|[\s{,-])(?:say|text|give|title|description|because|standard_reference|disclaimer|note):\s*([^#]*)$/;
const AFTER = /(?:^|[\s{,-])(cite|unit|shared|parts|scale|field|calculate|source)["']?:\s*\[?["']?([^\]}]*)$/;

/** `before` is the line up to the cursor. */
export function proposals(workspace: Workspace, at: Location, before: string): Proposal[] {
  const { read } = workspace.loaded;
  const tools = workspace.toolsOf(at.file);
  const plain = (kind: Proposal["kind"], names: Iterable<string>) =>
    [...names].map((name) => ({ name, kind }));
  const [, key, value = ""] = AFTER.exec(before) ?? [];
  switch (key) {
    case "cite":
    case "source":
      return /\s\S*$/.test(value.trimStart())
        ? []
        : read.bibliography.map(({ source }) => ({ name: source.id, kind: "source", detail: source.title }));
    case "unit":
      return plain("unit", [...new Set([...unitsOf(tools), ...UNIT_NAMES])]);
    case "shared":
      return plain("shared table", read.shared.keys());
    case "parts":
      return plain("part", read.parts.keys());
    case "scale":
      return plain("word", new Set(tools.flatMap(({ plan }) => [...plan.def.scales.keys()])));
    case "field":
      return plain("input", new Set(tools.flatMap(({ plan }) => [...plan.inputs.keys()])));
    case "calculate":
      return plain("function", new Set(tools.flatMap(({ plan }) => [...plan.def.calculations.keys()])));
    default:
  }
  const sentence = TEXTS.exec(before)?.[1];
  if (
    sentence !== undefined &&
    !/^["']?=\s/.test(sentence) &&
    sentence.lastIndexOf("{") <= sentence.lastIndexOf("}")
  )
    return [];
  const found = new Map<string, Proposal>();
  for (const tool of tools)
    for (const each of inFormula(tool, at, before)) if (!found.has(each.name)) found.set(each.name, each);
  return [...found.values()];
}

function unitsOf(tools: readonly LintedTool[]): string[] {
  return tools.flatMap(({ plan }) => [
    ...[...plan.inputs.values()].flatMap(({ unit }) => unit ?? []),
    ...plan.slots.flatMap(({ def }) => def.unit ?? []),
  ]);
}

function inFormula(tool: LintedTool, at: Location, before: string): Proposal[] {
  const things = new NameIndex(tool.plan);
  const { plan } = tool;
  const listed = (thing: NamedThing | undefined): Proposal[] =>
    thing === undefined
      ? []
      : [
          {
            name: thing.name,
            kind: thing.kind,
            detail: [thing.title, thing.type, thing.unit].filter(Boolean).join(" · "),
          },
        ];
  if (/flagged\(\\?"\w*$/.test(before))
    return things
      .all()
      .filter(({ kind }) => kind === "flag")
      .flatMap(listed);
  const scopes = around(tool, at);
  const [, owner] = /([A-Za-z_]\w*)(?:\([^()]*\))?\.\w*$/.exec(before) ?? [];
  if (owner !== undefined) {
    const type = typeOf(tool, scopes, owner);
    const record = type?.kind === "list" ? type.item : type;
    if (record?.kind !== "record") return [];
    return fieldNames(record).flatMap((name) => {
      const thing = things.field(record, name).slice(0, 1).flatMap(listed);
      return thing.length > 0 ? thing : [{ name, kind: "column" as const }];
    });
  }
  return [
    ...scopes.flatMap((scope) => [
      ...[...scope.params.keys()].flatMap((name) => listed(things.parameter(scope, name))),
      ...[...scope.slots.values()].flatMap((slot) => listed(things.value(slot))),
      ...(scope.item === undefined ? [] : [{ name: scope.item.name, kind: "value" as const }]),
      ...(scope.item?.type.kind === "record"
        ? fieldNames(scope.item.type).map((name) => ({ name, kind: "column" as const }))
        : []),
    ]),
    ...[...plan.inputs.keys()].flatMap((name) => listed(things.input(name))),
    ...[...plan.tables.values()].flatMap(({ def }) => listed(things.table(def))),
    ...[...plan.def.calculations.keys()].map((name) => ({ name, kind: "function" as const })),
    ...Object.entries(BUILTINS).map(([name, { usage }]) => ({
      name,
      kind: "built-in function" as const,
      detail: usage,
    })),
    ...Object.keys(SPECIAL).map((name) => ({ name, kind: "built-in function" as const })),
    ...["and", "or", "not", "true", "false", "null", "edition", "as_of", "pi"].map((name) => ({
      name,
      kind: "word" as const,
    })),
  ];
}

/** Returns the scopes at a location: those of the nearest value that starts above it. */
function around({ plan }: LintedTool, { file, line }: Location): Scope[] {
  let nearest: { readonly line: number; readonly scope: Scope } = { line: 0, scope: plan.root };
  for (const { def, scope } of plan.slots)
    if (def.location.file === file && def.location.line <= line && def.location.line > nearest.line)
      nearest = { line: def.location.line, scope };
  const scopes: Scope[] = [];
  for (let scope: Scope | undefined = nearest.scope; scope !== undefined; scope = scope.parent)
    scopes.push(scope);
  return scopes;
}

function typeOf({ plan }: LintedTool, scopes: readonly Scope[], name: string): Type | undefined {
  for (const { slots, params, item } of scopes) {
    const found = slots.get(name)?.type ?? params.get(name) ?? (item?.name === name ? item.type : undefined);
    if (found !== undefined) return found;
  }
  return plan.inputs.get(name)?.type ?? plan.tables.get(name)?.row;
}
