// HTML in a shadow root with separate styles: the sheet and its parts.
import { useLayoutEffect, useRef } from "preact/hooks";
import "katex/dist/katex.min.css";
import katexStyle from "katex/dist/katex.min.css?raw";
import figuresStyle from "../../../assets/pages/figures.css?raw";
import sheetStyle from "../../../assets/pages/sheet.css?raw";
import tokens from "../../../assets/pages/tokens.css?raw";
import whyStyle from "../../../assets/pages/why.css?raw";

/** Fonts are declared by the page, because a shadow root ignores @font-face. */
const FORMULAS = katexStyle.replace(/@font-face\{[^}]*\}/g, "");

/** Styles of a standalone sheet. */
export const SHEET_STYLES = [tokens, FORMULAS, sheetStyle, figuresStyle];

/** Overrides: within the page a sheet uses the page's colours. */
const WITHIN = `:host { --ink: var(--text); --soft: var(--muted); --faint: var(--sunken); --mark: var(--link);
  display: block; background: none; color: var(--text); color-scheme: inherit; }
main { max-width: none; }
a { text-decoration: underline; }
[class*="ev-judgement"], [class*="ev-rule_of_thumb"], [class*="ev-policy"], [class*="ev-unverified"] { color: var(--care); border-color: var(--care); }`;
const PAGE_STYLES = [FORMULAS, sheetStyle.replace(/^:root \{[^}]*\}/, ""), figuresStyle, whyStyle, WITHIN];

const made = new Map<string, CSSStyleSheet>();
/** In a shadow root, :host replaces :root. */
function styleOf(text: string): CSSStyleSheet {
  const known = made.get(text) ?? new CSSStyleSheet();
  if (!made.has(text)) known.replaceSync(text.replaceAll(/:root\b|\bhtml(?= \{)/g, ":host"));
  made.set(text, known);
  return known;
}

function outer(inner: HTMLDetailsElement): HTMLDetailsElement | null {
  return inner.parentElement?.closest("details") ?? null;
}

interface ShadowProps {
  readonly html: string;
  readonly label: string;
}

export function Shadow({ html, label }: ShadowProps) {
  const host = useRef<HTMLDivElement>(null);
  // Runs before painting, so that no empty card appears.
  useLayoutEffect(() => {
    const element = host.current;
    if (element === null) return;
    const root = element.shadowRoot ?? element.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = PAGE_STYLES.map(styleOf);
    root.innerHTML = html;
    for (const link of root.querySelectorAll<HTMLAnchorElement>('a[href^="#"]'))
      link.addEventListener("click", (event) => {
        const target = root.getElementById(link.hash.slice(1));
        // The hash is the page's state, so links within the sheet scroll by script.
        event.preventDefault();
        if (target === null) return;
        for (let around = target.closest("details"); around !== null; around = outer(around))
          around.open = true;
        for (const before of root.querySelectorAll(".target")) before.classList.remove("target");
        target.classList.add("target");
        target.scrollIntoView({ behavior: "smooth", block: "center" });
      });
  }, [html]);
  return <div class="shadow" ref={host} role="document" aria-label={label} />;
}
