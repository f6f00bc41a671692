// The signals that end the service, and those that must not.

/** Resolves at the first signal to stop; `ignored` is told of those that others take for a reload. */
export function stopSignal(ignored?: (signal: string) => void): Promise<void> {
  if (ignored !== undefined)
    for (const signal of ["SIGHUP", "SIGUSR2"] as const) process.on(signal, () => ignored(signal));
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });
}
