// Waits for an explanation, or shows why there is none.
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { explainAgain, explained, explaining, watch } from "../explaining.js";
import { answer } from "../state.js";
import type { WorkerExplanation } from "../worker/messages.js";
import { Notice } from "./notice.js";

/** The notice for a failed explanation. */
export function Unexplained() {
  const state = explaining.value;
  if (state.kind !== "failed") return null;
  return (
    <Notice tone="bad">
      The reasons could not be worked out here ({state.message}). The answer does not depend on it.{" "}
      <button type="button" onClick={explainAgain}>
        Try again
      </button>
    </Notice>
  );
}

export function WithExplanation({
  children,
}: {
  children: (explained: WorkerExplanation) => ComponentChildren;
}) {
  useEffect(watch, []);
  const state = explaining.value;
  if (answer.value?.outcome.ok !== true) return null;
  if (state.kind === "failed") return <Unexplained />;
  const shown = explained.value;
  if (shown === undefined)
    return (
      <p class="loading" role="status">
        Working out the reasons…
      </p>
    );
  return <div class={state.kind === "waiting" ? "answers stale" : "answers"}>{children(shown)}</div>;
}
