// All commands of the command line. Each loads its modules when it runs.

import { COMPUTE } from "./commands-compute.js";
import { SERVE } from "./commands-serve.js";
import { WRITE } from "./commands-write.js";
import type { Command } from "./help.js";

export const COMMANDS: ReadonlyMap<string, Command> = new Map(
  Object.entries<Command>({ ...COMPUTE, ...WRITE, ...SERVE }),
);
