// GET /metrics in the text format of Prometheus: requests by route and status, what was refused, shed and dropped, and
// the process itself. Never limited; keep it from the world at the proxy. A request adds to a few numbers, and their text
// is written when it is asked for: a library that hashes labels and watches the collector took an eighth of a call.
import { readdirSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import type { Store } from "../access/store.js";
import { whenOver } from "./over.js";
import { route } from "./routes.js";

export interface Metrics {
  /** A request that was turned away while the service is overloaded, or a connection that was cut off. */
  readonly lost: (why: string) => void;
}

const TYPE = "text/plain; version=0.0.4; charset=utf-8";
/** Upper ends of the buckets of times, in seconds. */
const SECONDS = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10];

/** How long the answers of a route took: how many fell into each bucket, the last without an end. */
class Times {
  private readonly buckets = [...SECONDS, Number.POSITIVE_INFINITY].map((most) => ({ most, count: 0 }));
  private sum = 0;

  add(seconds: number): void {
    this.sum += seconds;
    for (const bucket of this.buckets) {
      if (seconds > bucket.most) continue;
      bucket.count++;
      return;
    }
  }

  /** Each bucket counts those before it as well. */
  lines(name: string, labels: Labels): string[] {
    let count = 0;
    const buckets = this.buckets.map((bucket) => {
      count += bucket.count;
      const le = Number.isFinite(bucket.most) ? String(bucket.most) : "+Inf";
      return line(`${name}_bucket`, count, { ...labels, le });
    });
    return [...buckets, line(`${name}_sum`, this.sum, labels), line(`${name}_count`, count, labels)];
  }
}

type Labels = Readonly<Record<string, string>>;

function line(name: string, value: number, labels: Labels = {}): string {
  const written = Object.entries(labels).map(
    ([label, text]) => `${label}="${text.replace(/[\\"]/g, "\\$&").replaceAll("\n", "\\n")}"`,
  );
  return `${name}${written.length === 0 ? "" : `{${written.join(",")}}`} ${value}`;
}

function family(name: string, type: string, help: string, lines: readonly string[]): string {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines, ""].join("\n");
}

interface Route {
  readonly times: Times;
  /** Answers by method and status. */
  readonly counts: Map<string, Map<number, number>>;
}

export function metricsRoute(app: FastifyInstance, store: Store | undefined): Metrics {
  const routes = new Map<string, Route>();
  const lost = new Map<string, number>();
  /** By the pattern of a path and not the path: callers must not choose how many there are. */
  const answered = (path: string, method: string, status: number, seconds: number): void => {
    let known = routes.get(path);
    if (known === undefined) {
      known = { times: new Times(), counts: new Map() };
      routes.set(path, known);
    }
    known.times.add(seconds);
    let ofMethod = known.counts.get(method);
    if (ofMethod === undefined) {
      ofMethod = new Map();
      known.counts.set(method, ofMethod);
    }
    addOne(ofMethod, status);
  };
  app.addHook("onRequest", (request, { raw }, done) => {
    const began = performance.now();
    whenOver(raw, () => {
      if (!raw.writableFinished) return;
      const path = request.routeOptions.url ?? "none";
      answered(path, request.method, raw.statusCode, (performance.now() - began) / 1000);
    });
    done();
  });
  const text = async (): Promise<string> => {
    const requests = [...routes].flatMap(([path, { counts }]) =>
      [...counts].flatMap(([method, ofMethod]) =>
        [...ofMethod].map(([status, count]) =>
          line("plumbline_requests_total", count, { route: path, method, status: String(status) }),
        ),
      ),
    );
    const times = [...routes].flatMap(([path, each]) =>
      each.times.lines("plumbline_request_seconds", { route: path }),
    );
    const away = [...lost].map(([why, count]) => line("plumbline_turned_away_total", count, { why }));
    const works = store?.health().ok === false ? 0 : 1;
    return [
      family(
        "plumbline_requests_total",
        "counter",
        "Requests answered, by route, method and status",
        requests,
      ),
      family("plumbline_request_seconds", "histogram", "Seconds from a request to its answer", times),
      family("plumbline_turned_away_total", "counter", "Requests shed and connections cut off", away),
      gauge("store_ok", "1 while the store of keys and counts works", works),
      await processText(),
    ].join("");
  };
  route(
    app,
    "/metrics",
    { GET: async (_, reply) => reply.header("content-type", TYPE).send(await text()) },
    { config: { free: true } },
  );
  return { lost: (why) => addOne(lost, why) };
}

function addOne<K>(counts: Map<K, number>, name: K): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function gauge(name: string, help: string, value: number, type = "gauge"): string {
  return family(`plumbline_${name}`, type, help, [line(`plumbline_${name}`, value)]);
}

/** The process by the names that dashboards for Node know. */
async function processText(): Promise<string> {
  const { user, system } = process.cpuUsage();
  const { rss, heapTotal, heapUsed } = process.memoryUsage();
  const asked = performance.now();
  await new Promise((resolve) => setImmediate(resolve));
  const lag = (performance.now() - asked) / 1000;
  const files = openFiles();
  return [
    gauge("process_cpu_seconds_total", "Processor time in seconds", (user + system) / 1e6, "counter"),
    gauge("process_start_time_seconds", "Start, in seconds since 1970", performance.timeOrigin / 1000),
    gauge("process_resident_memory_bytes", "Memory of the process", rss),
    gauge("nodejs_heap_size_total_bytes", "Memory for objects", heapTotal),
    gauge("nodejs_heap_size_used_bytes", "Memory that objects use", heapUsed),
    gauge("nodejs_eventloop_lag_seconds", "Seconds that work waits for its turn", lag),
    ...(files === undefined ? [] : [gauge("process_open_fds", "Open files and connections", files)]),
  ].join("");
}

/** Undefined where the system has no such folder. */
function openFiles(): number | undefined {
  try {
    return readdirSync("/proc/self/fd").length;
  } catch {
    return undefined;
  }
}
