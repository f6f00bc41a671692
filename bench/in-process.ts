// Reports the in-process benchmarks: on the terminal, in docs/performance.md and as charts.
import type { BareRequest, Comparison, Kind } from "./comparisons.js";
import type { Timing } from "./measure.js";
import { figures, machine, plain, table, today } from "./report.js";
import { barChart } from "./svg.js";

const ratioHead = ["tool", "compiled us", "against", "us", "ratio", "middle half"];

/** Against hand-written code: how many times slower; otherwise how many times faster. */
function ratioOf(kind: Kind, timing: Timing): { ratio: number; spread: readonly [number, number] } {
  if (kind !== "by hand") return timing;
  const [low, high] = timing.spread;
  return { ratio: 1 / timing.ratio, spread: [1 / high, 1 / low] };
}

function rowsOf(done: readonly Comparison[], kind: Kind): string[][] {
  return done
    .filter((each) => each.kind === kind)
    .flatMap(({ tool, timings = [] }) => {
      const [compiled, ...others] = timings;
      return others.map((other) => {
        const { ratio, spread } = ratioOf(kind, other);
        return [
          tool,
          figures(compiled?.microseconds ?? Number.NaN),
          other.name,
          figures(other.microseconds),
          figures(ratio),
          `${figures(spread[0])} to ${figures(spread[1])}`,
        ];
      });
    });
}

const TITLES: Readonly<Record<Kind, string>> = {
  "by hand": "Against the same tool written by hand (times slower; the target is at most 3)",
  "other engines": "Against other engines (times faster; the target is at least 30)",
};

export function printed(done: readonly Comparison[], http: BareRequest | undefined): string {
  const kinds = Object.keys(TITLES) as Kind[];
  const parts = kinds.flatMap((kind) => {
    const rows = rowsOf(done, kind);
    return rows.length === 0 ? [] : [`${TITLES[kind]}\n\n${plain(ratioHead, rows)}`];
  });
  return [...parts, ...(http === undefined ? [] : [request(http)])].join("\n\n");
}

/** Microseconds. Plain functions may visit all rows of a table. */
const SLOWEST_TARGET = 250;

function request({ request: bare, slowest, ratio, spread }: BareRequest): string {
  return `The slowest golden input, of ${slowest.tool} (${JSON.stringify(slowest.input)}), takes ${figures(slowest.microseconds)} us of processor time, a bare Fastify request over a loopback socket ${figures(bare)} us: ${figures(ratio)} requests (middle half ${figures(spread[0])} to ${figures(spread[1])}). The target is at most ${SLOWEST_TARGET} us.`;
}

export function page(done: readonly Comparison[], http: BareRequest): string {
  return `## Within one process

\`npm run bench -- --write\` on ${today()}: ${machine()}.

Inputs are golden cases. A call is validation of the input and the whole result with all its sentences. Time is the
processor time of the process. The ratio is the median of rounds in which both sides took turns; half of the rounds lie
in the range of the last column.

### Written by hand

${TITLES["by hand"]}.

The hand-written functions are in \`bench/handwritten\`, check the same inputs and give the same complete result, which
\`test/slow/bench.test.ts\` proves on all golden cases and on random inputs. They round and compare with the engine's own
functions.

![Compiled plan against code written by hand](performance/by-hand.svg)

${table(ratioHead, rowsOf(done, "by hand"))}

### Other engines

${TITLES["other engines"]}.

zen-engine runs a decision graph of tables and expression nodes, publicodes its rules, both parsed once; the tests compare
their numbers and words with the tool's. They leave all sentences, flags and validation out, which favours them.
zen-engine answers asynchronously: it gets its inputs one by one, and all at once.

![Compiled plan against other engines](performance/other-engines.svg)

${table(ratioHead, rowsOf(done, "other engines"))}

### The slowest call

![The slowest call against a bare HTTP request](performance/slowest-call.svg)

${request(http)}
`;
}

export function charts(done: readonly Comparison[], http: BareRequest): [name: string, svg: string][] {
  const bars = (kind: Kind, named: boolean) =>
    done
      .filter((each) => each.kind === kind)
      .flatMap(({ tool, timings = [] }) =>
        timings.slice(1).map((timing) => {
          const { ratio } = ratioOf(kind, timing);
          const label = named ? `${tool}: ${timing.name}` : tool.replace("eurocode_beam_designer, ", "");
          return { label, value: ratio, shown: `${figures(ratio)} x` };
        }),
      );
  const byHand = barChart({
    title: "Compiled plan against the same tool written by hand",
    unit: "times slower, median",
    bars: bars("by hand", false),
    limit: { value: 3, label: "target: at most 3" },
  });
  const others = barChart({
    title: "Compiled plan against other engines",
    unit: "times faster, median",
    bars: bars("other engines", true),
    log: true,
    limit: { value: 30, label: "target: at least 30" },
  });
  const slowest = barChart({
    title: "The slowest call against a bare HTTP request",
    unit: "microseconds of processor time",
    bars: [
      {
        label: http.slowest.tool,
        value: http.slowest.microseconds,
        shown: `${figures(http.slowest.microseconds)} us`,
      },
      {
        label: "bare Fastify request",
        value: http.request,
        shown: `${figures(http.request)} us`,
        other: true,
      },
    ],
    limit: { value: SLOWEST_TARGET, label: "target: at most 250 us" },
  });
  return [
    ["by-hand", byHand],
    ["other-engines", others],
    ["slowest-call", slowest],
  ];
}
