// A unit in words that people use: its own name, else the fewest units of the trade that multiply to it.
import { multiply, ONE, parseUnit, power, sameDimensions, sameScale, type Unit } from "./units.js";

/** Written as they stand where one is the unit. */
const WHOLE = (
  "1|%|kW|W|kWh|Wh|MW|MWh|m|mm|cm|m^2|mm^2|cm^2|m^3|mm^3|cm^3|mm^4|cm^4|N|kN|kN m|N mm|MPa|kPa|Pa|kN/m|kN/m^2|kg|t|kg/m|" +
  "h|s|day|week|month|year|K|person|tCO2e|kgCO2e|gCO2e|l|l/s|kVA|kV|GBP|EUR|AED|USD|SAR"
).split("|");

/** What else is put together, the more usual first: quantities with a name of their own, then one word a dimension. */
const NAMED = ["kWh", "kW", "W", "Wh", "MWh", "MW", "kN", "N", "MPa", "Pa", "J", "V"];
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

export function writeUnit(unit: Unit): string {
  const whole = WHOLE.find((name) => same(unitOf(name), unit));
  if (whole !== undefined) return whole === "1" ? "a plain number" : whole;
  if (Object.keys(unit.dimensions).length === 0) return `${digits(unit.scale)} (a plain number)`;
  let best: readonly Factor[] | undefined;
  for (const found of products(unit)) {
    if (!same(productOf(found), unit)) continue;
    if (best === undefined || weight(found) < weight(best)) best = found;
  }
  if (best !== undefined) return written(best);
  // No word has this size: a number stands before the most usual ones.
  const [plain = []] = products(unit);
  return `${digits(unit.scale / productOf(plain).scale)} ${written(plain)}`;
}

/** Products with the dimensions of the unit, of at most one quantity with a name and one word for each dimension left. */
function* products(unit: Unit): Generator<readonly Factor[]> {
  yield* spelled(unit);
  for (const rest of spelled(unit)) yield [...rest, ["%", 1]];
  for (const name of NAMED)
    for (const exponent of [1, -1, 2, -2])
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

/** Few words with small exponents read best. */
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
