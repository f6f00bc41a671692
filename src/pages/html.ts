// HTML templates. Inserted values are escaped, unless they are HTML from these templates.

const made = Symbol("made here");

/** HTML that is safe to insert. */
export interface Html {
  readonly [made]: true;
  readonly text: string;
}

export type Insert = Html | string | number | undefined | false | readonly Insert[];

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

export function escapeHtml(text: string): string {
  // Control characters are invalid in HTML.
  return text
    .replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character)
    .replace(/[^\P{Cc}\t\n\r]/gu, "\uFFFD");
}

/** Marks text as HTML. Only for text written by this program. */
export function trusted(text: string): Html {
  return { [made]: true, text };
}

function textOf(insert: Insert): string {
  if (insert === undefined || insert === false) return "";
  if (typeof insert === "number") return String(insert);
  if (typeof insert === "string") return escapeHtml(insert);
  return "text" in insert ? insert.text : insert.map(textOf).join("");
}

export function html(strings: TemplateStringsArray, ...inserts: readonly Insert[]): Html {
  return trusted(strings.reduce((all, text, at) => `${all}${textOf(inserts[at - 1])}${text}`));
}

export function joined(pieces: readonly Insert[], separator: Insert): Html {
  return trusted(pieces.map(textOf).join(textOf(separator)));
}

/** Renders a link for http and https, and plain text for other addresses, so that no link can run a script. */
export function webLink(url: string, label: Insert): Html {
  return /^https?:\/\/[^\s"'<>]+$/i.test(url)
    ? html`<a href="${url}" rel="noreferrer">${label}</a>`
    : html`${label}`;
}

/** Allows line breaks in a name after underscores and dots. */
export function nameHtml(name: string): Html {
  return html`<var>${trusted(escapeHtml(name).replace(/(?<=[\w)])([_.]+)(?=\w)/g, "$1<wbr>"))}</var>`;
}

const REFERENCES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(ESCAPES).map(([character, reference]) => [reference, character]),
);

/** Reverses escapeHtml. */
export function unescaped(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39);/g, (reference) => REFERENCES[reference] ?? reference);
}

/** Returns the visible text, for outputs without markup. */
export function plainText({ text }: Html): string {
  return unescaped(text.replace(/<q>(.*?)<\/q>/gs, "“$1”").replace(/<[^>]*>/g, ""));
}
