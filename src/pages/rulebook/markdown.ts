// A page of the rule book as Markdown, for readers without a browser: headings, lists, tables and links; formulas in TeX.
import { unescaped } from "../html.js";

/** Elements that begin a new paragraph. */
const BLOCKS = new Set("p div section dl dd dt ul ol figure figcaption nav form".split(" "));

/** The main part of a page that this program wrote; no other HTML is understood. */
export function pageMarkdown(page: string): string {
  const main = /<main[^>]*>([\s\S]*)<\/main>/.exec(page)?.[1] ?? "";
  const plain = main
    .replace(
      /<noscript>[\s\S]*?<\/noscript>|<form[\s\S]*?<\/form>|<p class="kind">.*?<\/p>|<nav class="contents"[\s\S]*?<\/nav>/g,
      "",
    )
    .replace(/<svg[\s\S]*?<\/svg>/g, "")
    .replace(
      /<span class="katex">[\s\S]*?<annotation[^>]*>([\s\S]*?)<\/annotation>[\s\S]*?<\/math><\/span><span class="katex-html"[\s\S]*?(?=<\/?(?:p|div|section|td|li|i|h\d)\b|<span class="case"|<span><i>|$)/g,
      " $$$1$$ ",
    );
  const out: string[] = [];
  let cells: string[] | undefined;
  let isHead = false;
  let href: string | undefined;
  for (const [, tag = "", attributes = "", text = ""] of plain.matchAll(/<(\/?\w+)([^>]*)>|([^<]+)/g)) {
    const name = tag.toLowerCase();
    const add = (piece: string): void => {
      if (cells === undefined) out.push(piece);
      else cells[cells.length - 1] += piece;
    };
    if (name === "") add(unescaped(text).replace(/\s+/g, " "));
    else if (/^h[1-4]$/.test(name)) add(`\n\n${"#".repeat(Number(name[1]))} `);
    else if (/^\/h[1-4]$/.test(name)) add("\n\n");
    else if (name === "tr") cells = [];
    else if (name === "td" || name === "th") cells?.push("");
    else if (name === "/tr") {
      const row = (cells ?? []).map((cell) => cell.replace(/\s+/g, " ").replaceAll("|", "\\|").trim());
      cells = undefined;
      out.push(`| ${row.join(" | ")} |\n`);
      if (isHead) out.push(`|${row.map(() => "---").join("|")}|\n`);
    } else if (name === "thead" || name === "/thead") isHead = name === "thead";
    else if (name === "table" || name === "/table") add("\n\n");
    else if (name === "li") add("\n- ");
    else if (name === "a") {
      href = /href="([^"]*)"/.exec(attributes)?.[1];
      add("[");
    } else if (name === "/a") add(`](${unescaped(href ?? "")})`);
    else if (name === "b" || name === "/b") add("**");
    else if (name === "q" || name === "/q") add(name === "q" ? "“" : "”");
    else if (BLOCKS.has(name.replace("/", ""))) add(cells === undefined ? "\n\n" : " ");
  }
  return `${out
    .join("")
    .replace(/[ \t]+\n/g, "\n")
    .replace(/\n[ \t]+/g, "\n")
    .replace(/\n-\s+/g, "\n- ")
    .replace(/\n{3,}/g, "\n\n")
    .replace(/(\n- [^\n]*)\n\n(?=- )/g, "$1\n")
    .trim()}\n`;
}
