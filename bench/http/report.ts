// Reports the HTTP benchmarks, on the terminal and in docs/performance.md.
import { machine, plain, figures as shown, table, today } from "../report.js";
import { barChart } from "../svg.js";

export interface Ratio {
  readonly name: string;
  /** Answers per second. */
  readonly rate: number;
  /** Answers per second, relative to the rival in the same round. */
  readonly throughput: number;
  /** The same by the server's processor time, which excludes the client. */
  readonly processor: number;
}

export interface Figures {
  readonly tools: readonly Ratio[];
  readonly limits: Ratio;
  readonly mcp: Ratio;
  /** Resident memory after 100,000 calls, relative to a bare server. */
  readonly memory: number;
  /** Mebibytes after serving every tool and the soak. */
  readonly residentMib: number;
  /** Resident memory at the end of the soak, relative to its start. */
  readonly soak: number;
  /** Time to the first answer, relative to a bare server. */
  readonly start: number;
}

const TOOL_HEAD = ["tool", "answers a second", "of hand-written throughput", "by processor time"];
const HEAD = ["measured", "ratio", "by processor time", "target", "met"];

const toolRows = ({ tools }: Figures) =>
  tools.map(({ name, rate, throughput, processor }) => [
    name,
    shown(rate),
    shown(throughput),
    shown(processor),
  ]);

function rows({ tools, limits, mcp, memory, soak, start }: Figures): string[][] {
  const sorted = [...tools].sort((a, b) => a.throughput - b.throughput);
  const middle = sorted[Math.floor(sorted.length / 2)];
  const [slowest] = sorted;
  const [first] = tools;
  const line = (name: string, ratio: Ratio | undefined, least: number) => [
    name,
    shown(ratio?.throughput ?? Number.NaN),
    shown(ratio?.processor ?? Number.NaN),
    `at least ${least}`,
    (ratio?.throughput ?? 0) >= least ? "yes" : "no",
  ];
  const most = (name: string, value: number, limit: number) => [
    name,
    shown(value),
    "",
    `at most ${limit}`,
    value <= limit ? "yes" : "no",
  ];
  return [
    line(`${first?.name}, with limits, by hand-written`, first, 0.75),
    line(`median of all tools (${middle?.name}) by hand-written calculate_pue`, middle, 0.65),
    line(`slowest tool (${slowest?.name}) by hand-written calculate_pue`, slowest, 0.25),
    line("limits on by limits off", limits, 0.97),
    line("MCP of its newest revision by REST", mcp, 0.3),
    most("time to the first answer by a bare server's", start, 3),
    most("memory after 100,000 calls by a bare server's", memory, 3),
    most("memory after the soak by that before", soak, 1.1),
  ];
}

export function printed(figures: Figures): string {
  const tables = [plain(TOOL_HEAD, toolRows(figures)), plain(HEAD, rows(figures))];
  return tables.join("\n\n");
}

export function page(figures: Figures): string {
  return `## Over HTTP

\`npm run bench:http -- --write\`, ${today()}, ${machine()}.

Each server is a process of its own; requests come over kept loopback connections from a client in another, on the same
machine. Each server is warmed up until its processor time for one answer no longer falls, or for a bounded number of
rounds. Then all take turns in each round, a tool and the handler written by hand in pairs, so that both servers are
equally warm and busy; the tools are measured on three such pairs of servers, as each is compiled with more or less luck,
and medians are shown. Throughput is what a caller sees; the ratio by processor
time leaves out what the client and the rest of the machine use. The service has keys, limits and all its headers on;
the handler written by hand has the same validation and serialisation of calculate_pue, and nothing else. For memory and the
first answer both servers are new. The service that has answered every tool, over REST and MCP, holds
${Math.round(figures.residentMib)} MiB after the soak.

${table(HEAD, rows(figures))}

![Throughput of each tool](performance/http-tools.svg)

${table(TOOL_HEAD, toolRows(figures))}`;
}

export function charts({ tools }: Figures): [name: string, svg: string][] {
  const bars = [...tools]
    .sort((a, b) => b.throughput - a.throughput)
    .map(({ name, throughput }) => ({ label: name, value: throughput, shown: shown(throughput) }));
  const limit = { value: 0.25, label: "slowest allowed: 0.25" };
  return [
    [
      "http-tools",
      barChart({
        title: "Throughput of each tool",
        unit: "by that of calculate_pue written by hand",
        bars,
        limit,
      }),
    ],
  ];
}
