// Writes units in common notation: as the author wrote it, by its own name, or as a short product of common units.
import {
  isPure,
  multiply,
  ONE,
  parseUnit,
  power,
  sameDimensions,
  sameScale,
  type Unit,
} from "../../engine/language/units.js";

/** Units that are written unchanged. */
const WHOLE = (
  "%|kW|W|kWh|Wh|MW|MWh|m|mm|cm|m^2|mm^2|cm^2|m^3|mm^3|cm^3|mm^4|cm^4|N|kN|kN m|N mm|MPa|kPa|Pa|kN/m|kN/m^2|kg|t|kg/m|" +
  "h|s|day|week|month|year|K|person|tCO2e|kgCO2e|gCO2e|l|l/s|kVA|kV|GBP|EUR|AED|USD|SAR"
).split("|");

/** Factors for other units, most common first: named quantities, then one unit per dimension. */
const NAMED = ["W", "kW", "Wh", "kWh", "MWh", "MW", "N", "kN", "MPa", "Pa", "J", "kJ", "MJ", "V"];
const WORDS: Readonly<Record<string, readonly string[]>> = {
  length: ["m", "mm", "cm", "km"],
  mass: ["kg", "t", "g"],
  time: ["h", "s", "year", "month", "week", "day", "min"],
  temperature: ["K"],
  current: ["A"],
  person: ["person"],
  co2e: ["kgCO2e", "tCO2e", "gCO2e"],
};

type Factor = readonly [word: string, exponent: number];

export function writeUnit(unit: Unit, wanted: Unit = ONE): string {
  if (isPure(unit)) return "a plain number";
  const known = unit.written ?? WHOLE.find((name) => same(unitOf(name), unit)) ?? likeWanted(unit, wanted);
  if (known !== undefined) return known;
  if (Object.keys(unit.dimensions).length === 0) return `${digits(unit.scale)} (a plain number)`;
  const ways = [...products(unit)].sort((a, b) => weight(a) - weight(b));
  const [plain = []] = ways;
  const exact = ways.find((way) => same(productOf(way), unit));
  // One more unit is easier to read than a number.
  if (exact !== undefined && weight(exact) <= weight(plain) + 3) return written(exact);
  return `${digits(unit.scale / productOf(plain).scale)} ${written(plain)}`;
}

/** Returns the expected unit with another prefix: N/m for kN/m. */
function likeWanted(unit: Unit, { written: wanted = "" }: Unit): string | undefined {
  const others = [...NAMED, ...Object.values(WORDS).flat()];
  return [...wanted.matchAll(/[A-Za-z%]+/g)]
    .flatMap(({ 0: word, index }) =>
      others.map((other) => wanted.slice(0, index) + other + wanted.slice(index + word.length)),
    )
    .find((text) => same(unitOf(text), unit));
}

function* products(unit: Unit): Generator<readonly Factor[]> {
  yield* spelled(unit);
  for (const name of NAMED)
    for (const exponent of [1, -1])
      for (const rest of spelled(multiply(unit, unitOf(name), -exponent))) yield [[name, exponent], ...rest];
}

function spelled({ dimensions }: Unit): readonly (readonly Factor[])[] {
  return Object.entries(dimensions).reduce<readonly (readonly Factor[])[]>(
    (found, [dimension, exponent]) => {
      const words = WORDS[dimension] ?? [dimension.toUpperCase()];
      return words.flatMap((word) => found.map((before) => [...before, [word, exponent] as const]));
    },
    [[]],
  );
}

/** Prefers few factors with small exponents. */
function weight(factors: readonly Factor[]): number {
  return factors.reduce((sum, [, exponent]) => sum + 2 + Math.abs(exponent), 0);
}

function productOf(factors: readonly Factor[]): Unit {
  return factors.reduce((so, [word, exponent]) => multiply(so, power(unitOf(word), exponent)), ONE);
}

function written(factors: readonly Factor[]): string {
  const word = ([name, exponent]: Factor) =>
    Math.abs(exponent) === 1 ? name : `${name}^${Math.abs(exponent)}`;
  const over = factors.filter(([, exponent]) => exponent > 0).map(word);
  const under = factors.filter(([, exponent]) => exponent < 0).map(word);
  return [over.length === 0 ? "1" : over.join(" "), ...under].join("/");
}

function unitOf(name: string): Unit {
  return parseUnit(name) ?? ONE;
}

function same(a: Unit, b: Unit): boolean {
  return sameDimensions(a, b) && sameScale(a, b);
}

function digits(value: number): string {
  return String(Number(value.toPrecision(6)));
}
