// Scenarios to compare: the inputs of the form, and up to three more that stand in the address.
import { computed } from "@preact/signals";
import { address } from "./address.js";
import { type FormInput, readInput, writeInput } from "./inputs.js";
import { input, setMark, tool } from "./state.js";

/** Marks of the address that hold the others. */
const PLACES = ["b", "c", "d"] as const;
type Place = (typeof PLACES)[number];

export interface Scenario {
  readonly place: Place | "a";
  readonly title: string;
  readonly input: FormInput;
}

export const scenarios = computed<readonly Scenario[]>(() => {
  const schema = tool.value?.inputSchema;
  const others = PLACES.flatMap((place): Scenario[] => {
    const text = address.value.marks[place];
    if (text === undefined || text === "") return [];
    return [{ place, title: place.toUpperCase(), input: readInput([...new URLSearchParams(text)], schema) }];
  });
  return [{ place: "a", title: "A", input: input.value }, ...others];
});

export const hasRoom = computed(() => scenarios.value.length <= PLACES.length);

export function keep(given: FormInput): void {
  const free = PLACES.find((place) => (address.value.marks[place] ?? "") === "");
  if (free !== undefined) setMark(free, new URLSearchParams(writeInput(given)).toString());
}

export function drop(place: Scenario["place"]): void {
  setMark(place, "");
}
