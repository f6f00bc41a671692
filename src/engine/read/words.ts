// Reads titles of words: from choices, or from table columns.

import { LIMITS } from "../language/bounds.js";
import type { Report } from "../language/findings.js";
import type { Suggestion } from "../language/inputs.js";
import type { TableDef } from "../language/model.js";
import { didYouMean } from "../language/nearest.js";
import { type Choice, inWords } from "../language/words.js";
import { mapIn } from "./fields.js";
import { entriesOf, isYamlMap, locationOf, type Yaml, type YamlMap } from "./yaml.js";

export function readChoices(section: Yaml | undefined): Map<string, Choice> {
  const found = new Map<string, Choice>();
  if (!isYamlMap(section)) return found;
  for (const [word, raw] of entriesOf(section)) {
    const { title = inWords(word), description, also = null } = isYamlMap(raw) ? raw : { title: raw };
    if (title === null) continue;
    found.set(word, {
      title: String(title),
      ...(typeof description === "string" ? { description } : {}),
      ...otherWords(also),
    });
  }
  return found;
}

function otherWords(also: Yaml | undefined): Pick<Choice, "also"> {
  const words = [also ?? []].flat().map(String);
  return words.length === 0 ? {} : { also: words };
}

/** Returns the allowed words: a list, or the keys of a mapping to titles. */
export function wordsIn(section: Yaml | undefined): Yaml[] {
  if (Array.isArray(section)) return section;
  return isYamlMap(section) ? entriesOf(section).map(([word]) => word) : [];
}

/** The available tables; `used` collects those with words. */
interface TableWords {
  readonly tables: ReadonlyMap<string, TableDef>;
  readonly used: Set<object>;
  readonly report: Report;
}

/** Reads choices from table rows: `{table, word, title, description}` name columns. */
export function choicesFrom(holder: YamlMap, key: string, around: TableWords): Map<string, Choice> {
  const found = new Map<string, Choice>();
  const { from, table } = sourceOf(holder, key, around);
  if (table === undefined) return found;
  const meanings = [from.description ?? []].flat().map(String);
  for (const row of table.rows) {
    const word = String(row[String(from.word)]);
    const description = meanings.flatMap((name) => row[name] ?? []).join(" ");
    const title = String(row[String(from.title)]);
    const also = from.also === undefined ? {} : otherWords(row[String(from.also)] as Yaml);
    if (!found.has(word)) found.set(word, { title, ...(description === "" ? {} : { description }), ...also });
  }
  if (found.size > LIMITS.enumWords) {
    const message = `${table.name} has more than ${LIMITS.enumWords} words.`;
    around.report.error("size", locationOf(holder, key), message);
  }
  return found;
}

/** Reads suggestions for free text: the first word of each row, with additional text. */
export function suggestionsFrom(holder: YamlMap, key: string, around: TableWords): Suggestion[] {
  const { from, table } = sourceOf(holder, key, around);
  if (table === undefined) return [];
  const beside = from.title === undefined ? undefined : table.columns.get(String(from.title));
  const unit = beside?.unit === undefined || beside.unit === "1" ? "" : ` ${beside.unit}`;
  const found = new Map<string, Suggestion>();
  for (const row of table.rows) {
    const word = inWords(String([row[String(from.word)] ?? ""].flat()[0] ?? ""));
    if (found.has(word)) continue;
    found.set(word, beside === undefined ? [word] : [word, `${String(row[beside.name] ?? "")}${unit}`]);
  }
  return [...found.values()];
}

/** Returns the source of words; without the table if it or a column is missing. */
function sourceOf(
  holder: YamlMap,
  key: string,
  { tables, used, report }: TableWords,
): { readonly from: YamlMap; readonly table?: TableDef } {
  const from = mapIn(holder, key);
  const table = tables.get(String(from.table));
  if (table === undefined) {
    const near = didYouMean(String(from.table), tables.keys());
    report.error("symbol", locationOf(from, "table"), `There is no table ${String(from.table)}.`, near);
    return { from };
  }
  used.add(table);
  const names = [from.word, from.title, from.also, from.description]
    .flat()
    .filter((name) => typeof name === "string");
  const missing = names.find((name) => !table.columns.has(name));
  if (missing === undefined) return { from, table };
  const near = didYouMean(missing, table.columns.keys());
  report.error("symbol", locationOf(holder, key), `The table ${table.name} has no column ${missing}.`, near);
  return { from };
}
