// Regular expressions of definitions: which are refused, and that the steps promised are never exceeded.
import { describe, expect, test } from "vitest";
import { Chance } from "../src/authoring/random-inputs.js";
import { startHere } from "../src/engine/compile/program.js";
import { validatorText } from "../src/engine/compile/validator.js";
import { type Choices, type Part, partsOf } from "../src/engine/language/patterns/parts.js";
import { isExponential, stepsOf } from "../src/engine/language/patterns/work.js";
import { patternFault } from "../src/engine/language/patterns.js";
import { startValidator } from "../src/engine/run/validate.js";

describe("a pattern is refused", () => {
  test.each([
    ["a*a*a*b", 99, "more than 1000000 steps on a text of 99 characters"],
    ["^a*a*a*a*b", 99, "more than 1000000 steps"],
    ["(?:a*)(?:[ab]*)c?\\w*d", 99, "more than 1000000 steps"],
    ["\\s+$", 2000, "more than 1000000 steps"],
    ["^[a-z]{0,500}[a-z0-9]{0,500}[0-9]{0,500}!", 9999, "more than 1000000 steps"],
    ["(?=a*b)c", 9999, "more than 1000000 steps"],
    ["(a*)\\1b", 999, "more than 1000000 steps"],
    // No repeat at all, but each question mark doubles the ways.
    [`^${"a?".repeat(30)}${"a".repeat(30)}$`, 60, "more than 1000000 steps"],
    [`^${"(a|[ab])".repeat(30)}c`, 60, "more than 1000000 steps"],
    ["\\p{L}*[^\\P{L}]*\\d*!", 999, "more than 1000000 steps"],
    ["(?:(a|b)*)c?(a|b)*d", 9, "exponential time"],
    ["(a+)+", 9, "exponential time"],
    ["((a{2,3}))*", 9, "exponential time"],
    [`^${"a".repeat(1000)}`, 9, "longer than 1000 characters"],
    ["([", 9, "not a regular expression"],
  ])("number %#", (pattern, length, message) => {
    expect(patternFault(pattern, length)?.message, pattern).toContain(message);
  });
});

describe("a pattern is accepted", () => {
  test.each([
    ["\\S", 100_000],
    ["^\\s*\\S([\\s\\S]{0,58}\\S)?\\s*$", 200],
    ["^[A-Za-z]{1,2}[0-9][A-Za-z0-9]?$", 10],
    // What follows each repeat is no character of it.
    ["^[a-z]+[0-9]+[a-z]+$", 100_000],
    ["^(?:\\d{4}-)*x", 10_000],
    ["[\\s/_-]+", 10_000],
    ["^_|_$", 10_000],
    ["^(?:USECLASS|CLASS)(.+)$", 10_000],
    // Quadratic, and short enough.
    ["^a*a*b", 500],
    ["\\s+$", 300],
    [`^${"(?:".repeat(190)}a${")?".repeat(190)}$`, 20],
  ])("number %#", (pattern, length) => {
    expect(patternFault(pattern, length), pattern).toBeUndefined();
  });
});

/** Matches as JavaScript does, and counts how often a character or a place is looked at. */
class Counter {
  steps = 0;

  constructor(private readonly text: string) {}

  search(choices: Choices): void {
    for (let at = 0; at <= this.text.length; at++) if (this.any(choices, at, () => true)) return;
  }

  private any(choices: Choices, at: number, then: (at: number) => boolean): boolean {
    return choices.some((parts) => this.sequence(parts, 0, at, then));
  }

  private sequence(parts: readonly Part[], from: number, at: number, then: (at: number) => boolean): boolean {
    const part = parts[from];
    if (part === undefined) return then(at);
    return this.part(part, at, (next) => this.sequence(parts, from + 1, next, then));
  }

  private part(part: Part, at: number, then: (at: number) => boolean): boolean {
    switch (part.kind) {
      case "set": {
        this.steps++;
        return part.set.has(this.text[at] ?? "") && then(at + 1);
      }
      case "start":
        return at === 0 && then(at);
      case "end":
        return at === this.text.length && then(at);
      case "group":
        return this.any(part.choices, at, then);
      case "loop":
        return this.loop(part, 0, at, then);
      default:
        throw new Error(`${part.kind} is not drawn here`);
    }
  }

  private loop(
    part: Extract<Part, { kind: "loop" }>,
    done: number,
    at: number,
    then: (at: number) => boolean,
  ): boolean {
    const again = (next: number) => (next > at || done < part.least) && this.loop(part, done + 1, next, then);
    if (done < part.most && this.part(part.body, at, again)) return true;
    return done >= part.least && then(at);
  }
}

function drawPattern(chance: Chance, depth: number): string {
  const pieces = Array.from({ length: chance.whole(1, 4) }, () => {
    const inner = depth > 0 && chance.likely(0.3) ? `(?:${drawPattern(chance, depth - 1)})` : undefined;
    const atom = inner ?? chance.pick(["a", "b", "[ab]", "[^a]", "c", "ab", "(?:ab)"]);
    return `${atom}${chance.pick(["", "", "*", "+", "?", "{2}", "{1,3}", "{2,}"])}`;
  });
  const choice = chance.likely(0.2) ? `|${drawPattern(chance, 0)}` : "";
  return `${pieces.join("")}${choice}`;
}

describe("the steps that are promised", () => {
  test("are never exceeded, whatever the pattern and the text", () => {
    const chance = new Chance("patterns");
    let tried = 0;
    for (let round = 0; round < 3000; round++) {
      const pattern = `${chance.pick(["", "^"])}${drawPattern(chance, 2)}${chance.pick(["", "$", "!"])}`;
      const parts = partsOf(pattern);
      if (isExponential(parts)) continue;
      const texts = [
        "a".repeat(14),
        "ab".repeat(7),
        Array.from({ length: 14 }, () => chance.pick(["a", "b", "c"])).join(""),
      ];
      for (const text of texts) {
        const counter = new Counter(text);
        counter.search(parts);
        tried++;
        if (counter.steps > stepsOf(parts, text.length))
          expect.fail(
            `${pattern} took ${counter.steps} steps on ${text}, not ${stepsOf(parts, text.length)}`,
          );
      }
    }
    expect(tried).toBeGreaterThan(3000);
  });
});

test("a pattern is not tried on a text that is longer than allowed", () => {
  const property = { type: "string", maxLength: 400, pattern: "^a*a*b" };
  const schema = { type: "object", properties: { name: property } };
  const validate = startValidator(startHere(validatorText(schema)), schema);
  const began = performance.now();
  expect(validate({ name: "a".repeat(300_000) })).toEqual([
    { pointer: "/name", message: "name must have at most 400 characters." },
  ]);
  // With the pattern it would be minutes.
  expect(performance.now() - began).toBeLessThan(5000);
  expect(validate({ name: "aab" })).toEqual([]);
  expect(validate({ name: "aac" })).toEqual([
    { pointer: "/name", message: 'name must match the pattern ^a*a*b, not "aac".' },
  ]);
});
