// Reasons that are true, for every tool: sources of numbers, called functions, inputs that were sent, the side that decided.
import { describe, expect, test } from "vitest";
import { placeText } from "../../src/engine/explain/derivation.js";
import type { ExplainedStep, Explanation } from "../../src/engine/explain/explanation.js";
import { leavesOf } from "../../src/engine/language/entries.js";
import type { Tool } from "../../src/engine/tool.js";
import { contextOf } from "../../src/pages/sheet/page.js";
import { References } from "../../src/pages/sheet/references.js";
import { whyOf } from "../../src/pages/sheet/why.js";
import { workOf } from "../../src/pages/sheet/work.js";
import { goldenTools } from "../../src/workbench/cases.js";
import { FULL } from "../helpers/full.js";
import { ownCases, ownSet } from "../helpers/own-definitions.js";

const CASES = FULL ? 20 : 3;

function stepsById({ steps, calls }: Explanation): ReadonlyMap<string, ExplainedStep> {
  const all = new Map<string, ExplainedStep>();
  const visit = (step: ExplainedStep): void => {
    all.set(step.id, step);
    step.steps?.forEach(visit);
  };
  [...steps, ...calls].forEach(visit);
  return all;
}

interface Behind {
  readonly inputs: ReadonlySet<string>;
  readonly steps: readonly ExplainedStep[];
  readonly rows: readonly string[];
}

/** Everything that a result was computed from, by the ids of the explanation alone. */
function behind(explanation: Explanation, path: string): Behind | undefined {
  const known = stepsById(explanation);
  const result = explanation.results[path];
  if (result === undefined) return undefined;
  const [inputs, rows, steps] = [new Set<string>(), new Set<string>(), new Set<ExplainedStep>()];
  const follow = ({ reads = {}, also = [], called = {} }: Partial<ExplainedStep>): void => {
    for (const id of [...Object.values(reads).flat(), ...also, ...Object.values(called)]) {
      const input = /^input:([^.[]+)/.exec(id)?.[1];
      const step = known.get(id);
      if (input !== undefined) inputs.add(input);
      if (id.startsWith("table:")) rows.add(id);
      if (step === undefined || steps.has(step)) continue;
      steps.add(step);
      follow(step);
    }
  };
  follow(result);
  return { inputs, rows: [...rows], steps: [...steps] };
}

/** The row that a result only hands on; undefined if anything was computed from it. */
function rowRead(explanation: Explanation, path: string): string | undefined {
  const known = stepsById(explanation);
  let from: Partial<ExplainedStep> | undefined = explanation.results[path];
  while (from !== undefined && from.value !== null && /^[\w.]*$/.test(from.expression ?? "")) {
    const ids = [...Object.values(from.reads ?? {}).flat(), ...(from.also ?? [])];
    const [id = ""] = ids;
    if (ids.length !== 1) return undefined;
    if (id.startsWith("table:")) return id;
    from = known.get(id);
  }
  return undefined;
}

describe.each([...goldenTools(ownSet())])("%s", (folder, tool: Tool) => {
  const context = contextOf(tool);
  const { verdict, numbers = [] } = context.headline ?? {};
  const valid = ownCases(folder).filter(({ expect: expected }) => expected !== undefined);
  const step = Math.max(1, Math.floor(valid.length / CASES));
  const explained = valid
    .filter((_, at) => at % step === 0)
    .flatMap(({ input, name }) => {
      const { explanation } = tool.explain(input);
      return explanation === undefined ? [] : [{ name, explanation }];
    });
  const headlines = explained.flatMap(({ name, explanation }) =>
    [...new Set([...numbers, ...(verdict === undefined ? [] : [verdict])])].flatMap((path) => {
      const from = behind(explanation, path);
      const at = { work: workOf(explanation, context, "steps"), references: new References() };
      return from === undefined
        ? []
        : [{ case: name, path, explanation, from, page: whyOf(explanation, context, path, at) }];
    }),
  );

  test("says directly from your inputs only if nothing else is behind the result", () => {
    const untrue = headlines.filter(
      ({ page, from, explanation }) =>
        page.sentence.text.includes("directly from your inputs") &&
        (from.rows.length > 0 ||
          [...from.inputs].some((input) => explanation.inputs[input]?.from !== "caller") ||
          from.steps.some(({ kind }) => kind === "constant")),
    );
    expect(untrue.map(({ case: name, path }) => `${name}: ${path}`)).toEqual([]);
  });

  test("shows a source for every headline that was read from a cited row", () => {
    const silent = headlines.filter(({ page, path, explanation }) => {
      const cites = explanation.rows[rowRead(explanation, path) ?? ""]?.citations ?? [];
      return cites.length > 0 && !page.body.text.includes('id="sources"');
    });
    expect(silent.map(({ case: name, path }) => `${name}: ${path}`)).toEqual([]);
  });

  test("has a source, a rule, a constant or an input behind every headline number", () => {
    const bare = headlines.filter(
      ({ from }) =>
        from.rows.length + from.inputs.size === 0 &&
        !from.steps.some(({ citations }) => citations.length > 0),
    );
    expect(bare.map(({ case: name, path }) => `${name}: ${path}`)).toEqual([]);
  });

  test("opens every called function into its own rule", () => {
    const closed = explained.flatMap(({ explanation }) => {
      const known = stepsById(explanation);
      return [...known.values()].flatMap(({ id, called = {} }) =>
        Object.values(called).flatMap((call) => {
          const opened = known.get(call);
          const rules = opened?.rules ?? [];
          const decided =
            rules.length === 0 ||
            opened?.rule === "otherwise" ||
            rules.some(({ outcome }) => outcome === "holds");
          return opened !== undefined && opened.at !== "" && decided ? [] : [`${id} calls ${call}`];
        }),
      );
    });
    expect(closed).toEqual([]);
  });

  test("tells which side of each condition decided", () => {
    // A rule over a list also fails if no item meets its condition.
    const entries = tool.plan.slots.flatMap(({ body }) =>
      body?.kind === "decide" || body?.kind === "collect" ? leavesOf(body.entries) : [],
    );
    const looped = new Set(
      entries.flatMap(({ entry: { entry } }) => (entry.loops.length > 0 ? [placeText(entry.location)] : [])),
    );
    const wrong = explained.flatMap(({ explanation }) =>
      [...stepsById(explanation).values()].flatMap(({ id, rules = [] }) =>
        rules.flatMap(({ outcome, conditions, at: place }, at) => {
          // A part below `not` or inside if() may hold while the condition fails.
          const plain = conditions.filter(({ text }) => !/\bnot\b|if\(|!/.test(text));
          const sides = plain.every(({ holds, clauses }) =>
            clauses.every((clause) => clause.holds === holds),
          );
          const fails = conditions.some(({ holds }) => !holds);
          const whole =
            outcome === "holds"
              ? !fails
              : outcome === "fails"
                ? fails || conditions.length === 0 || looped.has(place)
                : true;
          return sides && whole ? [] : [`${id} rule ${at} ${outcome}`];
        }),
      ),
    );
    expect(wrong).toEqual([]);
  });
});
