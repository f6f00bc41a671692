// `plumbline serve`: loads the definitions, listens, and stops cleanly.
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { openStore, StoreError } from "../access/open.js";
import type { Store, StoreOptions } from "../access/store.js";
import { type Tiers, withoutLimits } from "../access/tiers.js";
import type { Arguments } from "../command/arguments.js";
import { definitionsFolder, servedSet } from "../command/definitions.js";
import { tiersOrReport } from "../command/tiers.js";
import type { ServedSet } from "../engine/run/tool.js";
import { packageVersion } from "../folder.js";
import { messageOf } from "../wording.js";
import { buildApp } from "./app.js";
import { ExplainingThread } from "./explaining.js";
import { type Jobs, openJobs } from "./jobs/service.js";
import { readSettings, type Settings } from "./settings.js";
import { stopSignal } from "./signals.js";
import { loadModules } from "./warm.js";

/** The log of the service, once there is one. */
interface Report {
  log?: FastifyBaseLogger;
}

export async function serve(args: Arguments): Promise<number> {
  const folder = definitionsFolder(args.atMost(0));
  const settings = readSettings({
    ...process.env,
    ...(args.flag("host") ? { HOST: args.text("host") } : {}),
    ...(args.flag("port") ? { PORT: args.text("port") } : {}),
  });
  try {
    const dataDir = settings.store.dataDir === ":memory:" ? undefined : settings.store.dataDir;
    const offered = await tiersOrReport(folder, dataDir);
    const set = offered === undefined ? undefined : await servedSet(folder, { dataDir });
    if (offered === undefined || set === undefined) return 1;
    const { tiers } = offered;
    const report: Report = {};
    const store = await storeFor(tiers, settings, {
      // What goes wrong before there is a log must be seen as well.
      failed: (error) =>
        report.log === undefined
          ? process.stderr.write(`plumbline: ${messageOf(error)}\n`)
          : report.log.error(error),
      told: (message) => report.log?.info(message),
    });
    const jobs = await openJobs(settings.store, { set, folder, dataDir, threads: settings.jobThreads });
    return await run({ set, tiers, store, jobs }, settings, report);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    process.stderr.write(`plumbline: ${error.message}\n`);
    return 1;
  }
}

interface Served {
  readonly set: ServedSet;
  readonly tiers: Tiers | undefined;
  readonly store: Store | undefined;
  readonly jobs: Jobs;
}

async function run(served: Served, settings: Settings, report: Report): Promise<number> {
  const { set, tiers, store, jobs } = served;
  const { host, port, logLevel, shutdownMs, limited } = settings;
  const thread = new ExplainingThread(set);
  const app = await buildApp({
    ...settings.app,
    ...{ set, tiers, store, jobs: jobs.queue },
    explainer: thread.explain,
    version: packageVersion(),
    now: () => performance.now() / 1000,
    logger: logLevel === "silent" ? false : { level: logLevel },
  });
  report.log = app.log;
  await loadModules(set);
  const stopped = stopSignal((signal) =>
    app.log.warn(`${signal} is ignored. A change of definitions or settings is a restart.`),
  );
  const why = tiers === undefined ? "The definitions have no plans.yaml" : "LIMITS=off";
  if (!limited || tiers === undefined)
    app.log.warn(`${why}: nobody is limited. Serve a trusted network only.`);
  try {
    const address = await app.listen({ host, port, listenTextResolver: (at) => `listening on ${at}` });
    process.stdout.write(`plumbline serves ${set.tools.size} tools on ${address}\n`);
  } catch (error) {
    process.stderr.write(`plumbline cannot listen on ${host}:${port}: ${messageOf(error)}\n`);
    await jobs.close();
    await store?.close();
    return 1;
  }
  await stopped;
  await stop(app, shutdownMs);
  await thread.close();
  await jobs.close();
  await store?.close();
  return 0;
}

/** Keys and counts, where the definitions have plans. */
async function storeFor(
  tiers: Tiers | undefined,
  settings: Settings,
  news: Pick<StoreOptions, "failed" | "told">,
): Promise<Store | undefined> {
  const { limited, store, app } = settings;
  if (tiers !== undefined)
    return openStore(store, { tiers: limited ? tiers : withoutLimits(tiers), served: true, ...news });
  if (app.adminToken === undefined) return undefined;
  throw new StoreError("ADMIN_TOKEN is set, but the definitions have no plans.yaml that a key could be for.");
}

/** No new connections; what runs may finish, but not for ever. */
async function stop(app: FastifyInstance, shutdownMs: number): Promise<void> {
  const late = setTimeout(() => app.server.closeAllConnections(), shutdownMs);
  await app.close();
  clearTimeout(late);
}
