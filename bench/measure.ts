// Measures contenders in alternating rounds, so that disturbances affect all of them. Time is the processor time of
// this process, all threads together.

/** A contender: passes over the same inputs. */
export interface Contender {
  readonly name: string;
  /** Processes all inputs once. */
  readonly pass: () => void | Promise<void>;
}

export interface Timing {
  readonly name: string;
  /** Median microseconds per input. */
  readonly microseconds: number;
  /** Median ratio to the first contender of the same round. */
  readonly ratio: number;
  /** The middle half of these ratios. */
  readonly spread: readonly [low: number, high: number];
}

export interface Plan {
  /** Inputs in one pass. */
  readonly inputs: number;
  readonly rounds?: number;
  /** Minimum milliseconds of a round. */
  readonly milliseconds?: number;
  /** Milliseconds of warm-up. */
  readonly warmUp?: number;
}

/** Measures contenders in turn, relative to the first. */
export async function race(contenders: readonly Contender[], plan: Plan): Promise<Timing[]> {
  const { inputs, rounds = 11, milliseconds = 25, warmUp = 250 } = plan;
  const passes: number[] = [];
  for (const contender of contenders) {
    const each = await warm(contender, warmUp);
    passes.push(Math.max(1, Math.ceil(milliseconds / each)));
  }
  const times: number[][] = contenders.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [at, contender] of contenders.entries()) {
      const count = passes[at] ?? 1;
      times[at]?.push((await timePasses(contender, count)) / count / inputs);
    }
  }
  const first = times[0] ?? [];
  return contenders.map(({ name }, at) => {
    const own = times[at] ?? [];
    const ratios = own.map((time, round) => time / (first[round] ?? Number.NaN));
    return {
      name,
      microseconds: quantile(own, 0.5) * 1000,
      ratio: quantile(ratios, 0.5),
      spread: [quantile(ratios, 0.25), quantile(ratios, 0.75)],
    };
  });
}

/** Returns the milliseconds of a pass after warm-up. */
async function warm(contender: Contender, milliseconds: number): Promise<number> {
  let [spent, last] = [0, 0];
  for (let passes = 1; spent < milliseconds; passes *= 2) {
    const time = await timePasses(contender, passes);
    spent += time;
    last = time / passes;
  }
  return Math.max(last, 1e-3);
}

/** Returns milliseconds of processor time. Synchronous passes are never awaited, because that would dominate. */
async function timePasses(contender: Contender, count: number): Promise<number> {
  const begun = process.cpuUsage();
  for (let pass = 0; pass < count; pass++) {
    const pending = contender.pass();
    if (pending !== undefined) await pending;
  }
  const used = process.cpuUsage(begun);
  return (used.user + used.system) / 1000;
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const [low, high] = [sorted[Math.floor(place)] ?? Number.NaN, sorted[Math.ceil(place)] ?? Number.NaN];
  return low + (high - low) * (place - Math.floor(place));
}

/** Returns evenly spread items. */
export function spreadOver<T>(items: readonly T[], count: number): T[] {
  if (items.length <= count) return [...items];
  return Array.from({ length: count }, (_, at) => items[Math.floor((at * items.length) / count)] as T);
}
