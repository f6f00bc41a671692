// A field of the form: title, control, help and error.

import { useSignal } from "@preact/signals";
import type { Suggestion } from "../../engine/language/inputs.js";
import { isRecord } from "../../json/objects.js";
import {
  boundsOf,
  choiceOf,
  choiceText,
  fieldWords,
  type JsonSchema,
  propertiesOf,
} from "../../wording/field-words.js";
import { choicesOf, typesOf, withValue } from "../inputs.js";
import { inPlainWords } from "../plain-text.js";
import { proposalFor } from "../typed.js";
import { unitOf } from "../words.js";
import { Control } from "./control.js";

export interface FieldProps {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly value: unknown;
  readonly isRequired: boolean;
  /** Errors by JSON pointer. */
  readonly faults: ReadonlyMap<string, string>;
  /** Given, but without influence on the result. */
  readonly isIdle?: boolean;
  readonly suggestions?: readonly Suggestion[] | undefined;
  readonly set: (value: unknown) => void;
}

export function Field(props: FieldProps) {
  const { schema } = props;
  return typesOf(schema).includes("object") ? (
    <Fields {...props} />
  ) : (
    <Single {...props} pointer={`/${props.name}`} />
  );
}

function Single({
  name,
  schema,
  value,
  isRequired,
  faults,
  isIdle = false,
  suggestions,
  pointer,
  set,
}: FieldProps & { pointer: string }) {
  // The title of a boolean is a question, so it precedes the buttons.
  const isQuestion = typesOf(schema).includes("boolean");
  const isOpen = useSignal(isQuestion);
  const id = `input${pointer.replaceAll("/", "-")}`;
  const fault = faults.get(pointer) ?? faults.get(`${pointer}/0`);
  const help = helpOf(schema);
  const proposal = fault === undefined || typeof value !== "number" ? undefined : proposalFor(value, schema);
  const about = (
    <div class="about" id={`${id}-help`} hidden={!isOpen.value}>
      {help.map((each) => (
        <p key={each}>{each}</p>
      ))}
    </div>
  );
  return (
    <div class={fault === undefined ? "field" : "field wrong"} data-input={name}>
      <div class="label">
        <label id={`${id}-label`} for={id}>
          {fieldWords(schema, name).title}
          {isRequired && <span class="required" aria-hidden="true" />}
        </label>
        {help.length > 0 && !isQuestion && (
          // Skipped by the Tab key, which goes from field to field. F1 in the field opens the help.
          <button
            type="button"
            class="help"
            tabIndex={-1}
            title="Help (F1 in the field)"
            aria-expanded={isOpen.value}
            aria-controls={`${id}-help`}
            aria-label={`About ${fieldWords(schema, name).title}`}
            onClick={() => {
              isOpen.value = !isOpen.value;
            }}
          >
            ?
          </button>
        )}
      </div>
      {isQuestion && about}
      <Control
        id={id}
        schema={schema}
        value={value}
        describedBy={`${id}-help ${id}-fault`}
        isWrong={fault !== undefined}
        isRequired={isRequired}
        suggestions={suggestions}
        set={set}
      />
      <p class="fault" id={`${id}-fault`}>
        {fault}
      </p>
      {proposal !== undefined && (
        <button type="button" class="set" onClick={() => set(proposal.value)}>
          {proposal.sentence}
        </button>
      )}
      {isIdle && fault === undefined && <p class="idle">Not used in this answer</p>}
      {!isQuestion && about}
    </div>
  );
}

/** An object is a group of fields. */
function Fields({ name, schema, value, isRequired, faults, set }: FieldProps) {
  const inner = isRecord(value) ? value : {};
  const own = faults.get(`/${name}`);
  return (
    <fieldset class="fields" data-input={name}>
      <legend>
        {fieldWords(schema, name).title}
        {isRequired && <span class="required" aria-hidden="true" />}
      </legend>
      <p class="about">{inPlainWords(fieldWords(schema, "").description)}</p>
      <p class="fault">{own}</p>
      {Object.entries(propertiesOf(schema)).map(([field, each]) => (
        <Single
          key={field}
          name={field}
          schema={each}
          value={inner[field]}
          isRequired={false}
          faults={faults}
          pointer={`/${name}/${field}`}
          set={(next) => {
            const rest = withValue(inner, field, next);
            set(Object.keys(rest).length === 0 ? undefined : rest);
          }}
        />
      ))}
    </fieldset>
  );
}

/** Returns the help of an input: description, bounds, and the meaning of its choices. */
function helpOf(schema: JsonSchema): string[] {
  const unit = unitOf(schema);
  const bounds = boundsOf(schema);
  const range = bounds.length === 0 ? "" : `${bounds.join(", ")}${unit === "" ? "" : ` ${unit}`}.`;
  const words = (choicesOf(schema) ?? [])
    .filter((each) => choiceOf(schema, each)?.description !== undefined)
    .map((each) => choiceText(schema, String(each)));
  return [
    inPlainWords(fieldWords(schema, "").description),
    range === "" ? "" : `${range[0]?.toUpperCase()}${range.slice(1)}`,
    ...words,
  ].filter((each) => each !== "");
}
