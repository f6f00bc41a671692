// `plumbline serve`: loads the definitions, listens, and stops cleanly.
import { definitionsFolder, loadOrReport } from "../cli/definitions.js";
import { Usage } from "../cli/usage.js";
import { packageVersion } from "../folder.js";
import { buildApp } from "./app.js";

export async function serve(given: readonly string[]): Promise<number> {
  const args = [...given];
  const folder = definitionsFolder(args);
  if (args.length > 0) throw new Usage(`serve does not know ${args[0]}.`);
  const host = process.env.HOST ?? "127.0.0.1";
  const port = portOf(process.env.PORT ?? "3000");
  const set = loadOrReport(folder);
  if (set === undefined) return 1;
  const app = await buildApp({
    set,
    version: packageVersion(),
    now: () => performance.now() / 1000,
    logger: { level: process.env.LOG_LEVEL ?? "warn" },
  });
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });
  try {
    const address = await app.listen({ host, port });
    process.stdout.write(`plumbline serves ${set.tools.size} tools on ${address}\n`);
  } catch (error) {
    process.stderr.write(
      `plumbline cannot listen on ${host}:${port}: ${error instanceof Error ? error.message : String(error)}\n`,
    );
    return 1;
  }
  await stopped;
  await app.close();
  return 0;
}

function portOf(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    throw new Usage(`PORT must be a whole number from 0 to 65535, not ${text}.`);
  return port;
}
