// The form: required inputs, optional inputs, and folded inputs that have no effect.

import type { FormHints } from "../../engine/language/inputs.js";
import { type JsonSchema, propertiesOf } from "../../wording/field-words.js";
import { type FormInput, withValue } from "../inputs.js";
import { answer, drawn, input, isExample, setInput, unknownNames } from "../state.js";
import type { CatalogueEntry, OpenTool } from "../tool-data.js";
import { Field } from "./field.js";
import { isMissing, refusalText } from "./refused.js";

/** Small screens show the answer below the form, so optional inputs start folded. */
export const IS_SMALL = matchMedia("(max-width: 62rem)").matches;

/** Optional inputs that are open initially. */
const MOST_OPEN = 14;
/** Heading of inputs without a group. */
const OTHERS = "Optional";

type NamedField = readonly [name: string, schema: JsonSchema];

/** Groups inputs under their headings, in the order of the definition. Inputs without a group come first. */
function groupsOf(fields: readonly NamedField[], hints: FormHints): [title: string, fields: NamedField[]][] {
  const groups = new Map<string, NamedField[]>([[OTHERS, []]]);
  for (const field of fields) {
    const title = hints[field[0]]?.group ?? OTHERS;
    groups.set(title, [...(groups.get(title) ?? []), field]);
  }
  return [...groups].filter(([, members]) => members.length > 0);
}

export function Form({ open }: { open: OpenTool }) {
  const given = input.value;
  const schema = open.inputSchema;
  const faults = faultsOf();
  const required = new Set(Array.isArray(schema.required) ? schema.required.map(String) : []);
  const fields = Object.entries(propertiesOf(schema));
  // While the input is invalid, the inputs read by the last result still apply.
  const { reads, notes } = drawn.value;
  const isIdle = (name: string) =>
    (reads !== undefined && !reads.has(name)) || notes?.inapplicable.includes(name) === true;
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
      suggestions={open.hints[name]?.suggestions}
      set={(value) => setInput(withValue(given, name, value))}
    />
  );
  const partsOf = (name: string) => open.hints[name]?.sumOf ?? [];
  const parts = new Set([...required].flatMap(partsOf));
  // Parts of a sum come before it.
  const needed = fields
    .filter(([name]) => required.has(name))
    .flatMap((each) => [...fields.filter(([name]) => partsOf(each[0]).includes(name)), each]);
  const others = fields.filter(([name]) => !required.has(name) && !parts.has(name));
  const optional = others.filter(([name]) => !isFolded(name));
  const folded = others.filter(([name]) => isFolded(name));
  // With many inputs, a group is open if one of its inputs is in use.
  const isOpen = (title: string, members: readonly NamedField[]) =>
    (!IS_SMALL && (title === OTHERS || optional.length <= MOST_OPEN)) ||
    members.some(([name]) => name in given || faults.has(`/${name}`));
  return (
    <form
      class="inputs card"
      aria-label="Inputs"
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={helpOnF1}
    >
      <Start entry={open.entry} given={given} />
      <Unplaced given={given} whole={faults.get("")} />
      {needed.map(field)}
      {groupsOf(optional, open.hints).map(([title, members]) => (
        <details key={title} class="optional" open={isOpen(title, members)}>
          <summary>
            {title}: {members.length === 1 ? "1 input" : `${members.length} inputs`}
          </summary>
          {members.map(field)}
        </details>
      ))}
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

function helpOnF1(event: KeyboardEvent): void {
  if (event.key !== "F1" || !(event.target instanceof Element)) return;
  const help = event.target.closest(".field")?.querySelector<HTMLButtonElement>("button.help");
  if (help == null) return;
  event.preventDefault();
  help.click();
}

/** Returns the errors of given inputs. */
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

/** Errors of the whole input, and names in a link that no field has. */
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
