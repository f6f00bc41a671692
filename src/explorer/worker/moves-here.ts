// Compares an edited definition with the original on golden cases and random inputs, and tests its promises.

import type { Outcome } from "../../engine/run/tool.js";
import type { Tool } from "../../engine/tool.js";
import { randomInputs } from "../../workbench/arbitraries.js";
import { editedInputs } from "../../workbench/impact/edited.js";
import { Judge } from "../../workbench/promises/judge.js";
import { appliedWords, summaryOf, type Trials, totalOf } from "../../workbench/promises/report.js";
import { tryPromises } from "../../workbench/promises/try.js";
import { thinned } from "../../workbench/promises/values.js";
import type { FormInput } from "../inputs.js";
import type { CatalogueEntry } from "../tool-data.js";
import { lastDraft } from "./draft-here.js";
import { LongWork } from "./long-work.js";
import type { Moved, Moves, MovesJob, Promised, PromisesJob, PromisesTried } from "./messages.js";
import { withStarted } from "./starting.js";
import { wholeTool } from "./whole-tool.js";

/** Random inputs, and milliseconds after which no more are run. The largest tools need about 1 ms for each. */
const RANDOM = 2_000;
const LONGEST_MS = 1_500;
/** Inputs for each promise, and milliseconds for a quick test. The largest tools test fewer. */
const PROMISED = 60;
const FEWEST = 3;
const QUICK_MS = 60;
const EXAMPLES = 5;
/** Inputs that moved or are near the edit, which promises are tested on first. */
const CONCERNED = 20;
/** Golden cases that supply words for random inputs. */
const MOST_GOLDEN = 200;

type Named = readonly (readonly [name: string, input: FormInput])[];

interface Tried {
  readonly tool: Tool;
  readonly golden: Named;
  readonly random: Named;
}
const known = new Map<string, Promise<Tried>>();

/** Returns a tool's test inputs. They are drawn once for all drafts. */
function triedOn(entry: CatalogueEntry): Promise<Tried> {
  const found = known.get(entry.hash) ?? draw(entry);
  known.set(entry.hash, found);
  found.catch(() => known.delete(entry.hash));
  return found;
}

async function draw(entry: CatalogueEntry): Promise<Tried> {
  const { tool } = await wholeTool(entry);
  const golden = (await casesOf(entry)).filter(([, input]) => typeof input === "object" && input !== null);
  const examples = [
    ...entry.examples.map(({ input }) => input),
    ...golden.slice(0, MOST_GOLDEN).map(([, input]) => input),
  ];
  const valid = (input: unknown) => tool.validate(input).length === 0;
  const drawn = randomInputs({
    schema: tool.inputSchema,
    valid,
    count: RANDOM,
    seed: entry.name,
    examples,
  });
  return { tool, golden, random: drawn.map((input, at) => [`random input ${at + 1}`, input] as const) };
}

async function casesOf({ cases }: CatalogueEntry): Promise<Named> {
  if (cases === undefined) return [];
  const response = await fetch(`/explorer/${cases}`);
  if (!response.ok) throw new Error(`the golden cases answered ${response.status}`);
  return (await response.json()) as Named;
}

export async function promisesHere({ entry, input }: PromisesJob): Promise<PromisesTried | undefined> {
  const draft = lastDraft();
  if (draft === undefined) return undefined;
  const { golden } = await triedOn(entry);
  const some = golden.slice(0, EXAMPLES);
  const began = performance.now();
  for (const [, each] of some) draft.run(each);
  const each = (performance.now() - began) / Math.max(1, some.length);
  // A test runs the tool twice, before and after a change.
  const count = Math.floor(QUICK_MS / Math.max(0.01, 2 * each * draft.plan.def.promises.length));
  return promised(draft, [input], golden, Math.min(PROMISED, Math.max(FEWEST, count)));
}

export async function movesHere({ entry, input }: MovesJob): Promise<Moves | undefined> {
  const draft = lastDraft();
  if (draft === undefined) return undefined;
  const { tool, golden, random } = await triedOn(entry);
  const concerned: FormInput[] = [];
  const cases = await moved(tool, draft, golden, concerned);
  const others = cases && (await moved(tool, draft, random, concerned));
  if (cases === undefined || others === undefined) return undefined;
  const starts = [input, ...golden.slice(0, MOST_GOLDEN).map(([, each]) => each)];
  const atEdit = editedInputs(tool, draft, starts);
  const first = [input, ...thinned(concerned, CONCERNED), ...thinned(atEdit, CONCERNED)];
  const promises = await promised(draft, first, golden, first.length + PROMISED);
  return promises && { golden: cases, random: others, promises };
}

/** Returns undefined if a newer draft has arrived. */
async function promised(
  draft: Tool,
  first: readonly FormInput[],
  golden: Named,
  count: number,
): Promise<PromisesTried | undefined> {
  const others = new Map([[draft.name, draft]]);
  for (const promise of draft.plan.def.promises) await withStarted(() => new Judge(draft, promise, others));
  const work = new LongWork(() => lastDraft() === draft);
  const found: Promised[] = [];
  const all: Trials[] = [];
  const inputs = golden.map(([, input]) => input);
  for (const tried of tryPromises(draft, { first, golden: inputs, count, seed: "draft", others })) {
    if (tried !== undefined) {
      const { promise: id, because, outcome, breach } = tried;
      all.push(tried);
      found.push({
        id,
        because,
        outcome,
        summary: summaryOf(tried),
        ...(breach === undefined ? {} : { breach: breach.before.input }),
      });
    }
    if (!(await work.goOn())) return undefined;
  }
  return { inputs: count, applied: appliedWords(totalOf(all)), promises: found };
}

/** Adds inputs that moved to `concerned`. */
async function moved(
  old: Tool,
  draft: Tool,
  inputs: Named,
  concerned: FormInput[],
): Promise<Moved | undefined> {
  const began = performance.now();
  const work = new LongWork(() => lastDraft() === draft);
  const examples: Moved["examples"][number][] = [];
  let [tried, changed, flipped] = [0, 0, 0];
  for (const [name, input] of inputs) {
    if (!(await work.goOn())) return undefined;
    if (performance.now() - began > LONGEST_MS) break;
    tried++;
    const [before, after] = [old.run(input), draft.run(input)];
    if (JSON.stringify(before) === JSON.stringify(after)) continue;
    changed++;
    concerned.push(input);
    const [then, now] = [saidBy(old, before), saidBy(draft, after)];
    if (then !== now) flipped++;
    if (examples.length < EXAMPLES) examples.push({ name, input, before: then, after: now });
  }
  return { tried, changed, flipped, examples };
}

/** Returns the verdict, or `refused`. */
function saidBy({ facts }: Tool, outcome: Outcome): string {
  if (!outcome.ok) return "refused";
  const path = facts.headline?.verdict ?? facts.headline?.numbers?.[0];
  let found: unknown = outcome.result;
  for (const name of path?.split(".") ?? [])
    found = (found as Readonly<Record<string, unknown>> | null)?.[name] ?? null;
  return path === undefined ? "" : String(found);
}
