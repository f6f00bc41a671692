// Citations of a sheet: numbers sources in order of use, with clause and evidence.

import type { ExplainedCitation, ExplainedStep } from "../../engine/explain/explanation.js";
import type { Source } from "../../engine/language/files.js";
import type { Citation } from "../../engine/language/model.js";
import { type Html, html, joined, webLink } from "../html.js";

/** Weak evidence, which is always shown. */
const WEAK = new Set(["judgement", "rule_of_thumb", "policy", "unverified"]);

/** Only cited sources are listed. */
export class References {
  private readonly numbers = new Map<string, number>();
  private readonly cited = new Map<string, ExplainedCitation[]>();

  get count(): number {
    return this.cited.size;
  }

  private number(citation: ExplainedCitation): number {
    const { source } = citation;
    const known = this.numbers.get(source) ?? this.numbers.size + 1;
    this.numbers.set(source, known);
    const list = this.cited.get(source) ?? [];
    if (!list.some((other) => keyOf(other) === keyOf(citation))) list.push(citation);
    this.cited.set(source, list);
    return known;
  }

  /** Registers every citation of an explanation, including those of skipped rules. */
  noteAll(steps: readonly ExplainedStep[]): void {
    for (const step of steps) {
      for (const of of [step, ...(step.tables ?? []), ...(step.rules ?? [])])
        for (const citation of of.citations) this.number(citation);
      this.noteAll(step.steps ?? []);
    }
  }

  /** Renders source and clause of each citation on one line. */
  marks(citations: readonly ExplainedCitation[]): Html {
    return joined(
      citations.map((citation) => {
        const { title, clause, evidence } = citation;
        const number = this.number(citation);
        return html`<span class="cite"><a href="#source-${number}" title="${title}">[${number}]</a>${
          clause !== "" && html` <span class="clause">${clause}</span>`
        }${WEAK.has(evidence) && html` ${evidenceMark(evidence)}`}</span>`;
      }),
      " ",
    );
  }

  /** Renders citations as lines, except those in `around`. */
  lines(citations: readonly ExplainedCitation[], around: readonly ExplainedCitation[] = []): Html {
    return citationList(citations, around, (citation) => this.line(citation));
  }

  private line(citation: ExplainedCitation): Html {
    const { title, reference, clause, evidence } = citation;
    const number = this.number(citation);
    return html`<li><a href="#source-${number}" title="${title}">[${number}]</a> ${citedTitle(title, reference)}${
      clause !== "" && html`, <span class="clause">${clause}</span>`
    } ${evidenceMark(evidence)}</li>`;
  }

  /** Yields each cited source with its number and data. */
  private entries(sources: ReadonlyMap<string, Source> | undefined) {
    return [...this.cited].map(([id, citations]) => {
      const [first] = citations;
      const source = sources?.get(id);
      return {
        number: this.numbers.get(id) ?? 0,
        title: first?.title ?? id,
        reference: source?.reference ?? first?.reference,
        evidence: source?.evidence ?? first?.evidence ?? "unverified",
        source,
        citations,
      };
    });
  }

  /** Renders one line per source. */
  shortList(sources: ReadonlyMap<string, Source> | undefined): Html {
    const lines = this.entries(sources).map(
      ({ number, title, reference, evidence, source }) =>
        html`<li id="source-${number}"><b>${title}</b>${reference !== undefined && reference !== title && html`, ${reference}`}, <span class="soft">${evidence.replaceAll("_", " ")}${source !== undefined && html`, review by <span class="day">${source.review_by}</span>`}</span></li>`,
    );
    return html`<ol class="sources short">${lines}</ol>`;
  }

  /** Renders the bibliography with links and used clauses. */
  list(sources: ReadonlyMap<string, Source> | undefined): Html {
    const entries = this.entries(sources).map(({ number, title, reference, evidence, source, citations }) => {
      const about = [reference, source?.publisher, source?.date].filter((text) => text !== undefined);
      const clauses = withClause(citations);
      return html`<li id="source-${number}" value="${number}">
<p><b>${title}</b>${about.length > 0 && html`. ${about.join(", ")}`}. ${evidenceMark(evidence)}${
        source !== undefined &&
        html` <span class="soft">Review by <span class="day">${source.review_by}</span>.</span>`
      }</p>
${source?.url !== undefined && html`<p class="link">${webLink(source.url, source.url)}</p>`}
${source?.note !== undefined && html`<p class="soft">${source.note}</p>`}
${
  clauses.length > 0 &&
  html`<p class="used">Used: ${joined(
    clauses.map(
      ({ clause, evidence: own }) =>
        html`<span class="clause">${clause}</span>${own !== evidence && html` ${evidenceMark(own)}`}`,
    ),
    "; ",
  )}</p>`
}</li>`;
    });
    return html`<ol class="sources">${entries}</ol>`;
  }
}

/** A source without a clause only introduces its context. */
export function withClause<T extends Pick<Citation, "clause">>(citations: readonly T[]): readonly T[] {
  return citations.filter(({ clause }) => clause !== "");
}

/** Renders one line per citation, except those in `around`. */
export function citationList<T extends Cited>(
  citations: readonly T[],
  around: readonly T[],
  line: (citation: T) => Html,
): Html {
  const known = new Set(around.map(keyOf));
  const own = citations.filter((citation) => !known.has(keyOf(citation)));
  return html`${own.length > 0 && html`<ul class="refs">${own.map(line)}</ul>`}`;
}

type Cited = Pick<Citation, "source" | "clause" | "evidence">;

function keyOf({ source, clause, evidence }: Cited): string {
  return JSON.stringify([source, clause, evidence]);
}

export function evidenceMark(evidence: string): Html {
  return html`<span class="evidence ev-${evidence}">${evidence.replaceAll("_", " ")}</span>`;
}

/** Standards are cited by number, other sources by title. */
export function citedTitle(title: string, reference: string | undefined): string {
  return reference !== undefined && /^(?!OJ)[A-Z]{2}/.test(reference) && reference.length <= 60
    ? reference
    : title;
}
