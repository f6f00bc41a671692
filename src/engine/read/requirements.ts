// Requirements, verdicts and classes of a tool: they become ordinary values, `requirement` with a group for each requirement,
// `requirements` with the checklist, and a value for each verdict and class.
import { mapIn, mapsIn, mapsOf } from "./fields.js";
import { citationOf, isMarked, type WrittenReader } from "./formulas.js";
import { made } from "./generated.js";
import { OWN_NAMES, requirementValues } from "./requirement-values.js";
import { classValues, verdictValues } from "./verdicts.js";
import { locationOf, locationOfKey, positionOf, recordPosition, type Yaml, type YamlMap } from "./yaml.js";

export interface ReadRequirements {
  /** Values and results as they are written. */
  readonly values: YamlMap;
  readonly results: YamlMap;
  /** Whether the date affects which requirements are in force. */
  readonly isDated: boolean;
}

/** Keys that rules inherit from their group. Conditions of a group and its rules must both be true. */
const HANDED = "cite at clause binds from due until standing should words group applies where".split(" ");

export function readRequirements(tool: YamlMap, written: WrittenReader): ReadRequirements | undefined {
  if (!Array.isArray(tool.requirements)) return undefined;
  checkNames(tool, written);
  const values: YamlMap = {};
  const named: YamlMap = {};
  const listed: Yaml[] = [];
  const all = new Set<string>();
  let isDated = false;
  for (const rule of rulesIn(mapsIn(tool, "requirements"), {})) {
    const read = requirementValues(rule);
    for (const status of read.statuses) all.add(status);
    isDated ||= read.isDated;
    const [loop] = Object.keys(mapIn(rule, "each"));
    const name = loop ?? String(rule.id);
    if (name in named)
      written.report.error("requirement", locationOf(rule, "id"), `There are two requirements ${name}.`);
    if (!isMarked(rule.clause ?? null) && clauseOf(rule) === null && !("row" in rule))
      written.report.error(
        "requirement",
        positionOf(rule).location,
        `${name} states no clause.`,
        "add clause: or at:",
      );
    const group = made({ ...citedAt(rule), values: made(read.values, rule) }, rule);
    // The formulas of a requirement must not see the others by their ids.
    values[`requirement_${name}`] = loop === undefined ? group : looped(rule, group);
    named[name] = `requirement_${name}`;
    listed.push(listedAs(rule, loop, name, read.values));
  }
  Object.assign(values, {
    requirement: made({ values: made(named, tool) }, tool),
    requirements: made({ collect: listed }, tool),
  });
  for (const [name, verdict] of mapsOf(mapIn(tool, "verdicts")))
    Object.assign(values, verdictValues(name, verdict, all));
  for (const [name, of] of mapsOf(mapIn(tool, "classes"))) Object.assign(values, classValues(name, of));
  return { values: made(values, tool), results: checklist(tool), isDated };
}

/** Formulas of a requirement find its own fields first. */
function checkNames(tool: YamlMap, { report }: WrittenReader): void {
  for (const section of ["inputs", "values", "conditions"])
    for (const name of OWN_NAMES) {
      const message = `${name} is also a field of every requirement.`;
      if (name in mapIn(tool, section))
        report.error("name", locationOfKey(mapIn(tool, section), name), message, "rename it");
    }
}

/** Every requirement with what its groups hand down. */
function rulesIn(list: readonly YamlMap[], around: YamlMap): YamlMap[] {
  return list.flatMap((raw) => {
    const rule: YamlMap = { ...around, ...raw };
    recordPosition(rule, positionOf(raw));
    for (const key of ["applies", "where"])
      if (key in raw && key in around) rule[key] = `(${String(around[key])}) and (${String(raw[key])})`;
    if (!Array.isArray(raw.rules)) return [rule];
    return rulesIn(
      mapsIn(raw, "rules"),
      Object.fromEntries(Object.entries(rule).filter(([key]) => HANDED.includes(key))),
    );
  });
}

/** A requirement for each item of a list; its values are in a group, so that they hide no column of the item. */
function looped(rule: YamlMap, group: YamlMap): YamlMap {
  const row = "row" in rule ? { row: rule.row ?? null } : {};
  const where = "where" in rule ? { where: rule.where ?? null } : {};
  return made({ each: mapIn(rule, "each"), ...where, values: made({ ...row, rule: group }, rule) }, rule);
}

/** The checklist entry of a requirement. */
function listedAs(rule: YamlMap, loop: string | undefined, name: string, values: YamlMap): YamlMap {
  const path = loop === undefined ? `requirement_${name}` : "one.rule";
  const field = (key: string, otherwise: Yaml = null): readonly [string, Yaml] => [
    key,
    key in values ? `= ${path}.${key}` : word(rule[key] ?? otherwise),
  ];
  const give = Object.fromEntries([
    ...["id", "group", "title", "binds", "from", "due", "until", "in_force_from"].map((key) => field(key)),
    ["clause", "clause" in values ? `= ${path}.clause` : word(clauseOf(rule))],
    field("standing", "law"),
    field("counts", true),
    ...["on_facts", "status", "counts_as", "sentence", "settle", "rests_on"].map((key) => field(key)),
  ]);
  const where = loop === undefined && "where" in rule ? { when: rule.where ?? null } : {};
  const each = loop === undefined ? {} : { each: made({ one: `requirement_${name}` }, rule) };
  return made({ ...each, ...where, give: made(give, rule) }, rule);
}

/** Quotes a word, so that it cannot refer to a value of the same name. */
function word(raw: Yaml): Yaml {
  return typeof raw === "string" && !isMarked(raw) && !raw.includes("{") ? `= ${JSON.stringify(raw)}` : raw;
}

/** The citation of a requirement, at its clause. */
function citedAt({ cite, at, clause = at }: YamlMap): YamlMap {
  const own = clause === undefined || clause === null || isMarked(clause) ? {} : { at: clause };
  return { ...(cite === undefined ? {} : { cite }), ...own };
}

function clauseOf(rule: YamlMap): Yaml {
  const { at, cite = null } = citedAt(rule);
  const [first] = [cite].flat().flatMap((each) => citationOf(each) ?? []);
  return at ?? first?.clause ?? null;
}

/** The result that shows every requirement in one shape. */
function checklist(tool: YamlMap): YamlMap {
  const field = (name: string, title: string, more: YamlMap = {}) =>
    [name, made({ title, value: `= requirement.${name}`, ...more }, tool)] as const;
  const fixed = { fixed_because: "The definition states it." };
  const fields = Object.fromEntries([
    field("id", "Id"),
    field("title", "Requirement"),
    field("clause", "Clause", fixed),
    field("status", "Status"),
    field("sentence", "In words"),
    field("binds", "Binds", fixed),
    field("from", "In force from", fixed),
    field("due", "Due", fixed),
    field("settle", "Settled by"),
    field("rests_on", "Rests on"),
  ]);
  const each = made({ requirement: "requirements" }, tool);
  return made(
    { requirements: made({ title: "Requirements", each, fields: made(fields, tool) }, tool) },
    tool,
  );
}
