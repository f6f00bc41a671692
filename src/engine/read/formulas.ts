// Reads formulas, texts and citations from YAML, with positions.

import type { Report } from "../language/findings.js";
import { type Formula, FormulaError, literalFormula, parseFormula } from "../language/formula.js";
import type { Location, Position } from "../language/locations.js";
import type {
  Annotations,
  Citation,
  Template,
  TemplatePart,
  WrittenFormula,
  WrittenTemplate,
} from "../language/model.js";
import { textsIn } from "./fields.js";
import { isYamlMap, locationOf, positionOf, type Yaml, type YamlMap } from "./yaml.js";

/** Replaces an unreadable formula. */
export const NOTHING: Formula = literalFormula(null);

/** `= ` marks a formula where a literal is possible. */
export function isMarked(raw: Yaml): boolean {
  return typeof raw === "string" && /^=\s/.test(raw);
}

export class WrittenReader {
  /** Whether dated values were read; the tool then has an evaluation date. */
  dated = false;

  constructor(readonly report: Report) {}

  /** Reads a formula; an unreadable one is reported and becomes null. */
  formula(holder: object, key: string | number): WrittenFormula {
    const raw = (holder as Record<string, Yaml>)[key] ?? null;
    const at = positionOf(holder);
    return Array.isArray(raw) ? { it: literalList(raw), at, key } : this.derived(String(raw), at, key);
  }

  /** Parses a formula that no file contains, with the position of its source. */
  derived(text: string, at: Position, key: string | number): WrittenFormula {
    return { it: this.parse(text, at, key), at, key };
  }

  /** Reads the formulas of the present keys. */
  formulas<K extends string>(map: YamlMap, ...keys: readonly K[]): { readonly [key in K]?: WrittenFormula } {
    const there = keys.filter((key) => key in map);
    return Object.fromEntries(there.map((key) => [key, this.formula(map, key)])) as {
      [key in K]?: WrittenFormula;
    };
  }

  /** Reads a marked formula or a literal. */
  given(holder: object, key: string | number): WrittenFormula {
    const raw = (holder as Record<string, Yaml>)[key] ?? null;
    const at = positionOf(holder);
    if (isMarked(raw)) return this.derived(String(raw).slice(1).trimStart(), at, key);
    if (typeof raw === "string" && raw.includes("{")) {
      const hint = "make it a value with text:, and show that";
      this.report.error("text", at.of(key), "Braces are not read here.", hint);
    }
    return { it: literalFormula(raw as string | number | boolean | null), at, key, isLiteral: true };
  }

  /** Reads a literal where formulas are not allowed. */
  literal(holder: object, key: string | number): string | number | boolean {
    const raw = (holder as Record<string, Yaml>)[key] ?? "";
    if (isMarked(raw))
      this.report.error("formula", locationOf(holder, key), `${key} takes a word or number, no formula.`);
    return raw as string | number | boolean;
  }

  private parse(text: string, at: Position, key: string | number): Formula {
    try {
      return parseFormula(text);
    } catch (error) {
      if (!(error instanceof FormulaError)) throw error;
      const { word } = error;
      const location = word === undefined ? at.inside(key, text, error.at ?? 0) : at.ofWord(key, word);
      this.report.error("formula", location, `${error.message}.`, error.hint);
      return NOTHING;
    }
  }

  template(holder: object, key: string | number): WrittenTemplate {
    return this.derivedText(String((holder as Record<string, Yaml>)[key] ?? ""), positionOf(holder), key);
  }

  /** Parses a text that no file contains, with the position of its source. */
  derivedText(text: string, at: Position, key: string | number): WrittenTemplate {
    return { it: { text, parts: this.templateParts(text, at, key) }, at, key };
  }

  private templateParts(text: string, position: Position, key: string | number): Template["parts"] {
    const parts: TemplatePart[] = [];
    let from = 0;
    for (;;) {
      const open = text.indexOf("{", from);
      if (open < 0) break;
      const close = closingBrace(text, open);
      if (close < 0) {
        this.report.error(
          "text",
          position.ofWord(key, "{"),
          "A brace is opened in this text and never closed.",
          "close it behind the name or formula, or write it without",
        );
        break;
      }
      if (open > from) parts.push(text.slice(from, open));
      const inside = text.slice(open + 1, close);
      const digits = /:(,?)(\d{1,2})$/.exec(inside);
      const [strange] = /(?<=^\w+(?:\(\w+\))?):(?!,?\d{1,2}$)[^"]*$/.exec(inside) ?? [];
      if (strange !== undefined) {
        const hint = "{x:2} prints two decimals, {x:,0} none and commas between thousands";
        const at = position.ofWord(key, strange);
        this.report.error("text", at, `${strange} is no way to print a number.`, hint);
      }
      const read = inside.slice(0, inside.length - (digits?.[0] ?? strange ?? "").length);
      const formula = this.parse(read, position, key);
      parts.push(
        digits === null ? { formula } : { formula, decimals: Number(digits[2]), grouped: digits[1] === "," },
      );
      from = close + 1;
    }
    if (from < text.length) parts.push(text.slice(from));
    return parts;
  }

  /** Reads citations and reason; inherits citations if it has none. */
  annotations(map: object, around: readonly Citation[], location: Location = locationOf(map)): Annotations {
    const fields = map as YamlMap;
    return { location, cites: this.cites(fields, around), ...textsIn(fields, "because") };
  }

  private cites(map: YamlMap, around: readonly Citation[]): readonly Citation[] {
    if (map.cite !== undefined && map.cite !== null) {
      const cites = [map.cite].flat().flatMap((cite) => citationOf(cite) ?? []);
      const { at } = map;
      return at === undefined || at === null ? cites : cites.map((cite) => ({ ...cite, clause: String(at) }));
    }
    if (map.at !== undefined && map.at !== null) {
      const [first] = around;
      if (first === undefined) {
        this.report.error(
          "citation",
          locationOf(map, "at"),
          "`at` gives a clause, but no source is cited around it.",
          "write cite: source clause",
        );
        return [];
      }
      return [{ ...first, clause: String(map.at) }];
    }
    return around;
  }
}

/** Parses a citation, text or mapping; undefined for other values. */
export function citationOf(cite: Yaml): Citation | undefined {
  if (typeof cite === "string") {
    const [source = "", ...clause] = cite.trim().split(/\s+/);
    return { source, clause: clause.join(" ") };
  }
  if (!isYamlMap(cite) || typeof cite.source !== "string") return undefined;
  return { source: cite.source, clause: String(cite.at ?? ""), ...textsIn(cite, "evidence") };
}

function closingBrace(text: string, open: number): number {
  let quoted = false;
  for (let at = open + 1; at < text.length; at++) {
    if (text[at] === '"') quoted = !quoted;
    if (text[at] === "}" && !quoted) return at;
  }
  return -1;
}

/** Converts a YAML list of literals to a formula. */
function literalList(items: readonly Yaml[]): Formula {
  const written = items.map((item) => (typeof item === "string" ? JSON.stringify(item) : String(item)));
  return parseFormula(`[${written.join(", ")}]`);
}
