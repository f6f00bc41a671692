// Renders formulas and conditions as sentences: "depth_m is at most 3 and location is one of england, wales".

import type { Expr, Operator } from "../engine/language/formula.js";
import { OPPOSITE } from "../engine/language/operators.js";
import { flattened, pathOf } from "./formulas.js";
import { type Html, html, joined } from "./html.js";
import { exactNumber, quantityText, raised } from "./show.js";

/** Facts about names, supplied by the page around a sentence. */
export interface Names {
  /** Renders a name or a path such as site.width_m; `expr` is its position in the formula. */
  show(path: string, expr?: Expr): Html;
  /** Article before a name on the right of a comparison. */
  readonly article?: string;
  /** Renders a field of an unnamed value. */
  showField?(name: string, expr: Expr): Html;
  /** Returns the unit for numbers compared with the name. */
  unit?(path: string, expr: Expr): string;
  /** Whether a name is a date; dates are "before", not "below". */
  isDay?(path: string): boolean;
  /** Whether a name is a plural, such as parking spaces. */
  isMany?(path: string): boolean;
  /** Renders a count as a sentence: "there is 1 charge point"; undefined if unknown. */
  counted?(path: string): Html | undefined;
  /** Returns the title of a word. */
  word?(text: string, path: string): string;
  /** Renders a boolean name as a sentence, or returns undefined. */
  yesNo?(path: string, yes: boolean): Html | undefined;
}

const VERBS: Readonly<Partial<Record<Operator, string>>> = {
  "==": "is",
  "!=": "is not",
  "<": "is below",
  "<=": "is at most",
  ">": "is above",
  ">=": "is at least",
};
const DAYS: typeof VERBS = {
  ...VERBS,
  "<": "is before",
  "<=": "is not after",
  ">": "is after",
  ">=": "is not before",
};
const SIGNS: Readonly<Partial<Record<Operator, string>>> = { "+": " + ", "-": " − ", "*": " × ", "/": " / " };

/** Renders a condition, or its negation with `negated`. */
export function condition(expr: Expr, names: Names, negated = false): Html {
  if (expr.kind === "operator") {
    const { op, args } = expr;
    const [left, right] = args;
    if (op === "not" && left !== undefined) return condition(left, names, !negated);
    if (op === "and" || op === "or") {
      const word = (op === "and") === !negated ? " and " : " or ";
      return joined(
        flattened(expr, op).map((each) => {
          const inner = condition(each, names, negated);
          return each.kind === "operator" && (each.op === "and" || each.op === "or")
            ? html`(${inner})`
            : inner;
        }),
        html`<b>${word}</b>`,
      );
    }
    if (left !== undefined && right !== undefined && VERBS[op] !== undefined)
      return comparison(negated ? (OPPOSITE[op] ?? op) : op, left, right, names);
  }
  if (expr.kind === "call") {
    const known = called(expr.name, expr.args, names, negated);
    if (known !== undefined) return known;
  }
  if (expr.kind === "boolean") return html`${expr.value === !negated ? "always" : "never"}`;
  const path = pathOf(expr);
  const said = path === undefined ? undefined : names.yesNo?.(path, !negated);
  if (said !== undefined) return said;
  return html`${phrase(expr, names)} ${negated ? "does not hold" : "holds"}`;
}

function comparison(op: Operator, left: Expr, right: Expr, names: Names): Html {
  if (right.kind === "null") return html`${phrase(left, names)} is ${op === "==" ? "not known" : "known"}`;
  if (right.kind === "boolean") return condition(left, names, right.value !== (op === "=="));
  const [listed] = left.kind === "call" && left.name === "count" ? left.args : [];
  const none = { ">": "are", "!=": "are", "==": "are no", "<=": "are no" }[String(op)];
  if (right.kind === "number" && right.value === 0 && none !== undefined) {
    const counted = names.counted?.(pathOf(listed ?? left) ?? "");
    if (counted !== undefined) return counted;
    if (listed !== undefined) return html`there ${none} ${phrase(listed, names)}`;
  }
  if (left.kind === "name" && left.name === "as_of" && right.kind === "text") {
    const day = html`<span class="date">${right.value}</span>`;
    const when: Readonly<Partial<Record<Operator, Html>>> = {
      ">=": html`the as-of date is ${day} or later`,
      "<=": html`the as-of date is ${day} or earlier`,
      "<": html`the as-of date is before ${day}`,
      ">": html`the as-of date is after ${day}`,
    };
    const said = when[op];
    if (said !== undefined) return said;
  }
  const path = pathOf(listed ?? left);
  const the = names.article !== undefined && pathOf(right) !== undefined ? `${names.article} ` : "";
  const verbs = path !== undefined && names.isDay?.(path) === true ? DAYS : VERBS;
  const verb = verbs[op] ?? op;
  const are = path !== undefined && names.isMany?.(path) === true ? verb.replace(/^is\b/, "are") : verb;
  return html`${phrase(are === verb ? left : (listed ?? left), names)} ${are} ${the}${wordOf(right, left, names)}`;
}

