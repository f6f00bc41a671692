// Suggests the word that was probably meant, like the validator of the compiled tool. Constants are normalised while the statement is
// written, and the value of a row is compared with them.
import { LIMITS } from "../language/bounds.js";
import { choiceTitle } from "../language/words.js";
import type { SqlTarget } from "./values.js";

/** Shorter words get no hint: one letter often makes another word. */
const SHORTEST = 5;
const LONGEST = 60;

function folded(text: string): string {
  return text
    .slice(0, LONGEST)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");
}

/** Returns the only word that matches a text, else null. */
export function meantWord(t: SqlTarget, sent: string, words: readonly string[], choices: unknown): string {
  const { dialect, columns } = t;
  const tried = words.slice(0, LIMITS.candidates);
  const titles = typeof choices === "object" && choices !== null ? Object.entries(choices) : [];
  const titleOf = new Map(titles.map(([word, choice]) => [word, choiceTitle(choice) ?? ""]));
  const texts = (make: (word: string) => string) =>
    columns.of(
      dialect.array(
        tried.map((word) => dialect.text(make(word))),
        "text",
      ),
    );
  const plain = columns.of(dialect.lower(dialect.trim(sent)));
  const form = columns.of(
    dialect.replace(dialect.lower(dialect.slice(sent, 1, LONGEST)), "[^\\p{L}\\p{N}]+", ""),
  );
  const all = dialect.range(String(tried.length));
  const where = (test: string) => columns.of(dialect.filter(all, "i", test));
  const isOther = `${form} <> ''`;
  const forms = texts(folded);
  const same = [
    where(
      `${dialect.at(
        texts((word) => word.toLowerCase()),
        "i",
      )} = ${plain}`,
    ),
    where(`${dialect.at(forms, "i")} = ${form} AND ${isOther}`),
    where(
      `${dialect.at(
        texts((word) => folded(titleOf.get(word) ?? "")),
        "i",
      )} = ${form} AND ${isOther}`,
    ),
  ];
  const named = texts((word) => word);
  const only = (found: string) =>
    `CASE WHEN ${dialect.size(found)} = 1 THEN ${dialect.at(named, dialect.at(found, "1"))} END`;
  const cases = same.map((found) => `WHEN ${dialect.size(found)} > 0 THEN ${only(found)}`);
  return `CASE ${cases.join(" ")}${mistyped(t, form, forms, named, all)} END`;
}

/** Matches the only nearest word if it differs by a few letters and has the same digits. */
function mistyped(
  { dialect, columns }: SqlTarget,
  form: string,
  forms: string,
  named: string,
  all: string,
): string {
  if (dialect.distance === undefined) return "";
  const distances = columns.of(dialect.map(all, "i", dialect.distance(form, dialect.at(forms, "i"))));
  const least = columns.of(dialect.leastOf(distances));
  const best = columns.of(dialect.filter(all, "i", `${dialect.at(distances, "i")} = ${least}`));
  const index = dialect.at(best, "1");
  const word = columns.of(dialect.at(forms, index));
  const length = dialect.length(word);
  const digits = (text: string) => dialect.replace(text, "[^0-9]+", "");
  const tests = [
    `${dialect.length(form)} >= ${SHORTEST - 1}`,
    `${dialect.size(best)} = 1`,
    `${length} >= ${SHORTEST}`,
    `(${least} <= 1 OR 4 * ${least} <= ${length})`,
    `${digits(word)} = ${digits(form)}`,
  ];
  return ` WHEN ${tests.join(" AND ")} THEN ${dialect.at(named, index)}`;
}

/** Returns the first words of the rows with the nearest words. */
export function nearestNames(
  t: SqlTarget,
  word: string,
  rows: readonly (readonly string[])[],
  count: number,
): string | undefined {
  const { dialect, columns } = t;
  if (dialect.distance === undefined) return undefined;
  const words = rows.flatMap((row, at) =>
    row.map((each) => ({ word: each.slice(0, LONGEST), row: at, name: row[0] ?? "" })),
  );
  const array = (make: (entry: (typeof words)[number]) => string, type: "text" | "index") =>
    columns.of(dialect.array(words.map(make), type));
  const texts = array((entry) => dialect.text(entry.word), "text");
  const numbers = array((entry) => String(entry.row), "index");
  const distance = dialect.distance(columns.of(dialect.slice(word, 1, LONGEST)), dialect.at(texts, "i"));
  const sorted = columns.of(
    dialect.take(
      dialect.sorted(dialect.range(String(words.length)), "i", distance, false),
      String(4 * count),
    ),
  );
  const at = (list: string, index: string) => dialect.at(list, dialect.at(sorted, index));
  const isAgain = (list: string) => `${at(list, "k")} = ${at(list, "j")}`;
  const before = dialect.filter(dialect.range("(j - 1)"), "k", `${isAgain(numbers)} OR ${isAgain(texts)}`);
  const first = dialect.filter(dialect.range(dialect.size(sorted)), "j", `${dialect.size(before)} = 0`);
  const names = array((entry) => dialect.text(entry.name), "text");
  return dialect.map(dialect.take(first, String(count)), "j", at(names, "j"));
}
