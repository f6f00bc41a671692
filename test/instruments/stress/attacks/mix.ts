// All kinds of attacks, mixed by weight.
import type { RandomSource } from "../random-source.js";
import type { Attack, Ground, Maker } from "./attack.js";
import { BODIES } from "./bodies.js";
import { BULK } from "./bulk.js";
import { FRAMING } from "./framing.js";
import { HEADS } from "./heads.js";
import { TIMING } from "./timing.js";

const ALL: readonly (readonly [kind: string, weight: number, make: Maker])[] = [
  ...BODIES,
  ...HEADS,
  ...FRAMING,
  ...TIMING,
  ...BULK,
];
const SUM = ALL.reduce((sum, [, weight]) => sum + weight, 0);

export const KINDS: readonly string[] = ALL.map(([kind]) => kind);

/** Returns an attack by number: each kind once in order, then at random. */
export function attack(ground: Ground, at: number): Attack {
  const [kind, , make] = ALL[at] ?? byWeight(ground.chance);
  return { kind, ...make(ground) };
}

function byWeight(chance: RandomSource): (typeof ALL)[number] {
  let left = chance.next() * SUM;
  for (const each of ALL) {
    left -= each[1];
    if (left < 0) return each;
  }
  return ALL[0] as (typeof ALL)[number];
}
