// Citations in a sheet: each source gets a number, each citation names clause and evidence.

import type { Source } from "../../engine/language/files.js";
import type { ExplainedCitation, ExplainedStep } from "../../engine/reference/explain.js";
import { type Html, html, joined, webLink } from "../html.js";

/** Evidence that a reader must know of wherever it is used; that of standards and laws goes without saying. */
const WEAK = new Set(["judgement", "rule_of_thumb", "policy", "unverified"]);

/** Numbers are given in the order in which sources are first cited; only what was cited is listed. */
export class References {
  private readonly numbers = new Map<string, number>();
  private readonly cited = new Map<string, ExplainedCitation[]>();

  private number(citation: ExplainedCitation): number {
    const { source } = citation;
    const known = this.numbers.get(source) ?? this.numbers.size + 1;
    this.numbers.set(source, known);
    const list = this.cited.get(source) ?? [];
    if (!list.some((other) => keyOf(other) === keyOf(citation))) list.push(citation);
    this.cited.set(source, list);
    return known;
  }

  /** Notes every citation of an explanation, those of rules that were not reached too. */
  noteAll(steps: readonly ExplainedStep[]): void {
    for (const step of steps) {
      for (const of of [step, ...(step.tables ?? []), ...(step.rules ?? [])])
        for (const citation of of.citations) this.number(citation);
      this.noteAll(step.steps ?? []);
    }
  }

  /** Source and clause of each, in one line. */
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

  /** The citations as lines; those that stand around are not repeated. */
  lines(citations: readonly ExplainedCitation[], around: readonly ExplainedCitation[] = []): Html {
    const known = new Set(around.map(keyOf));
    const own = citations.filter((citation) => !known.has(keyOf(citation)));
    if (own.length === 0) return html``;
    return html`<ul class="refs">${own.map((citation) => this.line(citation))}</ul>`;
  }

  private line(citation: ExplainedCitation): Html {
    const { title, reference, clause, evidence } = citation;
    const number = this.number(citation);
    return html`<li><a href="#source-${number}" title="${title}">[${number}]</a> ${knownAs(title, reference)}${
      clause !== "" && html`, <span class="clause">${clause}</span>`
    } ${evidenceMark(evidence)}</li>`;
  }

  /** The sources that were cited, in a line each. */
  shortList(sources: ReadonlyMap<string, Source> | undefined): Html {
    const entries = [...this.cited].map(([id, citations]) => {
      const [first] = citations;
      const source = sources?.get(id);
      const title = first?.title ?? id;
      const known = [source?.reference ?? first?.reference].filter(
        (text) => text !== undefined && text !== title,
      );
      const evidence = source?.evidence ?? first?.evidence ?? "unverified";
      return html`<li id="source-${this.numbers.get(id) ?? 0}"><b>${title}</b>${known.length > 0 && html`, ${known.join(", ")}`} <span class="soft">${evidence.replaceAll("_", " ")}${source !== undefined && html`, review by <span class="day">${source.review_by}</span>`}</span></li>`;
    });
    return html`<ol class="sources short">${entries}</ol>`;
  }

  /** The bibliography: every source with its link and each clause that was used. */
  list(sources: ReadonlyMap<string, Source> | undefined): Html {
    const entries = [...this.cited].map(([id, citations]) => {
      const number = this.numbers.get(id) ?? 0;
      const [first] = citations;
      const source = sources?.get(id);
      const about = [source?.reference ?? first?.reference, source?.publisher, source?.date].filter(
        (text) => text !== undefined,
      );
      const clauses = citations.filter(({ clause }) => clause !== "");
      return html`<li id="source-${number}" value="${number}">
<p><b>${first?.title ?? id}</b>${about.length > 0 && html`. ${about.join(", ")}`}. ${evidenceMark(source?.evidence ?? first?.evidence ?? "unverified")}${
        source !== undefined &&
        html` <span class="soft">Review by <span class="day">${source.review_by}</span>.</span>`
      }</p>
${source?.url !== undefined && html`<p class="link">${webLink(source.url, source.url)}</p>`}
${source?.note !== undefined && html`<p class="soft">${source.note}</p>`}
${
  clauses.length > 0 &&
  html`<p class="used">Used: ${joined(
    clauses.map(
      ({ clause, evidence }) =>
        html`<span class="clause">${clause}</span>${evidence !== (source?.evidence ?? first?.evidence) && html` ${evidenceMark(evidence)}`}`,
    ),
    "; ",
  )}</p>`
}</li>`;
    });
    return html`<ol class="sources">${entries}</ol>`;
  }
}

function keyOf({ source, clause, evidence }: ExplainedCitation): string {
  return JSON.stringify([source, clause, evidence]);
}

export function evidenceMark(evidence: string): Html {
  return html`<span class="evidence ev-${evidence}">${evidence.replaceAll("_", " ")}</span>`;
}

/** A standard or an instrument is known by its number, anything else by its title. */
export function knownAs(title: string, reference: string | undefined): string {
  return reference !== undefined && /^(?!OJ)[A-Z]{2}/.test(reference) && reference.length <= 60
    ? reference
    : title;
}
