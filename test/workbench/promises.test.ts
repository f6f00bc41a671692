// Promises: all of the project's are tested, and a deliberately broken one is found and minimised.
import { afterEach, describe, expect, test } from "vitest";
import type { Tool } from "../../src/engine/tool.js";
import { goldenTools } from "../../src/workbench/cases.js";
import { breachText, summaryOf } from "../../src/workbench/promises/report.js";
import { type Tried, tryPromises } from "../../src/workbench/promises/try.js";
import { FULL, testOnce } from "../helpers/full.js";
import { type Repository, repositoryOf, smallSet } from "../helpers/git-repository.js";
import { toolOf, toolsOf } from "../helpers/one-tool.js";
import { ownCases, ownSet } from "../helpers/own-definitions.js";
import { call } from "../helpers/run-command.js";

const OPTIONS = { golden: [], count: 400, seed: "test", others: new Map<string, Tool>() };

function tried(tool: Tool, options: Partial<Parameters<typeof tryPromises>[1]> = {}): Tried[] {
  return [...tryPromises(tool, { ...OPTIONS, ...options })].filter((each) => each !== undefined);
}

/** Returns failures as the command line prints them. */
function faults(tool: Tool, all: readonly Tried[]): string[] {
  return all
    .filter(({ outcome }) => outcome !== "held")
    .map((each) => {
      const def = tool.plan.def.promises.find(({ id }) => id === each.promise);
      return def === undefined || each.breach === undefined
        ? `${each.promise} ${summaryOf(each)}`
        : breachText(each, def);
    });
}

describe("the project's own promises hold", () => {
  const set = ownSet();
  const promising = [...goldenTools(set)].filter(([, { plan }]) => plan.def.promises.length > 0);
  test.each(promising)("%s", (name, tool) => {
    const golden = ownCases(name).map(({ input }) => input);
    const all = tried(tool, { golden, count: FULL ? 300 : 60, others: set.tools });
    // The conditions of some promises are rare, so untested ones are allowed in a sample.
    expect(faults(tool, FULL ? all : all.filter(({ outcome }) => outcome !== "untried"))).toEqual([]);
  });
});

const HALL = `  power_kw: {at_least: 0, at_most: 1000, description: Power.}
  spare_kw: {at_least: 0, at_most: 1000, assumed: 0, description: Spare.}
  fans: {type: integer, at_least: 0, at_most: 100, optional: true, description: Fans.}
  kind: {choices: [plain, odd], assumed: plain, description: Kind.}
  rooms:
    at_most: 5
    optional: true
    description: Rooms.
    items: {fields: {area_m2: {at_least: 0, at_most: 500}}}
values:
  total_kw: if(kind == "odd" and power_kw > 730, power_kw - spare_kw, power_kw + spare_kw)
  rooms_m2: if(given(rooms), sum(rooms.area_m2), 0)
  charged_m2: if(rooms_m2 > 400, 400 - (rooms_m2 - 400), rooms_m2)
  level: {decide: [{when: total_kw > 500, give: high}, {when: total_kw > 300 and fans == 7, give: low}], otherwise: middle}
recommendations: [Go on.]
results:
  total_kw: {round: 1, description: Total}
  level: {description: Level}
  charged_m2: {round: 0, description: Charged}
  fans: {description: Fans}
promises:
`;

function hall(promise: string): { tool: Tool; all: Tried[] } {
  const tool = toolOf("hall", `${HALL}  - {id: it, because: it must, ${promise}}\n`);
  return { tool, all: tried(tool, { count: 3000 }) };
}

