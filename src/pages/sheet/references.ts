// Citations in a sheet: each source gets a number, each citation names clause and evidence.

import type { Source } from "../../engine/language/files.js";
import type { ExplainedCitation, ExplainedStep, Explanation } from "../../engine/reference/explain.js";
import { type Html, html, joined, webLink } from "../html.js";

export class References {
  private readonly numbers = new Map<string, number>();
  private readonly cited = new Map<string, ExplainedCitation[]>();

  constructor(explanation: Explanation) {
    const visit = (step: ExplainedStep): void => {
      this.note(step.citations);
      for (const { citations } of step.tables ?? []) this.note(citations);
      for (const { citations } of step.rules ?? []) this.note(citations);
      for (const inner of step.steps ?? []) visit(inner);
    };
    for (const step of explanation.steps) visit(step);
  }

  private note(citations: readonly ExplainedCitation[]): void {
    for (const citation of citations) {
      const { source } = citation;
      if (!this.numbers.has(source)) this.numbers.set(source, this.numbers.size + 1);
      const list = this.cited.get(source) ?? [];
      if (!list.some((known) => keyOf(known) === keyOf(citation))) list.push(citation);
      this.cited.set(source, list);
    }
  }

  /** The citations as lines; those that stand around are not repeated. */
  lines(citations: readonly ExplainedCitation[], around: readonly ExplainedCitation[] = []): Html {
    const known = new Set(around.map(keyOf));
    const own = citations.filter((citation) => !known.has(keyOf(citation)));
    if (own.length === 0) return html``;
    return html`<ul class="refs">${own.map((citation) => this.line(citation))}</ul>`;
  }

  private line(citation: ExplainedCitation): Html {
    const { source, title, reference, clause, evidence } = citation;
    const number = this.numbers.get(source) ?? 0;
    return html`<li><a href="#source-${number}" title="${title}">[${number}]</a> ${knownAs(title, reference)}${
      clause !== "" && html`, <span class="clause">${clause}</span>`
    } ${evidenceMark(evidence)}</li>`;
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
        source !== undefined && html` <span class="soft">Review by ${source.review_by}.</span>`
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