/** Renders the other side of a comparison, with titles for words. */
function wordOf(expr: Expr, of: Expr, names: Names): Html {
  const path = pathOf(of);
  const unit = expr.kind === "number" && path !== undefined ? (names.unit?.(path, of) ?? "") : "";
  if (expr.kind === "number" && unit !== "") return html`${quantityText(expr.value, unit, exactNumber)}`;
  return expr.kind === "text" && path !== undefined && names.word !== undefined
    ? html`<q>${names.word(expr.value, path)}</q>`
    : phrase(expr, names);
}

function called(name: string, args: readonly Expr[], names: Names, negated: boolean): Html | undefined {
  const [first, ...rest] = args;
  if (first === undefined) return undefined;
  const is = negated ? "is not" : "is";
  switch (name) {
    case "given":
      return html`${phrase(first, names)} ${is} given`;
    case "flagged":
      return html`the flag ${phrase(first, names)} ${is} raised`;
    case "one_of":
      return html`${phrase(first, names)} ${is} one of ${joined(
        rest.map((each) => wordOf(each, first, names)),
        ", ",
      )}`;
    case "has":
      return html`${phrase(first, names)} ${negated ? "does not include" : "includes"} ${rest.map((each) => wordOf(each, first, names))}`;
    default:
      return undefined;
  }
}

/** Renders an expression that is not a condition. */
export function phrase(expr: Expr, names: Names): Html {
  switch (expr.kind) {
    case "number":
      return html`${exactNumber(expr.value)}`;
    case "text":
      return html`<q>${expr.value}</q>`;
    case "boolean":
      return html`${String(expr.value)}`;
    case "null":
      return html`n/a`;
    case "name":
      return names.show(expr.name, expr);
    case "field": {
      const path = pathOf(expr);
      return path === undefined
        ? html`${phrase(expr.of, names)}.${names.showField?.(expr.name, expr) ?? expr.name}`
        : names.show(path, expr);
    }
    case "index":
      return expr.by.kind === "text" || expr.by.kind === "name" || expr.by.kind === "field"
        ? html`${phrase(expr.of, names)}[${phrase(expr.by, names)}]`
        : html`those of ${phrase(expr.of, names)} where ${condition(expr.by, names)}`;
    case "list":
      return html`[${joined(
        expr.items.map((item) => phrase(item, names)),
        ", ",
      )}]`;
    case "call":
      return callPhrase(expr, names);
    case "operator":
      return operatorPhrase(expr, names);
  }
}

function callPhrase(expr: Expr & { kind: "call" }, names: Names): Html {
  const { name, args } = expr;
  const [test, yes, no] = args;
  if (name === "if" && test !== undefined && yes !== undefined && no !== undefined)
    return html`(${phrase(yes, names)} if ${condition(test, names)}, otherwise ${phrase(no, names)})`;
  if (name === "count" && test !== undefined) return html`the number of ${phrase(test, names)}`;
  return html`${names.show(name, expr)}(${joined(
    args.map((arg) => phrase(arg, names)),
    ", ",
  )})`;
}

function operatorPhrase(expr: Expr & { kind: "operator" }, names: Names): Html {
  const { op, args } = expr;
  const [left, right] = args;
  if (left === undefined) return html``;
  if (op === "negate") return html`−${inBrackets(left, names)}`;
  if (right === undefined || VERBS[op] !== undefined || op === "and" || op === "or")
    return html`(${condition(expr, names)})`;
  if (op === "??") return html`${phrase(left, names)} or, if absent, ${phrase(right, names)}`;
  if (op === "^")
    return right.kind === "number" && Number.isInteger(right.value)
      ? html`${inBrackets(left, names)}${raised(String(right.value))}`
      : html`${inBrackets(left, names)}^${inBrackets(right, names)}`;
  const tight = op === "*" || op === "/";
  return html`${tight ? inBrackets(left, names, tight) : phrase(left, names)}${SIGNS[op] ?? op}${
    tight || op === "-" ? inBrackets(right, names, op === "*") : phrase(right, names)
  }`;
}

function inBrackets(expr: Expr, names: Names, products = false): Html {
  const bare =
    expr.kind !== "operator" || expr.op === "^" || (products && (expr.op === "*" || expr.op === "/"));
  return bare ? phrase(expr, names) : html`(${phrase(expr, names)})`;
}
