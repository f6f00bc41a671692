// Tests promises on all combinations of the values in test/combinations, which random inputs only sample.

import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import type { Result, Tool } from "../../src/engine/tool.js";
import type { JsonSchema } from "../../src/wording/field-words.js";
import { randomNumbers } from "../../src/workbench/arbitraries.js";
import { Judge } from "../../src/workbench/promises/judge.js";
import type { Input } from "../../src/workbench/promises/paths.js";
import { breachText } from "../../src/workbench/promises/report.js";
import { trialsOf } from "../../src/workbench/promises/trials.js";
import { limitsOf } from "../../src/workbench/promises/values.js";
import { TEST } from "../helpers/folders.js";
import { ownSet } from "../helpers/own-definitions.js";

interface Block {
  readonly title: string;
  /** The values of each input; `all` means the words of its schema, null means omitted. */
  readonly inputs: Readonly<Record<string, readonly unknown[] | "all">>;
}

const FOLDER = join(TEST, "combinations");
/** Inputs in memory at a time. */
const CHUNK = 2000;

function* combinations(domains: readonly (readonly [string, readonly unknown[]])[]): Generator<Input> {
  const [first, ...rest] = domains;
  if (first === undefined) {
    yield {};
    return;
  }
  const [name, values] = first;
  for (const others of combinations(rest))
    for (const value of values) yield value === null ? others : { [name]: value, ...others };
}

function domainsOf(tool: Tool, { inputs }: Block): [string, readonly unknown[]][] {
  const schemas = tool.inputSchema.properties as Readonly<Record<string, JsonSchema>>;
  return Object.entries(inputs).map(([name, values]) => [
    name,
    values === "all" ? (schemas[name]?.enum as readonly unknown[]) : values,
  ]);
}

function* chunks(inputs: Iterable<Input>): Generator<Input[]> {
  const chunk: Input[] = [];
  for (const input of inputs) {
    chunk.push(input);
    if (chunk.length === CHUNK) yield chunk.splice(0);
  }
  yield chunk;
}

/** Returns the broken promises as text. */
function breaches(
  tool: Tool,
  known: readonly { input: Input; result: Result }[],
  judges: readonly Judge[],
): string[] {
  const pool = { inputs: known, golden: [], isExhaustive: true, limits: limitsOf(tool) };
  return judges.flatMap((judge) => {
    const { promise } = judge;
    for (const trial of trialsOf(judge, pool, randomNumbers(promise.id))) {
      const verdict = judge.judge(trial, trial.result);
      if (typeof verdict === "string") continue;
      const { id, because, at } = promise;
      const about = { tool: tool.name, promise: id, because, location: at.location };
      return [
        breachText(
          { ...about, outcome: "broken", spoke: 1, trials: 1, exhaustive: true, breach: verdict },
          promise,
        ),
      ];
    }
    return [];
  });
}

describe.each(readdirSync(FOLDER).map((file) => basename(file, ".yaml")))("%s keeps its promises", (name) => {
  const set = ownSet();
  const tool = set.tools.get(name) as Tool;
  const blocks = parse(readFileSync(join(FOLDER, `${name}.yaml`), "utf8")) as Block[];
  const judges = tool.plan.def.promises.map((promise) => new Judge(tool, promise, set.tools));

  test.each(blocks)(
    "$title",
    (block) => {
      for (const chunk of chunks(combinations(domainsOf(tool, block)))) {
        const known = chunk.map((input) => {
          const outcome = tool.run(input);
          if (!outcome.ok)
            throw new Error(`${JSON.stringify(input)} is refused: ${JSON.stringify(outcome.problems)}`);
          return { input, result: outcome.result };
        });
        expect(breaches(tool, known, judges).join("\n")).toBe("");
      }
    },
    1_200_000,
  );
});
