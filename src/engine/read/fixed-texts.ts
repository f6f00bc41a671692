// Constant texts: titles, descriptions, words of choices, and table cells. Constants in their braces are filled in
// when the tool is read.

import { defined } from "../language/defined.js";
import type { Expr } from "../language/formula.js";
import type { Position } from "../language/locations.js";
import type { TemplatePart, ValueDef, WrittenTemplate } from "../language/model.js";
import { didYouMean } from "../language/nearest.js";
import { fixed, grouped } from "../language/numbers.js";
import { inWords, longDate, printed } from "../language/printed.js";
import { NOTHING, type WrittenReader } from "./formulas.js";
import { isYamlMap, positionOf, recordPosition, type Yaml, type YamlMap } from "./yaml.js";

type Constant = string | number | boolean;
type Fill = (raw: Yaml, holder: object, key: string) => Yaml;

const TITLES: ReadonlySet<string> = new Set(["title", "description"]);
/** Inputs also have `to`, the description of their applicability. */
const OF_FIELDS: ReadonlySet<string> = new Set([...TITLES, "to"]);
/** Keys of a table that no result shows. */
const UNSAID: ReadonlySet<string> = new Set([
  "keys",
  "columns",
  "shared",
  "dated",
  "from",
  "until",
  "cite",
  "at",
]);

export class FixedTexts {
  /** All texts before filling. */
  readonly found: WrittenTemplate[] = [];
  private readonly constants: ReadonlyMap<string, Constant>;

  constructor(
    private readonly written: WrittenReader,
    edition: Yaml | undefined,
    /** Of the tool and its parts. */
    values: readonly ValueDef[],
    /** If a file with constants is unreadable, nothing is filled or reported. */
    private readonly lacks: boolean,
  ) {
    this.constants = new Map<string, Constant>([
      ...(typeof edition === "string" ? [["edition", edition] as const] : []),
      ...values.flatMap((value) =>
        value.kind === "constant" ? [[value.name, value.constant] as const] : [],
      ),
    ]);
  }

  /** Fills the constant texts of a file, except those of its values. */
  filled(map: YamlMap): YamlMap {
    if (this.lacks) return map;
    return this.changed(map, (raw, holder, section) => {
      // Title and description of a part or table document its use.
      if (TITLES.has(section) && "name" in map)
        return typeof raw === "string" ? this.text(raw, positionOf(holder), section) : raw;
      if (section === "inputs" || section === "results") return this.fields(raw);
      if (section === "tables" || section === "words") return this.all(raw);
      return raw;
    });
  }

  private readonly fields = (raw: Yaml): Yaml =>
    this.changed(raw, (inner, holder, key) => {
      if (key === "choices") return this.all(inner);
      return OF_FIELDS.has(key) && typeof inner === "string"
        ? this.text(inner, positionOf(holder), key)
        : this.fields(inner);
    });

  /** Returns values with filled titles and descriptions; unchanged values are the same objects. */
  titled(values: readonly ValueDef[]): ValueDef[] {
    return this.lacks
      ? [...values]
      : values.map((value) => (value.condition ? value : this.titledValue(value)));
  }

  private titledValue(value: ValueDef): ValueDef {
    const { title, description, at, name } = value;
    const filled = Object.entries(defined({ title, description })).map(
      ([key, text]) => [key, this.text(text, at.inner.get(name) ?? at, key)] as const,
    );
    const values = "values" in value ? this.titled(value.values) : [];
    const isSame =
      filled.every(([key, text]) => text === value[key as "title"]) &&
      values.every((each, index) => "values" in value && each === value.values[index]);
    if (isSame) return value;
    const own = { ...value, ...Object.fromEntries(filled) };
    return "values" in own ? { ...own, values } : own;
  }

  private readonly all = (raw: Yaml): Yaml =>
    this.changed(raw, (inner, holder, key) => {
      if (UNSAID.has(key)) return inner;
      return typeof inner === "string" ? this.text(inner, positionOf(holder), key) : this.all(inner);
    });

  /** Returns the same map or list if nothing changed, else a copy with the same position. */
  private changed(raw: Yaml, fill: Fill): YamlMap;
  private changed(raw: Yaml, fill: Fill): Yaml {
    if (!Array.isArray(raw) && !isYamlMap(raw)) return raw;
    const own = raw as YamlMap;
    const changes = Object.keys(own).flatMap((key) => {
      const now = fill(own[key] ?? null, own, key);
      return now === (own[key] ?? null) ? [] : [[key, now] as const];
    });
    if (changes.length === 0) return raw;
    const copy = (Array.isArray(raw) ? [...raw] : Object.assign(Object.create(null), raw)) as YamlMap;
    for (const [key, now] of changes) copy[key] = now;
    recordPosition(copy, positionOf(own));
    return copy;
  }

  private text(raw: string, at: Position, key: string): string {
    const template = this.written.derivedText(raw, at, key);
    const shown = template.it.parts.map((part) => this.shown(part, template));
    if (shown.includes(undefined)) return raw;
    this.found.push(template);
    return shown.join("");
  }

  private shown(part: TemplatePart, { at, key }: WrittenTemplate): string | undefined {
    if (typeof part === "string") return part;
    const { expr, text } = part.formula;
    const value = this.valueOf(expr);
    if (value === undefined) {
      if (part.formula === NOTHING) return undefined;
      const [name = text] = /\w+(?=\)*$)/.exec(text) ?? [];
      const message = `This text is the same for every input, and {${text}} is no constant of the tool or its parts.`;
      const other = "titles, descriptions and cells can contain constants only: use a separate text";
      const near = this.constants.has(name) ? other : didYouMean(name, this.constants.keys(), other);
      this.written.report.error("text", at.ofWord(key, name), message, near);
      return undefined;
    }
    if (typeof value !== "number" || part.decimals === undefined) return printed(value);
    return (part.grouped === true ? grouped : fixed)(value, part.decimals);
  }

  private valueOf(expr: Expr): Constant | undefined {
    if (expr.kind === "name") return this.constants.get(expr.name);
    if (expr.kind === "number" || expr.kind === "text") return expr.value;
    if (expr.kind !== "call" || expr.args.length !== 1) return undefined;
    const [of] = expr.args.map((arg) => this.valueOf(arg));
    if (expr.name === "in_words" && typeof of === "number") return inWords(of);
    return expr.name === "long_date" && typeof of === "string" ? longDate(of) : undefined;
  }
}
