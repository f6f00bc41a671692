// The page's state, derived from its address: tool, input and answer.
import { batch, computed, effect, signal } from "@preact/signals";
import { withSums } from "../tables/fields.js";
import { propertiesOf } from "../wording/field-words.js";
import { messageOf } from "../wording/wording.js";
import { address, changeAddress } from "./address.js";
import { headlineValues } from "./headline-values.js";
import { type FormInput, readInput, sameValue, writeInput } from "./inputs.js";
import { BASE, getJson, openTool } from "./open-tool.js";
import type { Catalogue, Drawn, OpenTool, ToolAnswer } from "./tool-data.js";

export const catalogue = signal<Catalogue | undefined>(undefined);
/** Error message if a part of the page failed to load. */
export const failure = signal<string | undefined>(undefined);
export const tool = signal<OpenTool | undefined>(undefined);
export const answer = signal<ToolAnswer | undefined>(undefined);
/** The last valid result. It stays, dimmed, while an input is invalid. */
export const lastGood = signal<ToolAnswer | undefined>(undefined);
/** Figures of the last result, and the inputs that it depends on. They follow the headline a moment later. */
export const drawn = signal<Drawn>({ figures: [] });

/** Milliseconds that the last answer took, for measurements. */
export const took = signal(0);

export const entry = computed(() => catalogue.value?.tools.find(({ name }) => name === address.value.tool));

const given = computed<FormInput>(() =>
  tool.value === undefined ? {} : readInput(address.value.inputs, tool.value.inputSchema),
);
const isKnown = (name: string) => Object.hasOwn(propertiesOf(tool.value?.inputSchema), name);

/** Names in a link that the tool does not have. They are ignored with a notice. */
export const unknownNames = computed(() => Object.keys(given.value).filter((name) => !isKnown(name)));

/** The inputs of the address, and sums of their parts. */
export const input = computed<FormInput>(() =>
  withSums(
    Object.fromEntries(Object.entries(given.value).filter(([name]) => isKnown(name))),
    tool.value?.hints ?? {},
  ),
);

/** The definition that an opened link was made with, and its headline at that time. */
export interface Made {
  readonly hash: string;
  readonly was: readonly unknown[];
}
export const made = computed<Made | undefined>(() => {
  const { def: hash, was } = address.value.marks;
  if (hash === undefined || entry.value === undefined || entry.value.hash.startsWith(hash)) return undefined;
  return { hash, was: listIn(was) };
});

function listIn(text: string | undefined): readonly unknown[] {
  try {
    const found: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

export function setInput(next: FormInput): void {
  const { def: _, was: __, ...marks } = address.value.marks;
  // A sum that the user did not type follows its parts.
  const typed = Object.entries(next).filter(
    ([name, value]) =>
      tool.value?.hints[name]?.sumOf === undefined ||
      name in given.value ||
      !sameValue(value, input.value[name]),
  );
  changeAddress({ inputs: writeInput(Object.fromEntries(typed)), marks });
}

export function setMark(name: string, text: string): void {
  changeAddress({ marks: { ...address.value.marks, [name]: text } });
}

const CATALOGUE = `${BASE}/catalogue.json`;

export async function start(): Promise<void> {
  try {
    catalogue.value = await getJson<Catalogue>(CATALOGUE);
  } catch (error) {
    failure.value = `The list of tools could not be loaded (${messageOf(error)}). Is the service running?`;
  }
}

/** A newer catalogue in which the open tool has changed. The reader accepts it. */
export const newer = signal<Catalogue | undefined>(undefined);

export function takeNewer(): void {
  batch(() => {
    catalogue.value = newer.value ?? catalogue.value;
    newer.value = undefined;
  });
}

/**
 * Loads the catalogue again, because a running service can reload definitions. Unchanged tools keep their objects.
 */
export async function lookAgain(): Promise<void> {
  const now = await getJson<Catalogue>(CATALOGUE);
  const known = new Map(catalogue.peek()?.tools.map((each) => [JSON.stringify(each), each]));
  newer.value = { ...now, tools: now.tools.map((each) => known.get(JSON.stringify(each)) ?? each) };
  const open = tool.peek()?.entry;
  if (open === undefined || newer.value.tools.includes(open)) takeNewer();
}

function lookIfVisible(): void {
  // Without a network nothing has changed.
  if (!document.hidden) lookAgain().catch(() => undefined);
}
document.addEventListener("visibilitychange", lookIfVisible);
/** An open page notices a deployment within this time. */
const LOOK_EVERY_MS = 10 * 60_000;
setInterval(lookIfVisible, LOOK_EVERY_MS);

effect(() => {
  const wanted = entry.value;
  if (wanted === undefined || tool.peek()?.entry === wanted) {
    if (wanted === undefined) tool.value = undefined;
    return;
  }
  batch(() => {
    tool.value = undefined;
    answer.value = undefined;
    lastGood.value = undefined;
    failure.value = undefined;
  });
  openTool(wanted).then(
    (found) => {
      if (entry.peek() === wanted) tool.value = found;
    },
    async (error: unknown) => {
      // The tool may have changed since the catalogue was loaded.
      await lookAgain().catch(() => undefined);
      if (entry.peek() === wanted)
        failure.value = `${wanted.title} could not be loaded (${messageOf(error)}). Reload the page when the network is back.`;
    },
  );
});

/** Milliseconds between two requests to the service while the user types. */
const PAUSE_MS = 250;

effect(() => {
  const open = tool.value;
  const given = input.value;
  if (open === undefined) return;
  if (open.local === undefined) {
    const timer = setTimeout(() => void askLater(open, given), PAUSE_MS);
    return () => clearTimeout(timer);
  }
  const began = performance.now();
  show(open.answer(given) as ToolAnswer);
  took.value = performance.now() - began;
  return undefined;
});

effect(() => {
  const open = tool.value;
  const good = lastGood.value;
  if (open === undefined || good === undefined) {
    drawn.value = { figures: [] };
    return undefined;
  }
  const timer = setTimeout(() => {
    drawn.value = open.draw(good);
  }, 0);
  return () => clearTimeout(timer);
});

async function askLater(open: OpenTool, given: FormInput): Promise<void> {
  try {
    const found = await open.answer(given);
    if (input.peek() === given) show(found);
  } catch (error) {
    failure.value = `The service did not answer (${messageOf(error)}).`;
  }
}

function show(found: ToolAnswer): void {
  batch(() => {
    answer.value = found;
    if (found.outcome.ok) lastGood.value = found;
    failure.value = undefined;
  });
}

/** Adds definition and headline to the address, so that a copied link contains them. */
effect(() => {
  const shown = answer.value;
  const open = tool.value;
  if (shown === undefined || open === undefined || made.value !== undefined || !shown.outcome.ok) return;
  const marks = address.peek().marks;
  const def = open.entry.hash.slice(0, 12);
  const was = JSON.stringify(headlineValues(open, shown.outcome.result).map(({ value }) => value));
  if (marks.def === def && marks.was === was) return;
  changeAddress({ marks: { ...marks, def, was } });
});

export function isExample(given: FormInput): string | undefined {
  return entry.value?.examples.find((example) => sameValue(example.input, given))?.title;
}
