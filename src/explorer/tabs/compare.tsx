// Two to four scenarios side by side: what differs first, and the first step at which they part.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Outcome } from "../../engine/run/tool.js";
import { fieldAt } from "../../wording/field-words.js";
import { messageOf } from "../../wording/wording.js";
import { columnsOf, pathTitle } from "../columns.js";
import { leaves } from "../csv.js";
import { ask } from "../explaining.js";
import { sameValue } from "../inputs.js";
import { Notice } from "../parts/notice.js";
import { drop, hasRoom, keep, type Scenario, scenarios } from "../scenarios.js";
import { input, setInput } from "../state.js";
import type { OpenTool } from "../tool-data.js";
import { toneOf, withUnit } from "../words.js";
import type { WorkerExplanation } from "../worker/messages.js";

export function Compare({ open }: { open: OpenTool }) {
  const all = scenarios.value;
  const { local } = open;
  if (local === undefined)
    return (
      <Notice tone="unknown">
        Scenarios are computed in this page; open it without ?server to see them.
      </Notice>
    );
  const outcomes = all.map((scenario) => local.run(scenario.input));
  return (
    <>
      <div class="card">
        <p class="row">
          <button type="button" class="main" disabled={!hasRoom.value} onClick={() => keep(input.value)}>
            Keep these inputs to compare with
          </button>
          <span class="note">
            {hasRoom.value
              ? "Then change the form: A is what stands there now."
              : "Four scenarios are as many as fit beside each other."}
          </span>
        </p>
      </div>
      {all.length > 1 && (
        <>
          <Parting open={open} all={all} outcomes={outcomes} />
          <Table open={open} all={all} outcomes={outcomes} />
        </>
      )}
    </>
  );
}

interface Compared {
  readonly open: OpenTool;
  readonly all: readonly Scenario[];
  readonly outcomes: readonly Outcome[];
}

interface Line {
  readonly title: string;
  readonly cells: readonly string[];
  readonly isSame: boolean;
  readonly tones?: readonly string[];
}

function Table({ open, all, outcomes }: Compared) {
  const given = inputLines(open, all);
  const found = resultLines(open, outcomes);
  const rows = (lines: readonly Line[]) =>
    lines.map(({ title, cells, tones }) => (
      <tr key={title}>
        <th scope="row">{title}</th>
        {cells.map((cell, at) => (
          <td key={all[at]?.place} class={tones?.[at] ?? ""}>
            {cell}
          </td>
        ))}
      </tr>
    ));
  const head = (
    <tr>
      <td />
      {all.map(({ place, title, input: own }) => (
        <th key={place} scope="col">
          <b>{title}</b>
          {place === "a" ? (
            <span class="note"> the form</span>
          ) : (
            <span class="row">
              <button type="button" onClick={() => setInput(own)}>
                Into the form
              </button>
              <button type="button" aria-label={`Remove ${title}`} onClick={() => drop(place)}>
                Remove
              </button>
            </span>
          )}
        </th>
      ))}
    </tr>
  );
  const part = (title: string, lines: readonly Line[]) =>
    lines.length > 0 && (
      <tbody>
        <tr class="part">
          <th colSpan={all.length + 1} scope="colgroup">
            {title}
          </th>
        </tr>
        {rows(lines)}
      </tbody>
    );
  const same = [...given, ...found].filter(({ isSame }) => isSame);
  return (
    <section class="card compare">
      <div class="scroll">
        <table>
          <thead>{head}</thead>
          {part(
            "Inputs that differ",
            given.filter(({ isSame }) => !isSame),
          )}
          {part(
            "Results that differ",
            found.filter(({ isSame }) => !isSame),
          )}
        </table>
      </div>
      {same.length > 0 && (
        <details class="folded">
          <summary>{same.length} inputs and results are the same</summary>
          <div class="scroll">
            <table>
              <tbody>{rows(same)}</tbody>
            </table>
          </div>
        </details>
      )}
    </section>
  );
}

function inputLines(open: OpenTool, all: readonly Scenario[]): Line[] {
  const cells = all.map(({ input: own }) => new Map(leaves(own)));
  const paths = [...new Set(cells.flatMap((each) => [...each.keys()]))];
  return paths.map((path) => {
    const schema = fieldAt(open.inputSchema, path).schema;
    const values = cells.map((each) => each.get(path));
    return {
      title: pathTitle(open.inputSchema, path),
      cells: values.map((value) => (value === undefined ? "not given" : withUnit(value, schema))),
      isSame: values.every((value) => sameValue(value, values[0])),
    };
  });
}

/** The headline first, then the others in their order. */
function resultLines(open: OpenTool, outcomes: readonly Outcome[]): Line[] {
  const { verdict, tones, numbers = [], bars = [] } = open.entry.headline ?? {};
  const first = [...(verdict === undefined ? [] : [verdict]), ...numbers, ...bars];
  const paths = [...new Set([...first, ...columnsOf(open.outputSchema)])];
  return paths.map((path) => {
    const schema = fieldAt(open.outputSchema, path).schema;
    const values = outcomes.map((outcome) => (outcome.ok ? at(outcome.result, path) : undefined));
    return {
      title: pathTitle(open.outputSchema, path),
      cells: values.map((value) => (value === undefined ? "refused" : withUnit(value, schema))),
      isSame: values.every((value) => sameValue(value, values[0])),
      ...(path === verdict ? { tones: values.map((value) => `tone tone-${toneOf(tones, value)}`) } : {}),
    };
  });
}

function at(result: unknown, path: string): unknown {
  let found: unknown = result;
  for (const name of path.split(".")) {
    if (Array.isArray(found)) [found] = found;
    found = (found as Readonly<Record<string, unknown>> | null)?.[name] ?? null;
  }
  return found;
}

/** The first step of the calculation whose value is not the same in all scenarios. */
function Parting({ open, all, outcomes }: Compared) {
  const said = useSignal("");
  const isComputed = outcomes.every(({ ok }) => ok);
  const key = JSON.stringify(all.map(({ input: own }) => own));
  useEffect(() => {
    let isOld = false;
    said.value = isComputed
      ? "Looking for the first step at which they part…"
      : "A scenario is refused: there is nothing to compare its steps with.";
    if (isComputed)
      firstParting(open, all).then(
        (sentence) => {
          if (!isOld) said.value = sentence;
        },
        (error: unknown) => {
          if (!isOld) said.value = `The steps could not be compared (${messageOf(error)}).`;
        },
      );
    return () => {
      isOld = true;
    };
  }, [key]);
  return (
    <p class="card parting" role="status">
      {said.value}
    </p>
  );
}

async function firstParting(open: OpenTool, all: readonly Scenario[]): Promise<string> {
  const explained: WorkerExplanation[] = [];
  for (const { input: own } of all)
    explained.push(await ask<WorkerExplanation>({ kind: "explain", entry: open.entry, input: own }));
  const [first, ...others] = explained.map(({ explanation }) => explanation.steps);
  const known = others.map((steps) => new Map(steps.map((step) => [step.name, step])));
  for (const step of first ?? []) {
    const values = [step.value, ...known.map((steps) => steps.get(step.name)?.value)];
    if (values.every((value) => sameValue(value, step.value))) continue;
    const name = step.title ?? step.name.replaceAll("_", " ");
    const said = values.map(
      (value, index) => `${all[index]?.title}: ${value === undefined ? "not needed" : withUnit(value, step)}`,
    );
    return `They part first at “${name}” (${said.join(", ")}).`;
  }
  return "Every step is the same.";
}
