// Requirements become values: statuses by the table of docs/language.md, evidence of missing inputs, verdicts and classes.
import { describe, expect, test } from "vitest";
import type { Tool } from "../../src/engine/tool.js";
import { toolOf } from "../helpers/one-tool.js";

interface Listed {
  readonly id: string;
  readonly status: string;
  readonly sentence: string;
  readonly settle: readonly string[];
  readonly rests_on: readonly string[];
}

/** The results of an input, the same by compiled code and interpreter. */
function resultOf(tool: Tool, input: object): Readonly<Record<string, unknown>> {
  const outcome = tool.run(input);
  expect(JSON.stringify(tool.interpret(input))).toBe(JSON.stringify(outcome));
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problems));
  return outcome.result;
}

/** Status and inputs that would settle each requirement, by its id. */
function statusesOf(tool: Tool, input: object): Readonly<Record<string, string>> {
  const list = resultOf(tool, input).requirements as readonly Listed[];
  return Object.fromEntries(list.map((each) => [each.id, [each.status, ...each.settle].join(" ")]));
}

const END = `
recommendations: [Go on.]
`;

const INPUTS = `  a: {title: A, type: boolean, optional: true, description: First.}
  b: {title: B, type: boolean, optional: true, description: Second.}
  kind: {title: Kind, choices: [one, two, three], optional: true, description: Key of the table.}
  size: {title: Size, unit: m, above: 0, at_most: 100, optional: true, description: Size.}
  guess: {title: Guess, unit: m, above: 0, at_most: 100, assumed: 5, assumption: A guess., description: With a default.}
  safe: {title: Safe, choices: ["yes", "no"], assumed: "no", cautious: true, description: On the safe side.}
`;

describe("evidence", () => {
  const tool = toolOf(
    "evidence",
    `${INPUTS}
tables:
  limits:
    keys: {kind: equal}
    columns: {kind: text, limit: m}
    rows: [{kind: one, limit: 3}, {kind: two, limit: 9}]
    otherwise: null
values:
  half: size / 2
  seven: {constant: 7, unit: m}
  far: {constant: 9, unit: m}
  near: {constant: 1, unit: m}
  usual: {formula: size ?? seven, unit: m, assumption: Seven metres.}
  safely: {formula: size ?? seven, unit: m, assumption: Seven metres., cautious: true}
  ladder: {decide: [{when: a, give: true}, {when: b, give: false}], otherwise: = kind == "one"}
requirements:
  - {id: either, title: E, at: "1", met: a or b}
  - {id: both, title: E, at: "1", met: a and b}
  - {id: unequal, title: E, at: "1", met: kind != "three"}
  - {id: given, title: E, at: "1", met: not given(kind)}
  - {id: fallback, title: E, at: "1", met: (a ?? true)}
  - {id: chosen, title: E, at: "1", met: 'if(a, size > near, b)'}
  - {id: ladder, title: E, at: "1", met: ladder}
  - {id: lookup, title: E, at: "1", met: size <= limits(kind)}
  - {id: half, title: E, at: "1", met: half < far}
  - {id: usual, title: E, at: "1", met: usual < far}
  - {id: safely, title: E, at: "1", met: safely < far}
  - {id: guess, title: E, at: "1", met: guess < far}
  - {id: safe, title: E, at: "1", met: safe == "no"}
  - {id: chance, title: E, at: "1", applies: guess > far, met: a}
verdicts: {ok: {}}
results:
  ok: {title: OK}
${END}`,
    new Set(["unreachable", "fixed"]),
  );

  test("nothing hides a missing input, and only an assumption stands for one", () => {
    expect(statusesOf(tool, {})).toEqual({
      either: "open a b",
      both: "open a b",
      unequal: "open kind",
      given: "open kind",
      fallback: "open a",
      chosen: "open a",
      ladder: "open a",
      lookup: "open size kind",
      half: "open size",
      usual: "met_if",
      safely: "met",
      guess: "met_if",
      safe: "met",
      chance: "not_applicable",
    });
  });

  test("one side alone settles what it can settle", () => {
    const statuses = statusesOf(tool, { a: true });
    expect(statuses).toMatchObject({ either: "met", both: "open b", chosen: "open size", ladder: "met" });
    expect(statusesOf(tool, { a: false })).toMatchObject({
      either: "open b",
      both: "not_met",
      ladder: "open b",
    });
    expect(statusesOf(tool, { a: false, b: false })).toMatchObject({
      ladder: "open kind",
      either: "not_met",
    });
  });

  test("a verdict is true only if every requirement is met, and null while one is open", () => {
    const all = { a: true, b: true, size: 2, kind: "one", guess: 3 };
    expect(resultOf(tool, all).ok).toBe(false);
    expect(statusesOf(tool, all).given).toBe("not_met");
    expect(resultOf(tool, { a: true }).ok).toBe(null);
  });
});

