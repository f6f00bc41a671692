// The quick reading of plain YAML against the library's: whatever it reads, it reads as the library does, to the place of
// every key and value; and it reads nearly all that is written here.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Report } from "../src/engine/language/findings.js";
import { placesOf } from "../src/engine/language/locations.js";
import { readAny } from "../src/engine/read/yaml.js";
import { readPlain } from "../src/engine/read/yaml-plain.js";
import { locator, type Yaml } from "../src/engine/read/yaml-values.js";
import { HOME } from "../src/folder.js";
import { FULL } from "./full.js";

const texts = ["definitions", "test"].flatMap((folder) =>
  readdirSync(join(HOME, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".yaml"))
    .sort()
    // Cases are many and alike.
    .filter((_, nth) => nth % ((folder === "definitions" ? 1 : 8) * (FULL ? 1 : 4)) === 0)
    .map((name) => [`${folder}/${name}`, readFileSync(join(HOME, folder, name), "utf8")] as const),
);

/** Everything that is known of a value, in an order that can be compared. */
function told(value: Yaml | undefined): unknown {
  if (typeof value === "number") return `number ${Object.is(value, -0) ? "-0" : value}`;
  if (typeof value !== "object" || value === null) return value;
  const places = placesOf(value);
  if (places === undefined) throw new Error("A mapping or list has no place.");
  return {
    start: places.at(places.start),
    keys: [...places.keys],
    values: [...places.values],
    held: Object.entries(value).map(([key, inner]) => [key, told(inner)]),
  };
}

/** True where it was read quickly; that it was read otherwise than by the library is an error. */
function isPlain(text: string): boolean {
  const at = locator("it.yaml", text);
  const plain = readPlain(text, at);
  if (plain === undefined) return false;
  const report = new Report();
  const any = readAny(text, at, report);
  expect(report.findings, text).toEqual([]);
  if (JSON.stringify(told(plain)) !== JSON.stringify(told(any))) expect(told(plain), text).toEqual(told(any));
  return true;
}

/** The same numbers every time. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return (state >> 8) % below;
  };
}

const MARKS = [
  ..." -:#,[]{}\"'|>~?&*!\\@%`\n",
  ...[
    "\n  ",
    "\n\n",
    "- ",
    ": ",
    " #",
    ", ",
    "|-",
    ">-",
    "|+",
    ">2",
    "&a ",
    "*a",
    "!x ",
    "? ",
    "a: b",
    "[]",
    "{}",
  ],
  ...[
    "''",
    '""',
    "\\n",
    "\\x41",
    "null",
    "Null",
    "true",
    "True",
    ".inf",
    ".INF",
    ".nan",
    "1e5",
    "1e999",
    "0x1",
    "0o7",
  ],
  ...["-0", "+1", "1.", ".5", "\u00e9", "\u00a0", "\u2028", "\ufeff", "\t", "\r", "---", "...", "<<: "],
];

describe("plain YAML", () => {
  it("is read as the library reads it, and is nearly all that is written", () => {
    const others = texts.filter(([, text]) => !isPlain(text)).map(([name]) => name);
    expect(texts.length).toBeGreaterThan(FULL ? 150 : 40);
    // Anchors in one file, tabs in words that are tried, and mistakes on purpose.
    expect(others.length).toBeLessThan(8);
  });

  it("is read as the library reads it, or left to it, whatever is changed in it", () => {
    const below = numbers(2026);
    let plain = 0;
    for (let count = 0; count < (FULL ? 6_000 : 1_500); count++) {
      const lines = (texts[below(texts.length)]?.[1] ?? "").split("\n");
      const from = below(lines.length);
      const part = lines.slice(from, from + 1 + below(20));
      const indents = part.filter((line) => line.trim() !== "").map((line) => line.search(/\S/));
      const indent = indents.length === 0 ? 0 : Math.min(...indents);
      let text = `${part.map((line) => line.slice(indent)).join("\n")}${below(8) === 0 ? "" : "\n"}`;
      for (let change = below(3); change > 0; change--) {
        const at = below(text.length + 1);
        const more = below(3) === 0 ? " ".repeat(below(4)) : (MARKS[below(MARKS.length)] ?? "");
        text = text.slice(0, at) + (below(4) === 0 ? "" : more) + text.slice(at + below(3));
      }
      if (isPlain(text)) plain++;
    }
    expect(plain).toBeGreaterThan(FULL ? 1_000 : 250);
  });

  it.each([
    "a: 1\nb: [x, 'it''s', \"q\\\"\\u00e9\"]\n",
    "a:\n- 1\n- b: 2\n  c: 3\n-   - deep\n    - er\n",
    "a: one\n  two\n\n  three # told\nb: {c: -1.5e3, 'd e': .inf,\n  f: [ ]}\n",
    "# head\na: >- # told\n  one\n  two\n\n    kept\n  three\n\nb: |\n  x:  y\n\n   z\n",
    "2025-01-01: 'a\n  b\n\n  c'\n0.5: \"d\n  e\"\n",
  ])("of a usual form is read quickly: %j", (text) => expect(isPlain(text)).toBe(true));

  it.each([
    ...[
      "",
      "a",
      "a: &b 1\nc: *b\n",
      "a: !x 1\n",
      "a:\n",
      "- a\n",
      "a: 1\na: 2\n",
      "a: b: c\n",
      "a:\t1\n",
      "a: 'b\n",
    ],
    ...[
      "--- \na: 1\n",
      "? a\n: 1\n",
      "a: [1, 2\n",
      "a: [b: 1]\n",
      "a: {b}\n",
      "a: 0x1F\n",
      "a: True\n",
      'a: "\\x41"\n',
    ],
    ...["a: |2\n   b\n", "a: |+\n  b\n", "a: 1\n b: 2\n", "a:\n    b: 1\n  c: 2\n", "a: 1e999\n", "a: @b\n"],
    `a: ${"[".repeat(100)}${"]".repeat(100)}\n`,
  ])("of another form, or broken, is left to the library: %j", (text) => expect(isPlain(text)).toBe(false));
});
