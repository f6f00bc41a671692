// Builds the HTTP service over one definition set: the server, its hooks and its routes.
import type { IncomingMessage, RequestListener } from "node:http";
import fastify, { type FastifyInstance, type FastifyRequest, LogController } from "fastify";
import { adminRoutes } from "./calls/admin.js";
import { chargeReading } from "./calls/admission.js";
import { batchRoutes } from "./calls/batch.js";
import { catalogueRoutes } from "./calls/catalogue.js";
import { explainerOf } from "./calls/explanations.js";
import { legacyRoutes } from "./calls/legacy.js";
import { libraryRoutes } from "./calls/library.js";
import { sweepRoutes } from "./calls/sweep.js";
import { tierRoutes } from "./calls/tiers.js";
import { noteRequests, unnoted, watched } from "./decisions.js";
import { explorerRoutes } from "./documents/explorer.js";
import { pageRoutes } from "./documents/pages.js";
import { rulesRoutes } from "./documents/rules.js";
import { admitBodies } from "./http/bodies.js";
import { boundedServer, CONNECTION_BOUNDS } from "./http/connections.js";
import { answerClientError, answerError, answerErrors } from "./http/errors.js";
import { requestId, requestLog, sendStandardHeaders } from "./http/headers.js";
import { healthRoutes } from "./http/health.js";
import { readJsonBodies } from "./http/json.js";
import { atMostOnce } from "./http/log-rate.js";
import { measure } from "./http/meter.js";
import { refuseCrossSite, refuseHosts } from "./http/origin.js";
import { queueFairly, shedding } from "./http/pressure.js";
import { problemRoutes } from "./http/problem-pages.js";
import { answerOnTheWire, drainOnClose, wireOptions } from "./http/request-guard.js";
import { mcpRoutes } from "./mcp/http.js";
import { openapiRoutes } from "./openapi/route.js";
import { type AppOptions, type Service, serviceOf, stateOf } from "./options.js";
import { tableRoutes } from "./table/routes.js";

/** Milliseconds. Longer than most proxies keep idle connections. */
const KEEP_ALIVE_MS = 72_000;

const ADMIN = "/v1/admin";

/**
 * Definitions validate inputs, so no route has a schema. Without Fastify's schema compilers the start is 5 % faster.
 */
const noSchema = (): never => {
  throw new Error("routes have no schemas");
};
/** A flood of refused connections writes one log line for each reason in this time. */
const LOG_EVERY_MS = 1000;
const NO_SCHEMAS = { compilersFactory: { buildValidator: noSchema, buildSerializer: noSchema } };

