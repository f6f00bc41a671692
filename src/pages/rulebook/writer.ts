// Shared writer of rule book pages: links from names to definitions, citations, comments and history.

import type { Expr } from "../../engine/language/formula.js";
import type { Annotations, Citation, Template } from "../../engine/language/model.js";
import { unitOfName } from "../../engine/language/unit-names.js";
import { isCodeWord } from "../../engine/language/words.js";
import { capital } from "../../wording/plain-names.js";
import { type Called, calledTex } from "../called.js";
import { lastOf } from "../formulas.js";
import { type Html, html, joined } from "../html.js";
import { condition, type Names, phrase } from "../sentences.js";
import { citationList, evidenceMark } from "../sheet/references.js";
import type { Symbols } from "../tex.js";
import { wordsTex } from "../tex-names.js";
import { typesetFormula, typesetTex } from "../typeset.js";
import type { Target } from "./anchors.js";
import type { Book } from "./book.js";
import type { AnchorPlace, Chapter } from "./chapters.js";
import type { Comments } from "./comments.js";
import { linkTo, sourceFile, usedBy } from "./links.js";

export class PageWriter implements Names {
  private here: AnchorPlace;

  constructor(
    readonly book: Book,
    readonly chapter: Chapter,
  ) {
    this.here = this.top();
  }

  private top(): AnchorPlace {
    const { file, name, kind } = this.chapter;
    return { file, line: 1, column: 1, anchor: "top", label: `${kind} ${name}` };
  }

  lineOf(anchor: string, fallback = 0): number {
    return this.chapter.places.find((place) => place.anchor === anchor)?.line ?? fallback;
  }

  /** Attributes uses of names to this location while `write` runs. */
  within<T>(anchor: string, write: () => T): T {
    const before = this.here;
    const place = this.chapter.places.find((each) => each.anchor === anchor);
    this.here = place ?? before;
    try {
      return write();
    } finally {
      this.here = before;
    }
  }

  /** Returns the definitions that a name may refer to. */
  private targets(expr: Expr | undefined): readonly Target[] {
    const found = expr === undefined ? [] : this.book.targetsOf(this.chapter, expr);
    return found.length === 0 && expr?.kind === "field" ? this.targets(expr.of) : found;
  }

  private note(targets: readonly Target[]): void {
    for (const target of targets) this.book.noteUse(target, this.here);
  }

  show(path: string, expr?: Expr): Html {
    if (path === "inputs") this.noteNamedInputs();
    for (let of = expr; of?.kind === "field"; of = of.of) this.note(this.targets(of.of));
    return this.links(this.targets(expr), path);
  }

  calculation(name: string): Html {
    const found = this.chapter.tools.flatMap(({ plan }) => plan.def.calculations.get(name) ?? []);
    const files = new Set(found.map(({ location }) => location.file));
    return this.links(
      [...files].map((file) => ({ file, anchor: name })),
      name,
    );
  }

  input(name: string): Html {
    return this.links([{ file: this.chapter.file, anchor: `input-${name}` }], name);
  }

  showField(name: string, expr: Expr): Html {
    return this.links(this.book.targetsOf(this.chapter, expr), name);
  }

  /** Links a name. If it is ambiguous, links to the first definition and adds a note. */
  private links(targets: readonly Target[], label: string): Html {
    const [first, ...others] = targets;
    const name = lastOf(label);
    if (first === undefined) return html`<i class="named">${this.book.titles.words(name)}</i>`;
    this.note(targets);
    const also = others
      .map(({ file, anchor }) => `${this.book.chapters.get(file)?.title ?? file}: ${anchor}`)
      .join(", ");
    return html`<a href="${this.href(first)}"${also !== "" && html` title="or, depending on the case: ${also}"`}>${this.book.titles.of(first, name)}</a>`;
  }

  /** `inputs[word]` reads the inputs named in a table. */
  private noteNamedInputs(): void {
    for (const { plan } of this.chapter.tools) {
      const words = new Set(
        [...plan.def.tables.values()].flatMap(({ rows }) => rows.flatMap((row) => Object.values(row))),
      );
      for (const name of plan.inputs.keys())
        if (words.has(name)) this.note([{ file: plan.def.file, anchor: `input-${name}` }]);
    }
  }

  href(target: Target): string {
    return target.file === this.chapter.file
      ? `#${target.anchor}`
      : `${linkTo(this.chapter.file, target.file)}#${target.anchor}`;
  }

  place(place: AnchorPlace): Html {
    const far = place.file !== this.chapter.file;
    return html`<a href="${this.href(place)}">${far && html`${this.book.chapters.get(place.file)?.title ?? place.file}: `}${place.label}</a>`;
  }

  /** A scale may be defined in a part or next to a shared table. */
  scale(name: string): Html {
    const anchor = `scale-${name}`;
    const files = this.chapter.tools.flatMap(({ plan }) => plan.def.files);
    const file = [this.chapter.file, ...files].find((each) => this.book.hasPlace({ file: each, anchor }));
    const words = this.book.titles.words(name);
    return file === undefined ? html`${words}` : html`<a href="${this.href({ file, anchor })}">${words}</a>`;
  }

