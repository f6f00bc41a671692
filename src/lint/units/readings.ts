// How the numbers of a formula can be read: as they stand, as a conversion between two units of one kind, or as a time.

import { parseUnit, type Unit } from "../../engine/language/units.js";
import { walk } from "../../engine/typing/parts.js";
import type { Typed } from "../../engine/typing/plan.js";

const HOUR = parseUnit("h") as Unit;
const TIMES: Readonly<Record<number, readonly Unit[]>> = {
  24: [HOUR],
  8760: [HOUR],
  365: [parseUnit("day") as Unit],
  60: [parseUnit("s") as Unit, parseUnit("min") as Unit],
  3600: [parseUnit("s") as Unit],
  12: [parseUnit("month") as Unit],
  52: [parseUnit("week") as Unit],
};

/** What a literal may stand for besides a plain number. */
function readings(value: number): Unit[] {
  const size = Math.abs(value);
  const exponent = Math.log10(size);
  const decimal = Math.abs(exponent - Math.round(exponent)) < 1e-9 && Math.round(exponent) !== 0;
  const hourly = Math.log10(size / 3.6);
  const energy = Math.abs(hourly - Math.round(hourly)) < 1e-9;
  const times = TIMES[size] ?? [];
  if (!decimal && !energy && times.length === 0) return [];
  return [{ scale: 1 / size, dimensions: {} }, ...times];
}

const MOST_READINGS = 2_000;

/** Every way to read the literals of a formula: as plain numbers first, then each as a conversion or a time. */
export function* literalReadings(typed: Typed): Generator<ReadonlyMap<Typed, Unit>> {
  const literals: { typed: Typed; options: (Unit | undefined)[] }[] = [];
  let total = 1;
  walk(typed, (part) => {
    if (part.op !== "literal" || typeof part.value !== "number") return;
    const options = readings(part.value);
    if (options.length === 0 || total * (options.length + 1) > MOST_READINGS) return;
    total *= options.length + 1;
    literals.push({ typed: part, options: [undefined, ...options] });
  });
  for (let at = 0; at < total; at++) {
    const chosen = new Map<Typed, Unit>();
    let rest = at;
    for (const literal of literals) {
      const option = literal.options[rest % literal.options.length];
      rest = Math.floor(rest / literal.options.length);
      if (option !== undefined) chosen.set(literal.typed, option);
    }
    yield chosen;
  }
}
