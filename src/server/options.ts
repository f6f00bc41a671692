// Options of the service, their defaults, and the state that its parts share.
import type { IncomingMessage, RequestListener } from "node:http";
import type { FastifyServerOptions } from "fastify";
import { type Admission, limitedAdmission, openToAll } from "../access/admission.js";
import { FairQueue, QUEUE_BOUNDS } from "../access/fair-queue.js";
import { KeyService } from "../access/key-service.js";
import { type Caller, type Payer, payers } from "../access/payer.js";
import { ProvenKeys } from "../access/proven-keys.js";
import { Accounts, freeReading, READS_PER_MINUTE, type Reading } from "../access/reading.js";
import { Pool } from "../access/shares.js";
import type { Store } from "../access/store.js";
import { type InterfaceName, type Tiers, tierList } from "../access/tiers.js";
import type { RuntimeSet } from "../engine/run/tool.js";
import { type AdminGuard, adminGuard } from "./calls/admin-guard.js";
import { type Explainer, Explanations, explainerOf } from "./calls/explanations.js";
import { Replays } from "./calls/replays.js";
import type { Decisions } from "./decisions.js";
import { Rules } from "./documents/rule-book.js";
import { BODY_BYTES } from "./http/bodies.js";
import type { ConnectionBounds } from "./http/connections.js";
import { Meter } from "./http/meter.js";
import { Metrics } from "./http/metrics.js";
import { Pressure } from "./http/pressure.js";

/** An earlier definition set; its name is a date. */
export interface Edition {
  readonly name: string;
  readonly set: RuntimeSet;
  readonly explainer?: Explainer;
}

export interface AppOptions {
  readonly set: RuntimeSet;
  readonly version: string;
  readonly logger?: FastifyServerOptions["logger"];
  readonly editions?: readonly Edition[];
  /** Receives every result that is computed for a caller. */
  readonly decisions?: Decisions | undefined;
  /** Plans; without them access is unlimited. */
  readonly tiers?: Tiers | undefined;
  /** Keys and counts; without a store access is unlimited. */
  readonly store?: Store | undefined;
  /** Milliseconds since 1970, for limits. */
  readonly clock?: () => number;
  readonly admission?: Admission;
  /** Enables the admin interface and the dashboard, together with a store and tiers. */
  readonly adminToken?: string;
  /** Bytes of one call, and of a batch or a sweep. */
  readonly bodyLimit?: number;
  readonly batchBodyLimit?: number;
  /** Bytes of the answer to a batch, after which its remaining calls are not run. */
  readonly batchAnswerLimit?: number;
  /** Reads of lists, documents and pages for each caller and minute; 0 for no limit. */
  readonly readsPerMinute?: number;
  /** Milliseconds of event loop lag before requests are refused; 0 to disable. */
  readonly maxLag?: number;
  /** Whether callers take turns under load, keyed callers first. */
  readonly takesTurns?: boolean;
  /** Overrides of the default bounds. */
  readonly connections?: Partial<ConnectionBounds>;
  /** Wraps the request handler, so that a reload can replace the set. */
  readonly front?: (handle: RequestListener) => RequestListener;
  /** Milliseconds to drain connections on shutdown. */
  readonly drainMs?: number;
  readonly trustProxy?: boolean | number | readonly string[];
  /** Origins that browsers may call from; `*` for any. Empty: no CORS headers. */
  readonly corsOrigins?: readonly string[];
  /** Accepted names in the Host header; undefined for any. */
  readonly hosts?: readonly string[];
  /** Accepted names in the Host header of the MCP endpoint; undefined for any. */
  readonly mcpHosts?: readonly string[] | undefined;
  /** Origins, or bare host names, of pages that may use the MCP endpoint. */
  readonly mcpOrigins?: readonly string[];
  /** Explanations that may run or wait at one time. */
  readonly explainQueue?: number;
  /** Defaults to an explainer in this thread. */
  readonly explainer?: Explainer;
  /** Makes the rule book of a set that was built without one. */
  readonly makeRules?: (set: RuntimeSet) => Promise<string>;
  /** Threads that compute the rows of tables. */
  readonly tableThreads?: number;
  /** Public address, for the OpenAPI document. */
  readonly publicUrl?: string;
}

