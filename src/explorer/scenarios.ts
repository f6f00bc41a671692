// Scenarios to compare: the form's inputs, and up to three others in the address.
import { computed } from "@preact/signals";
import { address } from "./address.js";
import { type FormInput, readInput, writeInput } from "./inputs.js";
import { input, setMark, tool } from "./state.js";

/** Marks of the address for the other scenarios. */
const PLACES = ["b", "c", "d"] as const;
type Place = (typeof PLACES)[number];

export interface Scenario {
  readonly place: Place | "a";
  readonly letter: string;
  /** The name given by the user, else the letter. */
  readonly title: string;
  readonly input: FormInput;
}

export const scenarios = computed<readonly Scenario[]>(() => {
  const schema = tool.value?.inputSchema;
  const others = PLACES.flatMap((place): Scenario[] => {
    const text = address.value.marks[place];
    if (text === undefined || text === "") return [];
    return [{ place, ...called(place), input: readInput([...new URLSearchParams(text)], schema) }];
  });
  return [{ place: "a", ...called("a"), input: input.value }, ...others];
});

function called(place: Scenario["place"]): Pick<Scenario, "letter" | "title"> {
  const letter = place.toUpperCase();
  const name = new URLSearchParams(address.value.marks.names ?? "").get(place);
  return { letter, title: name === null || name === "" ? letter : name };
}

/** Characters. As long as a column can show. */
export const LONGEST_NAME = 40;

export function rename(place: Scenario["place"], name: string): void {
  const names = new URLSearchParams(address.value.marks.names ?? "");
  if (name === "" || name === place.toUpperCase()) names.delete(place);
  else names.set(place, name.slice(0, LONGEST_NAME));
  setMark("names", names.toString());
}

/** Letter of the next free slot. */
export const nextLetter = computed(() => freePlace()?.toUpperCase());

function freePlace(): Place | undefined {
  return PLACES.find((place) => (address.value.marks[place] ?? "") === "");
}

export function keep(given: FormInput): void {
  const free = freePlace();
  if (free !== undefined) setMark(free, new URLSearchParams(writeInput(given)).toString());
}

export function drop(place: Scenario["place"]): void {
  rename(place, "");
  setMark(place, "");
}
