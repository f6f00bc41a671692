// Numbers as people write them in cells: £349,000, 1.200,5, 1 200, 369 sqm, 85 %.
import type { Unit } from "../engine/language/units.js";
import { factorBetween, unitIn } from "./quantities.js";

/** How the numbers of a column are written. */
export interface NumberReading {
  /** 3,5 is three and a half. */
  readonly decimalComma?: boolean;
  /** By this the numbers are multiplied: the heading has another unit than the input. */
  readonly factor?: number;
  /** Words of the field, which a cell may repeat: 81 spaces. */
  readonly nouns?: ReadonlySet<string>;
}

/** Dimensions of money, which may be written in thousands. */
const MONEY = new Set(["gbp", "eur", "usd", "aed", "sar"]);
const SPACES = "[ '’\\u00a0\\u202f\\u2009]";
const GROUPED_BY_SPACES = new RegExp(`^\\d{1,3}(?:${SPACES}\\d{3})+(?:[.,]\\d+)?$`);
const ALL_SPACES = new RegExp(SPACES, "g");
const ABOUT = /^(?:ca|c|circa|approx|about|env|etwa)\.?\s+|^[~≈]\s*/i;
const PARTS = /^([£€$]|[A-Za-z]{3}\s)?\s*([-−+]?)\s*([£€$]?)\s*([\d.,][\d.,\s'’\u00a0\u202f\u2009]*)(.*)$/s;
/** 1,500 or 1.500, which may be thousands. */
const COMMA_GROUPS = /^[1-9]\d{0,2}(?:,\d{3})+$/;
const POINT_GROUPS = /^[1-9]\d{0,2}(?:\.\d{3})+$/;

/** Returns the number in the unit of the input; undefined for another text. */
export function numberIn(text: string, unit: Unit | undefined, reading: NumberReading): number | undefined {
  const { decimalComma = false, factor = 1 } = reading;
  if (!decimalComma || !text.includes(".")) {
    const plain = Number(decimalComma ? text.replace(",", ".") : text);
    if (Number.isFinite(plain) && text.trim() !== "") return scaled(plain, factor);
  }
  const match = PARTS.exec(text.trim().replace(ABOUT, ""));
  if (match === null) return undefined;
  const [, before = "", sign = "", inner = "", digits = "", after = ""] = match;
  const number = plainNumber(digits.trim().replace(/[.,]$/, ""), decimalComma);
  if (number === undefined) return undefined;
  const behind = after.replace(/^[-–]+$/, "").trim();
  const isNoun = reading.nouns?.has(behind.toLowerCase()) === true;
  const own = ownFactor(before.trim() + inner, isNoun ? "" : behind, unit);
  if (own === undefined) return undefined;
  return scaled(sign === "" || sign === "+" ? number : -number, own === "none" ? factor : own);
}

/** Conversion leaves no digits of the computer's own. */
function scaled(number: number, factor: number): number {
  return factor === 1 ? number : Number((number * factor).toPrecision(12));
}

/** The factor of a unit in the cell: "none" without a unit, undefined for a unit of another kind. */
function ownFactor(money: string, after: string, unit: Unit | undefined): number | "none" | undefined {
  const isMoney = money !== "" || (unit !== undefined && MONEY.has(Object.keys(unit.dimensions)[0] ?? ""));
  const [, thousands = "", rest = ""] = isMoney ? (/^(k|m|mio|mn)?\b\.?(.*)$/i.exec(after) ?? []) : [];
  const behind = isMoney ? rest.trim() : after;
  const written = `${money}${money === "" || behind === "" ? "" : " "}${behind}`;
  if (written === "" && thousands === "") return "none";
  if (written === "") return thousands.toLowerCase() === "k" ? 1000 : 1e6;
  const found = unitIn(written.replace(/^([£€$])\s*[/]/, "$1/"));
  if (found === undefined || unit === undefined) return undefined;
  const factor = factorBetween(found, unit);
  const more = thousands === "" ? 1 : thousands.toLowerCase() === "k" ? 1000 : 1e6;
  return factor === undefined ? undefined : factor * more;
}

function plainNumber(digits: string, decimalComma: boolean): number | undefined {
  const text = GROUPED_BY_SPACES.test(digits) ? digits.replace(ALL_SPACES, "") : digits;
  const style = styleOf(text) ?? (decimalComma ? "comma" : "point");
  const [group, decimal] = style === "comma" ? [".", ","] : [",", "."];
  const [whole = "", fraction, ...more] = text.split(decimal);
  if (more.length > 0) return undefined;
  const groups = whole.split(group);
  if (groups.length > 1 && !groups.slice(1).every((each) => each.length === 3)) return undefined;
  if (groups.length > 1 && !/^\d{1,3}$/.test(groups[0] ?? "")) return undefined;
  const plain = `${groups.join("")}${fraction === undefined ? "" : `.${fraction}`}`;
  return /^(?:\d+(?:\.\d+)?|\.\d+)$/.test(plain) ? Number(plain) : undefined;
}

/** The style that a number can only have; undefined if it may have either. */
export function styleOf(text: string): "comma" | "point" | undefined {
  const [comma, point] = [text.lastIndexOf(","), text.lastIndexOf(".")];
  if (comma < 0 && point < 0) return undefined;
  if (comma >= 0 && point >= 0) return comma > point ? "comma" : "point";
  if (comma >= 0) {
    if (!COMMA_GROUPS.test(text)) return "comma";
    return text.indexOf(",") === comma ? undefined : "point";
  }
  if (!POINT_GROUPS.test(text)) return "point";
  return text.indexOf(".") === point ? undefined : "comma";
}

/** The digits of a cell that may be a number, with their signs. */
export function digitsIn(cell: string): string | undefined {
  const digits = PARTS.exec(cell.trim())?.[4]?.trim().replace(/[.,]$/, "");
  if (digits === undefined) return undefined;
  return GROUPED_BY_SPACES.test(digits) ? digits.replace(ALL_SPACES, "") : digits;
}
