// What a changed definition moves: golden cases and random inputs through the old and the new, and its promises.
import { Judge } from "../../authoring/promises/judge.js";
import { tryPromises } from "../../authoring/promises/try.js";
import { randomInputs } from "../../authoring/random-inputs.js";
import type { Outcome } from "../../engine/run/tool.js";
import type { Tool } from "../../engine/tool.js";
import type { Entry } from "../asked.js";
import type { Input } from "../inputs.js";
import { lastDraft } from "./draft-here.js";
import type { Moved, Moves, MovesJob } from "./messages.js";
import { withStarted } from "./starting.js";
import { wholeTool } from "./whole-tool.js";

/** Random inputs that are tried, and milliseconds after which no more are: the largest tools take one each. */
const RANDOM = 2_000;
const LONGEST_MS = 1_500;
/** Inputs that each promise is tried on. */
const PROMISED = 60;
const EXAMPLES = 5;

const known = new Map<string, Promise<readonly (readonly [name: string, input: Input])[]>>();

async function casesOf({ cases }: Entry): Promise<readonly (readonly [name: string, input: Input])[]> {
  if (cases === undefined) return [];
  const found =
    known.get(cases) ??
    fetch(`/explorer/${cases}`).then((response) =>
      response.ok ? response.json() : Promise.reject(new Error("no cases")),
    );
  known.set(cases, found);
  found.catch(() => known.delete(cases));
  return found;
}

export async function movesHere({ entry }: MovesJob): Promise<Moves | undefined> {
  const draft = lastDraft();
  if (draft === undefined) return undefined;
  const { tool } = await wholeTool(entry);
  const golden = (await casesOf(entry)).filter(([, input]) => typeof input === "object" && input !== null);
  const drawn = randomInputs({
    schema: tool.inputSchema,
    valid: (input) => tool.validate(input).length === 0,
    count: RANDOM,
    seed: entry.name,
    examples: [
      ...entry.examples.map(({ input }) => input),
      ...golden.slice(0, 200).map(([, input]) => input),
    ],
  });
  const random = drawn.map((input, at) => [`random input ${at + 1}`, input] as const);
  const others = new Map([[draft.name, draft]]);
  for (const promise of draft.plan.def.promises) await withStarted(() => new Judge(draft, promise, others));
  const promises = [
    ...tryPromises(draft, {
      golden: golden.map(([, input]) => input),
      count: PROMISED,
      seed: "draft",
      others,
    }),
  ];
  return {
    golden: moved(tool, draft, golden),
    random: moved(tool, draft, random),
    promises: promises.flatMap((tried) =>
      tried === undefined ? [] : [{ id: tried.promise, because: tried.because, outcome: tried.outcome }],
    ),
  };
}

function moved(old: Tool, draft: Tool, inputs: readonly (readonly [name: string, input: Input])[]): Moved {
  const began = performance.now();
  const examples: Moved["examples"][number][] = [];
  let [tried, changed, flipped] = [0, 0, 0];
  for (const [name, input] of inputs) {
    if (performance.now() - began > LONGEST_MS) break;
    tried++;
    const [before, after] = [old.run(input), draft.run(input)];
    if (JSON.stringify(before) === JSON.stringify(after)) continue;
    changed++;
    const [then, now] = [saidBy(old, before), saidBy(draft, after)];
    if (then !== now) flipped++;
    if (examples.length < EXAMPLES) examples.push({ name, input, before: then, after: now });
  }
  return { tried, changed, flipped, examples };
}

/** The verdict of an outcome, or that there is none. */
function saidBy({ facts }: Tool, outcome: Outcome): string {
  if (!outcome.ok) return "refused";
  const path = facts.headline?.verdict ?? facts.headline?.numbers?.[0];
  let found: unknown = outcome.result;
  for (const name of path?.split(".") ?? [])
    found = (found as Readonly<Record<string, unknown>> | null)?.[name] ?? null;
  return path === undefined ? "" : String(found);
}
