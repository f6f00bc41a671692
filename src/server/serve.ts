// `plumbline serve`: loads the definitions, listens, and stops cleanly.
import type { FastifyInstance } from "fastify";
import { definitionsFolder, loadOrReport } from "../cli/definitions.js";
import { Usage } from "../cli/usage.js";
import { packageVersion } from "../folder.js";
import { buildApp } from "./app.js";
import { readExamples } from "./examples.js";
import { readSettings } from "./settings.js";

export async function serve(given: readonly string[]): Promise<number> {
  const args = [...given];
  const folder = definitionsFolder(args);
  if (args.length > 0) throw new Usage(`serve does not know ${args[0]}.`);
  const { host, port, logLevel, shutdownMs, examples, app: options } = readSettings(process.env);
  const set = loadOrReport(folder);
  if (set === undefined) return 1;
  const app = await buildApp({
    ...options,
    set,
    version: packageVersion(),
    now: () => performance.now() / 1000,
    logger: logLevel === "silent" ? false : { level: logLevel },
    examples: readExamples(examples, set.tools.keys()),
  });
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });
  try {
    const address = await app.listen({ host, port, listenTextResolver: (at) => `listening on ${at}` });
    process.stdout.write(`plumbline serves ${set.tools.size} tools on ${address}\n`);
  } catch (error) {
    process.stderr.write(
      `plumbline cannot listen on ${host}:${port}: ${error instanceof Error ? error.message : String(error)}\n`,
    );
    return 1;
  }
  await stopped;
  await stop(app, shutdownMs);
  return 0;
}

/** No new connections; what runs may finish, but not for ever. */
async function stop(app: FastifyInstance, shutdownMs: number): Promise<void> {
  const late = setTimeout(() => app.server.closeAllConnections(), shutdownMs);
  await app.close();
  clearTimeout(late);
}
