// Words of a table that no choice has, each once, with the choice that was probably meant.
import { useSignal } from "@preact/signals";
import { type Field, fieldsByName } from "../../tables/fields.js";
import type { Tally } from "../../tables/tally.js";
import { meantChoice } from "../../tables/unknown-words.js";
import { manyOf } from "../../wording/wording.js";
import { choicesOf, pickTitle } from "../inputs.js";
import type { OpenTool } from "../tool-data.js";
import { openFile, openTable } from "./session.js";

export function UnknownWords({ open, tally }: { open: OpenTool; tally: Tally }) {
  const fields = fieldsByName(open);
  const lists = Object.entries(tally.unknown).flatMap(([name, words]) => {
    const field = fields.get(name);
    return field === undefined ? [] : [{ field, words }];
  });
  return lists.length === 0 ? null : (
    <section class="card unknown-words" aria-label="Words without a meaning">
      {lists.map(({ field, words }) => (
        <Words key={field.name} open={open} field={field} words={words} />
      ))}
    </section>
  );
}

interface Props {
  readonly open: OpenTool;
  readonly field: Field;
  readonly words: Tally["unknown"][string];
}

/** The option for cells without a value. */
const LEFT_OUT = " ";

function Words({ open, field, words }: Props) {
  const own = useSignal<Readonly<Record<string, string>>>({});
  const now = openFile.value;
  const listed = { ...(field.schema.items ?? field.schema) };
  const choices = (choicesOf(listed) ?? []).map(String);
  const meanings = Object.entries(words).map(([word, { count }]) => ({
    ...{ word, count },
    choice: own.value[word] ?? meantChoice(field.schema, word) ?? "",
  }));
  const chosen = meanings.filter(({ choice }) => choice !== "");
  const sentences = [...new Set(chosen.map(({ choice }) => choice))].map((choice) => {
    const own = chosen.filter((each) => each.choice === choice).map(({ word }) => word);
    const verb = own.length === 1 ? "is" : "are";
    return `${own.join(", ")} ${verb} ${choice === LEFT_OUT ? "left out" : pickTitle(listed, choice)}`;
  });
  const apply = () => {
    if (now === undefined) return;
    const { settings } = now;
    const added = Object.fromEntries(chosen.map(({ word, choice }) => [word, choice.trim()]));
    const all = { ...settings.words, [field.name]: { ...settings.words[field.name], ...added } };
    openTable(open.entry, now.file, { ...settings, words: all });
  };
  return (
    <div>
      <h2>
        {field.schema.title ?? field.name}: {manyOf(meanings.length, "word")} without a meaning
      </h2>
      <table>
        <tbody>
          {meanings.map(({ word, count, choice }) => (
            <tr key={word}>
              <th scope="row">
                {word} <span class="note">{manyOf(count, "row")}</span>
              </th>
              <td>
                <select
                  aria-label={`${word} means`}
                  value={choice}
                  onChange={(event) => {
                    own.value = { ...own.value, [word]: event.currentTarget.value };
                  }}
                >
                  <option value="">Refuse {count === 1 ? "this row" : "these rows"}</option>
                  {!field.required && <option value={LEFT_OUT}>Leave the cell out</option>}
                  {choices.map((each) => (
                    <option key={each} value={each}>
                      {pickTitle(listed, each)}
                    </option>
                  ))}
                </select>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {chosen.length > 0 && (
        <p class="row">
          <button type="button" class="main" onClick={apply}>
            Apply
          </button>
          <span>{sentences.join("; ")}</span>
        </p>
      )}
    </div>
  );
}
