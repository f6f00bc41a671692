// Parses HTML written by this program into a tree, for output without markup.
import { unescaped } from "./html.js";

export interface HtmlElement {
  readonly tag: string;
  readonly attributes: string;
  /** The tag, alone and with each class. */
  readonly names: readonly string[];
  readonly children: (HtmlElement | string)[];
}

const VOID = new Set(["wbr", "br", "input", "meta"]);

export function treeOf(markup: string): HtmlElement {
  const root: HtmlElement = { tag: "", attributes: "", names: [], children: [] };
  const open = [root];
  for (const [, close, tag, attributes = "", text = ""] of markup.matchAll(/<(\/?)(\w+)([^>]*)>|([^<]+)/g)) {
    const parent = open.at(-1) ?? root;
    if (tag === undefined) parent.children.push(unescaped(text).replace(/[ \t\n]+/g, " "));
    else if (close === "/") open.pop();
    else {
      const classes = attributeOf(attributes, "class")?.split(" ") ?? [];
      const element = {
        tag,
        attributes,
        names: [tag, ...classes.map((each) => `${tag}.${each}`)],
        children: [],
      };
      parent.children.push(element);
      if (!VOID.has(tag) && !attributes.endsWith("/")) open.push(element);
    }
  }
  return root;
}

export function attributeOf(attributes: string, name: string): string | undefined {
  const start = attributes.indexOf(` ${name}="`);
  if (start < 0) return undefined;
  const from = start + name.length + 3;
  return unescaped(attributes.slice(from, attributes.indexOf('"', from)));
}
