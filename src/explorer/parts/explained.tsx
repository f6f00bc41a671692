// Whatever shows an explanation waits for it here, and says where there is none.
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { explainAgain, explaining, watch } from "../explaining.js";
import { answer } from "../state.js";
import type { Explained } from "../worker/messages.js";
import { Notice } from "./notice.js";

export function WithExplanation({ children }: { children: (explained: Explained) => ComponentChildren }) {
  useEffect(watch, []);
  const state = explaining.value;
  if (answer.value?.outcome.ok !== true) return null;
  if (state.kind === "failed")
    return (
      <Notice tone="bad">
        The reasons could not be worked out here ({state.message}). The answer does not depend on it.{" "}
        <button type="button" onClick={explainAgain}>
          Try again
        </button>
      </Notice>
    );
  const shown = state.kind === "explained" ? state.explained : state.before;
  if (shown === undefined)
    return (
      <p class="loading" role="status">
        Working out the reasons…
      </p>
    );
  return <div class={state.kind === "waiting" ? "answers stale" : "answers"}>{children(shown)}</div>;
}
