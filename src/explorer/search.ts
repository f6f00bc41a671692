// The header's search: tools, the documentation and the rule book. Their indexes load when the user begins to type.
import { computed, signal } from "@preact/signals";
import {
  type DocEntry,
  type NamedChoice,
  namedChoices,
  type SearchIndex,
  siteFinder,
  toolTexts,
} from "../wording/tool-search.js";
import type { FormInput } from "./inputs.js";
import { BASE, getJson } from "./open-tool.js";
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
  readonly score: number;
}

interface RuleSearch {
  findInRules?: (query: string) => readonly FoundPlace[];
}

const RULES = "/rules/";
/** In dependency order. */
const SCRIPTS = ["search-index.js", "find.js"];
const MOST_PLACES = 12;
const MOST_DOCS = 5;

export const query = signal(new URLSearchParams(location.search).get("q") ?? "");

export function clearQuery(): void {
  query.value = "";
  if (new URLSearchParams(location.search).has("q")) history.replaceState(null, "", `/${location.hash}`);
}

// Opening a page ends the search.
addEventListener("hashchange", clearQuery);

type Finder = ReturnType<typeof siteFinder>;

const index = signal<Finder | undefined>(undefined);
const hasRules = signal(false);
let isLoading = false;

/** Searches titles and descriptions until the index is there. */
const first = computed<Finder>(() => {
  const tools = catalogue.value?.tools ?? [];
  return siteFinder({
    tools: tools.map((entry) => ({ name: entry.name, texts: toolTexts(entry), choices: [] })),
    docs: [],
  });
});

export function loadIndex(): void {
  if (isLoading) return;
  isLoading = true;
  const tools = getJson<SearchIndex>(`${BASE}/search.json`).then((found) => {
    index.value = siteFinder(found);
  });
  const rules = SCRIPTS.reduce(
    (before, name) => before.then(() => load(`${RULES}assets/${name}`)),
    Promise.resolve(),
  ).then(() => {
    hasRules.value = true;
  });
  // What has loaded is searched; the next key retries the rest.
  Promise.all([tools, rules]).catch(() => {
    isLoading = false;
  });
}

if (query.value !== "") loadIndex();

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

export interface FoundTool {
  readonly entry: CatalogueEntry;
  /** Choices that the query names. */
  readonly choices: readonly NamedChoice[];
}

export function inputOf({ choices }: FoundTool): FormInput {
  return Object.fromEntries(choices.map(([input, code]) => [input, code]));
}

export interface Matches {
  readonly tools: readonly FoundTool[];
  readonly docs: readonly DocEntry[];
  readonly places: readonly FoundPlace[];
  /** Whether a page of the documentation fits best. */
  readonly isAboutDocs: boolean;
}

export const found = computed<Matches>(() => {
  const text = query.value;
  const all = catalogue.value?.tools ?? [];
  const { tools: hits, docs, isAboutDocs } = (index.value ?? first.value)(text);
  const places = (hasRules.value ? (globalThis as RuleSearch).findInRules?.(text) : undefined) ?? [];
  const direct = hits.map(({ entry: { name, choices } }) => ({
    name,
    choices: namedChoices(choices, text),
  }));
  // A number or a clause leads to the tools whose rules contain it.
  const behind = [...new Set(places.flatMap(({ tools }) => tools))].map((name) => ({ name, choices: [] }));
  return {
    tools: (direct.length > 0 ? direct : behind).flatMap(({ name, choices }) => {
      const entry = all.find((each) => each.name === name);
      return entry === undefined ? [] : [{ entry, choices }];
    }),
    docs: docs.slice(0, MOST_DOCS).map(({ entry }) => entry),
    places: places.filter((place) => !isTool(place)).slice(0, MOST_PLACES),
    isAboutDocs: isAboutDocs && (docs[0]?.score ?? 0) > (places[0]?.score ?? 0),
  };
});
