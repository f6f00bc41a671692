// Links to tools, with an input or with their first example.
import { type Address, ANSWER, hashOf } from "./address.js";
import { type FormInput, writeInput } from "./inputs.js";
import type { CatalogueEntry } from "./tool-data.js";

function addressOf({ name }: CatalogueEntry, input: FormInput): Address {
  return { tool: name, tab: ANSWER, inputs: writeInput(input), marks: {} };
}

export function linkTo(entry: CatalogueEntry, input: FormInput): string {
  return hashOf(addressOf(entry, input));
}

/** Returns the form with these inputs, or with the first example if there are none. */
export function startAddress(entry: CatalogueEntry, input: FormInput): Address {
  const isEmpty = Object.keys(input).length === 0;
  return addressOf(entry, isEmpty ? (entry.examples[0]?.input ?? {}) : input);
}
