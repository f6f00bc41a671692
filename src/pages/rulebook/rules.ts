// Renders a tool's rules as sentences: if ..., then ..., because ...; in force from ... until ...
import type { Expr } from "../../engine/language/formula.js";
import type { Citation, Entry, Give, Otherwise } from "../../engine/language/model.js";
import { type Html, html, joined } from "../html.js";
import { phrase } from "../sentences.js";
import { exactText } from "../show.js";
import type { PageWriter } from "./writer.js";

export function ruleList(
  entries: readonly Entry[],
  anchor: string,
  around: readonly Citation[],
  page: PageWriter,
): Html {
  return html`<ol class="rules">${entries.map((entry, at) => ruleItem(entry, `${anchor}-${at + 1}`, around, page))}</ol>`;
}

function ruleItem(entry: Entry, anchor: string, around: readonly Citation[], page: PageWriter): Html {
  return page.within(anchor, () => {
    const repeated = entry.loops.map(
      ({ name, source }) => html`For each ${page.plain(name)} of ${phrase(source.it.expr, page)}: `,
    );
    const { dates, rest } = dated(entry);
    const name = entry.id ?? entry.own.get("code");
    const others = [...entry.own].filter(([key]) => key !== "code");
    const when = rest === undefined ? undefined : page.condition(rest);
    const title = entry.title ?? (name === undefined ? undefined : String(name));
    const body =
      entry.rules === undefined
        ? html`${entry.give !== undefined && gives(entry.give, page)}`
        : ruleList(entry.rules, anchor, entry.cites, page);
    return html`<li class="rule" id="${anchor}">${page.above(entry.location.line)}${
      title !== undefined && html`<p class="rule-name">${title}</p>`
    }<p class="if">${repeated}${
      when === undefined
        ? entry.rules === undefined
          ? html`<b>Always:</b>`
          : ""
        : html`<b>${entry.rules === undefined ? "If" : "All of these only if"}</b> ${when}:`
    }</p>${body}${others.length > 0 && html`<p class="own">${others.map(([key, value]) => html`${page.plain(key)} ${exactText(value)} `)}</p>`}${page.because(entry)}${
      dates !== "" && html`<p class="dates">${dates}</p>`
    }${page.aside(entry.location.line)}${page.cites(entry.cites, around)}</li>`;
  });
}

export function otherwiseItem(
  otherwise: Otherwise,
  anchor: string,
  around: readonly Citation[],
  page: PageWriter,
): Html {
  return page.within(
    anchor,
    () =>
      html`<div class="rule otherwise" id="${anchor}">${
        otherwise.id !== undefined && html`<p class="rule-name">${otherwise.id}</p>`
      }<p class="if"><b>Otherwise:</b></p>${gives(otherwise.give, page)}${page.because(otherwise)}${page.above(otherwise.location.line)}${page.aside(otherwise.location.line)}${page.cites(otherwise.cites, around)}</div>`,
  );
}

/** Separates a rule's dates from its condition. */
function dated(entry: Entry): { dates: string; rest: Expr | undefined } {
  const { from, until } = entry;
  const expr = entry.when?.it.expr;
  if (from === undefined && until === undefined) return { dates: "", rest: expr };
  const isDay = (part: Expr): boolean =>
    part.kind === "operator" &&
    part.args[0]?.kind === "name" &&
    part.args[0].name === "as_of" &&
    part.args[1]?.kind === "text" &&
    (part.args[1].value === from || part.args[1].value === until);
  const strip = (part: Expr | undefined): Expr | undefined => {
    if (part === undefined || isDay(part)) return undefined;
    if (part.kind !== "operator" || part.op !== "and") return part;
    const left = strip(part.args[0]);
    const right = strip(part.args[1]);
    return left === undefined || right === undefined ? (left ?? right) : { ...part, args: [left, right] };
  };
  return { dates: `In force ${periodText({ from, until })}.`, rest: strip(expr) };
}

/** Returns the period in words, or an empty text. */
export function periodText({ from, until }: Period): string {
  return [from && `from ${from}`, until && `until ${until}`].filter((part) => part).join(" ");
}

interface Period {
  readonly from?: string | null | undefined;
  readonly until?: string | null | undefined;
}

/** Renders the outcome of an entry. */
export function gives(give: Give, page: PageWriter): Html {
  if (give.kind === "record")
    return html`<dl class="gives">${[...give.fields].map(([name, field]) => html`<div><dt>${page.heading(name)}</dt><dd>${given(field, page)}</dd></div>`)}</dl>`;
  return html`<div class="gives">${given(give, page)}</div>`;
}

function given(give: Give, page: PageWriter): Html {
  switch (give.kind) {
    case "formula": {
      const { expr } = give.formula.it;
      return "value" in expr ? html`${exactText(expr.value)}` : phrase(expr, page);
    }
    case "text":
      return page.text(give.template.it);
    case "record":
      return joined(
        [...give.fields].map(([name, field]) => html`${page.plain(name)} ${given(field, page)}`),
        "; ",
      );
    case "list":
      return give.items.length === 0
        ? html`nothing`
        : html`<ul class="items">${give.items.map(
            ({ when, give: inner }) =>
              html`<li>${given(inner, page)}${when !== undefined && html` <i>if ${page.condition(when.it.expr)}</i>`}</li>`,
          )}</ul>`;
  }
}
