// The draft of the open definition, kept in this browser until it is discarded.
import { computed, effect, signal } from "@preact/signals";
import { isRecord } from "../json/objects.js";
import { tool } from "./state.js";
import type { CatalogueEntry } from "./tool-data.js";

/** Changed texts of the open tool, by path. */
export const texts = signal<Readonly<Record<string, string>>>({});
export const isChanged = computed(() => Object.keys(texts.value).length > 0);

export function discard(): void {
  texts.value = {};
}

const keyOf = ({ name }: CatalogueEntry) => `draft ${name}`;

/** A draft of another version is ignored, because it would undo later changes. */
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
    // Without storage, the draft lasts until the page is closed.
  }
});
