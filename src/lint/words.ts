// Requires titles for inputs, results and the code words that they show, and a headline.

import type { Check } from "../engine/checks/check.js";
import type { Hint, Report } from "../engine/language/findings.js";
import { type Headline, IN_BRACES } from "../engine/language/headline.js";
import type { Location, Position } from "../engine/language/locations.js";
import type { ResultNode, ToolDef } from "../engine/language/model.js";
import { didYouMean } from "../engine/language/nearest.js";
import { type Type, wordsOf } from "../engine/language/types.js";
import { isCodeWord, isEnum, readsAsWords, type WordField } from "../engine/language/words.js";
import type { ToolPlan, TypedResult } from "../engine/typing/plan.js";
import { pathTo } from "./figures.js";

export const WORDS: Check = {
  code: "words",
  refuses:
    "an input or result without a title, a word such as `ss` without one, a headline that is missing or names a missing result",
  example: "The input power_kw has no title. (add title: for forms)",
};

type Schema = Readonly<Record<string, unknown>>;

/**
 * Sets with common words need all titles. In other sets, and in the older interface, only tools with a headline do.
 */
export function checkWords(plan: ToolPlan, forPeople: boolean, report: Report): void {
  const { headline, file } = plan.def;
  if (headline === undefined && (!forPeople || file.startsWith("legacy/"))) return;
  new WordsCheck(plan, report).all();
}

class WordsCheck {
  private readonly def: ToolDef;
  private readonly at: Position;

  constructor(
    private readonly plan: ToolPlan,
    private readonly report: Report,
  ) {
    this.def = plan.def;
    this.at = plan.def.at.inner.get("headline") ?? plan.def.at;
  }

  all(): void {
    this.inputs(this.def.inputSchema, "");
    for (const result of this.plan.results) this.result(result, "");
    this.headline();
  }

  private say(location: Location, message: string, hint?: Hint): void {
    this.report.found(WORDS, location, message, hint);
  }

  private inputs(schema: Schema, around: string): void {
    for (const [name, field] of Object.entries((schema.properties ?? {}) as Record<string, Schema>)) {
      const path = around === "" ? name : `${around}.${name}`;
      const location = this.def.inputs.get(path.split(".")[0] ?? "")?.location ?? this.def.location;
      if (typeof field.title !== "string")
        this.say(location, `The input ${path} has no title.`, "add title: for forms");
      this.inputWords(field, path, location);
      this.inputs(field, path);
    }
  }

  /** Checks words of an input, its items and alternatives. */
  private inputWords(schema: Schema, path: string, location: Location): void {
    const words = (Array.isArray(schema.enum) ? schema.enum : []).filter((word) => typeof word === "string");
    this.words(words, { name: path.split(".").at(-1) ?? "" }, `the input ${path}`, location);
    for (const inner of [schema.items, schema.additionalProperties, ...((schema.anyOf as Schema[]) ?? [])])
      if (typeof inner === "object" && inner !== null) {
        this.inputWords(inner as Schema, path, location);
        this.inputs(inner as Schema, path);
      }
  }

  private result(result: TypedResult, around: string): void {
    const { node } = result;
    const path = around === "" ? node.name : `${around}.${node.name}`;
    if (node.title === undefined)
      this.say(node.location, `The result ${path} has no title.`, "add title: for sheets");
    if (result.key !== undefined) this.typeWords(result.key.type, node, path);
    if (node.body.kind === "leaf")
      for (const { type } of [result, ...result.fields]) this.typeWords(type, node, path);
    else if (node.body.kind === "array" && node.body.value !== undefined)
      this.typeWords(result.fields[0]?.type ?? result.type, node, path);
    else for (const field of result.fields) this.result(field, path);
  }

  private typeWords(type: Type, node: ResultNode, path: string): void {
    const set = wordsOf(type.kind === "list" ? type.item : type);
    if (set !== undefined && isEnum(set)) this.words([...set], node, `the result ${path}`, node.location);
  }

  private words(words: readonly string[], field: WordField, what: string, location: Location): void {
    const known = this.def.words.known(field);
    const bare = words.filter(
      (word) => isCodeWord(word) && this.def.words.titled(word, field) === undefined && !readsAsWords(word),
    );
    if (bare.length === 0) return;
    const some =
      bare.length > 6 ? `${bare.slice(0, 6).join(", ")} and ${bare.length - 6} more` : bare.join(", ");
    this.say(
      location,
      `Words of ${what} have no title: ${some}.`,
      didYouMean(bare[0] ?? "", known, "add them to its choices, or under words:"),
    );
  }

  private headline(): void {
    const { headline } = this.def;
    if (headline === undefined) {
      this.say(this.def.at.ofKey("title"), "The tool has no headline.", "which results answer the question");
      return;
    }
    const { verdict, answers = [], numbers = [], bars = [] } = headline;
    this.numbers([...numbers, ...bars]);
    for (const answer of answers) this.answer(answer);
    if (verdict !== undefined) this.verdict(headline, verdict);
  }

  private numbers(paths: readonly string[]): void {
    for (const path of paths) {
      const type = this.typeAt(path);
      if (type !== undefined && type.kind !== "number")
        this.say(this.at.location, `${path} of the headline is no number.`);
    }
  }

  private answer(text: string): void {
    for (const [whole, path = "", format] of text.matchAll(IN_BRACES)) {
      const type = this.typeAt(path);
      if (type !== undefined && format !== undefined && type.kind !== "number")
        this.say(
          this.at.location,
          `${path} of the headline is no number.`,
          `write ${whole.replace(format, "")}`,
        );
    }
    if (/[{}]/.test(text.replace(IN_BRACES, "")))
      this.say(
        this.at.location,
        "Braces in a headline must contain the path of a result.",
        "{x}, or {x:pct}",
      );
  }

  private verdict(headline: Headline, path: string): void {
    const type = this.typeAt(path);
    if (type === undefined) return;
    const words = type.kind === "boolean" ? ["true", "false"] : [...(wordsOf(type) ?? [])];
    const at = this.at.of("verdict");
    if (words.length === 0) this.say(at, `${path} is no verdict: its words are not a closed set.`);
    const { tones = {} } = headline;
    const without = words.filter((word) => !Object.hasOwn(tones, word));
    const strange = Object.keys(tones).find((word) => words.length > 0 && !words.includes(word));
    if (strange !== undefined)
      this.say(
        this.at.inner.get("tones")?.ofKey(strange) ?? at,
        `${path} can never be ${strange}.`,
        didYouMean(strange, words),
      );
    // A word has a tone even if the tone's key is misspelt.
    else if (without.length > 0)
      this.say(
        at,
        `These words of the verdict have no tone: ${without.join(", ")}.`,
        didYouMean(without[0] ?? "", Object.keys(tones), "good, care, bad or unknown"),
      );
  }

  /** Returns the type at the end of a result path. */
  private typeAt(path: string): Type | undefined {
    const names = path.split(".");
    const found = pathTo(this.plan.results, names);
    const last = found.at(-1);
    const missing = names[found.length];
    if (missing === undefined) return last?.value?.type ?? last?.type;
    const known = (last?.fields ?? this.plan.results).map(({ node }) => node.name);
    const message = `There is no result ${path} for the headline.`;
    this.say(this.at.location, message, didYouMean(missing, known));
    return undefined;
  }
}
