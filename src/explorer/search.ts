// The header's search: tools by title and description, and the index of the rule book. The index loads when the user
// begins to type.
import { computed, signal } from "@preact/signals";
import { fitOf } from "../wording/tool-words.js";
import { catalogue } from "./state.js";
import type { CatalogueEntry } from "./tool-data.js";

/** A section of the rule book, as its search returns it. */
export interface FoundPlace {
  readonly path: string;
  readonly anchor: string;
  readonly label: string;
  readonly where: string;
  readonly text: string;
  /** Tools that the section belongs to. */
  readonly tools: readonly string[];
  readonly isPage: boolean;
}

interface RuleSearch {
  findInRules?: (query: string) => { readonly hits: readonly FoundPlace[]; readonly instead?: string };
}

const RULES = "/rules/";
/** In dependency order. */
const SCRIPTS = ["search-index.js", "find.js"];
const MOST_PLACES = 12;

export const query = signal("");

export function clearQuery(): void {
  query.value = "";
}

// Opening a page ends the search.
addEventListener("hashchange", clearQuery);

const isLoaded = signal(false);
let isLoading = false;

export function loadIndex(): void {
  if (isLoading) return;
  isLoading = true;
  SCRIPTS.reduce((before, name) => before.then(() => load(`${RULES}assets/${name}`)), Promise.resolve()).then(
    () => {
      isLoaded.value = true;
    },
    () => {
      // Titles and descriptions stay searchable; the next key retries.
      isLoading = false;
    },
  );
}

function load(src: string): Promise<void> {
  return new Promise((done, failed) => {
    const script = Object.assign(document.createElement("script"), {
      src,
      onload: () => done(),
      onerror: failed,
    });
    document.head.append(script);
  });
}

const isTool = ({ path, isPage }: FoundPlace) => isPage && /^tools\/\w+\.html$/.test(path);

export function placeLink({ path, anchor }: FoundPlace): string {
  return `${RULES}${path}${anchor === "top" ? "" : `#${anchor}`}`;
}

export interface Matches {
  readonly tools: readonly CatalogueEntry[];
  readonly places: readonly FoundPlace[];
  /** The searched words, if the typed ones have no match. */
  readonly instead?: string | undefined;
}

export const found = computed<Matches>(() => {
  const all = catalogue.value?.tools ?? [];
  const words = query.value.split(/\s+/).filter((each) => each !== "");
  const { hits, instead } = (isLoaded.value
    ? (globalThis as RuleSearch).findInRules?.(query.value)
    : undefined) ?? {
    hits: [],
  };
  const ranked = all
    .map((entry) => ({ entry, rank: fitOf(entry, words) ?? -1 }))
    .filter(({ rank }) => rank >= 0)
    .sort((a, b) => b.rank - a.rank)
    .map(({ entry }) => entry.name);
  // Tools that match in their title come before tools that only contain the words.
  const named = hits.filter(isTool).flatMap(({ tools }) => tools);
  const holding = words.length === 0 ? [] : hits.flatMap(({ tools }) => tools);
  const names = [...new Set([...ranked, ...named, ...holding])];
  return {
    tools: names.flatMap((name) => all.find((entry) => entry.name === name) ?? []),
    places: hits.filter((hit) => !isTool(hit)).slice(0, MOST_PLACES),
    instead,
  };
});
