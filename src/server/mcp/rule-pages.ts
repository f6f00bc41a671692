// Pages of the rule book over MCP, as Markdown.
import type { BuiltRules } from "../../build/rules.js";
import type { RuntimeSet } from "../../engine/run/tool.js";
import { pageMarkdown } from "../../pages/rulebook/markdown.js";
import { noSuch } from "../../wording/wording.js";
import type { Rules } from "../documents/rule-book.js";
import { SCHEME } from "./addresses.js";
import { CODES, RpcError, wrongParams } from "./codes.js";

export const RULES = `${SCHEME}rules/`;
const MARKDOWN = "text/markdown";
const PAGE = /\.html$/;

export const RULES_TEMPLATE = {
  uriTemplate: `${RULES}{+name}`,
  name: "rules",
  title: "Page of the rule book",
  description:
    "A definition in sentences, with its formulas, numbers, sources and promises: tools/<tool>, tables/<table>, sources/<source>, index.",
  mimeType: MARKDOWN,
};

/** Lists the contents and the page of each tool; other pages are found by the template. */
export function listRulePages(set: RuntimeSet, rules: Rules): object[] {
  if (!rules.isOffered) return [];
  const pages = [...set.tools.values()].map(({ facts: { name, title } }) => ({
    uri: `${RULES}tools/${name}`,
    name: `rules of ${name}`,
    title: `Rules: ${title}`,
    description: `The definition of ${name} in sentences, with formulas and sources.`,
    mimeType: MARKDOWN,
  }));
  const contents = { title: "Rule book", description: "The contents of the rule book.", mimeType: MARKDOWN };
  return [{ uri: `${RULES}index`, name: "rules", ...contents }, ...pages];
}

export function rulePageNames(rules: Rules): string[] {
  const book = rules.open();
  return (book?.pages ?? []).map(({ path }) => path.replace(PAGE, ""));
}

/** Returns a page, or undefined for other addresses. */
export async function readRulePage(
  rules: Rules,
  uri: string,
): Promise<{ mimeType: string; text: string } | undefined> {
  if (!uri.startsWith(RULES)) return undefined;
  const book = rules.open();
  if (book === undefined && rules.isComing)
    throw new RpcError(CODES.refused, "The rule book is being made. Try again in half a minute.");
  if (book === undefined)
    throw wrongParams("These definitions were built without a rule book: plumbline build makes one.");
  const path = `${uri.slice(RULES.length)}.html`;
  if (book.hash(path) === undefined) {
    const { message, near } = noSuch("page", path.replace(PAGE, ""), rulePageNames(rules));
    throw wrongParams(message, { uri: uri.slice(0, 200), near });
  }
  const page = (await book.plain(path)).toString("utf8");
  return { mimeType: MARKDOWN, text: linked(pageMarkdown(page), path, book) };
}

/** Rewrites links within the book to MCP addresses. */
function linked(text: string, path: string, book: BuiltRules): string {
  const here = `http://book/${path}`;
  return text.replace(/\]\(([^)\s]+)\)/g, (whole, href: string) => {
    if (!URL.canParse(href, here)) return whole;
    const { host, pathname, hash } = new URL(href, here);
    const other = decodeURIComponent(pathname.slice(1));
    return host === "book" && book.hash(other) !== undefined
      ? `](${RULES}${other.replace(PAGE, "")}${hash})`
      : whole;
  });
}
