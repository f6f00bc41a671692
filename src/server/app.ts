// The HTTP service over one definition set: the server, what every request passes, and the routes.
import type { IncomingMessage, RequestListener } from "node:http";
import fastify, { type FastifyInstance, LogController } from "fastify";
import { FairQueue, QUEUE_BOUNDS } from "../access/fair-queue.js";
import { adminRoutes } from "./calls/admin.js";
import { chargeReading } from "./calls/admission.js";
import { batchRoutes } from "./calls/batch.js";
import { catalogueRoutes } from "./calls/catalogue.js";
import { legacyRoutes } from "./calls/legacy.js";
import { libraryRoutes } from "./calls/library.js";
import { sweepRoutes } from "./calls/sweep.js";
import { tierRoutes } from "./calls/tiers.js";
import { explorerRoutes } from "./documents/explorer.js";
import { pageRoutes } from "./documents/pages.js";
import { rulesRoutes } from "./documents/rules.js";
import { boundedServer, CONNECTION_BOUNDS } from "./http/connections.js";
import { refuseCrossSite } from "./http/cross-site.js";
import { answerClientError, answerError, answerErrors } from "./http/errors.js";
import { requestId, requestLog, sendStandardHeaders } from "./http/headers.js";
import { healthRoutes } from "./http/health.js";
import { readJsonBodies } from "./http/json.js";
import { Pressure, queueFairly, shedding } from "./http/pressure.js";
import { problemRoutes } from "./http/problem-pages.js";
import { readyRoute } from "./http/ready.js";
import { answerOnTheWire, drainOnClose, wireOptions } from "./http/request-guard.js";
import { jobRoutes } from "./jobs/routes.js";
import { mcpRoutes } from "./mcp/http.js";
import { openapiRoutes } from "./openapi/route.js";
import { type AppOptions, MAX_LAG_MS, REQUEST_TIMEOUT_MS, type Service, serviceOf } from "./options.js";

/** Milliseconds that an idle connection is kept, longer than most proxies keep theirs. */
const KEEP_ALIVE_MS = 72_000;

const ADMIN = "/v1/admin";

/** No route has a schema, for definitions hold them: Fastify does not load its compilers, a twentieth of the start. */
const noSchema = (): never => {
  throw new Error("routes have no schemas of their own");
};
const NO_SCHEMAS = { compilersFactory: { buildValidator: noSchema, buildSerializer: noSchema } };

export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const service = serviceOf(options);
  const requestTimeout = options.requestTimeout ?? REQUEST_TIMEOUT_MS;
  const wire = { ...wireOptions(requestTimeout), keepAliveTimeout: KEEP_ALIVE_MS };
  const pressure =
    options.maxLag === 0 ? undefined : new Pressure(options.maxLag ?? MAX_LAG_MS, () => performance.now());
  let count: ((why: string) => void) | undefined;
  const turnedAway = (why: string): void => {
    count?.(why);
    app.log.warn({ why }, why === "shed" ? "request shed" : "connection dropped");
  };
  const shed = () => turnedAway("shed");
  const bounds = { ...CONNECTION_BOUNDS, ...options.connections };
  const app: FastifyInstance = fastify({
    serverFactory: (handle: RequestListener) => {
      const hasKey = (request: IncomingMessage) => service.known(request) !== undefined;
      const answer = options.front?.(handle) ?? handle;
      const listener = pressure === undefined ? answer : shedding(pressure, answer, shed, hasKey);
      return boundedServer(wire, bounds, listener, turnedAway);
    },
    logger: options.logger ?? false,
    // One line a request of our own stands in for the two of Fastify.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestId,
    bodyLimit: service.bodyLimit,
    schemaController: NO_SCHEMAS,
    // Draining may take longer than a plugin may take to start.
    pluginTimeout: 0,
    routerOptions: { maxParamLength: 200 },
    requestTimeout,
    http: wire,
    trustProxy: trustedProxies(options.trustProxy ?? false),
    forceCloseConnections: "idle",
    // What has arrived is answered, also while the service stops.
    return503OnClosing: false,
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) => {
      answerError(error, request, reply);
    },
  });
  app.addHook("onListen", async () => pressure?.start());
  app.addHook("onClose", async () => pressure?.stop());
  sendStandardHeaders(app, service.corsOrigins.length > 0);
  if (options.logger !== undefined && options.logger !== false) requestLog(app);
  // Before whatever may refuse a request: those that are refused count as well.
  count = (await import("./http/metrics.js")).metricsRoute(app, options.store);
  answerOnTheWire(app);
  refuseCrossSite(app, [...service.corsOrigins, ...service.mcpOrigins]);
  if (service.corsOrigins.length > 0)
    await app.register((await import("@fastify/cors")).default, corsFor(service));
  if (options.takesTurns === true) {
    const queue = new FairQueue(QUEUE_BOUNDS, () => performance.now());
    app.addHook("onClose", async () => queue.stop());
    queueFairly(app, queue, service.known, shed);
  }
  chargeReading(app, service.reading);
  readJsonBodies(app);
  answerErrors(app);
  healthRoutes(app, service);
  readyRoute(app, service, options.store);
  catalogueRoutes(app, service);
  legacyRoutes(app, service);
  libraryRoutes(app, service);
  tierRoutes(app, service);
  batchRoutes(app, service);
  sweepRoutes(app, service);
  if (options.jobs !== undefined) jobRoutes(app, service, options.jobs);
  problemRoutes(app);
  openapiRoutes(app, service);
  pageRoutes(app, service);
  explorerRoutes(app, service);
  rulesRoutes(app, service);
  adminRoutes(app, service);
  // After whoever says that the service stops.
  drainOnClose(app, options.drainMs ?? 0);
  // In a scope of its own: its errors are JSON-RPC answers, not problem documents.
  await app.register(async (scope) => mcpRoutes(scope, service));
  return app;
}

/** A number counts the proxies between the caller and this process. */
function trustedProxies(given: NonNullable<AppOptions["trustProxy"]>) {
  if (typeof given === "number") return (_: string, hop: number) => hop < given;
  return typeof given === "boolean" ? given : [...given];
}

/** Pages of other origins may call the tools; what is administered with a token is not theirs. */
function corsFor(service: Service) {
  const options = corsOptions(service);
  return {
    delegator: (
      { url }: { readonly url?: string },
      answer: (error: null, options: Record<string, unknown>) => void,
    ): void => answer(null, url?.startsWith(ADMIN) === true ? { ...options, origin: false } : options),
  };
}

function corsOptions({ corsOrigins: origins, tiers }: Service) {
  const keys = (tiers?.interfaces ?? []).map(({ header }) => header.toLowerCase());
  return {
    origin: origins.includes("*") ? "*" : [...origins],
    methods: ["GET", "HEAD", "POST"],
    allowedHeaders: [
      "content-type",
      "authorization",
      ...keys,
      "x-request-id",
      "if-none-match",
      "mcp-protocol-version",
      "mcp-method",
      "mcp-name",
      "mcp-session-id",
    ],
    exposedHeaders: [
      "x-definition",
      "x-definition-hash",
      "x-request-id",
      "retry-after",
      "ratelimit",
      "ratelimit-policy",
      "etag",
      "mcp-session-id",
      "www-authenticate",
    ],
    maxAge: 600,
    strictPreflight: false,
  };
}
