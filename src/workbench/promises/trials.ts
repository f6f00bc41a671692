// The trials of a promise: each input of the pool, led to where the promise speaks, and for a raise or lowering the values
// that one of its values is moved to.
import type { PromiseDef } from "../../engine/language/model.js";
import type { Result, Tool } from "../../engine/tool.js";
import type { RandomSource } from "../random-inputs.js";
import { beyond, type Moving, targets } from "./change.js";
import type { Pool } from "./inputs.js";
import type { Trial } from "./judge.js";
import { leader } from "./lead.js";
import { type Steps, schemaAt } from "./paths.js";
import { allValues, turningValues } from "./values.js";

export interface KnownTrial extends Trial {
  /** The result of the input, where it is known. */
  readonly result?: Result;
}

export function* trialsOf(
  tool: Tool,
  { when, change }: PromiseDef,
  pool: Pool,
  chance: RandomSource,
): Generator<KnownTrial> {
  const lead = when === undefined || pool.isExhaustive ? undefined : leader(when.it.expr, pool, chance);
  const mover =
    change?.kind === "raise" || change?.kind === "lower" ? new Mover(tool, change, pool, chance) : undefined;
  const moved = (known: KnownTrial): Iterable<KnownTrial> => mover?.trials(known) ?? [known];
  for (const known of pool.inputs) {
    yield* moved(known);
    const led = lead?.(known.input);
    if (led !== undefined) yield* moved({ input: led });
  }
}

/** What a value can be moved to, and whether that is all. */
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
    private readonly pool: Pool,
    private readonly chance: RandomSource,
  ) {}

  /** Of few inputs every move is tried; else one value is moved a little, far, and to somewhere between. */
  *trials(known: KnownTrial): Generator<KnownTrial> {
    const { change, pool, chance } = this;
    const found = targets(change, this.tool.plan.inputs, known.input);
    for (const { steps, from } of pool.isExhaustive || found.length === 0 ? found : [chance.pick(found)]) {
      const range = this.range(steps);
      const ahead = range.values.filter((to) => range.beyond(from, to));
      if (change.kind === "lower") ahead.reverse();
      const tos =
        range.isAll && (pool.isExhaustive || ahead.length <= 3)
          ? ahead
          : [
              ahead[0],
              ahead.length === 0 ? undefined : chance.pick(ahead),
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
    // Of a free text the words of the order are all that can be moved.
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

  /** A number between two, often near the first. */
  private between(from: unknown, to: unknown, { isAll, isWhole }: Range): number | undefined {
    if (isAll || typeof from !== "number" || typeof to !== "number") return undefined;
    const { chance } = this;
    const share = chance.likely(0.5) ? chance.next() : 10 ** (-6 * chance.next());
    const value = from + (to - from) * share;
    return isWhole ? Math.round(value) : Number(value.toPrecision(8));
  }
}
