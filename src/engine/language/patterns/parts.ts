// A regular expression taken apart. It is known to be one (flag u), so that nothing here has to refuse.
import { ALL, ANY_BUT_LINE_ENDS, type CharSet, CLASSES, one, others, union } from "./char-sets.js";

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

const CONTROLS: Readonly<Record<string, number>> = { t: 9, n: 10, v: 11, f: 12, r: 13, 0: 0 };

export function partsOf(pattern: string): Choices {
  return new PatternReader(pattern).choices();
}

class PatternReader {
  private at = 0;

  constructor(private readonly pattern: string) {}

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
    if (this.skip("[")) return { kind: "set", set: this.class() };
    if (this.skip("^")) return { kind: "start" };
    if (this.skip("$")) return { kind: "end" };
    if (this.skip(".")) return { kind: "set", set: ANY_BUT_LINE_ENDS };
    if (this.skip("\\b") || this.skip("\\B")) return { kind: "boundary" };
    if (this.take(/\\(?:[1-9]\d*|k<[^>]*>)/y) !== undefined) return { kind: "again" };
    return { kind: "set", set: this.character() };
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

  /** After the opening bracket. */
  private class(): CharSet {
    const negated = this.skip("^");
    const sets: CharSet[] = [];
    let known = true;
    while (this.at < this.pattern.length && !this.skip("]")) {
      const first = this.character();
      known &&= first !== ALL;
      const [code] = first[0] ?? [0];
      const single = first.length === 1 && first[0]?.[0] === first[0]?.[1];
      if (single && this.pattern[this.at] === "-" && this.pattern[this.at + 1] !== "]") {
        this.at++;
        const last = this.character();
        sets.push([[code, last[0]?.[1] ?? code]]);
      } else sets.push(first);
    }
    if (!negated) return union(...sets);
    // What is taken for more than it is must not make the others fewer.
    return known ? others(union(...sets)) : ALL;
  }

  /** One character or one class of them; one of a property is taken for any. */
  private character(): CharSet {
    const code = this.pattern.codePointAt(this.at) ?? 0;
    if (code !== 0x5c) {
      this.at += code > 0xffff ? 2 : 1;
      return one(code);
    }
    const pair = this.take(/\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}/y);
    if (pair !== undefined) {
      const units = [pair.slice(2, 6), pair.slice(8)].map((digits) => Number.parseInt(digits, 16));
      return one(String.fromCharCode(...units).codePointAt(0) ?? 0);
    }
    const hex = this.take(/\\(?:u\{[\da-fA-F]+\}|u[\da-fA-F]{4}|x[\da-fA-F]{2})/y);
    if (hex !== undefined) return one(Number.parseInt(hex.replace(/[\\ux{}]/g, ""), 16));
    if (this.take(/\\[pP]\{[^}]*\}/y) !== undefined) return ALL;
    const control = this.take(/\\c[A-Za-z]/y);
    if (control !== undefined) return one(control.charCodeAt(2) % 32);
    const letter = this.pattern[this.at + 1] ?? "";
    this.at += 2;
    const set = Object.hasOwn(CLASSES, letter) ? CLASSES[letter] : undefined;
    const plain = Object.hasOwn(CONTROLS, letter) ? CONTROLS[letter] : undefined;
    // Inside a class \b is the backspace.
    return set ?? one(plain ?? (letter === "b" ? 8 : letter.charCodeAt(0)));
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
