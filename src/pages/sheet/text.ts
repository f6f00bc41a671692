// Renders a calculation sheet as text for a terminal.
import type { Explanation } from "../../engine/explain/explanation.js";
import { inLines } from "../../wording/wording.js";
import { attributeOf, type HtmlElement, treeOf } from "../html-tree.js";
import type { PageContext } from "./context.js";
import { sheetBody } from "./document.js";
import { WORDS } from "./math.js";
import type { SheetOptions } from "./options.js";

/** Characters of a line, the same on every terminal. */
const WIDTH = 110;
/** Longer names shift only their own value. */
const NAME_WIDTH = 36;

/** Elements that text output omits. */
const LEFT_OUT = new Set(["svg", "figure", "p.kind", "p.used-by", "p.meaning"]);
const BLOCKS = new Set("div p section header h1 h2 h3 ul ol li table dl".split(" "));
const TABLES = new Set(["table", "dl", "div.quantities"]);
const ROWS = new Set(["tr", "div", "p"]);
const INDENTED = new Set(["div.worked", "div.wide-value"]);
/** Text before and after inline elements. */
const AROUND: Readonly<Record<string, readonly [before: string, after: string]>> = {
  ...{ "span.how": [" ", ""], "span.value": [" ", ""], "span.by": [" ", ""], "span.formula": [" ", ""] },
  ...{ "div.math": [" ", ""], "span.sides": [", ", ""], "span.number": [" ", ""], "span.label": ["", ":"] },
  ...{
    "span.mark": ["", ":"],
    "span.pair": ["· ", ""],
    "span.default": ["(", ")"],
    "span.as-defined": ["(", ")"],
    "span.evidence": ["[", "]"],
  },
  q: ["“", "”"],
};

export function sheetText(explanation: Explanation, context: PageContext, options: SheetOptions): string {
  const { text } = sheetBody(explanation, context, options, WORDS);
  return `${linesIn(treeOf(text), 0).join("\n").trim()}\n`;
}

const isOf = ({ names }: HtmlElement, set: ReadonlySet<string>) => names.some((name) => set.has(name));
const elementsIn = ({ children }: HtmlElement) =>
  children.filter((child): child is HtmlElement => typeof child !== "string" && !isOf(child, LEFT_OUT));

function words(part: HtmlElement | string): string {
  if (typeof part === "string") return part;
  if (isOf(part, LEFT_OUT)) return "";
  const [before = "", after = ""] = part.names.flatMap((name) => AROUND[name] ?? []);
  const inner = part.children.map(words).join("");
  return inner.trim() === "" ? inner : isBlock(part) ? ` ${inner} ` : `${before}${inner}${after}`;
}

function isBlock({ tag, names }: HtmlElement): boolean {
  return BLOCKS.has(tag) && !names.some((name) => name in AROUND);
}

function linesIn(element: HtmlElement, margin: number): string[] {
  const lines: string[] = [];
  let text = "";
  const flush = (): void => {
    if (text.trim() !== "") lines.push(...wrap(text, margin, margin));
    text = "";
  };
  for (const child of element.children)
    if (typeof child === "string" || !isBlock(child)) text += words(child);
    else {
      flush();
      if (!isOf(child, LEFT_OUT)) lines.push(...blockLines(child, margin));
    }
  flush();
  return lines;
}

function wrap(text: string, first: number, rest: number): string[] {
  return inLines(text.trim(), " ".repeat(first), " ".repeat(rest), WIDTH);
}

function blockLines(block: HtmlElement, margin: number): string[] {
  if (/^h[123]$/.test(block.tag)) {
    const title = block.children.map((part) => words(part).trim()).join(": ");
    if (block.tag === "h3") return wrap(title, margin - 2, margin);
    return block.tag === "h1" ? [title, "=".repeat(title.length)] : ["", title];
  }
  if (block.tag === "ul" || block.tag === "ol")
    return elementsIn(block).flatMap((item) => itemLines(item, margin));
  if (isOf(block, TABLES)) return tableLines(rowsIn(block), margin);
  if (block.tag === "section") return linesIn(block, 2);
  return linesIn(block, margin + (isOf(block, INDENTED) ? 2 : 0));
}

/** A bibliography item starts with its citation number. */
function itemLines(item: HtmlElement, margin: number): string[] {
  const number = /^source-(\d+)$/.exec(attributeOf(item.attributes, "id") ?? "")?.[1];
  const bullet = number === undefined ? "- " : `[${number}] `;
  const [first = "", ...rest] = linesIn(item, margin + bullet.length);
  return [" ".repeat(margin) + bullet + first.trimStart(), ...rest];
}

function rowsIn(table: HtmlElement): string[][] {
  return elementsIn(table).flatMap((row) => {
    if (!ROWS.has(row.tag)) return rowsIn(row);
    const [first = "", ...rest] = (row.tag === "p" ? [row] : elementsIn(row)).map((cell) =>
      words(cell).trim(),
    );
    const depth = Number(/depth-(\d)/.exec(row.names.join(" "))?.[1] ?? 0);
    return row.tag === "p" || rest.some((cell) => cell !== "")
      ? [[" ".repeat(2 * depth) + first, ...rest]]
      : [];
  });
}

/** Renders two columns side by side. If more columns do not fit, each row becomes an item with column names. */
function tableLines(rows: readonly string[][], margin: number): string[] {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  const isPairs = rows.every(({ length }) => length <= 2);
  if (isPairs || widths.reduce((sum, width) => sum + width + 2, margin) <= WIDTH) {
    const limit = isPairs ? NAME_WIDTH : WIDTH;
    return rows.flatMap((row) => {
      if (row.length === 1) return `${" ".repeat(margin)}${row[0]}`;
      const name = row.slice(0, -1).map((cell, at) => `${cell.padEnd(Math.min(limit, widths[at] ?? 0))}  `);
      const left = " ".repeat(margin) + name.join("");
      const under = " ".repeat(margin + Math.min(NAME_WIDTH, widths[0] ?? 0) + 2);
      return inLines(row.at(-1) ?? "", left, isPairs ? under : left.replace(/./g, " "), WIDTH);
    });
  }
  const [head = [], ...body] = rows;
  return body.flatMap(([name, ...cells]) =>
    wrap(
      `- ${name}. ${cells.flatMap((cell, at) => (cell === "" ? [] : `${head[at + 1]}: ${cell}`)).join("; ")}`,
      margin,
      margin + 2,
    ),
  );
}
