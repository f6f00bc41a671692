// A regular expression taken apart. It is known to be one (flag u), so that nothing here has to refuse.
import { type CharSet, setOf, tellingIn } from "./char-sets.js";

export type Part =
  /** One character of a set. */
  | { readonly kind: "set"; readonly set: CharSet }
  | { readonly kind: "start" | "end" | "boundary" }
  /** What a group has matched, once more. */
  | { readonly kind: "again" }
  | { readonly kind: "group"; readonly choices: Choices }
  /** A look ahead or behind, which moves on by nothing. */
  | { readonly kind: "look"; readonly choices: Choices }
  | { readonly kind: "loop"; readonly body: Part; readonly least: number; readonly most: number };
export type Choices = readonly (readonly Part[])[];

/** One character, however it is written, or one class of them. */
const ATOM =
  /\[(?:\\.|[^\]\\])*\]|\\u[dD][89abAB]..\\u[dD][c-fC-F]..|\\(?:[pPu]\{[^}]*\}|u.{4}|x..|c.|.)|./suy;

export function partsOf(pattern: string): Choices {
  return new PatternReader(pattern).choices();
}

class PatternReader {
  private at = 0;
  private readonly telling: readonly string[];

  constructor(private readonly pattern: string) {
    this.telling = tellingIn(pattern);
  }

  /** Up to the closing bracket of the group, or the end. */
  choices(): Choices {
    const choices: Part[][] = [[]];
    while (this.at < this.pattern.length && this.pattern[this.at] !== ")") {
      if (this.skip("|")) choices.push([]);
      else choices.at(-1)?.push(this.repeated(this.part()));
    }
    return choices;
  }

  private part(): Part {
    if (this.skip("(")) return this.group();
    if (this.skip("^")) return { kind: "start" };
    if (this.skip("$")) return { kind: "end" };
    if (this.skip("\\b") || this.skip("\\B")) return { kind: "boundary" };
    if (this.take(/\\(?:[1-9]\d*|k<[^>]*>)/y) !== undefined) return { kind: "again" };
    return { kind: "set", set: setOf(this.take(ATOM) ?? "", this.telling) };
  }

  private group(): Part {
    const look = this.take(/\?<?[=!]/y) !== undefined;
    if (!look) this.take(/\?(?::|<[^>]*>)/y);
    const choices = this.choices();
    this.skip(")");
    return { kind: look ? "look" : "group", choices };
  }

  private repeated(body: Part): Part {
    const sign = this.take(/(?:[*+?]|\{\d+(?:,\d*)?\})\??/y);
    if (sign === undefined) return body;
    if (sign.startsWith("*")) return { kind: "loop", body, least: 0, most: Number.POSITIVE_INFINITY };
    if (sign.startsWith("+")) return { kind: "loop", body, least: 1, most: Number.POSITIVE_INFINITY };
    if (sign.startsWith("?")) return { kind: "loop", body, least: 0, most: 1 };
    const [, least = "0", comma, most] = /(\d+)(,?)(\d*)/.exec(sign) ?? [];
    const end = comma === "" ? Number(least) : most === "" ? Number.POSITIVE_INFINITY : Number(most);
    return { kind: "loop", body, least: Number(least), most: end };
  }

  private skip(text: string): boolean {
    if (!this.pattern.startsWith(text, this.at)) return false;
    this.at += text.length;
    return true;
  }

  private take(sticky: RegExp): string | undefined {
    sticky.lastIndex = this.at;
    const found = sticky.exec(this.pattern)?.[0];
    this.at += found?.length ?? 0;
    return found;
  }
}
