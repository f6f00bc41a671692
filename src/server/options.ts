// What the service is built from, and what its parts share. Everything but the definition set and its version has a default.
import type { IncomingMessage, RequestListener } from "node:http";
import type { FastifyServerOptions } from "fastify";
import { type Admission, limitedAdmission, openToAll } from "../access/admission.js";
import { FairQueue, QUEUE_BOUNDS } from "../access/fair-queue.js";
import { KeyService } from "../access/key-service.js";
import { ProvenKeys } from "../access/proven-keys.js";
import { freeReading, limitedReading, READS_PER_MINUTE, type Reading } from "../access/reading.js";
import type { Store } from "../access/store.js";
import { type InterfaceName, type Tiers, tierList } from "../access/tiers.js";
import type { RuntimeSet } from "../engine/run/tool.js";
import { type AdminGuard, adminGuard } from "./calls/admin-guard.js";
import { type Explainer, Explanations, explainerOf } from "./calls/explanations.js";
import { Replays } from "./calls/replays.js";
import type { Decisions } from "./decisions.js";
import { Rules } from "./documents/rule-book.js";
import { InFlight } from "./http/bodies.js";
import type { ConnectionBounds } from "./http/connections.js";
import { Metrics } from "./http/metrics.js";
import { Pressure } from "./http/pressure.js";

/** An earlier set, which is kept under a name: a day. */
export interface Edition {
  readonly name: string;
  readonly set: RuntimeSet;
  readonly explainer?: Explainer;
}

export interface AppOptions {
  readonly set: RuntimeSet;
  readonly version: string;
  readonly logger?: FastifyServerOptions["logger"];
  /** Earlier sets that may be called by name. */
  readonly editions?: readonly Edition[];
  /** Hears of every result that is computed for somebody. */
  readonly decisions?: Decisions | undefined;
  /** What callers may subscribe to; without it everything is open. */
  readonly tiers?: Tiers | undefined;
  /** Keys and counts; without a store everything is open. */
  readonly store?: Store | undefined;
  /** Milliseconds since 1970, for limits. */
  readonly clock?: () => number;
  readonly admission?: Admission;
  /** Opens the admin interface and the dashboard; without it, a store and tiers they are not there. */
  readonly adminToken?: string;
  /** Bytes of one call, and of a batch or a sweep. */
  readonly bodyLimit?: number;
  readonly batchBodyLimit?: number;
  /** Bytes of the answer to a batch, after which its calls are not run any more. */
  readonly batchAnswerLimit?: number;
  /** Lists, documents and pages that a caller may read in a minute; 0 for any number. */
  readonly readsPerMinute?: number;
  /** Milliseconds that the event loop may be late before requests are turned away; 0 to turn none away. */
  readonly maxLag?: number;
  /** Whether callers take turns while many ask at once, those with a key first. */
  readonly takesTurns?: boolean;
  /** What differs from the usual bounds of connections. */
  readonly connections?: Partial<ConnectionBounds>;
  /** Stands between the server and what answers, for a set that is exchanged while it is served. */
  readonly front?: (handle: RequestListener) => RequestListener;
  /** Milliseconds that open connections have, after a stop, to send what is on its way. */
  readonly drainMs?: number;
  readonly trustProxy?: boolean | number | readonly string[];
  /** Origins that browsers may call from; `*` for any. None: no CORS headers at all. */
  readonly corsOrigins?: readonly string[];
  /** Names in the Host header that the whole service answers to; undefined for any. */
  readonly hosts?: readonly string[];
  /** Names in the Host header that the MCP endpoint answers to; undefined for any. */
  readonly mcpHosts?: readonly string[] | undefined;
  /** Origins, or bare host names, of the pages that may talk to the MCP endpoint. */
  readonly mcpOrigins?: readonly string[];
  /** Explanations that may run or wait at one time. */
  readonly explainQueue?: number;
  /** Who explains; in this thread where it is left out. */
  readonly explainer?: Explainer;
  /** Makes the rule book of a set that was built without; none is made where it is left out. */
  readonly makeRules?: (set: RuntimeSet) => Promise<string>;
  /** Threads that compute the rows of tables. */
  readonly tableThreads?: number;
  /** Address that callers see, for the OpenAPI document. */
  readonly publicUrl?: string;
}

export interface Admin {
  readonly guard: AdminGuard;
  readonly keys: KeyService;
}

/**
 * What outlives a change of definitions: who has used what, which keys were confirmed, what was counted, and whether the
 * service is stopping. There is one for each service, however many sets it has served.
 */
