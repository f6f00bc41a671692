// The draft of a definition in the page: changed texts, what the worker says of them, and what they move.
import { computed, effect, signal } from "@preact/signals";
import { messageOf } from "../wording.js";
import { ask } from "./explaining.js";
import { input, tool } from "./state.js";
import type { Drafted, Moves } from "./worker/messages.js";

/** Changed texts by their paths, of the tool that is open. */
export const texts = signal<Readonly<Record<string, string>>>({});
export const drafted = signal<Drafted | undefined>(undefined);
export const moves = signal<Moves | undefined>(undefined);
export const draftFailure = signal<string | undefined>(undefined);
export const isChanged = computed(() => Object.keys(texts.value).length > 0);

/** Milliseconds after the last key; and after the answer, until what moves is looked for. */
const PAUSE_MS = 60;
const LATER_MS = 250;

export function change(path: string, text: string, original: string): void {
  const { [path]: _, ...rest } = texts.value;
  texts.value = text === original ? rest : { ...rest, [path]: text };
}

export function discard(): void {
  texts.value = {};
}

let openName: string | undefined;
effect(() => {
  const name = tool.value?.entry.name;
  if (name !== openName) texts.value = {};
  openName = name;
});

effect(() => {
  const open = tool.value;
  const now = texts.value;
  const given = input.value;
  if (open === undefined || Object.keys(now).length === 0) {
    drafted.value = undefined;
    moves.value = undefined;
    return undefined;
  }
  let isOld = false;
  const timers: ReturnType<typeof setTimeout>[] = [];
  const failed = (error: unknown) => {
    if (!isOld) draftFailure.value = `The draft could not be worked on (${messageOf(error)}).`;
  };
  const look = async () => {
    const found = await ask<Drafted>({ kind: "draft", entry: open.entry, texts: now, input: given });
    if (isOld) return;
    drafted.value = found;
    draftFailure.value = undefined;
    moves.value = undefined;
    if (found.answer === undefined) return;
    timers.push(
      setTimeout(() => {
        ask<Moves | undefined>({ kind: "moves", entry: open.entry }).then((seen) => {
          if (!isOld) moves.value = seen;
        }, failed);
      }, LATER_MS),
    );
  };
  timers.push(setTimeout(() => void look().catch(failed), PAUSE_MS));
  return () => {
    isOld = true;
    for (const timer of timers) clearTimeout(timer);
  };
});
