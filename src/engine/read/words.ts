// Words for people as YAML has them: choices beside their words, or in the columns of a table.

import { LIMITS } from "../language/bounds.js";
import type { Report } from "../language/findings.js";
import { locationOf } from "../language/locations.js";
import type { TableDef } from "../language/model.js";
import { didYouMean } from "../language/nearest.js";
import { type Choice, inWords } from "../language/words.js";
import { entriesOf, isYamlMap, type Yaml, type YamlMap } from "./yaml.js";

export function readChoices(section: Yaml | undefined): Map<string, Choice> {
  const found = new Map<string, Choice>();
  if (!isYamlMap(section)) return found;
  for (const [word, raw] of entriesOf(section)) {
    const [title = inWords(word), description] = isYamlMap(raw) ? [raw.title, raw.description] : [raw];
    if (title === null) continue;
    found.set(word, { title: String(title), ...(typeof description === "string" ? { description } : {}) });
  }
  return found;
}

/** The words that are allowed: a list, or a mapping to titles, where a word without one reads as its code. */
export function wordsIn(section: Yaml | undefined): Yaml[] {
  if (Array.isArray(section)) return section;
  return isYamlMap(section) ? entriesOf(section).map(([word]) => word) : [];
}

/** The rows of a table as choices: `{table, word, title, description}` name the columns. */
export function choicesFrom(
  holder: YamlMap,
  key: string,
  tables: ReadonlyMap<string, TableDef>,
  used: Set<object>,
  report: Report,
): Map<string, Choice> {
  const found = new Map<string, Choice>();
  const from = holder[key];
  if (!isYamlMap(from)) return found;
  const table = tables.get(String(from.table));
  if (table === undefined) {
    const near = didYouMean(String(from.table), tables.keys());
    report.error("symbol", locationOf(from, "table"), `There is no table ${String(from.table)}.`, near);
    return found;
  }
  used.add(table);
  const meanings = [from.description ?? []].flat().map(String);
  const missing = [String(from.word), String(from.title), ...meanings].find(
    (name) => !table.columns.has(name),
  );
  if (missing !== undefined) {
    const near = didYouMean(missing, table.columns.keys());
    report.error(
      "symbol",
      locationOf(holder, key),
      `The table ${table.name} has no column ${missing}.`,
      near,
    );
    return found;
  }
  for (const row of table.rows) {
    const word = String(row[String(from.word)]);
    const description = meanings.flatMap((name) => row[name] ?? []).join(" ");
    const title = String(row[String(from.title)]);
    if (!found.has(word)) found.set(word, { title, ...(description === "" ? {} : { description }) });
  }
  if (found.size > LIMITS.enumWords)
    report.error("size", locationOf(holder, key), `${table.name} has more than ${LIMITS.enumWords} words.`);
  return found;
}
