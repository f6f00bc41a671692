// What the service and the process of its jobs tell each other.

import type { CallbackSettings } from "./callbacks.js";
import type { ServedSet } from "./intake-thread.js";
import type { Jobs } from "./job-service.js";
import type { QueueSettings } from "./open.js";
import type { Refund } from "./queue.js";

export interface JobSettings extends QueueSettings {
  readonly threads: number;
  readonly callbacks?: CallbackSettings | undefined;
}

/** The first message. */
export interface Beginning {
  readonly settings: JobSettings;
  readonly set: ServedSet;
}

export type JobStep = Exclude<keyof Jobs, "health">;

export interface Asking {
  readonly id: number;
  readonly step: JobStep;
  readonly args: readonly unknown[];
}
export type FromJobs =
  | { readonly id: number; readonly done: unknown }
  | { readonly id: number; readonly failed: string }
  | { readonly refunds: readonly Refund[] }
  | { readonly fault: string }
  /** For the log alone. */
  | { readonly told: string }
  /** Told every second. */
  | { readonly health: string | undefined };
