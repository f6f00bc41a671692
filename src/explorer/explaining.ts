// Explanations for the page, from the worker or from the service.
import { computed, effect, signal } from "@preact/signals";
import type { Explanation } from "../engine/explain/explanation.js";
import { messageOf } from "../wording/wording.js";
import type { FormInput } from "./inputs.js";
import { PageWorker } from "./page-worker.js";
import { answer, lookAgain, tool } from "./state.js";
import type { OpenTool, ToolAnswer } from "./tool-data.js";
import type { WorkerExplanation, WorkerJob, WorkerMessage } from "./worker/messages.js";

const worker = new PageWorker<WorkerMessage>(
  () => new Worker(new URL("./worker/engine-worker.ts", import.meta.url), { type: "module" }),
  "explains",
);

/** Sends a job to the worker. */
export function ask<T>(job: WorkerJob): Promise<T> {
  return worker.ask<T>({ job });
}

const NO_WORDS: WorkerExplanation["words"] = [new Map(), new Map()];

async function explain(open: OpenTool, input: FormInput): Promise<WorkerExplanation> {
  const { entry, local } = open;
  if (local !== undefined) return ask<WorkerExplanation>({ kind: "explain", entry, input });
  const response = await fetch(`/v1/tools/${encodeURIComponent(entry.name)}?explain=true`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(input),
  });
  const body = (await response.json()) as { explanation?: Explanation; detail?: string };
  if (body.explanation === undefined)
    throw new Error(body.detail ?? `the service answered ${response.status}`);
  return {
    explanation: body.explanation,
    names: [],
    marks: [],
    sources: [],
    shown: {},
    words: NO_WORDS,
  };
}

export type Explaining =
  | { readonly kind: "waiting"; readonly before?: WorkerExplanation }
  | { readonly kind: "explained"; readonly explained: WorkerExplanation; readonly of: ToolAnswer }
  | { readonly kind: "failed"; readonly message: string };

/** Number of views that show an explanation. Without any, nothing is explained. */
const watchers = signal(0);
const state = signal<Explaining>({ kind: "waiting" });
export const explaining = computed(() => state.value);
/** The last explanation of the open tool, also while a new one is computed. */
export const explained = computed(() => {
  const now = state.value;
  const last = now.kind === "explained" ? now.explained : now.kind === "waiting" ? now.before : undefined;
  return last?.explanation.tool === tool.value?.entry.name ? last : undefined;
});

const attempts = signal(0);
/** Retries after a failure. */
export function explainAgain(): void {
  attempts.value++;
}

export function watch(): () => void {
  watchers.value++;
  return () => {
    watchers.value--;
  };
}

/** Milliseconds after the last input before an explanation starts. */
const PAUSE_MS = 120;

effect(() => {
  const open = tool.value;
  const shown = answer.value;
  attempts.value;
  if (watchers.value === 0 || open === undefined || shown === undefined || !shown.outcome.ok)
    return undefined;
  const last = state.peek();
  // Another tab reuses the explanation.
  if (last.kind === "explained" && last.of === shown) return undefined;
  const before = explained.peek();
  state.value = { kind: "waiting", ...(before === undefined ? {} : { before }) };
  let isOld = false;
  const timer = setTimeout(
    () => {
      explain(open, shown.input).then(
        (explained) => {
          if (!isOld) state.value = { kind: "explained", explained, of: shown };
        },
        (error: unknown) => {
          if (!isOld) state.value = { kind: "failed", message: messageOf(error) };
          // The service may have replaced the definition.
          lookAgain().catch(() => undefined);
        },
      );
    },
    before === undefined ? 0 : PAUSE_MS,
  );
  return () => {
    isOld = true;
    clearTimeout(timer);
  };
});
