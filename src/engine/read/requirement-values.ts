// The values of one requirement: its formulas, its status on the facts and on the date, the inputs that would settle
// it, and its sentence.
import { mapIn } from "./fields.js";
import { isMarked } from "./formulas.js";
import { isOneOf, ladder, made, type Rung, unmarked } from "./generated.js";
import { isYamlMap, type Yaml, type YamlMap } from "./yaml.js";

export interface RequirementValues {
  readonly values: YamlMap;
  /** The statuses that it can have, or that it can count as. */
  readonly statuses: ReadonlySet<string>;
  /** Whether a day decides about it. */
  readonly isDated: boolean;
}

/** Names that a requirement's formula resolves to the requirement's own values first. */
export const OWN_NAMES =
  "applies met exempt ratio row from due until standing in_force_from is_in_force on_facts counts counts_as".split(
    " ",
  );

/** Conditions of a requirement by the name of their value, in the order in which they decide. */
const TERMS = { applies: "applies", met: "met", exempt: "unless" } as const;
type Term = keyof typeof TERMS;

/** Statuses that lower a verdict no further if the requirement is only recommended. */
const LOWERED = ["not_met", "open", "unchecked"];

export function requirementValues(rule: YamlMap): RequirementValues {
  const values: YamlMap = {};
  for (const key of ["id", "title", "clause", "binds", "standing", "from", "due", "until"])
    if (isMarked(rule[key] ?? null)) values[key] = unmarked(rule[key] ?? null);
  if ("ratio" in rule) Object.assign(values, { ratio: rule.ratio, met: "ratio <= 1" });
  for (const [name, key] of Object.entries(TERMS))
    if (key in rule) values[name] = unmarked(rule[key] ?? null);
  const terms = (Object.keys(TERMS) as Term[]).filter((name) => name in values);
  const isDated = addDates(rule, values);
  const statuses = addStatus(rule, terms, values);
  addWords(rule, statuses, values);
  const counted = (rule.should ?? false) !== false ? new Set([...statuses, "met_if"]) : statuses;
  return { values, statuses: counted, isDated };
}

/** `from` is the first day in force, `due` the last day to comply, `until` the last day in force. */
function addDates(rule: YamlMap, values: YamlMap): boolean {
  const { from = null, due = null, until = null, standing = "law" } = rule;
  for (const [name, day] of Object.entries({ from, due, until }))
    if (day !== null) values[name] ??= made({ formula: JSON.stringify(day) }, rule);
  if (from !== null) values.in_force_from = "from";
  else if (due !== null) values.in_force_from = "add_days(due, 1)";
  const law = "standing" in values ? ['standing == "law"'] : standing === "law" ? [] : ["false"];
  const began = ["(not given(in_force_from) or in_force_from <= as_of)"];
  const tests = [...law, ...("in_force_from" in values ? began : [])];
  if (tests.length > 0) values.is_in_force = tests.join(" and ");
  return from !== null || due !== null || until !== null;
}

/** Returns the statuses that it can have. */
function addStatus(rule: YamlMap, terms: readonly Term[], values: YamlMap): ReadonlySet<string> {
  const rungs = factRungs(rule, terms);
  const last = rungs.at(-1)?.[0] === "true" ? rungs.pop() : undefined;
  const otherwise = last?.[1] ?? "not_met";
  const facts = new Set([...rungs.map(([, give]) => String(give)), String(otherwise)]);
  const behind = (how: "missing" | "rests_on") => (terms.length === 0 ? [] : `= ${how}(${terms.join(", ")})`);
  values.on_facts = ladder(rungs, otherwise, rule);
  values.settle = byFacts(facts, [[["open", "unchecked"], behind("missing")]], [], rule);
  values.rests_on = byFacts(
    facts,
    [
      [["not_applicable"], "= rests_on(applies)"],
      [["met", "met_if"], "= rests_on(met)"],
      [["not_met", "exempt"], behind("rests_on")],
    ],
    [],
    rule,
  );
  const should =
    rule.should === true
      ? "true"
      : isMarked(rule.should ?? null)
        ? String(unmarked(rule.should ?? null))
        : "";
  const lowered = should === "" ? [] : LOWERED.filter((word) => facts.has(word));
  values.counts_as = ladder(
    lowered.length === 0 ? [] : [[`(${should}) and ${isOneOf("on_facts", lowered)}`, "met_if"]],
    "= on_facts",
    rule,
  );
  return addDay(rule, facts, values);
}

/** Returns the outcome for the first list of statuses that contains the status on the facts. */
function byFacts(
  facts: ReadonlySet<string>,
  gives: readonly (readonly [statuses: readonly string[], give: Yaml])[],
  otherwise: Yaml,
  rule: YamlMap,
): Yaml {
  const left = new Set(facts);
  const can = gives.flatMap(([statuses, give]) => {
    const own = statuses.filter((status) => left.delete(status));
    return own.length === 0 ? [] : [[isOneOf("on_facts", own), give] as const];
  });
  const last = left.size === 0 ? can.pop() : undefined;
  return ladder(can, last === undefined ? otherwise : last[1], rule);
}

