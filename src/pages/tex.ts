// Writes formulas as TeX that fits a page: fractions and roots if they fit, else one line that can break.
import type { Expr, Operator } from "../engine/language/formula.js";
import { casesOf } from "./formulas.js";
import { digitsOf } from "./show.js";
import { escapeTex, nameTex, nameWidth, numberTex, wordsTex } from "./tex-names.js";
import { ATOM, BINDS, ENCLOSING, FRACTION, OPERATORS, SIGNS } from "./tex-signs.js";

/** Width in em of the widest unbreakable piece on an A4 page, with indents. */
const WIDEST = 30;
const LONGEST_WORD = 40;

interface Piece {
  readonly tex: string;
  /** Width in em if it is on one line. */
  readonly full: number;
  /** Width of its widest unbreakable part. */
  readonly least: number;
  /** Taller than a line, so its brackets must grow. */
  readonly tall: boolean;
  readonly binds: number;
}

export function texOf(expr: Expr, symbols = NO_SYMBOLS): string {
  return `\\displaystyle ${write(expr, { deep: 0, symbols }).tex}`;
}

/** Estimates the width of a formula on one line, in em. */
export function widthOf(expr: Expr, symbols = NO_SYMBOLS): number {
  return write(expr, { deep: 0, symbols }).full;
}

function atom(tex: string, width: number, tall = false): Piece {
  return { tex, full: width, least: width, tall, binds: ATOM };
}

/** Symbols of names, paths and functions; undefined keeps the name. */
export interface Symbols {
  get(path: string, expr?: Expr): string | undefined;
  call?(name: string): string;
}

/** The context of a piece. */
interface At {
  /** Levels of enclosing fractions; a third level would be illegible. */
  readonly deep: number;
  readonly symbols: Symbols;
}

const NO_SYMBOLS: Symbols = new Map();

function within(at: At, more: number): At {
  return { ...at, deep: at.deep + more };
}

function write(expr: Expr, at: At): Piece {
  switch (expr.kind) {
    case "number":
      return number(expr.value);
    case "text":
      return word(expr.value);
    case "boolean":
      return atom(`\\text{${expr.value ? "true" : "false"}}`, 2.2);
    case "null":
      return atom("\\text{n/a}", 1.5);
    case "name":
      return named(expr, at);
    case "field":
      return field(expr, at);
    case "index": {
      const of = write(expr.of, at);
      const by = write(expr.by, at);
      return { ...around(`${of.tex}[`, by, "]", of.full + 0.6), binds: ATOM };
    }
    case "list":
      return { ...around("[", commas(expr.items, at), "]", 0.6), binds: ATOM };
    case "call": {
      const cases = casesOf(expr);
      return cases.length > 1 ? choice(cases, at) : call(expr.name, expr.args, at);
    }
    case "operator":
      return operator(expr.op, expr.args, at);
  }
}

/** A symbol is about as wide as its letters. */
function named(expr: Expr & { kind: "name" }, { symbols }: At): Piece {
  const { name } = expr;
  const symbol = symbols.get(name, expr);
  return symbol === undefined ? atom(nameTex(name), nameWidth(name)) : signed(symbol);
}

function signed(symbol: string): Piece {
  const letters = symbol
    .replace(/\\href\{[^}]*\}/g, "")
    .replace(/\\(text|mathrm)\b/g, "")
    .replace(/\\\w+/g, "x")
    .replace(/[{}_^\\]/g, "");
  return atom(symbol, letters.length * 0.48);
}

function number(value: number): Piece {
  const { digits, power } = digitsOf(value);
  const width = digits.length * 0.5 + (power === undefined ? 0 : 3);
  const piece = atom(numberTex(value), width);
  return value < 0 ? { ...piece, binds: BINDS.negate } : power === undefined ? piece : { ...piece, binds: 6 };
}

function word(text: string): Piece {
  const shown = text.length > LONGEST_WORD ? `${text.slice(0, LONGEST_WORD)}…` : text;
  return atom(wordsTex(`“${shown}”`), shown.length * 0.48 + 1);
}

function field(expr: Expr & { kind: "field" }, at: At): Piece {
  const names: string[] = [];
  let of: Expr = expr;
  for (; of.kind === "field"; of = of.of) names.unshift(of.name);
  const path = names.join(".");
  // A path is one word. Greek letters would hide where its fields begin.
  if (of.kind === "name") {
    const whole = `${of.name}.${path}`;
    const symbol = at.symbols.get(whole, expr);
    if (symbol !== undefined) return signed(symbol);
    return atom(`\\mathrm{${escapeTex(whole)}}`, whole.length * 0.52);
  }
  const inner = write(of, at);
  const base = inner.binds < ATOM ? bracketed(inner) : inner;
  const width = (path.length + 1) * 0.52;
  return {
    tex: `${base.tex}\\mathrm{.${escapeTex(path)}}`,
    full: base.full + width,
    least: Math.max(base.least, width + 2),
    tall: base.tall,
    binds: ATOM,
  };
}

function commas(items: readonly Expr[], at: At): Piece {
  const pieces = items.map((item) => write(item, at));
  return {
    tex: pieces.map(({ tex }) => tex).join(",\\allowbreak\\, "),
    full: pieces.reduce((sum, { full }) => sum + full + 0.5, 0),
    least: Math.max(0, ...pieces.map(({ least }) => least)),
    tall: pieces.some(({ tall }) => tall),
    binds: 0,
  };
}

