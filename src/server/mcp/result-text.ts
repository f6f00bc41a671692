// The result as text, for revisions whose models may see nothing else. Rows without a value, such as report fields that
// are missing, are listed by their codes only.
import { isRecord } from "../../json/objects.js";

type Fields = Readonly<Record<string, unknown>>;

/** Field of a row with its value, and the end of the name for rows without one. */
const VALUE = "value";
const WITHOUT = "_without_value";

export function resultText(result: Fields): string {
  return JSON.stringify(
    Object.fromEntries(Object.entries(result).flatMap(([name, field]) => shortened(name, field))),
  );
}

function shortened(name: string, field: unknown): [string, unknown][] {
  const isList = Array.isArray(field);
  const rows = isList
    ? field.map((row) => [codeOf(row), row] as const)
    : isRecord(field)
      ? Object.entries(field)
      : [];
  const codes = rows.flatMap(([code, row]) =>
    isRecord(row) && row[VALUE] === null && code !== undefined ? [code] : [],
  );
  if (codes.length < 2) return [[name, field]];
  const others = rows.filter(([code]) => code === undefined || !codes.includes(code));
  return [
    [name, isList ? others.map(([, row]) => row) : Object.fromEntries(others)],
    [`${name}${WITHOUT}`, codes],
  ];
}

/** Returns the first field of a row, if it is a text. */
function codeOf(row: unknown): string | undefined {
  const [code] = isRecord(row) ? Object.values(row) : [];
  return typeof code === "string" ? code : undefined;
}
