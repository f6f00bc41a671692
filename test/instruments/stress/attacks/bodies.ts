// Bodies that are not JSON, or hostile JSON.
import type { RandomSource } from "../random-source.js";
import { anyTarget, type Ground, goodBody, type Maker, noise, whole } from "./attack.js";

const NUMBERS = [
  ...["1e308", "-1e308", "1e309", "1e999999", "-0", "0.0e-999", "5e-324", "9007199254740993"],
  ...["9".repeat(400), `0.${"0".repeat(400)}1`, `1${"0".repeat(5000)}`],
];
const NOT_NUMBERS = [
  "NaN",
  "Infinity",
  "-Infinity",
  "undefined",
  "0x10",
  "1_000",
  ".5",
  "+1",
  "01",
  "1.",
  "1e",
];
const OTHERS = ["null", "true", '"5"', '""', "[]", "{}", "[[]]", '{"a": 1}', '"\\u0000"'];
/** Texts that break parsers, logs and terminals. */
const TRICKY = [
  ...['"\\ud800"', '"\\udc00\\ud800"', '"\u202e\u2066evil"', '"\u0000"', '"\u2028"', '"\ufeff"'],
  ...['"a\\u0000b"', '"\\r\\nSet-Cookie: a=b"', '"{{7*7}}"', '"<script>"', '"%00%0a"', '"\ufffe\uffff"'],
];
const NAMES = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "__defineGetter__"];

export const BODIES: readonly (readonly [kind: string, weight: number, make: Maker])[] = [
  ["random bytes", 4, (ground) => post(ground, noise(ground.chance, ground.chance.whole(0, 300)))],
  ["truncated JSON", 4, (ground) => post(ground, cut(ground))],
  ["one byte of JSON changed", 4, (ground) => post(ground, flipped(ground))],
  ["deep nesting", 2, (ground) => post(ground, deep(ground.chance))],
  ["huge numbers", 5, (ground) => post(ground, oneChanged(ground, ground.chance.pick(NUMBERS)))],
  ["text for numbers", 3, (ground) => post(ground, oneChanged(ground, ground.chance.pick(NOT_NUMBERS)))],
  ["values of other types", 5, (ground) => post(ground, oneChanged(ground, ground.chance.pick(OTHERS)))],
  ["tricky texts", 4, (ground) => post(ground, oneChanged(ground, ground.chance.pick(TRICKY)))],
  ["broken UTF-8", 3, (ground) => post(ground, badUtf8(ground))],
  ["names of prototypes", 3, (ground) => post(ground, prototypes(ground))],
  ["duplicate names", 2, (ground) => post(ground, doubled(ground))],
  ["no object", 3, (ground) => post(ground, ground.chance.pick([...OTHERS, "", " ", "\n", "[1,2]", "-"]))],
  ["very long texts and names", 1, (ground) => post(ground, long(ground))],
  ["thousands of unknown names", 1, (ground) => post(ground, crowd(ground.chance))],
  ["bodies at the limit", 1, (ground) => post(ground, padded(ground))],
];

function post(ground: Ground, body: string | Buffer) {
  const { path } = anyTarget(ground);
  const { chance } = ground;
  const where = chance.likely(0.08) ? "/v1/batch" : chance.likely(0.08) ? "/mcp" : path;
  const query = chance.likely(0.04) ? "?explain=true" : "";
  const sweep = where === path && chance.likely(0.1) ? "/sweep" : "";
  return whole(ground, { path: `${where}${sweep}${sweep === "" ? query : ""}`, body });
}

function cut(ground: Ground): string {
  const body = goodBody(ground, anyTarget(ground));
  return body.slice(0, ground.chance.whole(1, Math.max(1, body.length - 1)));
}

function flipped(ground: Ground): Buffer {
  const body = Buffer.from(goodBody(ground, anyTarget(ground)));
  body[ground.chance.whole(0, body.length - 1)] = ground.chance.whole(0, 255);
  return body;
}

function deep(chance: RandomSource): string {
  const levels = chance.pick([63, 64, 65, 100, 1000, 10_000, 20_000]);
  const [open, close] = chance.pick([
    ["[", "]"],
    ['{"a":', "}"],
  ]);
  const inside = close === "]" ? "" : "1";
  const text =
    (open ?? "").repeat(levels) + inside + (chance.likely(0.5) ? (close ?? "").repeat(levels) : "");
  return text.slice(0, 65_000);
}

/** Changes one value of a valid body. */
function oneChanged(ground: Ground, value: string): string {
  const entries = Object.entries(JSON.parse(goodBody(ground, anyTarget(ground))) as object);
  const changed = ground.chance.whole(0, Math.max(0, entries.length - 1));
  const parts = entries.map(([name, each], at) =>
    at === changed ? `${JSON.stringify(name)}:${value}` : `${JSON.stringify(name)}:${JSON.stringify(each)}`,
  );
  return `{${parts.join(",")}}`;
}

function badUtf8(ground: Ground): Buffer {
  const { chance } = ground;
  const bad = chance.pick([
    [0xc0, 0xaf],
    [0xed, 0xa0, 0x80],
    [0xf8, 0x88, 0x80, 0x80, 0x80],
    [0xff, 0xfe],
    [0x80],
    [0xe2, 0x82],
    [0xef, 0xbb, 0xbf],
    [0x00],
  ]);
  const good = Buffer.from(goodBody(ground, anyTarget(ground)));
  const at = chance.pick([0, good.length, good.indexOf('"') + 1, chance.whole(0, good.length)]);
  return Buffer.concat([good.subarray(0, at), Buffer.from(bad), good.subarray(at)]);
}

function prototypes(ground: Ground): string {
  const { chance } = ground;
  const name = chance.pick(NAMES);
  const value = chance.pick(['{"polluted":true}', "1", '{"prototype":{"polluted":true}}', '"x"', "null"]);
  const good = goodBody(ground, anyTarget(ground)).slice(1);
  const written = chance.likely(0.2) ? name.replace("_", "\\u005f") : name;
  return `{"${written}":${value}${good === "}" ? "" : ","}${good}`;
}

function doubled(ground: Ground): string {
  const good = goodBody(ground, anyTarget(ground));
  return good === "{}" ? '{"a":1,"a":2}' : `${good.slice(0, -1)},${good.slice(1)}`;
}

function long(ground: Ground): string {
  const text = ground.chance
    .pick(["a", "é", "\\u0041", "💥", " ", "../"])
    .repeat(ground.chance.whole(100, 9000));
  return ground.chance.likely(0.5) ? `{"${text}":1}` : oneChanged(ground, `"${text}"`);
}

function crowd(chance: RandomSource): string {
  const names = Array.from({ length: chance.whole(100, 6000) }, (_, at) => `"n${at.toString(36)}":1`);
  return `{${names.join(",")}}`;
}

function padded(ground: Ground): string {
  const good = goodBody(ground, anyTarget(ground));
  const size = ground.chance.pick([65_535, 65_536, 65_537, 70_000, 200_000]);
  return good + " ".repeat(Math.max(0, size - Buffer.byteLength(good)));
}
