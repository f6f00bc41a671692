// TeX operators and functions: precedence, signs and their widths in em.
import type { Operator } from "../engine/language/formula.js";

export const BINDS: Readonly<Record<Operator, number>> = {
  "??": 1,
  or: 2,
  and: 3,
  "==": 4,
  "!=": 4,
  "<": 4,
  "<=": 4,
  ">": 4,
  ">=": 4,
  "+": 5,
  "-": 5,
  "*": 6,
  "/": 6,
  negate: 7,
  not: 7,
  "^": 8,
};
/** Only a power needs brackets around a fraction. */
export const FRACTION = 7.5;
export const ATOM = 9;

export const SIGNS: Readonly<Partial<Record<Operator, readonly [tex: string, width: number]>>> = {
  "+": ["+", 1.2],
  "-": ["-", 1.2],
  "*": ["\\cdot ", 0.8],
  "==": ["=", 1.4],
  "!=": ["\\neq ", 1.4],
  "<": ["<", 1.4],
  "<=": ["\\le ", 1.4],
  ">": [">", 1.4],
  ">=": ["\\ge ", 1.4],
  and: ["\\mathrel{\\text{and}}", 2.4],
  or: ["\\mathrel{\\text{or}}", 1.8],
  "??": ["\\mathrel{\\text{or, if absent,}}", 5.6],
};

export const OPERATORS: Readonly<Record<string, string>> = {
  min: "\\min",
  max: "\\max",
  sin: "\\sin",
  cos: "\\cos",
  tan: "\\tan",
  asin: "\\arcsin",
  acos: "\\arccos",
  atan: "\\arctan",
  exp: "\\exp",
  log: "\\ln",
};

/** Functions written around their argument. */
export const ENCLOSING: Readonly<Record<string, readonly [open: string, close: string, width: number]>> = {
  sqrt: ["\\sqrt{", "}", 1],
  abs: ["\\left|", "\\right|", 0.6],
  ceil: ["\\left\\lceil ", "\\right\\rceil ", 1],
  floor: ["\\left\\lfloor ", "\\right\\rfloor ", 1],
};
