// The first step in which scenarios differ.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { messageOf } from "../../wording/wording.js";
import { ask } from "../explaining.js";
import { sameValue } from "../inputs.js";
import type { Scenario } from "../scenarios.js";
import type { OpenTool } from "../tool-data.js";
import { withUnit } from "../words.js";
import type { WorkerExplanation } from "../worker/messages.js";

interface PartingProps {
  readonly open: OpenTool;
  readonly all: readonly Scenario[];
  /** Whether every scenario has a result. */
  readonly isComputed: boolean;
}

export function Parting({ open, all, isComputed }: PartingProps) {
  const said = useSignal("");
  const key = JSON.stringify(all.map(({ input: own }) => own));
  useEffect(() => {
    let isOld = false;
    said.value = isComputed
      ? "Finding the first difference…"
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
    return `They first differ at “${name}” (${said.join(", ")}).`;
  }
  return "Every step is the same.";
}
