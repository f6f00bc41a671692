// `plumbline serve`: loads the definitions, listens, and stops cleanly.
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { definitionsFolder, loadOrReport } from "../cli/definitions.js";
import { Usage } from "../cli/usage.js";
import type { DefinitionSet } from "../engine/definitions.js";
import { packageVersion } from "../folder.js";
import { openStore, StoreError } from "../limits/open.js";
import { type Store, withoutLimits } from "../limits/store.js";
import { buildApp } from "./app.js";
import { readExamples } from "./examples.js";
import { readSettings, type Settings } from "./settings.js";

export async function serve(given: readonly string[]): Promise<number> {
  const args = [...given];
  const folder = definitionsFolder(args);
  if (args.length > 0) throw new Usage(`serve does not know ${args[0]}.`);
  const settings = readSettings(process.env);
  const set = loadOrReport(folder);
  if (set === undefined) return 1;
  const report: { log?: FastifyBaseLogger } = {};
  try {
    const store = await storeFor(set, settings, (error) => report.log?.error(error));
    return await run(set, settings, store, report);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    process.stderr.write(`plumbline: ${error.message}\n`);
    return 1;
  }
}

async function run(
  set: DefinitionSet,
  settings: Settings,
  store: Store | undefined,
  report: { log?: FastifyBaseLogger },
): Promise<number> {
  const { host, port, logLevel, shutdownMs, examples, limited } = settings;
  const app = await buildApp({
    ...settings.app,
    set,
    version: packageVersion(),
    now: () => performance.now() / 1000,
    logger: logLevel === "silent" ? false : { level: logLevel },
    examples: readExamples(examples, set.tools.keys()),
    ...(store === undefined ? {} : { store }),
  });
  report.log = app.log;
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });
  if (!limited) app.log.warn("LIMITS=off: nobody is limited. Serve a trusted network only.");
  try {
    const address = await app.listen({ host, port, listenTextResolver: (at) => `listening on ${at}` });
    process.stdout.write(`plumbline serves ${set.tools.size} tools on ${address}\n`);
  } catch (error) {
    process.stderr.write(
      `plumbline cannot listen on ${host}:${port}: ${error instanceof Error ? error.message : String(error)}\n`,
    );
    await store?.close();
    return 1;
  }
  await stopped;
  await stop(app, shutdownMs);
  await store?.close();
  return 0;
}

/** Keys and counts, where the definitions have plans. */
async function storeFor(
  { plans }: DefinitionSet,
  { limited, store, app }: Settings,
  failed: (error: unknown) => void,
): Promise<Store | undefined> {
  if (plans === undefined) {
    if (limited)
      throw new StoreError(
        "The definitions have no plans.yaml to limit callers by. Add one, or set LIMITS=off.",
      );
    if (app.adminToken !== undefined)
      throw new StoreError(
        "ADMIN_TOKEN is set, but the definitions have no plans.yaml that a key could be for.",
      );
    return undefined;
  }
  return openStore(store, { plans: limited ? plans : withoutLimits(plans), now: Date.now, failed });
}

/** No new connections; what runs may finish, but not for ever. */
async function stop(app: FastifyInstance, shutdownMs: number): Promise<void> {
  const late = setTimeout(() => app.server.closeAllConnections(), shutdownMs);
  await app.close();
  clearTimeout(late);
}
