// Regular expressions of definitions: which are refused, and that texts beyond the limit are not matched.
import { describe, expect, test } from "vitest";
import { startHere } from "../../src/engine/compile/program.js";
import { validatorText } from "../../src/engine/compile/validator.js";
import { LIMITS } from "../../src/engine/language/bounds.js";
import { patternFault } from "../../src/engine/language/patterns.js";
import { startValidator } from "../../src/engine/run/validate.js";

describe("a pattern is refused", () => {
  const steps = `more than ${LIMITS.patternSteps} steps`;
  test.each([
    ["a*a*a*b", 99, `${steps} on a text of 99 characters`],
    ["^a*a*a*a*b", 199, steps],
    ["(?:a*)(?:[ab]*)c?\\w*d", 199, steps],
    ["\\s+$", 5000, steps],
    ["^[a-z]{0,500}[a-z0-9]{0,500}[0-9]{0,500}!", 9999, steps],
    ["(?=a*b)c", 9999, steps],
    ["(a*)\\1b", 999, steps],
    // Without repeats, but each question mark doubles the steps.
    [`^${"a?".repeat(30)}${"a".repeat(30)}$`, 60, steps],
    [`^${"(a|[ab])".repeat(30)}c`, 60, steps],
    ["\\p{L}*[^\\P{L}]*\\d*!", 999, steps],
    ["(?:(a|b)*)c?(a|b)*d", 9, "exponential time"],
    ["^[0-9X]+X[0-9]+$", 10_000, steps],
    ["^([0-9]+)[A-Z]?[0-9]+$", 10_000, steps],
    ["^[^a]+[^b]x+$", 10_000, steps],
    ["(a+)+", 9, "exponential time"],
    ["^(?:[\\b]+)+[x]$", 46, "exponential time"],
    ["^(?:[а-я]+[а-я])+$", 56, "exponential time"],
    ["^(?:[^\\p{L}]+-)+$", 56, "exponential time"],
    ["^(?:\\u0430+[\\u{430}b])+$", 56, "exponential time"],
    ["^(?:a+(b|a))+$", 56, "exponential time"],
    ["^a|(?:b*b)*c", 9, "exponential time"],
    ["^(?:\\s+\\u3000)+$", 56, "exponential time"],
    ["^(?:.+\\n?)+$", 56, "exponential time"],
    ["a{4000}b", 10_000, steps],
    ["(?:(?=.{500}b).)*c", 10_000, steps],
    ["((a{2,3}))*", 9, "exponential time"],
    ["(?:a(?:b|c)d){2}", 9, "exponential time"],
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
    ["^(?:\\d{4}-)*x", 10_000],
    ["[\\s/_-]+", 10_000],
    ["[0-9].*", 10_000],
    ["^_|_$", 10_000],
    ["^[0-9]+X[0-9]+$", 10_000],
    ["^([0-9]+)[A-Z].*$", 10_000],
    ["^(?:USECLASS|CLASS)(.+)$", 10_000],
    ["[|*+](?:\\(\\)){3}", 10_000],
    // Quadratic, but short enough.
    ["^a*a*b", 500],
    ["\\s+$", 300],
    ["^(?:[а-я]+-)+$", 10_000],
    ["^(?:[^-]+-)+$", 10_000],
  ])("number %#", (pattern, length) => {
    expect(patternFault(pattern, length), pattern).toBeUndefined();
  });
});

test("a pattern is not tried on a text that is longer than allowed", () => {
  const property = { type: "string", maxLength: 400, pattern: "^a*a*b" };
  const schema = { type: "object", properties: { name: property } };
  const validate = startValidator(startHere(validatorText(schema)), schema);
  // Matching would take minutes, and the test would time out.
  expect(validate({ name: "a".repeat(300_000) })).toEqual([
    { pointer: "/name", message: "name must have at most 400 characters." },
  ]);
  expect(validate({ name: "aab" })).toEqual([]);
  expect(validate({ name: "aac" })).toEqual([
    { pointer: "/name", message: 'name must match the pattern ^a*a*b, not "aac".' },
  ]);
});
