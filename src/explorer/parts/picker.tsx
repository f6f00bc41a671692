// A field with a list below it that narrows while one types: sections with their mass, countries by name. Arrows and Enter
// pick, Escape closes.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";

export interface PickOption {
  readonly value: unknown;
  readonly title: string;
  /** What stands beside the title and is searched too. */
  readonly beside?: string | undefined;
}

export interface PickerProps {
  readonly id: string;
  readonly options: readonly PickOption[];
  /** Whether nothing but an option is taken. */
  readonly isClosed: boolean;
  /** What the field holds now, in words. */
  readonly text: string;
  readonly placeholder: string;
  readonly describedBy: string;
  readonly isWrong: boolean;
  readonly isRequired: boolean;
  readonly set: (value: unknown) => void;
}

/** Options that are drawn; more are found by typing. */
const MOST_DRAWN = 100;

export function Picker({ id, options, isClosed, text, set, ...props }: PickerProps) {
  // Undefined while nobody is typing: then the list is whole.
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
  /** What was typed and not picked: the only option that fits, else the words, which the tool refuses with its reason. */
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
        // What is typed next replaces what stands there.
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
              // The field keeps the focus, so that the list is still there when the button is released.
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

/** Those that hold every word, first those that begin with the text. */
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