describe("lists, maps, objects and calculations", () => {
  const tool = toolOf(
    "lists",
    `  land: {title: Land, choices: [de, fr], description: Land.}
  answers:
    title: Answers
    fields: {insured: {title: Insured, choices: ["yes", "no"], optional: true, description: Gate.}}
    optional: true
    description: Answers.
  controls:
    {title: Controls, type: map, names: [c1, c2], items: {choices: ["yes", "no"]}, at_most: 9, optional: true, description: Map.}
  rooms:
    title: Rooms
    at_least: 1
    at_most: 5
    optional: true
    description: Rooms.
    items:
      fields:
        area: {title: Area, unit: m2, above: 0, at_most: 100, description: Area.}
        glass: {title: Glass, unit: m2, at_least: 0, at_most: 100, optional: true, description: Glass.}
  depth: {title: Depth, unit: m, above: 0, at_most: 10, optional: true, description: Depth.}
  spaces: {title: Spaces, type: integer, at_least: 0, at_most: 99, optional: true, description: Spaces.}
tables:
  duties:
    columns: {name: text, heading: text}
    rows: [{name: charging, heading: Charging}, {name: cables, heading: Cables}]
  law:
    keys: {land: equal, duty: equal}
    columns: {land: text, duty: text, least: {type: integer, unit: "1"}}
    rows: [{land: de, duty: charging, least: 3}, {land: de, duty: cables, least: 9}, {land: fr, duty: charging, least: 5}]
    otherwise: null
functions:
  yes_no: {given: {answer: text}, formula: 'if(answer == "yes", true, if(answer == "no", false, null))'}
calculations:
  wall_of: {given: {thick: m}, values: {good: thick > near}}
values:
  near: {constant: 1, unit: m}
  half: {constant: 0.5}
  third: {constant: 0.3}
  large: {constant: 2, unit: m2}
  wall: {calculate: wall_of, with: {thick: = depth}}
  names: {collect: [{give: {key: c1}}, {give: {key: c2}}]}
  listed: {each: {control: names}, values: {ok: 'yes_no(controls[control.key])'}}
  shares: {each: {room: rooms}, where: room.area > large, values: {share: room.glass / room.area}}
  worst: {pick: shares, largest: share}
requirements:
  - {id: object, title: E, at: "1", met: yes_no(answers.insured)}
  - {id: entry, title: E, at: "1", met: 'controls["c2"] == "yes"'}
  - {id: every, title: E, at: "1", met: 'count(listed[ok == true]) == 2'}
  - {id: filter, title: E, at: "1", met: 'count(rooms[glass / area > third]) == 0'}
  - {id: picked, title: E, at: "1", met: worst.share < half}
  - {id: called, title: E, at: "1", met: wall.good}
  - each: {duty: duties}
    row: law(land, duty.name)
    id: = duty.name
    title: = duty.heading
    clause: "2"
    met: spaces >= row
verdicts: {complies: {}}
results:
  complies: {title: OK}
${END}`,
    new Set(["unreachable", "fixed"]),
  );

  test("ask for fields, entries and arguments that are missing", () => {
    expect(statusesOf(tool, { land: "de" })).toEqual({
      object: "open answers.insured",
      entry: "open controls.c2",
      every: "open controls.c1 controls.c2",
      filter: "open rooms",
      picked: "open rooms",
      called: "open depth",
      charging: "open spaces",
      cables: "open spaces",
    });
    const rooms = [{ area: 10 }, { area: 5, glass: 1 }];
    expect(statusesOf(tool, { land: "fr", controls: { c1: "yes" }, rooms, depth: 2, spaces: 9 })).toEqual({
      object: "open answers.insured",
      entry: "open controls.c2",
      every: "open controls.c2",
      filter: "open rooms.glass",
      picked: "open rooms.glass",
      called: "met",
      charging: "met",
      cables: "open",
    });
  });
});

