// Refusals of lists and maps: unknown names, too few or too many items, repeats and single items.
import { Columns } from "./columns.js";
import { meantWord } from "./meant.js";
import { constant } from "./numbers.js";
import { faultsOf, type InputFault, type InputSchema, isValid, typeFault } from "./refusals.js";
import { scalar } from "./scalars.js";
import type { SqlTarget } from "./values.js";

/** Returns the fault of unknown names in a map; `strange` is an array of them. */
export function strangeFaults(t: SqlTarget, strange: string, names: readonly string[]): InputFault[] {
  const { dialect, columns } = t;
  const loop = columns.loop(columns.of(dialect.size(strange)));
  const name = columns.of(dialect.at(strange, Columns.variable(loop)));
  const meant = columns.of(meantWord(t, name, names, undefined));
  const list = dialect.text(`Known inputs: ${names.join(", ")}.`);
  const hint = `CASE WHEN ${meant} IS NULL THEN ${list} ELSE ${dialect.concat(["'Did you mean '", meant, "'?'"])} END`;
  const text = dialect.concat([dialect.quoted(name), "' is not an input of this tool. '", hint]);
  const closed = Columns.closed(loop);
  const texts = dialect.map(dialect.range(loop.size), closed, Columns.bind(text, loop, closed));
  const message = columns.of(dialect.joined(dialect.take(texts, String(MOST_UNKNOWN)), " "));
  return [{ when: scalar(`(${message} <> '')`), message: scalar(message) }];
}

/** Limit for the unknown names in one sentence. */
const MOST_UNKNOWN = 10;

interface ListColumn {
  readonly column: string;
  readonly array: string;
  readonly size: string;
}

export function listFaults(
  t: SqlTarget,
  name: string,
  schema: InputSchema,
  { column, array, size }: ListColumn,
): InputFault[] {
  const { dialect, columns } = t;
  const { items = {}, minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema;
  const faults: InputFault[] = [
    {
      when: scalar(`(${column} IS NOT NULL AND ${array} IS NULL)`),
      message: typeFault(t, name, schema, column),
    },
    {
      when: scalar(`(${size} < ${minItems})`),
      message: constant(t, `${name} must NOT have fewer than ${minItems} items.`),
    },
  ];
  if (Number.isFinite(maxItems)) {
    const message = constant(t, `${name} must NOT have more than ${maxItems} items.`);
    faults.push({ when: scalar(`(${size} > ${maxItems})`), message });
  }
  if (schema.uniqueItems === true) {
    const repeats = dialect.filter(
      dialect.range(size),
      "i",
      `${dialect.indexOf(array, dialect.at(array, "i"))} < i`,
    );
    const second = columns.of(dialect.at(repeats, "1"));
    const first = dialect.indexOf(array, dialect.at(array, second));
    const number = (position: string) => dialect.asText(`${position} - 1`);
    const text = dialect.concat([
      dialect.text(`${name} must NOT have duplicate items (items ## `),
      ...[number(second), dialect.text(" and "), number(first), dialect.text(" are identical).")],
    ]);
    faults.push({ when: scalar(`(${second} IS NOT NULL)`), message: scalar(text) });
  }
  const loop = columns.loop(size);
  const at = Columns.variable(loop);
  const item = columns.of(dialect.at(array, at));
  const inLoop = (body: string) =>
    [Columns.closed(loop), Columns.bind(body, loop, Columns.closed(loop))] as const;
  const cases = faultsOf(t, "", items, scalar(item), { isRequired: true, names: [] }).map(
    ({ when, message }) => `WHEN ${when.sql} THEN ${message.sql}`,
  );
  if (cases.length === 0) return faults;
  const text = dialect.concat([
    dialect.text(`${name}.`),
    dialect.asText(`${at} - 1`),
    `CASE ${cases.join(" ")} END`,
  ]);
  const wrong = dialect.filter(dialect.range(size), ...inLoop(`NOT (${isValid(t, items, item)})`));
  const joined = columns.of(dialect.joined(dialect.map(wrong, ...inLoop(text)), " "));
  return [...faults, { when: scalar(`(${joined} <> '')`), message: scalar(joined) }];
}
