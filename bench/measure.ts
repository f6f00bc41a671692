// Times of several works that take turns: a slow moment of the machine meets all of them, so their ratios hold. Time is
// the processor time of this process, all its threads together: what others do on the machine does not count.

/** One of the works that are compared: a whole pass over the same inputs, once or many times in a row. */
export interface Contender {
  readonly name: string;
  /** Works through all inputs once. */
  readonly pass: () => void | Promise<void>;
}

export interface Timing {
  readonly name: string;
  /** Median microseconds for one input. */
  readonly microseconds: number;
  /** Median over the rounds of its time by the time of the first contender in the same round. */
  readonly ratio: number;
  /** The middle half of these ratios. */
  readonly spread: readonly [low: number, high: number];
}

export interface Plan {
  /** Inputs in one pass. */
  readonly inputs: number;
  readonly rounds?: number;
  /** Least milliseconds that a round of one contender lasts. */
  readonly milliseconds?: number;
  /** Milliseconds that each works before anything is counted. */
  readonly warmUp?: number;
}

/** Times contenders in turns. The first one is what the others are compared with. */
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

/** Milliseconds of a pass, after at least so many milliseconds of work. */
async function warm(contender: Contender, milliseconds: number): Promise<number> {
  let [spent, last] = [0, 0];
  for (let passes = 1; spent < milliseconds; passes *= 2) {
    const time = await timePasses(contender, passes);
    spent += time;
    last = time / passes;
  }
  return Math.max(last, 1e-3);
}

/** Milliseconds of processor time. A work that is not asynchronous is never awaited: that would cost more than it does. */
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

/** So many items, evenly spread over the list. */
export function spreadOver<T>(items: readonly T[], count: number): T[] {
  if (items.length <= count) return [...items];
  return Array.from({ length: count }, (_, at) => items[Math.floor((at * items.length) / count)] as T);
}