describe("a promise that is broken on purpose is found, with the smallest input", () => {
  testOnce("always: the one input that decides is left, and as simple as can be", () => {
    const { all } = hall("always: total_kw <= 1700");
    expect(all[0]?.outcome).toBe("broken");
    const { before, after } = all[0]?.breach ?? {};
    expect(after).toBeUndefined();
    expect(Object.keys(before?.input ?? {}).sort()).toEqual(["power_kw", "spare_kw"]);
    expect(Number(before?.input.power_kw) + Number(before?.input.spare_kw)).toBeGreaterThan(1700);
    expect(before?.result.total_kw).toBe(Number(before?.input.power_kw) + Number(before?.input.spare_kw));
  });

  testOnce("raise: the input before and after, with both results", () => {
    const { tool, all } = hall("raise: spare_kw, never: {total_kw: less}");
    const { before, after, says } = all[0]?.breach ?? {};
    expect(before?.input).toMatchObject({ kind: "odd" });
    expect(Object.keys(before?.input ?? {}).sort()).toEqual(["kind", "power_kw"]);
    expect(Number(after?.input.spare_kw)).toBeGreaterThan(0);
    expect(Number(after?.result.total_kw)).toBeLessThan(Number(before?.result.total_kw));
    expect(says).toMatch(/^total_kw went from \d+ to [\d.]+, which is less\.$/);
    const [text = ""] = faults(tool, all);
    expect(text.split("\n")[0]).toBe("tools/hall.yaml:31:5 hall breaks it: it must");
    expect(text).toContain('{"total_kw":');
  });

  testOnce("raise: a limit that stands in the definition is met, beside it too", () => {
    const { all } = hall("raise: fans, never: {level: worse}, order: [low, middle, high]");
    const { before, after } = all[0]?.breach ?? {};
    expect(after?.input.fans).toBe(7);
    expect(before?.result.level).toBe("middle");
    expect(after?.result.level).toBe("low");
  });

  testOnce("raise: a free text along the order of the promise", () => {
    const tool = toolOf(
      "law",
      `  word: {type: text, at_most: 20, description: Any word.}
values:
  bound: word == "let"
recommendations: [Go on.]
results:
  bound: {description: The law binds}
promises:
  - {id: it, because: it must, raise: {word: [own, let]}, never: {bound: more}}
`,
    );
    const { before, after } = tried(tool, { golden: [{ word: "own" }] })[0]?.breach ?? {};
    expect([before?.input.word, after?.input.word]).toEqual(["own", "let"]);
  });

  testOnce("lower: one item of a list", () => {
    const { all } = hall("lower: rooms.area_m2, never: {charged_m2: more}");
    const { before, after } = all[0]?.breach ?? {};
    expect(Object.keys(before?.input ?? {}).sort()).toEqual(["power_kw", "rooms"]);
    expect(before?.input.power_kw).toBe(0);
    expect(Number(after?.result.charged_m2)).toBeGreaterThan(Number(before?.result.charged_m2));
    expect(
      tried(hall("raise: rooms.area_m2, when: charged_m2 < 300, never: {total_kw: more}").tool)[0]?.outcome,
    ).toBe("held");
  });

  testOnce("scale and swap: what should stay or grow in proportion and does not", () => {
    expect(
      hall("scale: {power_kw: 2, spare_kw: 2}, scales: {total_kw: 2}").all[0]?.breach?.before.input,
    ).toMatchObject({
      kind: "odd",
    });
    expect(hall("scale: {power_kw: 2}, keeps: total_kw").all[0]?.outcome).toBe("broken");
    const swapped = hall("swap: [power_kw, spare_kw], keeps: total_kw").all[0]?.breach;
    expect(swapped?.after?.input.spare_kw).toBe(swapped?.before.input.power_kw);
    expect(
      hall('swap: [power_kw, spare_kw], when: kind == "plain", keeps: [total_kw, level]').all[0]?.outcome,
    ).toBe("held");
  });

  testOnce("a condition that is null, or cannot be computed, is not true", () => {
    expect(hall("always: fans >= 0").all[0]?.breach?.before.input).toEqual({ power_kw: 0 });
    expect(hall("when: given(fans), always: fans >= 0").all[0]?.outcome).toBe("held");
    expect(hall("always: power_kw / power_kw == 1").all[0]?.breach?.before.input).toEqual({ power_kw: 0 });
    expect(hall("when: power_kw > 1, always: power_kw / power_kw == 1").all[0]?.outcome).toBe("held");
  });

  testOnce("inputs and results in one namespace; a result of the name of an input is result.name", () => {
    expect(
      hall("when: given(fans), always: result.fans == fans and inputs.fans == result.fans").all[0]?.outcome,
    ).toBe("held");
  });

  testOnce("a result that is called result is that one, in conditions as in paths", () => {
    const inside = HALL.replace(
      "  total_kw: {round: 1, description: Total}",
      "  result: {description: All, fields: {total_kw: {round: 1, description: Total}}}",
    );
    const tool = toolOf(
      "inside",
      `${inside}  - {id: it, because: it must, when: kind == "plain", always: result.total_kw >= power_kw - 0.1}
  - {id: its, because: it must, scale: {power_kw: 0.5, spare_kw: 0.5}, when: kind == "plain", scales: {result.total_kw: 0.5}}
`,
    );
    expect(tried(tool).map(({ outcome }) => outcome)).toEqual(["held", "held"]);
  });

  testOnce("a promise that never speaks is told from one that holds", () => {
    const { tool } = hall('when: level == "low", always: total_kw > 300');
    const all = tried(tool, { golden: [], count: 20 });
    expect(all[0]).toMatchObject({ outcome: "untried", spoke: 0 });
    expect(faults(tool, all)[0]).toMatch(/^it applied to none of [\d,]+ trials$/);
  });

  testOnce("a promise of rare results is tried on the golden inputs that have them, and near those", () => {
    const golden = Array.from({ length: 100 }, (_, fans) => ({ power_kw: 400, fans }));
    const low = (always: string, inputs: readonly unknown[]) =>
      tried(hall(`when: level == "low", always: ${always}`).tool, { golden: inputs, count: 20 })[0];
    expect(low("total_kw > 300", [])).toMatchObject({ outcome: "untried" });
    expect(low("total_kw > 401", golden)?.breach?.before.input).toMatchObject({ fans: 7 });
    const held = low("total_kw > 300", golden);
    expect(held?.outcome).toBe("held");
    expect(held?.spoke).toBeGreaterThan(1);
  });

  testOnce("the same seed tries the same inputs", () => {
    const { tool, all } = hall("raise: spare_kw, never: {total_kw: less}");
    expect(tried(tool, { count: 3000 })).toEqual(all);
    expect(tried(tool, { count: 3000, seed: "other" })[0]?.outcome).toBe("broken");
  });
});

