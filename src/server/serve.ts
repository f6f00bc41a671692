// `plumbline serve`: loads the definitions, listens, and shuts down cleanly.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { openStore, StoreError } from "../access/open.js";
import type { Store, StoreOptions } from "../access/store.js";
import { type Tiers, withoutLimits } from "../access/tiers.js";
import { fingerprintOf } from "../build/form.js";
import { builtFolder } from "../build/open.js";
import { packageVersion, readSchemas } from "../definitions/folder.js";
import type { RuntimeSet } from "../engine/run/tool.js";
import type { Arguments } from "../settings/arguments.js";
import { cacheFolder } from "../settings/cache-folder.js";
import { licensed, tellLeftOut } from "../settings/licences.js";
import { RotatingFile } from "../settings/rotating-file.js";
import { definitionsFolder, servedSet } from "../settings/served-set.js";
import { tiersOrReport } from "../settings/tiers.js";
import { messageOf } from "../wording/wording.js";
import { buildApp } from "./app.js";
import { ExplainingThread } from "./calls/explaining.js";
import type { Decisions } from "./decisions.js";
import { makeRules } from "./documents/rule-book.js";
import { type AppOptions, type Edition, type ServiceState, stateOf } from "./options.js";
import { type Answering, Front, Reload } from "./reload.js";
import { editionsIn, readSettings, type Settings } from "./settings.js";
import { stopSignal } from "./signals.js";
import { loadModules, startTools } from "./warm.js";

/** The log, once it exists. */
interface Report {
  log?: FastifyBaseLogger;
}

const building = () => {
  process.stdout.write(
    "plumbline reads and builds the definitions, which takes up to a minute; the next start is quick.\n",
  );
};

export async function serve(args: Arguments): Promise<number> {
  const folder = definitionsFolder(args.atMost(0));
  const settings = readSettings({
    ...process.env,
    ...(args.flag("host") ? { HOST: args.text("host") } : {}),
    ...(args.flag("port") ? { PORT: args.text("port") } : {}),
  });
  try {
    const dataDir = cacheFolder(process.env);
    const offered = await tiersOrReport(folder, dataDir);
    const whole = offered === undefined ? undefined : await servedSet(folder, { dataDir, building });
    if (offered === undefined || whole === undefined) return 1;
    const { set, leftOut } = licensed(whole, process.env);
    tellLeftOut(leftOut);
    const editions = await keptEditions(settings.editionsDir, dataDir);
    if (editions === undefined) return 1;
    const { tiers } = offered;
    const report: Report = {};
    // Errors before the log exists go to standard error.
    const failed = (error: unknown) => {
      if (report.log === undefined) process.stderr.write(`plumbline: ${messageOf(error)}\n`);
      else report.log.error(error);
    };
    const store = await storeFor(tiers, settings, {
      failed,
      told: (message) => report.log?.info(message),
    });
    const decisions = decisionLog(settings.decisions, report, failed);
    const fingerprint = fingerprintOf([...whole.files.values()], readSchemas());
    const changes = { folder, dataDir, fingerprint, watched: args.flag("watch") };
    const code = await run({ set, tiers, store, decisions, editions }, settings, report, changes);
    for (const { thread } of editions) await thread.close();
    decisions?.close();
    return code;
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    process.stderr.write(`plumbline: ${error.message}\n`);
    return 1;
  }
}

interface Served {
  readonly set: RuntimeSet;
  readonly tiers: Tiers | undefined;
  readonly store: Store | undefined;
  readonly editions: readonly (Edition & { readonly thread: ExplainingThread })[];
  readonly decisions: (Decisions & { close(): void }) | undefined;
}

/** Loads the editions in EDITIONS_DIR. Returns undefined if one has errors, which are printed. */
async function keptEditions(
  folder: string | undefined,
  dataDir: string | undefined,
): Promise<Served["editions"] | undefined> {
  if (folder === undefined) return [];
  const editions: Served["editions"][number][] = [];
  for (const name of editionsIn(folder)) {
    const whole = await servedSet(join(folder, name), { dataDir });
    if (whole === undefined) return undefined;
    const { set } = licensed(whole, process.env);
    const thread = new ExplainingThread(set);
    editions.push({ name, set, explainer: thread.explain, thread });
  }
  return editions;
}

