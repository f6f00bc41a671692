// GET /metrics in the text format of Prometheus: requests by route and status, what was refused, shed and dropped, and
// the process itself. Never limited; keep it from the world at the proxy. prom-client 15.1.3 was measured: of a call it
// takes 1.1 us, a hundredth, but loading it takes 90 ms, 0.45 of loading Fastify: added to the start (2.86 times that of a
// bare server), it would by that estimate pass the bound of three.
import { readdir } from "node:fs/promises";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Store } from "../../access/store.js";
import { eachAnswer } from "./response-end.js";
import { route } from "./routes.js";

const TYPE = "text/plain; version=0.0.4; charset=utf-8";
/** Upper ends of the buckets of times, in seconds; the last has none. */
const SECONDS = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, Number.POSITIVE_INFINITY];

const SECONDS_HELP = "Seconds from a request to its answer";
/** What follows a metric's name in a line of the text, with labels such as {why="shed"}, and the number behind it. */
type Sample = readonly [suffix: string, value: number];

function family(name: string, type: string, help: string, samples: Iterable<Sample>): string {
  const full = `plumbline_${name}`;
  const lines = [...samples].map(([suffix, value]) => `${full}${suffix} ${value}\n`);
  return `# HELP ${full} ${help}\n# TYPE ${full} ${type}\n${lines.join("")}`;
}

function gauge(name: string, help: string, value: number, type = "gauge"): string {
  return family(name, type, help, [["", value]]);
}

/** How long the answers of a route took: how many fell into each bucket, and all together. */
type Times = { readonly counts: number[]; sum: number };

/** In the text each bucket counts those before it as well. */
function timeSamples([path, { counts, sum }]: [path: string, times: Times]): Sample[] {
  let count = 0;
  const buckets = SECONDS.map((most, at): Sample => {
    count += counts[at] ?? 0;
    return [`_bucket{route="${path}",le="${Number.isFinite(most) ? most : "+Inf"}"}`, count];
  });
  return [...buckets, [`_sum{route="${path}"}`, sum], [`_count{route="${path}"}`, count]];
}

/** What is counted of a service, whichever set of definitions answers. */
export class Metrics {
  private readonly requests = new Map<string, number>();
  private readonly lost = new Map<string, number>();
  private readonly times = new Map<string, Times>();

  constructor(private readonly store: Store | undefined) {}

  /** A request that was turned away while the service is overloaded, or a connection that was cut off. */
  turnedAway(why: string): void {
    addOne(this.lost, `{why="${why}"}`);
  }

  /** Counts the requests of an app, and tells of all at /metrics. */
  watch(app: FastifyInstance): void {
    // The pattern of the path and not the path: callers must not choose how many there are.
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

/** The process by the names that dashboards for Node know. */
async function processText(): Promise<string> {
  const { user, system } = process.cpuUsage();
  const { rss, heapTotal, heapUsed } = process.memoryUsage();
  const asked = performance.now();
  await new Promise((resolve) => setImmediate(resolve));
  const lag = (performance.now() - asked) / 1000;
  // Left out where the system has no such folder.
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
