// The ways to a better verdict: the smallest change of each input, the easiest first.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { fieldAt, fieldWords, propertiesOf } from "../../wording/field-words.js";
import { type GoalChange, wayFinder } from "../goal.js";
import { input, setInput } from "../state.js";
import type { OpenTool } from "../tool-data.js";
import { shown, withUnit } from "../words.js";

const MOST_WAYS = 6;

export function Reach({ open }: { open: OpenTool }) {
  const ways = useSignal<readonly GoalChange[]>([]);
  const isWorking = useSignal(true);
  const { local } = open;
  const given = input.value;
  useEffect(() => {
    if (local === undefined) return undefined;
    const { names, find } = wayFinder(local, given);
    const left = [...names];
    ways.value = [];
    isWorking.value = true;
    let timer: ReturnType<typeof setTimeout>;
    // One input at a time, so that the page answers between them.
    const next = () => {
      const name = left.shift();
      const found = name === undefined ? undefined : find(name);
      if (found !== undefined) ways.value = [...ways.value, found].sort((a, b) => a.effort - b.effort);
      isWorking.value = left.length > 0;
      if (isWorking.value) timer = setTimeout(next);
    };
    timer = setTimeout(next);
    return () => clearTimeout(timer);
  }, [local, given]);
  const fields = propertiesOf(open.inputSchema);
  const { schema } = fieldAt(open.outputSchema, open.entry.headline?.verdict ?? "");
  return (
    <section class="reach" aria-label="Ways to a better verdict">
      <ul class="said">
        {ways.value.slice(0, MOST_WAYS).map(({ name, value, now, verdict }) => (
          <li key={name}>
            To reach <b>{shown(verdict, schema)}</b>: {fieldWords(fields[name], name).title}{" "}
            {bound(value, now)}
            {withUnit(value, fields[name])} (now {withUnit(now, fields[name])}){" "}
            <button type="button" class="set" onClick={() => setInput({ ...given, [name]: value })}>
              Try it
            </button>
          </li>
        ))}
      </ul>
      <p class="note" role="status">
        {isWorking.value
          ? "Trying each input…"
          : ways.value.length === 0
            ? "No change of a single input reaches a better verdict."
            : "Each line changes one input only; the others stay as they are."}
      </p>
    </section>
  );
}

function bound(value: unknown, now: unknown): string {
  if (typeof value !== "number" || typeof now !== "number") return "";
  return value < now ? "at most " : "at least ";
}
