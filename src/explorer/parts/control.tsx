// The control of an input: number or text with unit, choice, date, or checkboxes.

import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import type { Suggestion } from "../../engine/language/inputs.js";
import type { JsonSchema } from "../../wording/field-words.js";
import { assumedOf, choicesOf, meaningOf, pickTitle, sameValue, textOf, typesOf } from "../inputs.js";
import { readTyped } from "../typed.js";
import { shown, unitOf } from "../words.js";
import { Picker } from "./picker.js";

export interface ControlProps {
  readonly id: string;
  readonly schema: JsonSchema;
  readonly value: unknown;
  readonly describedBy: string;
  readonly isWrong: boolean;
  readonly isRequired: boolean;
  /** Suggestions for free text. */
  readonly suggestions?: readonly Suggestion[] | undefined;
  readonly set: (value: unknown) => void;
}

/** Choices shown as buttons: few with short words in a row, four longer ones in pairs. Lengths are in characters. */
const MOST_BESIDE = 4;
const LONGEST_ROW = 22;
const LONGEST_PAIRS = 30;
/** Longer lists get a search field. */
const MOST_SELECT = 15;

export function Control(props: ControlProps) {
  const { schema } = props;
  const choices = choicesOf(schema);
  if (choices !== undefined) {
    const letters = choices.reduce<number>((sum, each) => sum + pickTitle(schema, each).length, 0);
    const inPairs = choices.length === MOST_BESIDE && letters > LONGEST_ROW;
    if (choices.length <= MOST_BESIDE && letters <= (inPairs ? LONGEST_PAIRS : LONGEST_ROW))
      return <Beside {...props} choices={choices} inPairs={inPairs} />;
    if (choices.length <= MOST_SELECT) return <Select {...props} choices={choices} />;
    const options = choices.map((value) => ({ value, title: pickTitle(schema, value) }));
    return (
      <Picker
        {...props}
        isClosed
        options={options}
        text={props.value === undefined ? "" : pickTitle(schema, props.value)}
        placeholder={noneText(props)}
      />
    );
  }
  if (typesOf(schema).includes("array")) return <Ticks {...props} />;
  if (props.suggestions === undefined) return <Text {...props} />;
  const assumed = assumedOf(schema);
  return (
    <Picker
      {...props}
      isClosed={false}
      options={props.suggestions.map(([title, beside]) => ({ value: title, title, beside }))}
      text={textOf(props.value)}
      placeholder={assumed === undefined ? "" : shown(assumed, schema)}
    />
  );
}

/** Returns the text of an empty choice. */
function noneText({ schema, isRequired }: ControlProps): string {
  const assumed = assumedOf(schema);
  if (assumed !== undefined) return `${pickTitle(schema, assumed)} (assumed)`;
  return isRequired ? "Choose…" : "Not given";
}

function Text({ id, schema, value, describedBy, isWrong, isRequired, set }: ControlProps) {
  // Keeps the typed text as long as it means the value in the address.
  const typed = useSignal(textOf(value));
  const meant = readTyped(typed.value, schema);
  const isTyped = sameValue(held(meant.value, schema), value);
  const types = typesOf(schema);
  const isNumber = types.includes("number") || types.includes("integer");
  const isDate = schema.format === "date";
  const unit = unitOf(schema);
  const assumed = assumedOf(schema);
  const take = (text: string) => {
    typed.value = text;
    set(readTyped(text, schema).value);
  };
  return (
    <>
      <span class={unit === "" ? "box" : "box with-unit"}>
        <input
          id={id}
          type="text"
          inputMode={isNumber ? "decimal" : "text"}
          autocomplete="off"
          spellcheck={false}
          value={isTyped ? typed.value : textOf(value)}
          placeholder={assumed !== undefined ? shown(assumed, schema) : isDate ? "DD/MM/YYYY" : ""}
          aria-describedby={`${describedBy} ${id}-read`}
          aria-invalid={isWrong ? "true" : undefined}
          aria-required={isRequired ? "true" : undefined}
          onInput={(event) => take(event.currentTarget.value)}
        />
        {unit !== "" && <span class="unit">{unit}</span>}
        {isDate && <Calendar id={id} schema={schema} value={value} take={take} />}
      </span>
      <output class="read" id={`${id}-read`} for={id}>
        {isTyped && !isWrong ? meant.read : ""}
      </output>
    </>
  );
}