export interface Admin {
  readonly guard: AdminGuard;
  readonly keys: KeyService;
}

/** State that survives a reload of definitions: usage, confirmed keys, counters. One for each service. */
export interface ServiceState {
  readonly admission: Admission;
  /** For the older interface. */
  readonly legacyAdmission: Admission;
  /** Returns the id of the request's key if the store has confirmed it to this process. */
  readonly known: (request: Pick<IncomingMessage, "headers">) => string | undefined;
  /** Charges for reading documents, pages and messages. */
  readonly reading: Reading;
  readonly admin: Admin | undefined;
  /** The accounts that `reading` charges, and the meter of processor time; undefined without limits. */
  readonly accounts: Accounts | undefined;
  readonly meter: Meter | undefined;
  /** Identifies the payer of a request. */
  readonly payerOf: (caller: Caller) => Payer;
  /** The bytes of bodies in memory. */
  readonly bodies: Pool;
  readonly replays: Replays;
  readonly metrics: Metrics;
  /** The fair queue; undefined if disabled. */
  readonly turns: FairQueue | undefined;
  /** The load monitor; undefined if disabled. */
  readonly pressure: Pressure | undefined;
  /** Milliseconds of the monotonic clock. */
  readonly started: number;
  stopping: boolean;
  lastError: { readonly error: string; readonly at: string } | undefined;
}

export const LOOPBACK: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];
/** Bytes of one call. */
export const LARGEST_BODY = 64 * 1024;
/** Bytes of a batch or a sweep: about a thousand ordinary calls. */
export const LARGEST_BATCH_BODY = 4 * 1024 * 1024;
/** Bytes of the answer to a batch. */
const LARGEST_BATCH_ANSWER = 32 * 1024 * 1024;
export const EXPLAIN_QUEUE = 8;
export const MAX_LAG_MS = 200;
export const DRAIN_MS = 500;

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

/** Options with defaults filled in, and the shared state. */
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
  const payerOf = payers(proven, isLimited(options));
  const accounts = accountsOf(options, payerOf);
  const meter = accounts && new Meter((payer, ms) => accounts.work(payer, ms), clock);
  const resumed = (caller: Caller) => meter?.enter(payerOf(caller));
  const reading = accounts?.read ?? freeReading;
  return {
    admission: admissionTo(options, "main", proven, resumed),
    legacyAdmission: admissionTo(options, "legacy", proven, resumed),
    known: ({ headers }) => proven.idOf(headers),
    reading,
    admin: adminOf(options),
    ...{ accounts, meter, payerOf },
    bodies: new Pool(BODY_BYTES),
    replays: new Replays(clock, reading),
    metrics: new Metrics(store),
    turns: options.takesTurns === true ? new FairQueue(QUEUE_BOUNDS, clock) : undefined,
    pressure: maxLag === 0 ? undefined : new Pressure(maxLag, clock),
    started: clock(),
    stopping: false,
    lastError: undefined,
  };
}

/** Returns the admission of an interface. Without a store or tiers it is unlimited. */
function admissionTo(
  { admission, tiers, store, clock = Date.now }: AppOptions,
  name: InterfaceName,
  proven: ProvenKeys,
  resumed: (caller: Caller) => void,
): Admission {
  if (admission !== undefined) return admission;
  const list = tierList(tiers, name);
  if (store === undefined || list === undefined) return openToAll;
  return limitedAdmission(store, list, clock, proven, resumed);
}

function adminOf({ tiers, store, clock = Date.now, adminToken: token }: AppOptions): Admin | undefined {
  if (token === undefined || store === undefined || tiers === undefined) return undefined;
  return { guard: adminGuard(token, clock), keys: new KeyService(store, tiers, clock) };
}

/** Reading is limited only if calls are. */
function accountsOf(options: AppOptions, payerOf: ServiceState["payerOf"]): Accounts | undefined {
  const { clock = Date.now, readsPerMinute = READS_PER_MINUTE } = options;
  return isLimited(options) ? new Accounts(readsPerMinute, payerOf, clock) : undefined;
}

function isLimited({ tiers, store, readsPerMinute }: AppOptions): boolean {
  return store !== undefined && tiers !== undefined && readsPerMinute !== 0;
}
