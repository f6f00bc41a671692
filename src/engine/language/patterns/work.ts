// How long matching can take at the worst: whether a repeated group can match in several ways, and how many steps a
// text that almost fits costs. Both are bounds from above: what they let pass is quick.
import { ALL, type CharSet, meet, NONE, union } from "./char-sets.js";
import type { Choices, Part } from "./parts.js";

/** Whatever is tried in one round of a loop is tried again in each other: time grows exponentially. */
export function isExponential(choices: Choices): boolean {
  return choices.flat().some((part) => {
    if (part.kind === "group" || part.kind === "look") return isExponential(part.choices);
    if (part.kind !== "loop") return false;
    return (part.most > 1 && hasChoice(part.body)) || isExponential([[part.body]]);
  });
}

/** It can match one text in several ways. Stricter than needed, and simple. */
function hasChoice(part: Part): boolean {
  if (part.kind === "loop") return part.least !== part.most || hasChoice(part.body);
  if (part.kind !== "group" && part.kind !== "look") return false;
  return part.choices.length > 1 || part.choices.flat().some(hasChoice);
}

/** What stands from some place of the pattern to its end. */
interface Rest {
  /** The characters at which it does not fail at once. */
  readonly first: CharSet;
  /** It fits wherever it is tried. */
  readonly sure: boolean;
  /** Steps at the worst before it is known not to fit. */
  readonly steps: number;
}

/** Steps at the worst on a text of so many characters. The pattern must not be exponential. */
export function stepsOf(choices: Choices, length: number): number {
  const { steps } = eachOf(choices, { first: NONE, sure: true, steps: 1 }, length);
  const tries = choices.every(([first]) => isAnchored(first)) ? 1 : length + 1;
  // What is matched in the end is read once.
  return tries * steps + length;
}

function isAnchored(part: Part | undefined): boolean {
  if (part?.kind === "group") return part.choices.every(([first]) => isAnchored(first));
  return part?.kind === "start";
}

function eachOf(choices: Choices, rest: Rest, length: number): Rest {
  const each = choices.map((parts) =>
    parts.reduceRight<Rest>((after, part) => before(part, after, length), rest),
  );
  const steps = each.map((choice) => choice.steps);
  // Where no character opens two of them, only one is gone into.
  const apart = each.every(
    ({ first }, at) => !each.some((other, index) => index < at && meet(first, other.first)),
  );
  return {
    first: union(...each.map(({ first }) => first)),
    sure: each.some(({ sure }) => sure),
    steps: apart ? Math.max(...steps) + steps.length - 1 : steps.reduce((sum, next) => sum + next, 0),
  };
}

function before(part: Part, rest: Rest, length: number): Rest {
  switch (part.kind) {
    case "set":
      return { first: part.set, sure: false, steps: 1 + rest.steps };
    case "start":
    case "boundary":
      return { ...rest, sure: false };
    case "end":
      return { first: NONE, sure: false, steps: rest.steps };
    case "again":
      return { first: ALL, sure: false, steps: length + rest.steps };
    case "group":
      return eachOf(part.choices, rest, length);
    case "look": {
      // It moves on by nothing, so even where it fits its steps are lost.
      const inside = eachOf(part.choices, { first: ALL, sure: false, steps: 1 }, length);
      return { first: ALL, sure: false, steps: inside.steps + rest.steps };
    }
    case "loop":
      return loop(part, rest, length);
  }
}

function loop(part: Extract<Part, { kind: "loop" }>, rest: Rest, length: number): Rest {
  const { body, least } = part;
  const sure = least === 0 && rest.sure;
  if (hasChoice(body)) {
    // Not repeated, or it would be exponential: with it, and without it.
    const within = before(body, rest, length);
    const without = least > 0 ? 0 : meet(within.first, rest.first) ? rest.steps : 1;
    const first = least === 0 ? union(within.first, rest.first) : within.first;
    return { first, sure, steps: within.steps + without };
  }
  const most = Math.min(part.most, length);
  const round = before(body, { first: ALL, sure: false, steps: 0 }, length);
  const first = least === 0 ? union(round.first, rest.first) : round.first;
  // What follows always fits: only the rounds that must be can fail, and what the others match is not read again.
  if (rest.sure) return { first, sure, steps: 1 + Math.min(least, most) * round.steps + rest.steps };
  // Where a character opens both another round and what follows, that is tried after each round.
  const ends = Math.max(1, most - least + 1);
  const after = meet(round.first, rest.first) ? ends * rest.steps : ends + rest.steps;
  return { first, sure, steps: most * round.steps + after };
}
