// Changed texts of the definition that is open, kept in this browser until they are discarded: closing the page loses nothing.
import { computed, effect, signal } from "@preact/signals";
import { isRecord } from "../json/objects.js";
import { tool } from "./state.js";
import type { CatalogueEntry } from "./tool-data.js";

/** Changed texts by their paths, of the tool that is open. */
export const texts = signal<Readonly<Record<string, string>>>({});
export const isChanged = computed(() => Object.keys(texts.value).length > 0);

export function discard(): void {
  texts.value = {};
}

const keyOf = ({ name }: CatalogueEntry) => `draft ${name}`;

/** A draft of another state of the definition would undo what has changed since: it is left alone. */
function stored(entry: CatalogueEntry): Readonly<Record<string, string>> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(entry)) ?? "{}");
    if (!isRecord(kept) || kept.hash !== entry.hash || !isRecord(kept.texts)) return {};
    return Object.fromEntries(
      Object.entries(kept.texts).filter(([, text]) => typeof text === "string"),
    ) as Record<string, string>;
  } catch {
    return {};
  }
}

let open: CatalogueEntry | undefined;
effect(() => {
  const entry = tool.value?.entry;
  if (entry?.hash !== open?.hash) texts.value = entry === undefined ? {} : stored(entry);
  open = entry;
});

effect(() => {
  const now = texts.value;
  if (open === undefined) return;
  try {
    if (Object.keys(now).length > 0)
      localStorage.setItem(keyOf(open), JSON.stringify({ hash: open.hash, texts: now }));
    else if (Object.keys(stored(open)).length > 0) localStorage.removeItem(keyOf(open));
  } catch {
    // Without room or leave to store, the draft lives as long as the page.
  }
});
