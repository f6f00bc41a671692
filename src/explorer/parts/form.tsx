// The form: inputs that must be given, then those that may be, and folded away those that are not used here.

import { type JsonSchema, propertiesOf } from "../../wording/field-words.js";
import { type FormInput, withValue } from "../inputs.js";
import { probed } from "../probing.js";
import { answer, drawn, input, isExample, setInput, unknownNames } from "../state.js";
import type { CatalogueEntry, OpenTool } from "../tool-data.js";
import { Field } from "./field.js";
import { isMissing, refusalText } from "./refused.js";

/** On a small screen the answer is below the form: what need not be filled in stays out of the way. */
export const IS_SMALL = matchMedia("(max-width: 62rem)").matches;

export function Form({ open }: { open: OpenTool }) {
  const given = input.value;
  const schema = open.inputSchema;
  const faults = faultsOf();
  const required = new Set(Array.isArray(schema.required) ? schema.required.map(String) : []);
  const fields = Object.entries(propertiesOf(schema));
  // While an input is wrong, what the last answer read still tells what matters.
  const { reads } = drawn.value;
  const tried = probed.value?.idle;
  const isIdle = (name: string) => (reads !== undefined && !reads.has(name)) || tried?.has(name) === true;
  const isFolded = (name: string) =>
    isIdle(name) && !(name in given) && !required.has(name) && !faults.has(`/${name}`);
  const field = ([name, each]: readonly [string, JsonSchema]) => (
    <Field
      key={name}
      name={name}
      schema={each}
      value={given[name]}
      isRequired={required.has(name)}
      isIdle={name in given && isIdle(name)}
      faults={faults}
      set={(value) => setInput(withValue(given, name, value))}
    />
  );
  const needed = fields.filter(([name]) => required.has(name));
  const optional = fields.filter(([name]) => !required.has(name) && !isFolded(name));
  const folded = fields.filter(([name]) => isFolded(name));
  return (
    <form class="inputs card" aria-label="Inputs" onSubmit={(event) => event.preventDefault()}>
      <Start entry={open.entry} given={given} />
      <Unplaced given={given} whole={faults.get("")} />
      {needed.map(field)}
      {optional.length > 0 && (
        <details class="optional" open={!IS_SMALL || optional.some(([name]) => name in given)}>
          <summary>Optional: {optional.length === 1 ? "1 input" : `${optional.length} inputs`}</summary>
          {optional.map(field)}
        </details>
      )}
      {folded.length > 0 && (
        <details class="folded">
          <summary>
            {folded.length === 1 ? "1 input is" : `${folded.length} inputs are`} not used here
          </summary>
          {folded.map(field)}
        </details>
      )}
    </form>
  );
}

/** What is wrong with what was filled in. */
function faultsOf(): ReadonlyMap<string, string> {
  const outcome = answer.value?.outcome;
  return outcome === undefined || outcome.ok
    ? new Map()
    : new Map(
        outcome.problems.filter((each) => !isMissing(each)).map((each) => [each.pointer, refusalText(each)]),
      );
}

function Start({ entry, given }: { entry: CatalogueEntry; given: FormInput }) {
  const example = isExample(given);
  const isEmpty = Object.keys(given).length === 0;
  return (
    <div class="start-from">
      <label for="start-from">Start from</label>
      <select
        id="start-from"
        value={example ?? (isEmpty ? "" : "own")}
        onChange={(event) => {
          const chosen = entry.examples.find(({ title }) => title === event.currentTarget.value);
          setInput(chosen?.input ?? {});
        }}
      >
        <option value="">Empty form</option>
        {example === undefined && !isEmpty && <option value="own">Your inputs</option>}
        {entry.examples.map(({ title }) => (
          <option key={title} value={title}>
            {title}
          </option>
        ))}
      </select>
    </div>
  );
}

/** What is wrong with the input as a whole, or with names that no field has: a link may hold anything. */
function Unplaced({ given, whole }: { given: FormInput; whole: string | undefined }) {
  const unknown = unknownNames.value;
  if (unknown.length === 0 && whole === undefined) return null;
  return (
    <div class="notice care" role="status">
      {whole !== undefined && <p>{whole}</p>}
      {unknown.length > 0 && (
        <>
          <p>
            This link contains unknown fields, which are ignored: {unknown.slice(0, 5).join(", ")}
            {unknown.length > 5 && ` and ${unknown.length - 5} more`}.
          </p>
          <button type="button" onClick={() => setInput(given)}>
            Remove them
          </button>
        </>
      )}
    </div>
  );
}
