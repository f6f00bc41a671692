// Parses what users type: numbers with a unit or a decimal comma, and dates with the day first.
import { parseUnit, sameDimensions, type Unit, unitWords } from "../engine/language/units.js";
import { exactNumber, unitText } from "../pages/show.js";
import { dayOf, YEAR_LAST } from "../tables/cell-dates.js";
import { fieldWords, type JsonSchema } from "../wording/field-words.js";
import { meaningOf, numberOf, typesOf } from "./inputs.js";

export interface TypedInput {
  readonly value: unknown;
  /** The interpretation, if it differs from the typed text. */
  readonly read?: string;
}

export function readTyped(given: string, schema: JsonSchema): TypedInput {
  const text = given.trim();
  if (text === "") return { value: undefined };
  const types = typesOf(schema);
  if (types.includes("number") || types.includes("integer")) return numberIn(text, schema);
  if (schema.format === "date") return dateIn(text);
  return { value: meaningOf(text, schema) };
}

const SIGNS: Readonly<Record<string, string>> = { "£": "GBP", "€": "EUR", $: "USD" };
const QUANTITY = /^([£€$]?)\s*([-+]?[\d.,'\s\u202f\u00a0]*[\d.,](?:e[-+]?\d+)?)\s*(.*)$/i;

function numberIn(text: string, schema: JsonSchema): TypedInput {
  const [, sign = "", digits = "", behind = ""] = QUANTITY.exec(text) ?? [];
  const number = numberOf(digits);
  if (number === undefined) return { value: text };
  const own = fieldWords(schema, "").unit ?? "1";
  const unit = sign === "" ? behind : (SIGNS[sign] ?? "");
  if (unit === "") return { value: number, ...(/[,']/.test(digits) ? { read: shown(number, own) } : {}) };
  const factor = factorOf(unit, own);
  if (factor === undefined) return { value: text };
  const value = scaled(number, factor);
  return { value, read: shown(value, own) };
}

function shown(value: number, unit: string): string {
  return `= ${exactNumber(value)} ${unitText(unit, value)}`.trimEnd();
}

/** Removes rounding errors of the multiplication. */
function scaled(value: number, factor: number): number {
  return Number((value * factor).toPrecision(12));
}

/** Returns the factor from the typed unit to the field's unit. */
function factorOf(typed: string, own: string): number | undefined {
  const target = parseUnit(own);
  const found = target === undefined ? undefined : unitNamed(typed, target);
  if (target === undefined || found === undefined || !sameDimensions(found, target)) return undefined;
  // Kelvin and degrees Celsius have different zeros.
  if (target.dimensions.temperature === 1 && (own === "degC") === /^\s*K/.test(typed)) return undefined;
  return found.scale / target.scale;
}

/** Parses a unit; ignores case if the unit stays unambiguous. */
function unitNamed(typed: string, target: Unit): Unit | undefined {
  const text = typed
    .replaceAll("²", "^2")
    .replaceAll("³", "^3")
    .replace(/[·*]/g, " ")
    .replace(/[£€$]/g, (sign) => SIGNS[sign] ?? sign)
    .replace(/\s+per\s+|\s*\/\s*/g, "/")
    .trim();
  const exact = parseUnit(text);
  if (exact !== undefined && sameDimensions(exact, target)) return exact;
  const near = unitWords()
    .filter((word) => word.toLowerCase() === text.toLowerCase())
    .flatMap((word) => parseUnit(word) ?? [])
    .filter((unit) => sameDimensions(unit, target));
  return near.length === 1 ? near[0] : undefined;
}

const MONTHS = "january february march april may june july august september october november december".split(
  " ",
);
const NAMED =
  /^(?:(\d{1,2})(?:st|nd|rd|th)?\s+([a-z]{3,9})\.?|([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?),?\s+(\d{4})$/i;

function dateIn(text: string): TypedInput {
  const named = NAMED.exec(text);
  const word = (named?.[2] ?? named?.[3] ?? "").toLowerCase();
  const month = word === "" ? -1 : MONTHS.findIndex((each) => each.startsWith(word));
  const last = YEAR_LAST.exec(text);
  const value =
    named !== null && month >= 0
      ? dayOf(`${named[5]}-${month + 1}-${named[1] ?? named[4]}`, undefined)
      : // Ambiguous dates are read day first; the form shows the interpretation.
        dayOf(text, last !== null && Number(last[3]) > 12 ? "month-first" : "day-first");
  const [year, number, day] = value.split("-").map(Number);
  const name = MONTHS[(number ?? 0) - 1];
  if (value === text || name === undefined) return { value };
  return { value, read: `= ${day} ${name[0]?.toUpperCase()}${name.slice(1)} ${year}` };
}

export interface UnitProposal {
  readonly value: number;
  readonly sentence: string;
}

/** Factors of common unit mistakes, thousands first. */
const STEPS = [1e-3, 1e3, 1e-2, 1e2, 1e-6, 1e6, 1e-4, 1e4];

/** Proposes the same number in another unit if the number is out of bounds. */
export function proposalFor(value: number, schema: JsonSchema): UnitProposal | undefined {
  if (isWithin(value, schema)) return undefined;
  const own = fieldWords(schema, "").unit ?? "1";
  const target = parseUnit(own);
  if (target === undefined || target.dimensions.temperature === 1) return undefined;
  const [, word = "", rest = ""] = /^([A-Za-z%]+|1)(.*)$/.exec(own) ?? [];
  // Related units: mm for m, W for kW, % for a plain number.
  const base = word.slice(-1);
  const others = (own === "1" ? ["%"] : unitWords().filter((each) => each.endsWith(base))).map(
    (each) => each + (own === "1" ? "" : rest),
  );
  const found = others.flatMap((unit) => {
    const factor = parseUnit(unit) === undefined ? undefined : factorOf(unit, own);
    const step = STEPS.findIndex((each) => factor !== undefined && Math.abs(factor / each - 1) < 1e-9);
    return step < 0 || !isWithin(scaled(value, factor ?? 1), schema)
      ? []
      : [{ unit, factor: factor ?? 1, step }];
  });
  const [best] = found.sort((one, other) => one.step - other.step);
  if (best === undefined) return undefined;
  const meant = scaled(value, best.factor);
  const said = `${exactNumber(value)} ${unitText(best.unit, value)} is ${shown(meant, own).slice(2)}`;
  return { value: meant, sentence: `${said}: use ${exactNumber(meant)}` };
}

function isWithin(value: number, schema: JsonSchema): boolean {
  const bound = (key: string, none: number) => (typeof schema[key] === "number" ? schema[key] : none);
  const [least, most] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  return (
    value >= bound("minimum", least) &&
    value <= bound("maximum", most) &&
    value > bound("exclusiveMinimum", least) &&
    value < bound("exclusiveMaximum", most) &&
    (!typesOf(schema).includes("integer") || Number.isInteger(value))
  );
}
