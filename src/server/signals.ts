// The signals that end the service, and those that must not.

/** Resolves at the first signal to stop; `ignored` is told of one that others take for a reload. */
export function stopSignal(ignored?: (signal: string) => void): Promise<void> {
  // Whoever takes changed definitions listens to this one as well; before that it must not end the process.
  process.on("SIGHUP", () => undefined);
  if (ignored !== undefined) process.on("SIGUSR2", () => ignored("SIGUSR2"));
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });
}
