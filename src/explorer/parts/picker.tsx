// A combobox with a filtered list. Arrows and Enter select, Escape closes.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";

export interface PickOption {
  readonly value: unknown;
  readonly title: string;
  /** Text after the title; it is searched too. */
  readonly beside?: string | undefined;
}

export interface PickerProps {
  readonly id: string;
  readonly options: readonly PickOption[];
  /** Whether only options are valid. */
  readonly isClosed: boolean;
  /** The current text of the field. */
  readonly text: string;
  readonly placeholder: string;
  readonly describedBy: string;
  readonly isWrong: boolean;
  readonly isRequired: boolean;
  readonly set: (value: unknown) => void;
}

/** Displayed options; typing finds the others. */
const MOST_DRAWN = 100;

export function Picker({ id, options, isClosed, text, set, ...props }: PickerProps) {
  // Undefined unless the user is typing; the list is then complete.
  const typed = useSignal<string | undefined>(undefined);
  const isOpen = useSignal(false);
  const at = useSignal(-1);
  const list = useRef<HTMLDivElement>(null);
  const fitting = typed.value === undefined ? options : fittingOptions(options, typed.value);
  const drawn = fitting.slice(0, MOST_DRAWN);
  useEffect(() => {
    const chosen = list.current?.querySelector("[aria-selected=true]") ?? list.current;
    chosen?.scrollIntoView({ block: "nearest" });
  }, [isOpen.value, at.value]);

  const open = () => {
    at.value = typed.value === undefined ? drawn.findIndex(({ title }) => title === text) : -1;
    isOpen.value = true;
  };
  const close = () => {
    isOpen.value = false;
    typed.value = undefined;
  };
  const pick = (option: PickOption) => {
    set(option.value);
    close();
  };
  const input = (given: string) => {
    typed.value = given;
    at.value = -1;
    isOpen.value = true;
    const exact = given.trim() === "" ? { value: undefined } : exactOption(options, given);
    if (exact !== undefined) set(exact.value);
    else if (!isClosed) set(given.trim());
  };
  /** On leaving the field, selects the only matching option, or keeps the text so that the tool reports it. */
  const leave = () => {
    const words = typed.value?.trim() ?? "";
    if (isClosed && words !== "" && exactOption(options, words) === undefined)
      set(fitting.length === 1 ? fitting[0]?.value : words);
    close();
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (!isOpen.value) return open();
      at.value = Math.max(0, Math.min(drawn.length - 1, at.value + step));
    } else if (event.key === "Enter" && isOpen.value) {
      const option = drawn[at.value] ?? (isClosed ? drawn[0] : undefined);
      if (option !== undefined) pick(option);
      else close();
    } else if (event.key === "Escape" && isOpen.value) {
      event.stopPropagation();
      close();
    }
  };
  return (
    <span class="box picker">
      <input
        id={id}
        type="text"
        role="combobox"
        autocomplete="off"
        spellcheck={false}
        aria-expanded={isOpen.value}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isOpen.value && at.value >= 0 ? `${id}-${at.value}` : undefined}
        aria-describedby={props.describedBy}
        aria-invalid={props.isWrong ? "true" : undefined}
        aria-required={props.isRequired ? "true" : undefined}
        placeholder={props.placeholder}
        value={typed.value ?? text}
        // Selects the text, so that typing replaces it.
        onFocus={(event) => event.currentTarget.select()}
        onClick={open}
        onInput={(event) => input(event.currentTarget.value)}
        onKeyDown={press}
        onBlur={leave}
      />
      <div id={`${id}-list`} ref={list} role="listbox" aria-labelledby={`${id}-label`} hidden={!isOpen.value}>
        {isOpen.value &&
          drawn.map((option, index) => (
            <div
              key={option.title}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === at.value}
              // Keeps the focus in the field, so that the list stays open until the button is released.
              onMouseDown={(event) => event.preventDefault()}
              onMouseUp={() => pick(option)}
            >
              {option.title} {option.beside !== undefined && <span>{option.beside}</span>}
            </div>
          ))}
        {fitting.length > drawn.length && <p>{fitting.length - drawn.length} more: type to find them</p>}
        {fitting.length === 0 && <p>{isClosed ? "None fits" : "Not in the list"}</p>}
      </div>
    </span>
  );
}

function exactOption(options: readonly PickOption[], text: string): PickOption | undefined {
  const wanted = text.trim().toLowerCase();
  return options.find(
    ({ title, value }) => title.toLowerCase() === wanted || String(value).toLowerCase() === wanted,
  );
}

/** Returns options that contain every word; those that begin with the text come first. */
function fittingOptions(options: readonly PickOption[], text: string): PickOption[] {
  const whole = text.trim().toLowerCase();
  const words = whole.split(/\s+/);
  const isFirst = ({ title }: PickOption) => title.toLowerCase().startsWith(whole);
  return options
    .filter(({ title, beside = "", value }) => {
      const all = `${title} ${beside} ${String(value)}`.toLowerCase();
      return words.every((word) => all.includes(word));
    })
    .sort((a, b) => Number(isFirst(b)) - Number(isFirst(a)));
}
