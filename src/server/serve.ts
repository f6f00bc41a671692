// `plumbline serve`: loads the definitions, listens, and stops cleanly.
import cluster from "node:cluster";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { definitionsFolder, servedSet } from "../command/definitions.js";
import { refuseOptions, Usage } from "../command/usage.js";
import type { Plans } from "../engine/read/plans.js";
import type { ServedSet } from "../engine/served.js";
import { packageVersion } from "../folder.js";
import { EmbeddedStore } from "../limits/embedded.js";
import { LEASE_MS } from "../limits/leases.js";
import { openStore, StoreError, type StoreNeeds } from "../limits/open.js";
import { RemoteStore } from "../limits/remote.js";
import { type Store, withoutLimits } from "../limits/store.js";
import { buildApp } from "./app.js";
import { ExplainingThread } from "./explaining.js";
import { readSettings, type Settings } from "./settings.js";
import { stopSignal } from "./signals.js";
import { channelToPrimary, type Serving, superviseWorkers } from "./workers.js";

interface Report {
  log?: FastifyBaseLogger;
}

export async function serve(given: readonly string[]): Promise<number> {
  const args = [...given];
  const folder = definitionsFolder(args);
  refuseOptions("serve", args, ["definitions", "help"]);
  if (args.length > 0) throw new Usage(`serve does not know ${args[0]}.`);
  const settings = readSettings(process.env);
  try {
    if (cluster.isPrimary && settings.workers > 1) return await supervise(folder, settings);
    const { dataDir } = settings.store;
    const set = await servedSet(folder, { dataDir: dataDir === ":memory:" ? undefined : dataDir });
    if (set === undefined) return 1;
    const report: Report = {};
    const store = await storeFor(set.plans, settings, {
      // What goes wrong before there is a log must be seen as well.
      failed: (error) => (report.log === undefined ? complain(error) : report.log.error(error)),
      told: (message) => report.log?.info(message),
    });
    return await run(set, settings, store, report);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    process.stderr.write(`plumbline: ${error.message}\n`);
    return 1;
  }
}

async function run(
  set: ServedSet,
  settings: Settings,
  store: Store | undefined,
  report: Report,
): Promise<number> {
  const { host, port, logLevel, shutdownMs, limited } = settings;
  const thread = new ExplainingThread(set);
  const app = await buildApp({
    ...settings.app,
    set,
    explainer: thread.explain,
    version: packageVersion(),
    warm: true,
    now: () => performance.now() / 1000,
    logger: logLevel === "silent" ? false : { level: logLevel },
    ...(store === undefined ? {} : { store }),
  });
  report.log = app.log;
  const stopped = stopSignal();
  const why = set.plans === undefined ? "The definitions have no plans.yaml" : "LIMITS=off";
  if (!limited || set.plans === undefined)
    app.log.warn(`${why}: nobody is limited. Serve a trusted network only.`);
  try {
    const address = await app.listen({ host, port, listenTextResolver: (at) => `listening on ${at}` });
    const serving: Serving = { serving: address, tools: set.tools.size };
    if (cluster.isWorker) process.send?.(serving);
    else process.stdout.write(`plumbline serves ${serving.tools} tools on ${address}\n`);
  } catch (error) {
    process.stderr.write(
      `plumbline cannot listen on ${host}:${port}: ${error instanceof Error ? error.message : String(error)}\n`,
    );
    await store?.close();
    return 1;
  }
  await stopped;
  await stop(app, shutdownMs);
  await thread.close();
  await store?.close();
  // The channel to the primary would keep a worker alive.
  if (cluster.isWorker) process.disconnect?.();
  return 0;
}

/** The plans alone, or undefined after what is wrong with them has been told. */
async function plansFor(folder: string): Promise<{ plans: Plans | undefined } | undefined> {
  const [{ plansOf }, { formatFinding }] = await Promise.all([
    import("../load.js"),
    import("../engine/finding.js"),
  ]);
  const loaded = plansOf(folder);
  for (const finding of loaded?.findings ?? []) process.stderr.write(`${formatFinding(finding)}\n`);
  return loaded !== undefined && loaded.plans === undefined ? undefined : { plans: loaded?.plans };
}

/** The process that keeps the store, while others serve. */
async function supervise(folder: string, settings: Settings): Promise<number> {
  const loaded = await plansFor(folder);
  if (loaded === undefined) return 1;
  // A store that is shared elsewhere is opened by each worker itself.
  const store = sharedElsewhere(settings)
    ? undefined
    : await storeFor(loaded.plans, settings, {
        failed: complain,
        told: () => undefined,
        slack: LEASE_MS,
      });
  return superviseWorkers(
    settings.workers,
    store instanceof EmbeddedStore ? store : undefined,
    settings.shutdownMs,
  );
}

/** Whether every process opens the store itself, since it is kept by a server of its own. */
function sharedElsewhere({ store }: Settings): boolean {
  return store.redis !== undefined;
}

function complain(error: unknown): void {
  process.stderr.write(`plumbline: ${error instanceof Error ? error.message : String(error)}\n`);
}

/** Keys and counts, where the definitions have plans. */
async function storeFor(
  plans: Plans | undefined,
  settings: Settings,
  news: Pick<StoreNeeds, "failed" | "told" | "slack">,
): Promise<Store | undefined> {
  const { limited } = settings;
  if (plans === undefined) {
    if (settings.app.adminToken !== undefined)
      throw new StoreError(
        "ADMIN_TOKEN is set, but the definitions have no plans.yaml that a key could be for.",
      );
    return undefined;
  }
  const needs: StoreNeeds = { plans: limited ? plans : withoutLimits(plans), ...news };
  return cluster.isWorker && !sharedElsewhere(settings)
    ? RemoteStore.open(channelToPrimary())
    : openStore(settings.store, needs);
}

/** No new connections; what runs may finish, but not for ever. */
async function stop(app: FastifyInstance, shutdownMs: number): Promise<void> {
  const late = setTimeout(() => app.server.closeAllConnections(), shutdownMs);
  await app.close();
  clearTimeout(late);
}