/** Builds the app. A reloaded app receives the state of its predecessor. */
export async function buildApp(given: AppOptions, state = stateOf(given)): Promise<FastifyInstance> {
  const { decisions } = given;
  const options =
    decisions === undefined
      ? given
      : {
          ...given,
          set: watched(given.set, decisions),
          editions: given.editions?.map((each) => ({ ...each, set: watched(each.set, decisions) })) ?? [],
          explainer: unnoted(given.explainer ?? explainerOf(given.set)),
        };
  const service = serviceOf(options, state);
  const { accounts, meter, pressure, turns } = state;
  const bounds = { ...CONNECTION_BOUNDS, ...options.connections };
  const wire = { ...wireOptions(bounds.arriveMs), keepAliveTimeout: KEEP_ALIVE_MS };
  const logged = atMostOnce(LOG_EVERY_MS, (why, times) =>
    app.log.warn({ why, times }, why === "shed" ? "request shed" : "connection dropped"),
  );
  const turnedAway = (why: string): void => {
    state.metrics.turnedAway(why);
    logged(why);
  };
  const shed = () => turnedAway("shed");
  const app: FastifyInstance = fastify({
    serverFactory: (handle: RequestListener) => {
      const hasKey = (request: IncomingMessage) => service.known(request) !== undefined;
      const answer = options.front?.(handle) ?? handle;
      const listener = pressure === undefined ? answer : shedding(pressure, answer, shed, hasKey);
      return boundedServer(wire, bounds, listener, turnedAway);
    },
    logger: options.logger ?? false,
    // `requestLog` writes one line for each request, in place of Fastify's two.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestId,
    bodyLimit: service.bodyLimit,
    schemaController: NO_SCHEMAS,
    // Draining may take longer than Fastify allows a plugin.
    pluginTimeout: 0,
    routerOptions: { maxParamLength: 200 },
    http: wire,
    trustProxy: trustedProxies(options.trustProxy ?? false),
    forceCloseConnections: "idle",
    // Requests that have arrived are answered while the service stops.
    return503OnClosing: false,
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) => {
      answerError(error, request, reply);
    },
  });
  app.addHook("onListen", async () => pressure?.start());
  // Closing an app that a reload replaced does not stop the shared queue and monitor.
  app.addHook("preClose", async () => {
    if (app.server.listening) state.stopping = true;
  });
  app.addHook("onClose", async () => {
    if (!state.stopping) return;
    pressure?.stop();
    turns?.stop();
  });
  sendStandardHeaders(app, service.corsOrigins.length > 0, () => state.stopping);
  if (options.logger !== undefined && options.logger !== false) requestLog(app);
  // Registered before the hooks that refuse requests, so that refused requests are counted too.
  state.metrics.watch(app);
  answerOnTheWire(app);
  if (decisions !== undefined) noteRequests(app);
  if (options.hosts !== undefined) refuseHosts(app, options.hosts);
  refuseCrossSite(app, [...service.corsOrigins, ...service.mcpOrigins]);
  if (service.corsOrigins.length > 0)
    await app.register((await import("@fastify/cors")).default, corsFor(service));
  if (turns !== undefined)
    queueFairly(
      app,
      turns,
      service.known,
      shed,
      ({ payer }) => payer !== null && accounts?.isOver(payer) === true,
    );
  app.decorateRequest("payer", null);
  if (meter !== undefined) measure(app, meter, state.payerOf);
  chargeReading(app, service.reading);
  admitBodies(app, state.bodies, state.payerOf);
  readJsonBodies(app, ({ payer }) => {
    if (payer !== null) meter?.enter(payer);
  });
  answerErrors(app);
  healthRoutes(app, service, options.store);
  catalogueRoutes(app, service);
  legacyRoutes(app, service);
  libraryRoutes(app, service);
  tierRoutes(app, service);
  batchRoutes(app, service);
  sweepRoutes(app, service);
  problemRoutes(app);
  openapiRoutes(app, service);
  pageRoutes(app, service);
  explorerRoutes(app, service);
  rulesRoutes(app, service);
  // Registered after the hook that sets `stopping`.
  drainOnClose(app, options.drainMs ?? 0);
  // A separate scope, with its own error handler.
  await app.register(async (scope) => adminRoutes(scope, service));
  // A separate scope: its routes read their bodies themselves.
  await app.register(async (scope) => tableRoutes(scope, service));
  // A separate scope: its errors are JSON-RPC responses, not problem documents.
  await app.register(async (scope) => mcpRoutes(scope, service));
  return app;
}

/** A number is the count of trusted proxies in front of this process. */
function trustedProxies(given: NonNullable<AppOptions["trustProxy"]>) {
  if (typeof given === "number") return (_: string, hop: number) => hop < given;
  return typeof given === "boolean" ? given : [...given];
}

/** Allows cross-origin calls of tools, but not of the admin interface. */
function corsFor({ corsOrigins: origins, tiers }: Service) {
  const keys = (tiers?.interfaces ?? []).map(({ header }) => header.toLowerCase());
  const options = {
    origin: origins.includes("*") ? "*" : [...origins],
    methods: ["GET", "HEAD", "POST"],
    allowedHeaders: [
      "content-type",
      "authorization",
      ...keys,
      "x-request-id",
      "if-none-match",
      "idempotency-key",
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
      "idempotency-replayed",
      "ratelimit",
      "ratelimit-policy",
      "etag",
      "x-table",
      "mcp-session-id",
      "www-authenticate",
    ],
    maxAge: 600,
    strictPreflight: false,
  };
  return {
    delegator: (
      // Compares the matched route instead of the raw path, which a client can spell in several ways.
      { routeOptions: { url = "" } }: Pick<FastifyRequest, "routeOptions">,
      answer: (error: null, options: Record<string, unknown>) => void,
    ): void => answer(null, url.startsWith(ADMIN) ? { ...options, origin: false } : options),
  };
}
