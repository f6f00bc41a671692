// Copies the link, and downloads the result as JSON or CSV.
import { useSignal } from "@preact/signals";
import { address, hashOf } from "../address.js";
import { csvOf } from "../csv.js";
import { download } from "../download.js";
import { answer } from "../state.js";
import type { OpenTool } from "../tool-data.js";

export function Share({ open }: { open: OpenTool }) {
  const told = useSignal("");
  const outcome = answer.value?.outcome;
  const result = outcome?.ok === true ? outcome.result : undefined;
  const { name } = open.entry;
  const copy = async () => {
    const link = new URL(hashOf(address.value), location.href).href;
    try {
      await navigator.clipboard.writeText(link);
      told.value = "Link copied";
    } catch {
      told.value = "Copy the address from the browser's bar";
    }
    setTimeout(() => {
      told.value = "";
    }, 3_000);
  };
  return (
    <div class="share">
      <span role="status">{told.value}</span>
      <button type="button" class="main" onClick={() => void copy()}>
        Copy link
      </button>
      {/* Present without a result too, so that the layout does not move. */}
      <button
        type="button"
        disabled={result === undefined}
        onClick={() => download(`${name}.json`, "application/json", JSON.stringify(result))}
      >
        JSON
      </button>
      <button
        type="button"
        disabled={result === undefined}
        onClick={() => download(`${name}.csv`, "text/csv", csvOf(answer.value?.input ?? {}, result ?? {}))}
      >
        CSV
      </button>
    </div>
  );
}