  /** Returns title and symbol of a name, or an empty object. */
  private called(expr: Expr | undefined): Called {
    const [first] = this.targets(expr);
    return first === undefined ? {} : this.book.titles.called(first);
  }

  /** Returns the title of a word. */
  word(text: string, path: string): string {
    const name = lastOf(path);
    for (const { plan } of this.chapter.tools) {
      const known = plan.def.words.choice(text, { name })?.title;
      if (known !== undefined) return known;
    }
    return isCodeWord(text) ? text.replaceAll("_", " ") : text;
  }

  unit(path: string, expr: Expr): string {
    return this.called(expr).unit ?? unitOfName(lastOf(path)) ?? "";
  }

  titleOf(anchor: string, name: string): string {
    return this.book.titles.of({ file: this.chapter.file, anchor }, name);
  }

  heading(name: string): string {
    return this.book.titles.heading(name);
  }

  /** Renders a name without a link. */
  plain(name: string): Html {
    return html`<i class="named">${this.book.titles.words(name)}</i>`;
  }

  /** Renders title and symbol of a location. */
  headed(anchor: string, name: string): Html {
    const { symbol, title } = this.book.titles.called({ file: this.chapter.file, anchor });
    const words = capital(this.titleOf(anchor, name));
    if (symbol === undefined) return html`${words}`;
    return title === undefined ? typesetTex(symbol) : html`${words} ${typesetTex(symbol)}`;
  }

  /** Renders a typeset formula with symbols and words for names. */
  formula(expr: Expr): Html {
    return html`<div class="math">${typesetFormula(expr, this.symbols)}</div>`;
  }

  private readonly symbols: Symbols = {
    get: (path, expr) => calledTex(path, this.called(expr), (name) => this.book.titles.words(name)),
    call: (name) => wordsTex(this.book.titles.words(name)),
  };

  /** Lists every name of a formula once. */
  namesIn(expr: Expr): Html {
    const seen = new Map<string, Html>();
    const listing: Names = {
      show: (path, of) => {
        if (path === "inputs") this.noteNamedInputs();
        if (this.targets(of).length > 0 && !seen.has(path)) seen.set(path, this.show(path, of));
        return html``;
      },
      showField: (name, of) => this.showField(name, of),
    };
    phrase(expr, listing);
    return seen.size === 0
      ? html``
      : html`<p class="uses"><span class="tag">takes</span> ${joined([...seen.values()], ", ")}</p>`;
  }

  condition(expr: Expr): Html {
    return condition(expr, this);
  }

  text(template: Template): Html {
    return html`${template.parts.map((part) => {
      if (typeof part === "string") return part;
      const targets = this.targets(part.formula.expr);
      const sentence = this.book.sentenceAt(targets);
      if (sentence === undefined) return html`<span class="slot">${phrase(part.formula.expr, this)}</span>`;
      this.note(targets);
      return this.text(sentence);
    })}`;
  }

  /** Renders citations, except those in `around`. */
  cites(cites: readonly Citation[], around: readonly Citation[] = []): Html {
    return citationList(cites, around, (cite) => {
      const source = this.book.set.sources.get(cite.source);
      const href = linkTo(this.chapter.file, sourceFile(cite.source));
      return html`<li><a href="${href}" title="${source?.title ?? ""}">${this.book.sourceName(cite.source)}</a>${
        cite.clause !== "" && html`, <span class="clause">${cite.clause}</span>`
      } ${evidenceMark(cite.evidence ?? source?.evidence ?? "unverified")}${source !== undefined && html` <span class="age">${source.date !== undefined && html`of ${source.date}, `}review by ${source.review_by}</span>`}</li>`;
    });
  }

  because({ because }: Pick<Annotations, "because">): Html {
    return because === undefined ? html`` : html`<p class="because">${because}</p>`;
  }

  /** Renders comments on a line; those above it form its heading. */
  aside(line: number): Html {
    return html`${this.chapter.comments.at(line).map((text) => html`<p class="comment">${text}</p>`)}`;
  }

  above(line: number, comments: Comments = this.chapter.comments): Html {
    const lines = comments.before(line);
    return lines.length === 0 ? html`` : html`<p class="above">${lines.join(" ")}</p>`;
  }

  /** Renders the users of a location and its last change. */
  trail(anchor: string): Html {
    const target = { file: this.chapter.file, anchor };
    const users = this.book.usersOf(target);
    return html`<div class="trail">${usedBy(users.map((user) => this.place(user)))}${this.since(anchor)}</div>`;
  }

  private since(anchor: string): Html {
    const { file, places } = this.chapter;
    const at = places.findIndex((place) => place.anchor === anchor);
    const place = places[at];
    if (place === undefined) return html``;
    // A location ends at the next one that is not inside it.
    const inside = (other: AnchorPlace) =>
      other.anchor.startsWith(`${anchor}.`) ||
      other.anchor.startsWith(`${anchor}-`) ||
      other.line === place.line;
    const next = places.slice(at + 1).find((other) => !inside(other));
    const change = this.book.changes.since(file, place.line, next?.line ?? place.line + 1);
    return change === undefined
      ? html``
      : html`<span class="since" title="${change.subject}"><span class="tag">unchanged since</span> ${change.date} (${change.commit})</span>`;
  }
}