function decisionLog(
  wanted: Settings["decisions"],
  report: Report,
  failed: (error: unknown) => void,
): Served["decisions"] {
  if (wanted === undefined) return undefined;
  const { form, file } = wanted;
  if (file === undefined)
    return { form, write: (decision) => report.log?.info({ decision }, "decision"), close: () => undefined };
  const lines = new RotatingFile({ ...wanted, file, failed: (message) => failed(new Error(message)) });
  return { form, write: (decision) => lines.push(JSON.stringify(decision)), close: () => lines.close() };
}

/** Where definitions change, and whether they are watched. */
interface Changes {
  readonly folder: string;
  readonly dataDir: string | undefined;
  /** Of the folder when it was read. */
  readonly fingerprint: string;
  readonly watched: boolean;
}

async function run(served: Served, settings: Settings, report: Report, changes: Changes): Promise<number> {
  const { set, tiers, store } = served;
  const { host, port, shutdownMs, limited } = settings;
  let front: Front | undefined;
  const thread = new ExplainingThread(set);
  const options = optionsFor(served, settings, thread);
  const state = stateOf(options);
  const app = await buildApp(
    {
      ...options,
      front: (answer) => {
        // The first app owns the connections, so it closes last although a reload replaced it.
        front = new Front({ answer, close: () => thread.close() });
        return front.listener;
      },
    },
    state,
  );
  report.log = app.log;
  await loadModules();
  const stopped = stopSignal((signal) =>
    app.log.warn(
      `${signal} is ignored. SIGHUP takes changed definitions; a change of settings is a restart.`,
    ),
  );
  const why = tiers === undefined ? "The definitions have no plans.yaml" : "LIMITS=off";
  if (!limited || tiers === undefined) app.log.warn(`${why}: limits are off. Serve a trusted network only.`);
  try {
    const address = await app.listen({ host, port, listenTextResolver: (at) => `listening on ${at}` });
    process.stdout.write(`plumbline serves ${set.tools.size} tools on ${address}\n`);
  } catch (error) {
    process.stderr.write(`plumbline cannot listen on ${host}:${port}: ${messageOf(error)}\n`);
    await store?.close();
    return 1;
  }
  const done = takeChanges(changes, app.log, async (next) => {
    const { set: taken } = licensed(next, process.env);
    front?.take(await answering({ ...served, set: taken }, settings, state));
  });
  await startTools(set);
  await stopped;
  done();
  await stop(app, shutdownMs);
  await front?.close();
  await store?.close();
  return 0;
}

function optionsFor(
  { set, tiers, store, decisions, editions }: Served,
  { app, logLevel }: Settings,
  thread: ExplainingThread,
): AppOptions {
  return {
    ...app,
    ...{ set, tiers, store, decisions, editions },
    explainer: thread.explain,
    makeRules,
    version: packageVersion(),
    logger: logLevel === "silent" ? false : { level: logLevel },
  };
}

/** Builds an app for another set. It does not listen; the front passes requests to it. */
async function answering(served: Served, settings: Settings, state: ServiceState): Promise<Answering> {
  const thread = new ExplainingThread(served.set);
  const app = await buildApp(optionsFor(served, settings, thread), state);
  await app.ready();
  await startTools(served.set);
  const close = async () => {
    await app.close();
    await thread.close();
  };
  return { answer: app.routing, close };
}

/** Reloads on SIGHUP, and on each change if watched. Returns the function that stops this. */
function takeChanges(
  { folder, dataDir, fingerprint, watched }: Changes,
  log: FastifyBaseLogger,
  take: (set: RuntimeSet) => Promise<void>,
): () => void {
  const reload = new Reload({
    folder,
    output:
      dataDir === undefined ? mkdtempSync(join(tmpdir(), "plumbline-built-")) : builtFolder(dataDir, folder),
    fingerprint,
    take,
    told: (message) => log.info(message),
    failed: (message) => log.error(message),
  });
  const hup = () => reload.now();
  process.on("SIGHUP", hup);
  const unwatch = watched ? reload.watch() : () => undefined;
  return () => {
    process.off("SIGHUP", hup);
    unwatch();
  };
}

/** Opens the store of keys and counts if the definitions have plans. */
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

/** Stops accepting connections, and cuts the remaining ones after `shutdownMs`. */
async function stop(app: FastifyInstance, shutdownMs: number): Promise<void> {
  const late = setTimeout(() => app.server.closeAllConnections(), shutdownMs);
  await app.close();
  clearTimeout(late);
}
