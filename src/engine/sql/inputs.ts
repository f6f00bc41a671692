// Reads the inputs of a tool from the columns of a source, and validates them with the sentences of the compiled tool. An invalid
// value becomes null, so that nothing is computed from it.
import type { FormHints } from "../language/inputs.js";
import { codesByName, type OtherWords } from "../run/choices.js";
import type { ToolPlan } from "../typing/plan.js";
import { Columns } from "./columns.js";
import type { SqlType } from "./dialect.js";
import { held } from "./holding.js";
import { listFaults, strangeFaults } from "./list-refusals.js";
import { constant } from "./numbers.js";
import {
  faultsOf,
  type InputFault,
  type InputSchema,
  isValid,
  limitsOf,
  requiredText,
  typeFault,
} from "./refusals.js";
import { anyOf, type Case, chooseScalar, FALSE, NULL, not, type SqlScalar, scalar, TRUE } from "./scalars.js";
import type { SqlTarget, SqlValue } from "./values.js";

/** Source expression by field; fields inside a map have dotted names. */
export type SourceFields = ReadonlyMap<string, string>;

export class SqlInputs {
  private readonly values = new Map<string, SqlValue>();
  private readonly sent = new Map<string, SqlScalar>();
  private readonly names: readonly string[];
  private readonly hints: FormHints;
  /** The faults of each field, by its pointer. */
  private readonly faults = new Map<string, readonly InputFault[]>();

  constructor(
    private readonly t: SqlTarget,
    plan: ToolPlan,
    private readonly source: SourceFields,
  ) {
    this.hints = plan.def.formHints;
    const { properties = {}, required = [] } = plan.inputSchema as InputSchema;
    this.names = Object.keys(properties);
    for (const [name, schema] of Object.entries(properties)) {
      const isRequired = required.includes(name);
      const sent = this.read(name, schema, isRequired);
      this.sent.set(name, sent);
      if (isRequired) this.note(name, [{ when: not(sent), message: requiredText(t, name, schema) }]);
      const { fallback } = plan.inputs.get(name) ?? {};
      const value = this.values.get(name) as SqlValue;
      if (fallback === undefined || fallback === null || value.kind !== "scalar") continue;
      const cases = [
        { when: sent, value },
        { when: TRUE, value: constant(t, fallback) },
      ];
      this.values.set(name, held(t, chooseScalar(cases)));
    }
  }

  get all(): ReadonlyMap<string, SqlValue> {
    return this.values;
  }

  value(name: string): SqlValue {
    return this.values.get(name) ?? NULL;
  }

  isSent(name: string): SqlScalar {
    return this.sent.get(name) ?? FALSE;
  }