/** Growing brackets cannot break, so wide content gets brackets of a fixed size. */
function around(open: string, inner: Piece, close: string, extra: number): Piece {
  const full = inner.full + extra;
  const grows = inner.tall && full <= WIDEST;
  const [left, right] = grows ? ["\\left", "\\right"] : inner.tall ? ["\\Big", "\\Big"] : ["", ""];
  return {
    tex: `${open.slice(0, -1)}${left}${open.slice(-1)}${inner.tex}${right}${close}`,
    full,
    least: grows ? full : inner.least + extra,
    tall: inner.tall,
    binds: ATOM,
  };
}

function bracketed(piece: Piece): Piece {
  return around("(", piece, ")", 0.8);
}

function call(name: string, args: readonly Expr[], at: At): Piece {
  const [first] = args;
  const [open, close, width] = ENCLOSING[name] ?? [];
  if (first !== undefined && args.length === 1 && width !== undefined) {
    const inner = write(first, at);
    if (inner.full <= WIDEST) return atom(`${open}${inner.tex}${close}`, inner.full + width, inner.tall);
  }
  const head = OPERATORS[name] ?? at.symbols.call?.(name) ?? `\\mathrm{${escapeTex(name)}}`;
  return { ...around(`${head}(`, commas(args, at), ")", name.length * 0.5 + 0.8), binds: ATOM };
}

/** Renders a nested choice as stacked cases if they fit, else in words. */
function choice(cases: ReturnType<typeof casesOf>, at: At): Piece {
  const rows = cases.map(({ value, test }) => ({
    value: write(value, within(at, 1)),
    test: test && write(test, within(at, 1)),
  }));
  const width = (piece: Piece | undefined) => piece?.full ?? 0;
  const values = Math.max(...rows.map(({ value }) => width(value)));
  const tests = Math.max(...rows.map((row) => width(row.test)));
  const full = values + tests + 4;
  if (full <= WIDEST && at.deep < 2) {
    const lines = rows.map(
      ({ value, test: when }) =>
        `${value.tex}&${when === undefined ? "\\text{otherwise}" : `\\text{if }${when.tex}`}`,
    );
    return atom(`\\begin{cases}${lines.join("\\\\")}\\end{cases}`, full, true);
  }
  const words = rows.map(({ value, test: when }) =>
    when === undefined
      ? `\\text{otherwise }${value.tex}`
      : `\\text{if }${when.tex}\\text{ then }\\allowbreak ${value.tex}`,
  );
  return {
    tex: words.join("\\text{, }\\allowbreak "),
    full: rows.reduce((sum, row) => sum + width(row.value) + width(row.test) + 5, 0),
    least: Math.max(...rows.flatMap((row) => [row.value.least + 4, (row.test?.least ?? 0) + 4])),
    tall: rows.some((row) => row.value.tall || row.test?.tall === true),
    binds: 0,
  };
}

function operator(op: Operator, args: readonly Expr[], at: At): Piece {
  const [left, right] = args;
  if (left === undefined) throw new Error(`the operator ${op} without an operand`);
  if (op === "negate" || op === "not" || right === undefined) {
    const inner = operand(write(left, at), BINDS[op]);
    const sign = op === "not" ? "\\text{not }" : "-";
    const width = op === "not" ? 2 : 0.8;
    return {
      ...inner,
      tex: `${sign}${inner.tex}`,
      full: inner.full + width,
      least: inner.least + width,
      binds: BINDS[op],
    };
  }
  if (op === "/") return quotient(left, right, at);
  if (op === "^") {
    const base = operand(write(left, at), ATOM);
    const exponent = write(right, within(at, 2));
    return {
      tex: `{${base.tex}}^{${exponent.tex}}`,
      full: base.full + exponent.full * 0.7,
      least: base.full + exponent.full * 0.7,
      tall: base.tall || exponent.tall,
      binds: BINDS[op],
    };
  }
  const [sign = "", width = 1] = SIGNS[op] ?? [];
  const binds = BINDS[op];
  const a = operand(write(left, at), binds);
  // The right side of a minus keeps its brackets, as do chained comparisons and `??`.
  const second = operand(write(right, at), op === "-" || binds === 4 || op === "??" ? binds + 1 : binds);
  // Prevents two adjacent signs.
  const b = second.tex.startsWith("-") && binds > 4 ? bracketed(second) : second;
  return {
    tex: `${a.tex}${sign}${b.tex}`,
    full: a.full + b.full + width,
    least: Math.max(a.least + width, b.least),
    tall: a.tall || b.tall,
    binds,
  };
}

function operand(piece: Piece, least: number): Piece {
  return piece.binds < least ? bracketed(piece) : piece;
}

function quotient(left: Expr, right: Expr, at: At): Piece {
  // Writes a / b / c as one fraction: a over b times c.
  let top = left;
  let bottom = right;
  while (top.kind === "operator" && top.op === "/") {
    const [above, below] = top.args as [Expr, Expr];
    bottom = { kind: "operator", op: "*", args: [below, bottom] };
    top = above;
  }
  const above = write(top, within(at, 1));
  const below = write(bottom, within(at, 1));
  const width = Math.max(above.full, below.full) + 0.6;
  if (at.deep < 2 && width <= WIDEST)
    // A nested fraction keeps its size, so that it stays legible on paper.
    return {
      ...atom(`\\${at.deep === 0 ? "frac" : "dfrac"}{${above.tex}}{${below.tex}}`, width, true),
      binds: FRACTION,
    };
  const a = operand(write(left, at), BINDS["*"]);
  const b = operand(write(right, at), BINDS["*"] + 1);
  return {
    tex: `${a.tex}\\mathbin{/}${b.tex}`,
    full: a.full + b.full + 1,
    least: Math.max(a.least + 1, b.least),
    tall: a.tall || b.tall,
    binds: BINDS["*"],
  };
}