export interface ServiceState {
  readonly admission: Admission;
  /** For callers of the older interface. */
  readonly legacyAdmission: Admission;
  /** The id of the key that a request carries, where the store has confirmed it to this process. */
  readonly known: (request: Pick<IncomingMessage, "headers">) => string | undefined;
  /** Charges for whatever computes nothing: documents, pages, messages. */
  readonly reading: Reading;
  readonly admin: Admin | undefined;
  readonly inFlight: InFlight;
  readonly replays: Replays;
  readonly metrics: Metrics;
  /** Whose turn it is; undefined where callers take none. */
  readonly turns: FairQueue | undefined;
  /** How late the event loop is; undefined where nobody is turned away for it. */
  readonly pressure: Pressure | undefined;
  /** In milliseconds of the clock that nobody sets. */
  readonly started: number;
  stopping: boolean;
  lastError: { readonly error: string; readonly at: string } | undefined;
}

export const LOOPBACK: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];
/** Bytes of one call. */
export const LARGEST_BODY = 64 * 1024;
/** Bytes of a batch or a sweep: a thousand ordinary calls. */
export const LARGEST_BATCH_BODY = 4 * 1024 * 1024;
/** Bytes of the answer to a batch. */
const LARGEST_BATCH_ANSWER = 32 * 1024 * 1024;
export const EXPLAIN_QUEUE = 8;
export const MAX_LAG_MS = 200;
export const DRAIN_MS = 500;

/** What is taken where the options do not say. */
const DEFAULTS = {
  bodyLimit: LARGEST_BODY,
  batchBodyLimit: LARGEST_BATCH_BODY,
  batchAnswerLimit: LARGEST_BATCH_ANSWER,
  corsOrigins: [],
  mcpHosts: LOOPBACK,
  mcpOrigins: LOOPBACK,
  explainQueue: EXPLAIN_QUEUE,
  editions: [],
  tableThreads: 1,
  publicUrl: "/",
} satisfies Partial<AppOptions>;

/** The options with every default filled in, and what the parts of the service share. */
export interface Service
  extends Pick<AppOptions, "set" | "version" | "tiers">,
    Pick<ServiceState, "admission" | "legacyAdmission" | "known" | "reading" | "admin">,
    Required<Pick<AppOptions, keyof typeof DEFAULTS>> {
  readonly state: ServiceState;
  readonly explanations: Explanations;
  readonly rules: Rules;
}

export function serviceOf(given: AppOptions, state: ServiceState): Service {
  const options = { ...DEFAULTS, ...given };
  const { set, explainQueue, explainer = explainerOf(set), makeRules } = options;
  const { admission, legacyAdmission, known, reading, admin } = state;
  return {
    ...options,
    ...{ state, admission, legacyAdmission, known, reading, admin },
    explanations: new Explanations(explainQueue, explainer),
    rules: new Rules(set, makeRules),
  };
}

export function stateOf(options: AppOptions): ServiceState {
  const { tiers, store, maxLag = MAX_LAG_MS } = options;
  const proven = new ProvenKeys((tiers?.interfaces ?? []).map(({ header }) => header.toLowerCase()));
  const clock = () => performance.now();
  return {
    admission: admissionTo(options, "main", proven),
    legacyAdmission: admissionTo(options, "legacy", proven),
    known: ({ headers }) => proven.idOf(headers),
    reading: readingOf(options, proven),
    admin: adminOf(options),
    inFlight: new InFlight(),
    replays: new Replays(clock),
    metrics: new Metrics(store),
    turns: options.takesTurns === true ? new FairQueue(QUEUE_BOUNDS, clock) : undefined,
    pressure: maxLag === 0 ? undefined : new Pressure(maxLag, clock),
    started: clock(),
    stopping: false,
    lastError: undefined,
  };
}

/** How callers of an interface are admitted; without a store, or tiers for it, everyone is. */
function admissionTo(
  { admission, tiers, store, clock = Date.now }: AppOptions,
  name: InterfaceName,
  proven: ProvenKeys,
): Admission {
  if (admission !== undefined) return admission;
  const list = tierList(tiers, name);
  return store === undefined || list === undefined ? openToAll : limitedAdmission(store, list, clock, proven);
}

function adminOf({ tiers, store, clock = Date.now, adminToken: token }: AppOptions): Admin | undefined {
  if (token === undefined || store === undefined || tiers === undefined) return undefined;
  return { guard: adminGuard(token, clock), keys: new KeyService(store, tiers, clock) };
}

/** Where nobody is limited, nobody is in reading. */
function readingOf(
  { tiers, store, clock = Date.now, readsPerMinute = READS_PER_MINUTE }: AppOptions,
  proven: ProvenKeys,
): Reading {
  if (store === undefined || tiers === undefined || readsPerMinute === 0) return freeReading;
  return limitedReading(readsPerMinute, proven, clock);
}
