// One input of a table: the column that gives it, or one value for all rows.
import { useSignal } from "@preact/signals";
import type { Field } from "../../tables/fields.js";
import { withValue } from "../inputs.js";
import { Control } from "../parts/control.js";
import type { TableSettings, Understood } from "./messages.js";

interface Props {
  readonly field: Field;
  readonly table: Understood;
  readonly settings: TableSettings;
  readonly change: (next: Partial<TableSettings>) => void;
}

/** The option for one value. Column names are never this, because they are trimmed. */
const ONE_VALUE = " ";

export function InputRow({ field: { name, required, schema }, table, settings, change }: Props) {
  const { mapping, fixed } = settings;
  const isOne = useSignal(Object.hasOwn(fixed, name));
  const at = table.fields.indexOf(name);
  const isMissing = Object.hasOwn(table.missing, name);
  const proposed = at < 0 && !isOne.value ? (table.missing[name] ?? "") : "";
  const choose = (column: string) => {
    isOne.value = column === ONE_VALUE;
    change({
      mapping: { ...mapping, [name]: column.trim() },
      ...(isOne.value ? {} : { fixed: withValue(fixed, name, undefined) }),
    });
  };
  return (
    <tr class={isMissing ? "now" : ""}>
      <th scope="row" id={`column-${name}`}>
        {schema.title ?? name}
        {required && <span class="required" aria-hidden="true" />}
      </th>
      <td>
        <select
          aria-labelledby={`column-${name}`}
          value={isOne.value ? ONE_VALUE : at < 0 ? "" : (table.header[at] ?? "")}
          onChange={(event) => choose(event.currentTarget.value)}
        >
          <option value="">{required ? "Choose…" : "None"}</option>
          <option value={ONE_VALUE}>One value for all rows…</option>
          {table.header.map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </select>
        {proposed !== "" && (
          <button type="button" class="set" onClick={() => choose(proposed)}>
            Use “{proposed}”
          </button>
        )}
        {isOne.value && (
          <div class="one-value" id={`one-${name}-label`}>
            <span class="hidden" id={`one-${name}-help`}>
              {schema.title ?? name}, for all rows
            </span>
            <Control
              id={`one-${name}`}
              schema={{ ...schema }}
              value={fixed[name]}
              describedBy={`one-${name}-help`}
              isWrong={false}
              isRequired={required}
              set={(value) => change({ fixed: withValue(fixed, name, value) })}
            />
          </div>
        )}
      </td>
      <td>{at < 0 ? "" : table.firsts[at]}</td>
    </tr>
  );
}
