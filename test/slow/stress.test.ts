// The scenarios of `npm run stress` with small counts.
import { describe, expect, test } from "vitest";
import { ownSet } from "../helpers/own-definitions.js";
import { CLI } from "../helpers/processes.js";
import { fairness } from "../instruments/stress/fairness.js";
import { hostile } from "../instruments/stress/hostile.js";
import { overload } from "../instruments/stress/overload.js";
import type { SetContext } from "../instruments/stress/scenario.js";
import { sigterm } from "../instruments/stress/sigterm.js";
import { validInputs } from "../instruments/stress/valid-inputs.js";

const around = (): SetContext => ({ cli: CLI, set: ownSet(), seed: "test", stopped: () => false });

describe("the service withstands", () => {
  test("random valid inputs of every tool", async () => {
    const { faults, lines } = await validInputs(around(), { count: 50, compareEvery: 25, connections: 8 });
    expect(faults).toEqual([]);
    expect(lines.join()).toContain(`${50 * (ownSet().tools.size + ownSet().legacy.size)} random inputs`);
  });

  test("hostile requests, with limits and without", async () => {
    const { faults, lines } = await hostile(around(), { count: 1500, senders: 32 });
    expect(faults).toEqual([]);
    expect(lines.map((line) => /^750 hostile requests .* (with\w*) limits/.exec(line)?.[1])).toEqual([
      "without",
      "with",
    ]);
  });

  test("the signal to stop, under load", async () => {
    const { faults, lines } = await sigterm(around(), { rounds: 1, connections: 32 });
    expect(faults).toEqual([]);
    expect(lines[0]).toContain("1 stops with 32 busy connections");
  });

  test("more requests than it can serve", async () => {
    const { faults, lines } = await overload(around(), {
      // Limits are lenient for three seconds after the start, which end during the measurement.
      measureMs: 3000,
      crowdMs: 2000,
      connections: 16,
      times: 4,
      timed: false,
    });
    expect(faults).toEqual([]);
    expect(lines[1]).toMatch(/offered \d+ a second for 2 s: [1-9]\d* served .* [1-9]\d* sent away with 503/);
    expect(lines[2]).toBe("afterwards 50 of 50 served, one after the other");
  });

  test("a crowd without keys, and serves who pays", async () => {
    const { faults, lines } = await fairness(around(), { attackers: 50, ms: 2000, rate: 100, timed: false });
    expect(faults).toEqual([]);
    expect(lines[0]).toContain(" 0 of 200 turned away");
  });

  test("bodies of megabytes that nobody asked for, and serves who pays", async () => {
    const attack = { attackers: 8, kind: "bodies", ms: 2000, rate: 50, timed: false } as const;
    const { faults, lines } = await fairness(around(), attack);
    expect(faults).toEqual([]);
    expect(lines[0]).toContain(" 0 of 100 turned away");
  });
});
