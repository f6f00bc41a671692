// A page of the rule book as Markdown, for readers without a browser: headings, lists, tables and links; formulas in TeX.
import { attributeOf, type HtmlElement, treeOf } from "../html-tree.js";

/** Elements that begin a new paragraph. */
const BLOCKS = new Set("p div section dl dd dt ul ol figure figcaption nav".split(" "));
const LEFT_OUT = new Set(["noscript", "form", "svg", "p.kind", "nav.contents"]);

/** Returns the main part of a page that this program wrote. */
export function pageMarkdown(page: string): string {
  const main = /<main[^>]*>([\s\S]*)<\/main>/.exec(page)?.[1] ?? "";
  return `${markdown(treeOf(main))
    .replace(/ {2,}/g, " ")
    .replace(/[ \t]+\n/g, "\n")
    .replace(/\n[ \t]+/g, "\n")
    .replace(/\n-\s+/g, "\n- ")
    .replace(/\n{3,}/g, "\n\n")
    .replace(/(\n- [^\n]*)\n\n(?=- )/g, "$1\n")
    .trim()}\n`;
}

function markdown(part: HtmlElement | string): string {
  if (typeof part === "string") return part.replace(/\s+/g, " ");
  const { tag, names, attributes, children } = part;
  if (names.some((name) => LEFT_OUT.has(name))) return "";
  if (names.includes("span.katex")) return ` $${texIn(part)}$ `;
  const inner = children.map(markdown).join("");
  if (/^h[1-4]$/.test(tag)) return `\n\n${"#".repeat(Number(tag[1]))} ${inner}\n\n`;
  if (tag === "tr") return row(part);
  if (tag === "table") return `\n\n${inner}\n\n`;
  if (tag === "li") return `\n- ${inner}`;
  if (tag === "a") return `[${inner}](${attributeOf(attributes, "href") ?? ""})`;
  if (tag === "b") return `**${inner}**`;
  if (tag === "q") return `“${inner}”`;
  if (names.includes("span.as-written") || names.includes("span.unit")) return ` ${inner}`;
  return BLOCKS.has(tag) ? `\n\n${inner}\n\n` : inner;
}

function row({ children }: HtmlElement): string {
  const cells = children.flatMap((cell) =>
    typeof cell === "string" ? [] : [cell.children.map(markdown).join("")],
  );
  const line = `| ${cells.map((cell) => cell.replace(/\s+/g, " ").replaceAll("|", "\\|").trim()).join(" | ")} |\n`;
  const isHead = children.every(
    (cell) => typeof cell === "string" || attributeOf(cell.attributes, "scope") === "col",
  );
  return isHead ? `${line}|${cells.map(() => "---").join("|")}|\n` : line;
}

/** Returns the TeX source from the annotation of a KaTeX formula. */
function texIn({ tag, children }: HtmlElement): string {
  return children
    .map((child) => (typeof child === "string" ? (tag === "annotation" ? child : "") : texIn(child)))
    .join("");
}
