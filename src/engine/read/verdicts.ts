// Verdicts as values: the worst status of the requirements that count. Classes are no better than their gates.
import { mapIn } from "./fields.js";
import { isOneOf, ladder, made, type Rung } from "./generated.js";
import { isYamlMap, type Yaml, type YamlMap } from "./yaml.js";

/** The statuses of a verdict, the one that decides first. */
const STATUSES = ["not_met", "open", "unchecked", "met_if", "exempt", "met", "upcoming", "none"] as const;
type Status = (typeof STATUSES)[number];

/** The status that supplies the word of a status without one. */
const FALLS: Readonly<Partial<Record<Status, Status>>> = {
  met: "met_if",
  unchecked: "met_if",
  exempt: "met_if",
  upcoming: "none",
};

/** A verdict without words; null for any other status. */
const YES_NO: Readonly<Partial<Record<Status, boolean>>> = { met: true, not_met: false };

/** Returns the values of a verdict on requirements that can have these statuses. */
export function verdictValues(name: string, verdict: YamlMap, statuses: ReadonlySet<string>): YamlMap {
  // What does not apply by an assumption alone makes what is met conditional.
  const rests = ["met", "met_if", "not_applicable"].every((status) => statuses.has(status));
  const can = STATUSES.filter((status) => statuses.has(status));
  const has = (word: string) => `has(${name}_counts, "${word}")`;
  const tested = (status: Status) =>
    status === "met_if" && rests
      ? `${has(status)} or ${has("met")} and ${has("not_applicable_if")}`
      : has(status);
  const rungs = can.map((status): Rung => {
    const isLater = status === "upcoming";
    return [isLater ? 'count(requirements[status == "upcoming"]) > 0' : tested(status), status];
  });
  const words = mapIn(verdict, "words");
  const of = (status: Status) => ("words" in verdict ? wordFor(status, words) : (YES_NO[status] ?? null));
  const held: readonly Rung[] =
    typeof verdict.held === "string" ? [[`(${verdict.held}) != true`, words.not_held ?? of("open")]] : [];
  const doubt: readonly Rung[] =
    typeof verdict.doubt === "string"
      ? [[`${name}_status != "not_met" and (${verdict.doubt})`, of("open")]]
      : [];
  // One rule for each word, so that no rule repeats another.
  const last = JSON.stringify(of("none"));
  const byWord = new Map<string, Status[]>();
  for (const status of can) {
    const word = JSON.stringify(of(status));
    if (word !== last) byWord.set(word, [...(byWord.get(word) ?? []), status]);
  }
  const chosen = [...byWord].map(
    ([word, of]): Rung => [isOneOf(`${name}_status`, of), JSON.parse(word) as Yaml, because(of)],
  );
  const value = ladder([...held, ...doubt, ...chosen], JSON.parse(last) as Yaml, verdict);
  const scale = typeof verdict.scale === "string" ? { scale: verdict.scale } : {};
  return {
    [`${name}_counts`]: counted(verdict, rests),
    [`${name}_status`]: ladder(rungs, "none", verdict),
    [name]: isYamlMap(value) ? made({ ...value, ...scale }, verdict) : value,
  };
}

const REASONS: Readonly<Record<Status, string>> = {
  not_met: "a requirement is not met",
  open: "nothing is missed, and a requirement is open",
  unchecked: "a requirement is not checked here",
  met_if: "every requirement is met if what was assumed is right",
  exempt: "every requirement is met or exempt",
  met: "every requirement is met",
  upcoming: "no requirement is in force yet",
  none: "no requirement applies",
};

function because(statuses: readonly Status[]): string {
  const text = statuses.map((status) => REASONS[status]).join(", or ");
  return `${text[0]?.toUpperCase() ?? ""}${text.slice(1)}.`;
}

/** The word for a status, or for the next one that has a word. */
function wordFor(status: Status, words: YamlMap): Yaml {
  for (let next: Status | undefined = status; next !== undefined; next = FALLS[next])
    if (next in words) return words[next] ?? null;
  return null;
}

/** The statuses that count for a verdict: those of its day, or of what binds by a day. */
function counted(verdict: YamlMap, rests: boolean): Yaml {
  const binds = [verdict.binds ?? []].flat().map(String);
  const date = "(requirement.due ?? requirement.in_force_from)";
  const byDay =
    typeof verdict.by !== "string"
      ? ["requirement.counts"]
      : [
          'requirement.standing == "law"',
          `(not given${date} or ${date} <= "${verdict.by}")`,
          `(not given(requirement.until) or requirement.until >= "${verdict.by}")`,
        ];
  const tests = [
    ...(binds.length === 0 ? [] : [isOneOf("requirement.binds", binds)]),
    ...(typeof verdict.of === "string" ? [`(${verdict.of})`] : []),
    ...byDay,
  ].join(" and ");
  const entry = (when: string, give: string) =>
    made({ each: made({ requirement: "requirements" }, verdict), when, give }, verdict);
  const upon = 'requirement.on_facts == "not_applicable" and count(requirement.rests_on) > 0';
  return made(
    {
      collect: [
        entry(tests, "= requirement.counts_as"),
        ...(rests ? [entry(`${tests} and ${upon}`, "not_applicable_if")] : []),
      ],
    },
    verdict,
  );
}

/** Returns the values of a class and of the best class that its gates allow. */
export function classValues(name: string, of: YamlMap): YamlMap {
  const rungs = Object.entries(mapIn(of, "at_best")).map(
    ([statuses, word]): Rung => [isOneOf(`${String(of.verdict)}_status`, statuses.split(/\s+/)), word],
  );
  const scale = { scale: of.scale ?? null };
  const best = ladder(rungs, of.best ?? null, of);
  return {
    [`${name}_at_best`]: isYamlMap(best) ? made({ ...best, ...scale }, of) : best,
    [name]: made({ formula: `min(${String(of.class)}, ${name}_at_best)`, ...scale }, of),
  };
}
