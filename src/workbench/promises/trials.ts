// Generates the trials of a promise: pool inputs adjusted to its condition, applicable golden inputs and their
// variants, and target values of raises and lowers.

import type { Change } from "../../engine/language/promises.js";
import type { Result, Tool } from "../../engine/tool.js";
import { beyond, type Moving, targets } from "./change.js";
import { besides, type TrialPool } from "./inputs.js";
import type { InputResult, Judge, Trial } from "./judge.js";
import { leader, pickOf } from "./lead.js";
import { type Input, type Steps, schemaAt } from "./paths.js";
import { allValues, thinned, turningValues } from "./values.js";

export interface TrialWithResult extends Trial {
  /** The result of the input, if already computed. */
  readonly result?: Result;
}

export function* trialsOf(judge: Judge, pool: TrialPool, random: () => number): Generator<TrialWithResult> {
  const { tool, promise } = judge;
  const { when, change } = promise;
  const lead = when === undefined || pool.isExhaustive ? undefined : leader(when.it.expr, pool, random);
  const mover =
    change?.kind === "raise" || change?.kind === "lower" ? new Mover(tool, change, pool, random) : undefined;
  const moved = (known: TrialWithResult): Iterable<TrialWithResult> => mover?.trials(known) ?? [known];
  const isNew = pool.isExhaustive ? newOnes() : () => true;
  for (const known of pool.inputs) {
    yield* moved(known);
    const led = lead?.(known.input);
    if (led !== undefined) yield* moved({ input: led });
    const worded = withWord(change, led ?? known.input, random);
    if (worded !== undefined && isNew(worded)) yield* moved({ input: worded });
  }
  if (when !== undefined) for (const known of concerned(judge, pool)) yield* moved(known);
}

/** Returns a test for new inputs. If all moves are tested, each input is needed once. */
function newOnes(): (input: Input) => boolean {
  const met = new Set<string>();
  return (input) => met.size < met.add(JSON.stringify(input)).size;
}

/** Replaces a free text by a word that the promise orders, since random texts rarely match. */
function withWord(change: Change | undefined, input: Input, random: () => number): Input | undefined {
  if (change === undefined || !("order" in change) || change.order === undefined) return undefined;
  const name = pickOf(change.inputs, random);
  if (name.includes(".") || change.order.includes(String(input[name]))) return undefined;
  return { ...input, [name]: pickOf(change.order, random) };
}

/** Returns applicable golden inputs beyond the pool, and their variants, up to a third of the pool. */
function concerned(judge: Judge, pool: TrialPool): readonly TrialWithResult[] {
  const found = pool.golden.filter((each) => judge.concerns(each));
  const inPool = new Set<InputResult>(pool.inputs);
  const near = besides(
    judge.tool,
    found.map(({ input }) => input),
    pool.limits,
  ).map((input) => ({ input }));
  const most = Math.ceil(pool.inputs.length / 6);
  return [
    ...thinned(
      found.filter((each) => !inPool.has(each)),
      most,
    ),
    ...thinned(near, most),
  ];
}

/** Possible target values, and whether the list is complete. */
interface Range {
  readonly values: readonly unknown[];
  readonly isAll: boolean;
  readonly isWhole: boolean;
  readonly beyond: (from: unknown, to: unknown) => boolean;
}

class Mover {
  private readonly ranges = new Map<string, Range>();

  constructor(
    private readonly tool: Tool,
    private readonly change: Moving,
    private readonly pool: TrialPool,
    private readonly random: () => number,
  ) {}

  /** Tests every move if there are few inputs. Otherwise moves one value slightly, far, and in between. */
  *trials(known: TrialWithResult): Generator<TrialWithResult> {
    const { change, pool, random } = this;
    const found = targets(change, this.tool.plan.inputs, known.input);
    for (const { steps, from } of pool.isExhaustive || found.length === 0 ? found : [pickOf(found, random)]) {
      const range = this.range(steps);
      const ahead = range.values.filter((to) => range.beyond(from, to));
      if (change.kind === "lower") ahead.reverse();
      const tos =
        range.isAll && (pool.isExhaustive || ahead.length <= 3)
          ? ahead
          : [
              ahead[0],
              ahead.length === 0 ? undefined : pickOf(ahead, random),
              this.between(from, ahead.at(-1), range),
            ];
      for (const to of tos) if (to !== undefined) yield { ...known, move: { steps, to } };
    }
  }

  private range(steps: Steps): Range {
    const key = steps.join(".");
    const known = this.ranges.get(key);
    if (known !== undefined) return known;
    const schema = schemaAt(this.tool.inputSchema, steps);
    // For free text, the words of the order are the only targets.
    const all = allValues(schema) ?? (schema.type === "string" ? this.change.order : undefined);
    const range: Range = {
      values: all ?? turningValues(schema, this.pool.limits),
      isAll: all !== undefined,
      isWhole: schema.type === "integer",
      beyond: beyond(this.change, this.tool.plan.inputs, steps),
    };
    this.ranges.set(key, range);
    return range;
  }

  /** Returns a number between two, often near the first. */
  private between(from: unknown, to: unknown, { isAll, isWhole }: Range): number | undefined {
    if (isAll || typeof from !== "number" || typeof to !== "number") return undefined;
    const { random } = this;
    const share = random() < 0.5 ? random() : 10 ** (-6 * random());
    const value = from + (to - from) * share;
    return isWhole ? Math.round(value) : Number(value.toPrecision(8));
  }
}