describe("dates, verdicts and classes", () => {
  const tool = toolOf(
    "verdicts",
    `${INPUTS.replace(/ {2}safe.*\n/, "")}  as_of_date: {title: Day, type: date, assumed: "2026-11-01", description: Day.}
  points: {title: Points, unit: "1", at_least: 0, at_most: 100, description: Points.}
scales:
  award: [none, silver, gold]
values:
  big: {constant: 9, unit: m}
  few: {constant: 9}
  high: {constant: 80}
  low: {constant: 60}
  by_points: {scale: award, decide: [{when: points >= high, give: gold}, {when: points >= low, give: silver}], otherwise: none}
requirements:
  - group: Law
    at: "1"
    binds: owner
    rules:
      - {id: now, title: Now, met: a, unless: b, fix: Do it.}
      - {id: later, title: Later, met: a, from: 2030-01-01}
      - {id: due, title: Due, met: a, due: 2030-12-31}
      - {id: old, title: Old, met: a, until: 2026-10-31}
      - {id: announced, title: Announced, met: a, standing: announced}
  - {id: should, title: Should, at: "2", met: 'kind == "one"', should: true}
  - {id: unchecked, title: Unchecked, at: "2", applies: size > big, unchecked: Nobody looks.}
  - {id: proxy, title: Proxy, at: "2", met: points > 1, assumes: {when: points < few, say: By a proxy.}}
verdicts:
  verdict: {words: {met: good, met_if: good_if, exempt: exempt, not_met: bad, open: unknown}}
  in_2030: {by: 2030-12-31, of: requirement.group == "Law"}
  owner: {binds: owner, of: requirement.id == "now", words: {met: good, not_met: bad, open: unknown, exempt: exempt}}
classes:
  level: {class: by_points, verdict: verdict, scale: award, at_best: {not_met: none, open unchecked: silver}, best: gold}
results:
  verdict: {title: Verdict}
  in_2030: {title: In 2030}
  owner: {title: Owner}
  level: {title: Level}
${END}`,
    new Set(["unreachable", "fixed"]),
  );
  const good = { a: true, b: false, kind: "one", size: 2, points: 90 };

  test("what is not in force is upcoming, what has ended does not apply", () => {
    expect(statusesOf(tool, good)).toEqual({
      now: "met",
      later: "upcoming",
      due: "upcoming",
      old: "not_applicable",
      announced: "upcoming",
      should: "met",
      unchecked: "not_applicable",
      proxy: "met",
    });
    expect(statusesOf(tool, { ...good, as_of_date: "2030-12-31" })).toMatchObject({
      later: "met",
      due: "upcoming",
    });
    expect(statusesOf(tool, { ...good, as_of_date: "2031-01-01" })).toMatchObject({ due: "met" });
    expect(statusesOf(tool, { ...good, as_of_date: "2026-10-31" })).toMatchObject({ old: "met" });
  });

  test.each([
    [{}, "good", true, "good", "gold"],
    [{ a: false }, "bad", false, "bad", "none"],
    [{ a: false, b: true }, "exempt", false, "exempt", "gold"],
    [{ a: undefined }, "unknown", null, "unknown", "silver"],
    [{ kind: "two" }, "good_if", true, "good", "gold"],
    [{ kind: undefined }, "good_if", true, "good", "gold"],
    [{ size: 20 }, "good_if", true, "good", "silver"],
    [{ points: 5 }, "good_if", true, "good", "none"],
  ])("%o gives %s", (change, verdict, in_2030, owner, level) => {
    expect(resultOf(tool, { ...good, ...change })).toMatchObject({ verdict, in_2030, owner, level });
  });

  test("sentences say what to do", () => {
    const list = resultOf(tool, { ...good, a: false, size: 20, points: 5 }).requirements as readonly Listed[];
    const sentences = new Map(list.map(({ id, sentence }) => [id, sentence]));
    expect(sentences.get("now")).toBe("Now: not met. Do it.");
    expect(sentences.get("later")).toBe("Later: from 1 January 2030.");
    expect(sentences.get("due")).toBe("Due: due by 31 December 2030.");
    expect(sentences.get("unchecked")).toBe("Unchecked: not checked here. Nobody looks.");
    expect(sentences.get("proxy")).toBe("Proxy: met, if what was assumed is right. By a proxy.");
  });
});
