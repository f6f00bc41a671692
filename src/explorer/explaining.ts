// Explanations for the page: from the worker, or from the service where that computes.
import { computed, effect, signal } from "@preact/signals";
import type { Explanation } from "../engine/reference/explain.js";
import { messageOf } from "../wording/wording.js";
import type { FormInput } from "./inputs.js";
import { answer, lookAgain, tool } from "./state.js";
import type { OpenTool, ToolAnswer } from "./tool-data.js";
import type { WorkerExplanation, WorkerJob, WorkerMessage } from "./worker/messages.js";

let worker: Worker | undefined;
let count = 0;
const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();

/** A job for the worker, which is started by the first. */
export function ask<T>(job: WorkerJob): Promise<T> {
  worker ??= startWorker();
  const id = ++count;
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve: resolve as (value: unknown) => void, reject });
    worker?.postMessage({ id, job });
  });
}

function startWorker(): Worker {
  const made = new Worker(new URL("./worker/engine-worker.ts", import.meta.url), { type: "module" });
  made.onmessage = ({ data }: MessageEvent<WorkerMessage>) => {
    const who = waiting.get(data.id);
    waiting.delete(data.id);
    if ("error" in data) who?.reject(new Error(data.error));
    else who?.resolve(data.value);
  };
  made.onerror = (event) => {
    event.preventDefault();
    for (const who of waiting.values()) who.reject(new Error("the part that explains could not be loaded"));
    waiting.clear();
    worker = undefined;
  };
  return made;
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
    roots: {},
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

/** How many parts of the page show an explanation: nobody explains for nobody. */
const watchers = signal(0);
const state = signal<Explaining>({ kind: "waiting" });
export const explaining = computed(() => state.value);
/** The last explanation of the tool that is open, while a new one is worked out too. */
export const explained = computed(() => {
  const now = state.value;
  const last = now.kind === "explained" ? now.explained : now.kind === "waiting" ? now.before : undefined;
  return last?.explanation.tool === tool.value?.entry.name ? last : undefined;
});

const attempts = signal(0);
/** Once more, after a failure. */
export function explainAgain(): void {
  attempts.value++;
}

export function watch(): () => void {
  watchers.value++;
  return () => {
    watchers.value--;
  };
}

/** Someone who types is not explained every letter. */
const PAUSE_MS = 120;

effect(() => {
  const open = tool.value;
  const shown = answer.value;
  attempts.value;
  if (watchers.value === 0 || open === undefined || shown === undefined || !shown.outcome.ok)
    return undefined;
  const last = state.peek();
  // Who opens another tab asks for the same reasons.
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
          // The definition that this answer was worked out with may be gone from the service.
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
