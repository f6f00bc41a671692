// Makes the state of a service from its options.
import { type Admission, limitedAdmission, openToAll } from "../access/admission.js";
import { FairQueue, QUEUE_BOUNDS } from "../access/fair-queue.js";
import { KeyService } from "../access/key-service.js";
import { ProvenKeys } from "../access/proven-keys.js";
import { freeReading, limitedReading, READS_PER_MINUTE, type Reading } from "../access/reading.js";
import { type InterfaceName, tierList } from "../access/tiers.js";
import { adminGuard } from "./calls/admin-guard.js";
import { Replays } from "./calls/replays.js";
import { InFlight } from "./http/bodies.js";
import { Metrics } from "./http/metrics.js";
import { Pressure } from "./http/pressure.js";
import { type Admin, type AppOptions, MAX_LAG_MS, type ServiceState } from "./options.js";

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
    started: options.now(),
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