describe("few inputs are all tried", () => {
  const SWITCHES = `  a: {type: boolean, description: A.}
  b: {type: boolean, assumed: false, description: B.}
  grade: {choices: [low, middle, high], scale: grade, description: Grade.}
scales: {grade: [low, middle, high]}
values:
  good: a and grade == "high" or b
recommendations: [Go on.]
results:
  good: {description: Good}
promises:
  - {id: b_helps, raise: b, never: {good: less}, because: it is an or}
  - {id: grade_helps, raise: grade, never: {good: less}, because: higher is better}
  - {id: all_bad, always: not good, because: it is wrong}
`;

  testOnce("with the number of them, and of every move", () => {
    const all = tried(toolOf("switches", SWITCHES));
    // a: 2 values; b: 2 and absent; grade: 3; so 18 inputs. b rises from false or its default; grade to every higher
    // one.
    expect(all[0]).toMatchObject({ outcome: "held", exhaustive: true, trials: 12, spoke: 12 });
    expect(all[1]).toMatchObject({ outcome: "held", exhaustive: true, trials: 18, spoke: 18 });
    expect(summaryOf(all[0] as Tried)).toBe("held in all 12 trials (every possible input)");
    expect(all[2]?.breach?.before.result.good).toBe(true);
    expect(all[2]?.breach?.before.input).toEqual({ a: true, grade: "high" });
  });
});

describe("dates", () => {
  const LAW = `  day: {type: date, description: Day.}
tables:
  law: {dated: day, keys: {kind: equal}, columns: {kind: text, allowed: boolean}, rows: [
    {kind: any, until: 2021-06-30, allowed: true}, {kind: any, from: 2021-07-01, until: 2021-07-01, allowed: false},
    {kind: any, from: 2021-07-02, allowed: true}]}
values:
  allowed: law("any")
recommendations: [Go on.]
results:
  allowed: {description: Allowed}
promises:
`;

  testOnce("a day is moved to just where rows of a dated table begin and end", () => {
    for (const move of ["raise", "lower"]) {
      const promise = `  - {id: open, ${move}: day, never: {allowed: less}, because: it stays open}\n`;
      const { before, after } = tried(toolOf("law", LAW + promise))[0]?.breach ?? {};
      expect(after).toMatchObject({ input: { day: "2021-07-01" }, result: { allowed: false } });
      expect(String(before?.input.day) < "2021-07-01").toBe(move === "raise");
    }
  });
});

