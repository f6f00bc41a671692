// HTML from templates: whatever is put in is escaped, unless it is HTML that was made the same way.

const made = Symbol("made here");

/** A piece of HTML that is safe to put into a page. */
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
  // Control characters have no meaning in HTML and would make the page invalid.
  return text
    .replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character)
    .replace(/[^\P{Cc}\t\n\r]/gu, "\uFFFD");
}

/** Text that is HTML already. Only for what this program wrote itself. */
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

/** Pieces with a separator between them. */
export function joined(pieces: readonly Insert[], separator: Insert): Html {
  return trusted(pieces.map(textOf).join(textOf(separator)));
}

/** A link to the web; anything but http and https is shown as text, so that no link can run a script. */
export function webLink(url: string, label: Insert): Html {
  return /^https?:\/\/[^\s"'<>]+$/i.test(url)
    ? html`<a href="${url}" rel="noreferrer">${label}</a>`
    : html`${label}`;
}

/** A name that may break after its underscores and dots, and nowhere else unless it must. */
export function nameHtml(name: string): Html {
  return html`<var>${trusted(escapeHtml(name).replace(/(?<=[\w)])([_.]+)(?=\w)/g, "$1<wbr>"))}</var>`;
}

const REFERENCES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(ESCAPES).map(([character, reference]) => [reference, character]),
);

/** The text that was escaped. */
export function unescaped(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39);/g, (reference) => REFERENCES[reference] ?? reference);
}

/** What a reader sees of a piece of HTML, for places that know no markup. */
export function plainText({ text }: Html): string {
  return unescaped(text.replace(/<q>(.*?)<\/q>/gs, "“$1”").replace(/<[^>]*>/g, ""));
}