/**
 * The status independent of the date. An assumption that is not cautious, or a proxy, makes a met requirement
 * conditional.
 */
function factRungs(rule: YamlMap, terms: readonly Term[]): Rung[] {
  const has = (name: Term) => terms.includes(name);
  const is = (name: Term, value: boolean) => `count(missing(${name})) == 0 and ${name} == ${value}`;
  const open = (names: readonly Term[]): Rung[] =>
    names.length === 0
      ? []
      : [[names.map((name) => `count(missing(${name})) > 0 or not given(${name})`).join(" or "), "open"]];
  const proxy = conditionOf(rule.assumes);
  const unchecked = conditionOf(rule.unchecked);
  const rungs: Rung[] = [];
  if ("row" in rule) rungs.push(["not given(row)", "open"]);
  if (has("applies")) rungs.push([is("applies", false), "not_applicable"]);
  if (has("met")) {
    const sound = `${is("met", true)} and count(rests_on(met)) == 0`;
    rungs.push(
      [proxy === undefined ? sound : `${sound} and not (${proxy})`, "met"],
      [is("met", true), "met_if"],
    );
  }
  if (has("exempt")) rungs.push([is("exempt", true), "exempt"]);
  if (unchecked === undefined) return [...rungs, ...open(terms)];
  const before = terms.filter((name) => name === "applies");
  rungs.push(...open(before), [unchecked, "unchecked"]);
  return unchecked === "true" ? rungs : [...rungs, ...open(terms)];
}

function conditionOf(said: Yaml | undefined): string | undefined {
  if (isYamlMap(said)) return String(said.when);
  return said === undefined || said === null ? undefined : "true";
}

/** The status on the day, and whether it counts for a verdict of that day. */
function addDay(rule: YamlMap, facts: ReadonlySet<string>, values: YamlMap): ReadonlySet<string> {
  const ends = "until" in values;
  const begins = "is_in_force" in values;
  const applies = facts.has("not_applicable") ? 'on_facts != "not_applicable" and ' : "";
  const rungs: Rung[] = [
    ...(ends ? [["until < as_of", "not_applicable"] as const] : []),
    ...(begins ? [[`${applies}not is_in_force`, "upcoming"] as const] : []),
  ];
  values.status = ladder(rungs, "= on_facts", rule);
  const tests = [
    ...(begins ? ['status != "upcoming"'] : []),
    ...(ends ? ['(status != "not_applicable" or status == on_facts)'] : []),
  ];
  if (tests.length > 0) values.counts = tests.join(" and ");
  return new Set([...facts, ...(begins ? ["upcoming"] : []), ...(ends ? ["not_applicable"] : [])]);
}

/** The sentence of each status, and the tool's own word for it. */
function addWords(rule: YamlMap, statuses: ReadonlySet<string>, values: YamlMap): void {
  const title = "title" in values ? "{title}" : String(rule.title ?? rule.id);
  const own = mapIn(rule, "say");
  const usual: readonly Rung[] = [
    ["met", `${title}: met.`],
    ["met_if", `${title}: met, if what was assumed is right.${after(rule.assumes)}`],
    ["exempt", `${title}: not met, and exempt.`],
    ["not_met", `${title}: not met.${after(rule.fix)}`],
    ["open", `${title}: not known.`],
    ["unchecked", `${title}: not checked here.${after(rule.unchecked)}`],
    ...upcoming(rule, values).map(([status, text]): Rung => [status, `${title}: ${text}`]),
    ["not_applicable", `${title}: does not apply.`],
  ];
  const can = usual.filter(([status]) => statuses.has(status.split(" ")[0] ?? ""));
  const sentences = can.map(([status, text]): Rung => [isStatus(status), own[status] ?? text]);
  values.sentence = ladder(sentences.slice(0, -1), sentences.at(-1)?.[1] ?? title, rule);
  const words = Object.entries(mapIn(rule, "words")).filter(([status]) => statuses.has(status));
  const rungs = words.map(([status, word]): Rung => [isStatus(status), word]);
  const last = rungs.length === statuses.size ? rungs.pop()?.[1] : undefined;
  if (words.length > 0) values.word = ladder(rungs, last ?? "= status", rule);
}

/** A status, after which a further condition may follow. */
function isStatus(text: string): string {
  const [status, ...more] = text.split(" ");
  return [`status == "${status}"`, ...more].join(" ");
}

/** A day that is a formula may be null. */
function upcoming(rule: YamlMap, values: YamlMap): readonly Rung[] {
  const day = "due" in values ? "due" : "from";
  if (!(day in values)) return [["upcoming", "announced."]];
  const known = day === "due" ? "due by {long_date(due)}." : "from {long_date(from)}.";
  if (!isMarked(rule[day] ?? null)) return [["upcoming", known]];
  return [
    [`upcoming and given(${day})`, known],
    ["upcoming", "announced, without a day."],
  ];
}

/** A sentence after another, if there is one. */
function after(said: Yaml | undefined): string {
  if (isYamlMap(said)) return ` ${String(said.say)}`;
  return typeof said === "string" ? ` ${said}` : "";
}
