// The interpretation of a table: which column gives which input, and formats of numbers and dates. The user can
// change all of it.
import { fieldsOf } from "../../tables/fields.js";
import { manyOf } from "../../wording/wording.js";
import type { OpenTool } from "../tool-data.js";
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
      {missing.length > 0 && (
        <p class="fault" role="alert">
          {manyOf(missing.length, "needed input")} without a column: {missing.map(titleOf).join(", ")}. Choose
          the columns below.
        </p>
      )}
      <ul class="said">
        {used > 0 && <li>{manyOf(used, "column")} matched with inputs.</li>}
        {kept.length > 0 && <li>Kept as they are: {listed(kept)}.</li>}
        {table.notes
          .filter((note) => !/^The column .* is read as /.test(note))
          .map((note) => (
            <li key={note}>{namesAsTitles(note, titleOf)}</li>
          ))}
      </ul>
      <details open={missing.length > 0}>
        <summary>Columns, dates and numbers</summary>
        <div class="choose">
          <Choice
            title="Dates"
            value={settings.readings.dates}
            options={DATES}
            set={(dates) => change({ readings: { ...settings.readings, dates } })}
          />
          <Choice
            title="Numbers"
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
                <th scope="col">Column of the table</th>
                <th scope="col">First cell</th>
              </tr>
            </thead>
            <tbody>
              {inputs.map(({ name, required, schema }) => {
                const at = table.fields.indexOf(name);
                const column = at < 0 ? (table.missing[name] ?? "") : (table.header[at] ?? "");
                return (
                  <tr key={name} class={missing.includes(name) ? "now" : ""}>
                    <th scope="row" id={`column-${name}`}>
                      {schema.title ?? name}
                      {required && <span class="required" aria-hidden="true" />}
                    </th>
                    <td>
                      <select
                        aria-labelledby={`column-${name}`}
                        value={at < 0 ? "" : column}
                        onChange={(event) =>
                          change({ mapping: { ...settings.mapping, [name]: event.currentTarget.value } })
                        }
                      >
                        <option value="">{required ? "Choose…" : "None"}</option>
                        {table.header.map((each) => (
                          <option key={each} value={each}>
                            {each}
                          </option>
                        ))}
                      </select>
                      {at < 0 && column !== "" && (
                        <button
                          type="button"
                          class="set"
                          onClick={() => change({ mapping: { ...settings.mapping, [name]: column } })}
                        >
                          Use “{column}”
                        </button>
                      )}
                    </td>
                    <td>{at < 0 ? "" : table.firsts[at]}</td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      </details>
    </section>
  );
}

const MOST_LISTED = 12;

function listed(names: readonly string[]): string {
  const shown = names.slice(0, MOST_LISTED).join(", ");
  return names.length > MOST_LISTED ? `${shown} and ${names.length - MOST_LISTED} more` : shown;
}

/** Notes begin with the name of an input. */
function namesAsTitles(note: string, titleOf: (name: string) => string): string {
  return note.replace(/^[a-z][a-z0-9_.]*(?= (is|has) )/, titleOf);
}

interface ChoiceProps<Word extends string> {
  readonly title: string;
  readonly value: Word | undefined;
  readonly options: readonly (readonly [value: Word, title: string])[];
  readonly set: (value: Word | undefined) => void;
}

function Choice<Word extends string>({ title, value, options, set }: ChoiceProps<Word>) {
  return (
    <label>
      {title}
      <select
        value={value ?? ""}
        onChange={(event) => set(options.find(([each]) => each === event.currentTarget.value)?.[0])}
      >
        <option value="">As found</option>
        {options.map(([each, words]) => (
          <option key={each} value={each}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}
