// Signals that end the service, and signals that must not.

/** Resolves at the first stop signal. Calls `ignored` for SIGUSR2, which other servers use for a reload. */
export function stopSignal(ignored?: (signal: string) => void): Promise<void> {
  // SIGHUP reloads definitions. Without a listener it would end the process.
  process.on("SIGHUP", () => undefined);
  if (ignored !== undefined) process.on("SIGUSR2", () => ignored("SIGUSR2"));
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });
}
