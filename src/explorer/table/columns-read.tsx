// The interpretation of a table: its sheet, its headings, the column of each input, and formats of numbers and dates. The user can
// change all of it.
import { fieldsOf } from "../../tables/fields.js";
import { choiceOf } from "../../wording/field-words.js";
import { manyOf } from "../../wording/wording.js";
import type { OpenTool } from "../tool-data.js";
import { InputRow } from "./input-row.js";
import type { TableSettings, Understood } from "./messages.js";
import { openFile, openTable } from "./session.js";

const DATES = [
  ["day-first", "Day first: 31/03/2026"],
  ["month-first", "Month first: 03/31/2026"],
] as const;
const DECIMALS = [
  ["point", "With a point: 3.5"],
  ["comma", "With a comma: 3,5"],
] as const;

export function ColumnsRead({ open, table }: { open: OpenTool; table: Understood }) {
  const now = openFile.value;
  if (now === undefined) return null;
  const { settings, file } = now;
  const change = (next: Partial<TableSettings>) => openTable(open.entry, file, { ...settings, ...next });
  const missing = Object.keys(table.missing);
  const used = table.fields.filter((field) => field !== null).length;
  const kept = table.header.filter((_, at) => table.fields[at] === null);
  const inputs = fieldsOf(open).filter(({ schema }) => schema.properties === undefined);
  const titleOf = (name: string) => inputs.find((each) => each.name === name)?.schema.title ?? name;
  return (
    <section class="card columns-read">
      <h2>{file.name}</h2>
      {table.fault !== undefined && (
        <p class="fault" role="alert">
          {withTitles(table.fault, inputs)}
        </p>
      )}
      {missing.length > 0 && (
        <p class="fault" role="alert">
          {manyOf(missing.length, "needed input")} without a column: {missing.map(titleOf).join(", ")}. Choose
          a column below, or one value for all rows.
        </p>
      )}
      <ul class="said">
        {used > 0 && <li>{manyOf(used, "column")} matched with inputs.</li>}
        {used > 0 && kept.length > 0 && <li>Kept as they are: {listed(kept)}.</li>}
        {table.notes
          .filter((note) => !/^The column .* is read as /.test(note))
          .map((note) => (
            <li key={note}>{withTitles(note, inputs)}</li>
          ))}
        {Object.entries(settings.words).map(([name, words]) => {
          const schema = inputs.find((each) => each.name === name)?.schema;
          const meanings = Object.entries(words).map(
            ([word, choice]) =>
              `${word} is ${choice === "" ? "left out" : (choiceOf(schema?.items ?? schema, choice)?.title ?? choice)}`,
          );
          const { [name]: _, ...others } = settings.words;
          return (
            <li key={name}>
              {titleOf(name)}: {listed(meanings)}.{" "}
              <button type="button" class="set" onClick={() => change({ words: others })}>
                Undo
              </button>
            </li>
          );
        })}
      </ul>
      <details open={missing.length > 0 || table.fault !== undefined}>
        <summary>Sheet, headings, columns, dates and numbers</summary>
        <div class="choose">
          {table.sheets.length > 1 && (
            <Choice
              title="Sheet"
              value={table.sheet}
              options={table.sheets.map((name) => [name, name] as const)}
              set={(sheet) =>
                openTable(open.entry, file, { ...settings, sheet, headerLine: undefined, mapping: {} })
              }
            />
          )}
          <Choice
            title="Headings"
            value={String(table.headerLine)}
            options={table.top.map(
              ({ line, cells }) => [String(line), `Row ${line}: ${shortened(cells)}`] as const,
            )}
            set={(line) => change({ headerLine: Number(line), mapping: {} })}
          />
          <Choice
            title="Dates"
            none="As found"
            value={settings.readings.dates}
            options={DATES}
            set={(dates) => change({ readings: { ...settings.readings, dates } })}
          />
          <Choice
            title="Numbers"
            none="As found"
            value={settings.readings.decimals}
            options={DECIMALS}
            set={(decimals) => change({ readings: { ...settings.readings, decimals } })}
          />
        </div>
        <div class="scroll">
          <table>
            <thead>
              <tr>
                <th scope="col">Input</th>
                <th scope="col">Column of the table, or one value for all rows</th>
                <th scope="col">First cell</th>
              </tr>
            </thead>
            <tbody>
              {inputs.map((field) => (
                <InputRow key={field.name} field={field} table={table} settings={settings} change={change} />
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </section>
  );
}

const MOST_LISTED = 12;
const LONGEST_ROW = 60;

function listed(names: readonly string[]): string {
  const shown = names.slice(0, MOST_LISTED).join(", ");
  return names.length > MOST_LISTED ? `${shown} and ${names.length - MOST_LISTED} more` : shown;
}

/** Returns the beginning of the text of a row. */
function shortened(cells: readonly string[]): string {
  const text = cells.filter((cell) => cell.trim() !== "").join(" | ");
  return text.length > LONGEST_ROW ? `${text.slice(0, LONGEST_ROW)}…` : text || "blank";
}

/** Replaces the names of inputs in a sentence by their titles. */
function withTitles(
  text: string,
  inputs: readonly { readonly name: string; readonly schema: { readonly title?: string } }[],
): string {
  return inputs.reduce(
    (all, { name, schema: { title = name } }) =>
      all
        .replaceAll(` (${name})`, "")
        .replace(`: ${name}: ""`, ".")
        .replace(new RegExp(`(?<![\\w.])${name.replaceAll(".", "\\.")}(?![\\w.]*\\w)`, "g"), title),
    text,
  );
}

interface ChoiceProps<Word extends string> {
  readonly title: string;
  readonly value: Word | undefined;
  readonly options: readonly (readonly [value: Word, title: string])[];
  /** The first option, if the choice may be left open. */
  readonly none?: string;
  readonly set: (value: Word | undefined) => void;
}

function Choice<Word extends string>({ title, value, options, none, set }: ChoiceProps<Word>) {
  return (
    <label>
      {title}
      <select
        value={value ?? ""}
        onChange={(event) => set(options.find(([each]) => each === event.currentTarget.value)?.[0])}
      >
        {none !== undefined && <option value="">{none}</option>}
        {options.map(([each, words]) => (
          <option key={each} value={each}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}