  /** Returns the sentences of all faults in the order of the fields; null if the inputs are valid. */
  refusal(): SqlScalar {
    const texts = [...this.faults]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, faults]) =>
        chooseScalar(faults.map(({ when, message }): Case<SqlScalar> => ({ when, value: message }))),
      )
      .filter(({ constant: text }) => text !== null);
    if (texts.length === 0) return NULL;
    return scalar(
      `nullif(${this.t.dialect.join(
        " ",
        texts.map(({ sql }) => sql),
      )}, '')`,
    );
  }

  private note(pointer: string, faults: readonly InputFault[]): void {
    this.faults.set(pointer, [...(this.faults.get(pointer) ?? []), ...faults]);
  }

  /** Reads an input and returns whether it was sent. */
  private read(name: string, schema: InputSchema, isRequired: boolean): SqlScalar {
    const column = this.source.get(name);
    switch (schema.type) {
      case "object":
        return this.readMap(name, schema, column);
      case "array":
        return this.readList(name, schema, column);
      default: {
        const { value, sent } = this.single(name, schema, column, isRequired);
        this.values.set(name, value);
        return sent;
      }
    }
  }

  private single(name: string, schema: InputSchema, column: string | undefined, isRequired: boolean) {
    if (column === undefined) return { value: NULL, sent: FALSE };
    const { t } = this;
    const words = this.hints[name.split(".").at(-1) ?? ""]?.words;
    const raw = coded(t, schema, t.columns.of(t.dialect.cast(column, typeOf(schema))), words);
    const sent = held(t, scalar(`(${column} IS NOT NULL)`));
    const of = scalar(raw, limitsOf(schema));
    const unread: InputFault = {
      when: scalar(`(${column} IS NOT NULL AND ${raw} IS NULL)`),
      message: typeFault(t, name, schema, column),
    };
    this.note(name, [unread, ...faultsOf(t, name, schema, of, { isRequired, names: this.names })]);
    const valid = isValid(t, schema, raw);
    const value =
      valid === undefined ? of : { ...of, sql: t.columns.of(`CASE WHEN ${valid} THEN ${raw} END`) };
    return { value, sent };
  }

  /** Reads a map from one column for each field, or from one column of JSON. */
  private readMap(name: string, schema: InputSchema, column: string | undefined): SqlScalar {
    const { t } = this;
    const json = column === undefined ? undefined : t.columns.of(t.dialect.json(column));
    const fields = Object.entries(schema.properties ?? {}).map(([field, inner]) => {
      const own = this.source.get(`${name}.${field}`);
      const from = own ?? (json === undefined ? undefined : t.columns.of(t.dialect.jsonField(json, field)));
      return [field, this.single(`${name}.${field}`, inner, from, false)] as const;
    });
    const given = anyOf(fields.map(([, { sent }]) => sent));
    const sent = held(t, column === undefined ? given : scalar(`(${column} IS NOT NULL)`));
    if (json !== undefined) {
      const keys = Object.keys(schema.properties ?? {});
      const unread = scalar(`(${column} IS NOT NULL AND ${json} IS NULL)`);
      this.note(name, [{ when: unread, message: typeFault(t, name, schema, column ?? "NULL") }]);
      this.note(name, strangeFaults(t, t.columns.of(t.dialect.strangeKeys(json, keys)), keys));
    }
    const least = Number(schema.minProperties ?? 0);
    const message = constant(t, `${name} must NOT have fewer than ${least} properties.`);
    if (least > 0)
      this.note(name, [
        { when: scalar(`(${sent.sql} AND NOT ${anyOf(fields.map(([, each]) => each.sent)).sql})`), message },
      ]);
    const values = new Map<string, SqlValue>(fields.map(([field, { value }]) => [field, value]));
    this.values.set(name, {
      kind: "record",
      cases: [{ when: sent, value: { kind: "fields", fields: values } }],
    });
    return sent;
  }

  /** Reads a list from an array, JSON, or words with separators. */
  private readList(name: string, schema: InputSchema, column: string | undefined): SqlScalar {
    if (column === undefined) {
      this.values.set(name, NULL);
      return FALSE;
    }
    const { t } = this;
    const items = schema.items ?? {};
    const given = t.columns.of(t.dialect.castList(column, typeOf(items)));
    const sent = held(t, scalar(`(${column} IS NOT NULL)`));
    const size = t.columns.of(t.dialect.size(given));
    const loop = t.columns.loop(size);
    const position = Columns.variable(loop);
    const code = coded(t, items, t.dialect.at(given, position), this.hints[name]?.words);
    const array = Columns.listOf(code, loop) ?? given;
    const item = scalar(t.dialect.at(array, position));
    const none = scalar(`(${array} IS NULL)`);
    this.values.set(name, held(t, { kind: "array", positions: t.dialect.range(size), loop, item, none }));
    this.note(name, listFaults(t, name, schema, { column, array, size }));
    return sent;
  }
}

function typeOf({ type }: InputSchema): SqlType {
  if (type === "number" || type === "integer") return "number";
  return type === "boolean" ? "boolean" : "text";
}

/** Replaces a title, another word or another spelling of a choice by its code. */
function coded(
  { dialect, columns }: SqlTarget,
  schema: InputSchema,
  raw: string,
  words: OtherWords | undefined,
): string {
  const named = [...codesByName({ ...schema }, words)].flatMap(([name, code]) =>
    code === undefined ? [] : [{ name: dialect.text(name), code: dialect.text(code) }],
  );
  if (schema.type !== "string" || named.length === 0) return raw;
  const codes = (schema.enum ?? []).map((code) => dialect.text(String(code)));
  const gap = (text: string) => dialect.replace(text, "([\\p{L}\\p{N}])[\\s_-]+([\\p{L}\\p{N}])", "$1 $2");
  // The second pass closes the gaps around words of one letter.
  const folded = gap(gap(dialect.lower(dialect.trim(raw))));
  const array = (texts: readonly string[]) => columns.of(dialect.array([...texts], "text"));
  const names = array(named.map(({ name }) => name));
  const code = dialect.at(array(named.map((each) => each.code)), dialect.indexOf(names, folded));
  return columns.of(`CASE WHEN ${dialect.among(raw, codes)} THEN ${raw} ELSE coalesce(${code}, ${raw}) END`);
}
