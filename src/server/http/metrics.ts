// GET /metrics in Prometheus text format; never limited, so block it at the proxy. Not prom-client (15.1.3): it costs
// only 1.1 us per call, but 90 ms at the start.
import { readdir } from "node:fs/promises";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Store } from "../../access/store.js";
import { eachAnswer } from "./response-end.js";
import { route } from "./routes.js";

const TYPE = "text/plain; version=0.0.4; charset=utf-8";
/** Upper bounds of the histogram's buckets, in seconds; the last is infinite. */
const SECONDS = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, Number.POSITIVE_INFINITY];

const SECONDS_HELP = "Seconds from a request to its answer";
/** Suffix of a metric's name, with labels such as {why="shed"}, and its value. */
type Sample = readonly [suffix: string, value: number];

function family(name: string, type: string, help: string, samples: Iterable<Sample>): string {
  const full = `plumbline_${name}`;
  const lines = [...samples].map(([suffix, value]) => `${full}${suffix} ${value}\n`);
  return `# HELP ${full} ${help}\n# TYPE ${full} ${type}\n${lines.join("")}`;
}

function gauge(name: string, help: string, value: number, type = "gauge"): string {
  return family(name, type, help, [["", value]]);
}

/** A histogram of a route's response times. */
type Times = { readonly counts: number[]; sum: number };

/** Prometheus buckets are cumulative. */
function timeSamples([path, { counts, sum }]: [path: string, times: Times]): Sample[] {
  let count = 0;
  const buckets = SECONDS.map((most, at): Sample => {
    count += counts[at] ?? 0;
    return [`_bucket{route="${path}",le="${Number.isFinite(most) ? most : "+Inf"}"}`, count];
  });
  return [...buckets, [`_sum{route="${path}"}`, sum], [`_count{route="${path}"}`, count]];
}

/** Counters of the service. They survive a reload of definitions. */
export class Metrics {
  private readonly requests = new Map<string, number>();
  private readonly lost = new Map<string, number>();
  private readonly times = new Map<string, Times>();

  constructor(private readonly store: Store | undefined) {}

  /** Counts a refused request under overload, or a connection that was cut. */
  turnedAway(why: string): void {
    addOne(this.lost, `{why="${why}"}`);
  }

  /** Counts the requests of an app, and serves /metrics. */
  watch(app: FastifyInstance): void {
    // Uses the route's pattern, because paths would let clients create any number of series.
    eachAnswer(app, ({ routeOptions, method }, status, ms) =>
      this.answered(routeOptions.url ?? "none", method, status, ms / 1000),
    );
    const GET = async (_: unknown, reply: FastifyReply) => reply.type(TYPE).send(await this.text());
    route(app, "/metrics", { GET, config: { free: true } });
  }

  private answered(path: string, method: string, status: number, seconds: number): void {
    addOne(this.requests, `{route="${path}",method="${method}",status="${status}"}`);
    const known = this.times.get(path) ?? { counts: SECONDS.map(() => 0), sum: 0 };
    this.times.set(path, known);
    known.sum += seconds;
    const bucket = SECONDS.findIndex((most) => seconds <= most);
    known.counts[bucket] = (known.counts[bucket] ?? 0) + 1;
  }

  private async text(): Promise<string> {
    const isWell = this.store?.health().ok !== false;
    return [
      family("requests_total", "counter", "Requests answered, by route, method and status", this.requests),
      family("request_seconds", "histogram", SECONDS_HELP, [...this.times].flatMap(timeSamples)),
      family("turned_away_total", "counter", "Requests shed and connections cut off", this.lost),
      gauge("store_ok", "1 while the store of keys and counts works", isWell ? 1 : 0),
      await processText(),
    ].join("");
  }
}

function addOne(counts: Map<string, number>, labels: string): void {
  counts.set(labels, (counts.get(labels) ?? 0) + 1);
}

/** Process metrics under the names that Node dashboards use. */
async function processText(): Promise<string> {
  const { user, system } = process.cpuUsage();
  const { rss, heapTotal, heapUsed } = process.memoryUsage();
  const asked = performance.now();
  await new Promise((resolve) => setImmediate(resolve));
  const lag = (performance.now() - asked) / 1000;
  // Omitted on systems without /proc.
  const files = await readdir("/proc/self/fd").catch(() => undefined);
  const open =
    files === undefined ? "" : gauge("process_open_fds", "Open files and connections", files.length);
  return [
    gauge("process_cpu_seconds_total", "Processor time in seconds", (user + system) / 1e6, "counter"),
    gauge("process_start_time_seconds", "Start, in seconds since 1970", performance.timeOrigin / 1000),
    gauge("process_resident_memory_bytes", "Memory of the process", rss),
    gauge("nodejs_heap_size_total_bytes", "Memory for objects", heapTotal),
    gauge("nodejs_heap_size_used_bytes", "Memory that objects use", heapUsed),
    gauge("nodejs_eventloop_lag_seconds", "Seconds that work waits for its turn", lag),
    open,
  ].join("");
}
