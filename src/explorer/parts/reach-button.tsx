// The button at the verdict that lists the ways to a better one.
import { useSignal } from "@preact/signals";
import type { Result } from "../../engine/run/tool.js";
import { valuesAt } from "../headline-values.js";
import type { OpenTool } from "../tool-data.js";
import { betterVerdicts, shown } from "../words.js";
import { Lazy } from "./lazy.js";

export function ReachButton({ open, result }: { open: OpenTool; result: Result }) {
  const isOpen = useSignal(false);
  const path = open.entry.headline?.verdict;
  if (open.local === undefined || path === undefined) return null;
  const [found] = valuesAt(open, result, path);
  const [next] = betterVerdicts(open.entry.headline?.tones ?? {}, found?.value);
  if (found === undefined || next === undefined) return null;
  const { value: verdict, schema } = found;
  const isWord = typeof verdict === "string";
  return (
    <div class={isOpen.value ? "reach-open card" : "reach-open"}>
      <button
        type="button"
        aria-expanded={isOpen.value}
        onClick={() => {
          isOpen.value = !isOpen.value;
        }}
      >
        {isWord
          ? `How do I reach “${shown(next, schema).split(": ", 1)[0]}”?`
          : "How do I change this verdict?"}
      </button>
      {isOpen.value && (
        <Lazy name="reach" load={async () => (await import("./reach.js")).Reach} props={{ open }} />
      )}
    </div>
  );
}
