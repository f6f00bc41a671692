// The draft of a definition: edited texts, findings of the worker, and effects on results.
import { batch, effect, signal } from "@preact/signals";
import { messageOf } from "../wording/wording.js";
import { ask } from "./explaining.js";
import { input, tool } from "./state.js";
import { isChanged, texts } from "./stored-draft.js";
import type { Drafted, Moves, PromisesTried } from "./worker/messages.js";

export const drafted = signal<Drafted | undefined>(undefined);
export const promises = signal<PromisesTried | undefined>(undefined);
export const moves = signal<Moves | undefined>(undefined);
export const draftFailure = signal<string | undefined>(undefined);

/** Milliseconds after the last key; and after the draft's result, before its effects are computed. */
const PAUSE_MS = 20;
const LATER_MS = 250;

export function change(path: string, text: string, original: string): void {
  const { [path]: _, ...rest } = texts.value;
  texts.value = text === original ? rest : { ...rest, [path]: text };
}

/** Reads the unchanged definition in advance, so that the first edit is fast. */
export function warm(): void {
  const open = tool.peek();
  if (open?.local === undefined || isChanged.peek()) return;
  const job = { kind: "draft", entry: open.entry, texts: {}, input: input.peek() } as const;
  ask(job)
    .then(() => ask({ kind: "promises", entry: open.entry, input: job.input }))
    // The first edit reports the error.
    .catch(() => undefined);
}

effect(() => {
  const open = tool.value;
  const now = texts.value;
  const given = input.value;
  if (open === undefined || Object.keys(now).length === 0) {
    drafted.value = undefined;
    return undefined;
  }
  let isOld = false;
  const timers: ReturnType<typeof setTimeout>[] = [];
  const failed = (error: unknown) => {
    if (!isOld) draftFailure.value = `The draft could not be worked on (${messageOf(error)}).`;
  };
  const look = async () => {
    const found = await ask<Drafted | undefined>({
      kind: "draft",
      entry: open.entry,
      texts: now,
      input: given,
    });
    if (isOld || found === undefined) return;
    batch(() => {
      drafted.value = found;
      promises.value = undefined;
      moves.value = undefined;
      draftFailure.value = undefined;
    });
    if (found.answer === undefined) return;
    const held = await ask<PromisesTried | undefined>({
      kind: "promises",
      entry: open.entry,
      input: given,
    });
    if (isOld) return;
    promises.value = held;
    const count = async () => {
      const seen = await ask<Moves | undefined>({ kind: "moves", entry: open.entry, input: given });
      if (isOld) return;
      batch(() => {
        moves.value = seen;
        promises.value = seen?.promises ?? held;
      });
    };
    timers.push(setTimeout(() => void count().catch(failed), LATER_MS));
  };
  timers.push(setTimeout(() => void look().catch(failed), PAUSE_MS));
  return () => {
    isOld = true;
    for (const timer of timers) clearTimeout(timer);
  };
});