/** Converts a value as the address would. */
function held(value: unknown, schema: JsonSchema): unknown {
  return typeof value === "string" ? meaningOf(value, schema) : value;
}

interface CalendarProps extends Pick<ControlProps, "id" | "schema" | "value"> {
  readonly take: (text: string) => void;
}

/** The browser's date picker, behind a button. */
function Calendar({ id, schema, value, take }: CalendarProps) {
  const bound = (key: string) => (typeof schema[key] === "string" ? schema[key] : undefined);
  const days = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        class="unit calendar"
        aria-label="Calendar"
        aria-describedby={`${id}-label`}
        onClick={() => days.current?.showPicker()}
      >
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          <path d="M2 3.5h12v10.5H2zM2 6.5h12M5 1.5v3M11 1.5v3" fill="none" stroke="currentColor" />
        </svg>
      </button>
      <input
        ref={days}
        type="date"
        class="days"
        min={bound("formatMinimum")}
        max={bound("formatMaximum")}
        tabIndex={-1}
        aria-hidden="true"
        value={textOf(value)}
        onInput={(event) => take(event.currentTarget.value)}
      />
    </>
  );
}

interface ChoiceProps extends ControlProps {
  readonly choices: readonly unknown[];
}

function Select({ choices, ...props }: ChoiceProps) {
  const { id, schema, value, describedBy, isWrong, isRequired, set } = props;
  const at = choices.findIndex((each) => sameValue(each, value));
  const isOther = value !== undefined && at < 0;
  return (
    <select
      id={id}
      aria-describedby={describedBy}
      aria-invalid={isWrong ? "true" : undefined}
      aria-required={isRequired ? "true" : undefined}
      class={value === undefined ? "empty" : ""}
      value={isOther ? "other" : String(at)}
      onChange={(event) => set(choices[Number(event.currentTarget.value)])}
    >
      <option value="-1">{noneText(props)}</option>
      {isOther && <option value="other">{textOf(value)}</option>}
      {choices.map((each, index) => (
        <option key={String(each)} value={String(index)}>
          {pickTitle(schema, each)}
        </option>
      ))}
    </select>
  );
}

/** Pressing a selected choice clears it. */
function Beside({
  id,
  schema,
  value,
  describedBy,
  set,
  choices,
  inPairs,
}: ChoiceProps & { readonly inPairs: boolean }) {
  const assumed = assumedOf(schema);
  return (
    <div
      class={inPairs ? "beside pairs" : "beside"}
      role="group"
      id={id}
      aria-labelledby={`${id}-label`}
      aria-describedby={describedBy}
    >
      {choices.map((each) => {
        const isTaken = value === undefined && sameValue(each, assumed);
        return (
          <button
            key={String(each)}
            type="button"
            aria-pressed={sameValue(each, value)}
            class={isTaken ? "assumed" : ""}
            {...(isTaken ? { title: "Assumed while nothing is given" } : {})}
            onClick={() => set(sameValue(each, value) ? undefined : each)}
          >
            {pickTitle(schema, each)}
          </button>
        );
      })}
    </div>
  );
}

function Ticks({ id, schema, value, describedBy, set }: ControlProps) {
  const items = (schema.items ?? {}) as JsonSchema;
  const choices = choicesOf(items) ?? [];
  const taken = Array.isArray(value) ? value : [];
  return (
    <div class="ticks" role="group" id={id} aria-labelledby={`${id}-label`} aria-describedby={describedBy}>
      {choices.map((each) => (
        <label key={String(each)}>
          <input
            type="checkbox"
            checked={taken.includes(each)}
            onChange={(event) => {
              const isOn = event.currentTarget.checked;
              const next = choices.filter((other) => (other === each ? isOn : taken.includes(other)));
              set(next.length === 0 ? undefined : next);
            }}
          />
          {pickTitle(items, each)}
        </label>
      ))}
    </div>
  );
}
