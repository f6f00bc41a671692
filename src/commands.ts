// All commands of the command line. Each loads what it needs and no more: who issues keys has no use for the HTTP server.
import type { Command } from "./cli/help.js";
import { COMPUTE } from "./commands-compute.js";
import { SERVE } from "./commands-serve.js";
import { WRITE } from "./commands-write.js";

export const COMMANDS: ReadonlyMap<string, Command> = new Map(
  Object.entries<Command>({ ...COMPUTE, ...WRITE, ...SERVE }),
);
