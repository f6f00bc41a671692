// Renders the requirements of a tool: when each applies, is met and is exempt, with its clause.
import type { ToolDef, ValueDef } from "../../engine/language/model.js";
import { type Html, html } from "../html.js";
import { gives } from "./rules.js";
import type { PageWriter } from "./writer.js";

const SINGLE = "requirement_";
/** Conditions of a requirement by the name of their value. */
const CONDITIONS = { applies: "Applies if", met: "Met if", exempt: "Exempt if" } as const;

export function requirementList(def: ToolDef, page: PageWriter): Html | undefined {
  const single = def.generated.filter(({ name }) => name.startsWith(SINGLE));
  if (single.length === 0) return undefined;
  const verdicts = def.generated.filter(({ name }) => !name.startsWith("requirement"));
  return page.within(
    "result-requirements",
    () =>
      html`${single.map((value) => requirement(value, page))}${verdicts.map((value) => verdict(value, page))}`,
  );
}

/** The words of a verdict that are formulas, or the values of a class. */
function verdict(value: ValueDef, page: PageWriter): Html {
  if (value.kind === "formula") return page.namesIn(value.formula.it.expr);
  if (value.kind !== "decide") return html``;
  const words = value.entries.flatMap(({ because = "", give }) =>
    give?.kind === "formula" && give.formula.it.expr.kind !== "name"
      ? [html`<p class="if"><b>${because}</b></p>${gives(give, page)}`]
      : [],
  );
  if (words.length === 0) return html``;
  const title = page.book.titles.heading(value.name);
  return html`<div class="work"><div class="calc"><h3>${title}</h3>${words}</div><div class="side"></div></div>`;
}

function requirement(value: ValueDef, page: PageWriter): Html {
  const inner = innermost(value);
  const conditions = Object.entries(CONDITIONS).flatMap(([name, title]) => {
    const found = inner.find((each) => each.name === name);
    return found?.kind === "formula"
      ? [html`<p class="if"><b>${title}</b> ${page.condition(found.formula.it.expr)}.</p>`]
      : [];
  });
  const title = page.book.titles.heading(value.name.slice(SINGLE.length));
  return html`<div class="work"><div class="calc"><h3>${title}</h3>${conditions}</div><div class="side">${page.cites(value.cites)}</div></div>`;
}

/** Returns the values of a requirement, also of one for each item of a list. */
function innermost(value: ValueDef): readonly ValueDef[] {
  if (!("values" in value)) return [];
  const rule = value.values.find(({ name }) => name === "rule");
  return value.kind === "each" && rule !== undefined ? innermost(rule) : value.values;
}
