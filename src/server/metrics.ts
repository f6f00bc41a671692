// GET /metrics in the text format of Prometheus: requests by route and status, what was refused, shed and dropped, and
// the process itself. Never limited; keep it from the world at the proxy.
import type { FastifyInstance } from "fastify";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Store } from "../access/store.js";
import { route } from "./routes.js";

export interface Metrics {
  /** A request that was turned away while the service is overloaded, or a connection that was cut off. */
  readonly lost: (why: string) => void;
}

const SECONDS = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10];

export function metricsRoute(app: FastifyInstance, store: Store | undefined): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry, prefix: "plumbline_" });
  const requests = new Counter({
    name: "plumbline_requests_total",
    help: "Requests answered, by route, method and status",
    labelNames: ["route", "method", "status"],
    registers,
  });
  const seconds = new Histogram({
    name: "plumbline_request_seconds",
    help: "Seconds from a request to its answer, by route",
    labelNames: ["route"],
    buckets: SECONDS,
    registers,
  });
  const lost = new Counter({
    name: "plumbline_turned_away_total",
    help: "Requests shed under load and connections cut off, by reason",
    labelNames: ["why"],
    registers,
  });
  new Gauge({
    name: "plumbline_store_ok",
    help: "1 while the store of keys and counts works",
    registers,
    collect() {
      this.set(store?.health().ok === false ? 0 : 1);
    },
  });
  app.addHook("onResponse", async (request, reply) => {
    // The pattern of the path and not the path: callers must not choose how many there are.
    const path = request.routeOptions.url ?? "none";
    requests.inc({ route: path, method: request.method, status: reply.statusCode });
    seconds.observe({ route: path }, reply.elapsedTime / 1000);
  });
  route(
    app,
    "/metrics",
    {
      GET: async (_, reply) =>
        reply.header("content-type", registry.contentType).send(await registry.metrics()),
    },
    { config: { free: true } },
  );
  return { lost: (why) => lost.inc({ why }) };
}