describe("agreement with another tool", () => {
  const meter = (factor: number) => `  load_kw: {at_least: 0, at_most: 1000, description: Load.}
values: {sum_kw: "load_kw * ${factor}"}
recommendations: [Go on.]
results: {sum_kw: {round: 0, description: Sum}}
`;
  const agreeing = (agrees: string) =>
    `${HALL}  - {id: same, when: spare_kw == 0, with: meter, inputs: {load_kw: power_kw}, agrees: {${agrees}}, because: both add}\n`;

  testOnce("is held within what either rounds, and broken beyond it", () => {
    const outcome = (factor: number) => {
      const others = toolsOf({ meter: meter(factor), hall: agreeing("total_kw: sum_kw") });
      return tried(others.get("hall") as Tool, { others })[0];
    };
    expect(outcome(1)?.outcome).toBe("held");
    const broken = outcome(2);
    expect(broken?.outcome).toBe("broken");
    expect(broken?.breach?.after?.input).toEqual({ load_kw: broken?.breach?.before.input.power_kw });
  });

  testOnce("is asked with what formulas make of inputs and results; what is null is not sent", () => {
    const others = toolsOf({
      meter: meter(1),
      hall: `${HALL}  - {id: same, with: meter, inputs: {load_kw: "if(kind == \\"odd\\", null, total_kw / 2 + total_kw / 2)"}, agrees: {total_kw: sum_kw}, because: both add}\n`,
    });
    const [same] = tried(others.get("hall") as Tool, { others });
    expect(same?.outcome).toBe("held");
    expect(same?.spoke).toBeLessThan(same?.trials ?? 0);
  });

  testOnce("asked with a name that does not exist is refused", () => {
    const hall = agreeing("total_kw: sum_kw").replace("power_kw}", "powr_kw}");
    expect(() => toolsOf({ meter: meter(1), hall })).toThrow(
      "Nothing is called powr_kw among inputs and results. (did you mean power_kw?)",
    );
  });

  testOnce("with what the other does not have is refused", () => {
    expect(() => toolsOf({ meter: meter(1), hall: agreeing("total_kw: sum") })).toThrow(
      "tools/hall.yaml:31:98 The promise uses sum, which is not a result of meter.",
    );
  });
});

describe("the command", () => {
  let one: Repository;
  const promising = (claims: string) => {
    one = repositoryOf({
      ...smallSet(),
      "definitions/tools/small.yaml": `${smallSet()["definitions/tools/small.yaml"]}promises:\n${claims}`,
    });
    return (...args: readonly string[]) => call("promises", [...args, "--definitions", one.definitions]);
  };
  afterEach(() => one.remove());
  const HELD =
    '  - {id: large_above_ten, when: power_kw > 10, always: size == "large", because: ten is the limit}\n';
  const BROKEN = "  - {id: room_left, always: spare_kw >= 0, because: it is wrong}\n";

  testOnce("says what held and how far it was tried, and the same again for the same seed", async () => {
    const run = promising(HELD);
    const { status, stdout } = await run("small", "--inputs", "200");
    expect(status).toBe(0);
    expect(stdout).toMatch(
      /^small {2}large_above_ten {2}held in all \d+ trials( to which it applies, of \d+)?\n$/,
    );
    expect((await run("--inputs", "200")).stdout).toBe(stdout);
  });

  testOnce("a broken promise is shown with the smallest input, as text and as data", async () => {
    const run = promising(BROKEN);
    const { status, stdout } = await run();
    expect(status).toBe(1);
    expect(stdout).toContain("small breaks room_left: it is wrong");
    expect(stdout).toMatch(/with {2}\{"power_kw":\d+\}/);
    const data = JSON.parse((await run("--json", "--seed", "other")).stdout);
    expect(data).toMatchObject({
      seed: "other",
      complete: true,
      promises: [{ outcome: "broken", exhaustive: false }],
    });
    expect(data.promises[0].breach.before.result.spare_kw).toBeLessThan(0);
  });

  testOnce("wrong usage is told, and an interrupt ends it with what is known", async () => {
    const run = promising(HELD + BROKEN);
    expect((await run("smal")).stderr).toContain("There is no tool smal. Did you mean small?");
    expect((await run("--inputs", "many")).stderr).toContain("--inputs must be a whole number");
    const running = run("--inputs", "100000");
    setImmediate(() => process.emit("SIGINT"));
    const { status, stderr } = await running;
    expect({ status, said: stderr.includes("Interrupted") }).toEqual({ status: 130, said: true });
  });
});
