// Renders a tool's values in file order: computation, unit, source and users.

import { pathOf } from "../../engine/language/entries.js";
import type { CalculationDef, Call, Citation, ValueDef } from "../../engine/language/model.js";
import { unitOfName } from "../../engine/language/unit-names.js";
import { type Html, html, joined, nameHtml } from "../html.js";
import { phrase } from "../sentences.js";
import { exactText, unitText } from "../show.js";
import { gives, otherwiseItem, ruleList } from "./rules.js";
import type { PageWriter } from "./writer.js";

export function valueList(values: readonly ValueDef[], around: string, page: PageWriter): Html {
  return html`<div class="values">${values.map((value) => valueItem(value, around, page))}</div>`;
}

export function valueItem(value: ValueDef, around: string, page: PageWriter): Html {
  const anchor = pathOf(value, around);
  return page.within(anchor, () => {
    const unit = unitText(value.unit ?? unitOfName(value.name));
    return html`${page.above(value.location.line)}<section class="value" id="${anchor}"><div class="work"><div class="calc">
<h3><a class="self" href="#${anchor}" aria-label="${page.titleOf(anchor, value.name)}">${page.headed(anchor, value.name)}</a>${unit !== "" && html` <span class="unit">${unit}</span>`}${
      value.scale !== undefined && html` <span class="unit">on the scale ${page.scale(value.scale)}</span>`
    }<span class="as-written">${nameHtml(value.name)}</span></h3>${value.description !== undefined && html`<p>${value.description}</p>`}${
      value.when !== undefined &&
      html`<p class="if"><b>Only if</b> ${page.condition(value.when.it.expr)}; otherwise n/a.</p>`
    }${body(value, page)}${value.empirical && html`<p class="soft">Empirical: its units do not balance by nature.</p>`}${page.because(value)}${page.aside(value.location.line)}</div><div class="side">${page.cites(value.cites)}</div></div>${below(value, anchor, page)}${page.trail(anchor)}</section>`;
  });
}

/** Renders the computation as a line or formula. */
function body(value: ValueDef, page: PageWriter): Html {
  switch (value.kind) {
    case "constant":
      return html`<p class="constant">= <b>${exactText(value.constant)}</b></p>`;
    case "formula": {
      const { expr } = value.formula.it;
      return html`<div class="formula"><span class="equals">=</span>${page.formula(expr)}</div>${page.namesIn(expr)}`;
    }
    case "text":
      return html`<p class="said">${page.text(value.template.it)}</p>`;
    case "calculate":
      return callLine(value.call, page);
    case "pick": {
      const list = phrase(value.source.it.expr, page);
      const { where: only } = value;
      const where = only === undefined ? html`` : html`, of those where ${page.condition(only.it.expr)}`;
      const key =
        value.by === "first"
          ? html`The first of ${list} where ${page.condition(value.key.it.expr)}`
          : html`The one of ${list} with the ${value.by} ${phrase(value.key.it.expr, page)}`;
      return html`<p>${key}${where}; ${value.otherwise === "last" ? "the last one" : "n/a"} where none fits.</p>`;
    }
    case "each": {
      const where = value.where;
      const { loop, order } = value;
      return html`<p>For each ${page.plain(loop.name)} of ${phrase(loop.source.it.expr, page)}${where !== undefined && html` where ${page.condition(where.it.expr)}`}${
        order !== undefined &&
        html`, ordered by ${phrase(order.by.it.expr, page)}, ${order.descending ? "largest" : "smallest"} first`
      }${value.number !== undefined && html`, numbered as ${page.plain(value.number)}`}:</p>${value.calculate !== undefined && callLine(value.calculate, page)}`;
    }
    case "decide":
      return html`<p class="soft">The first rule that applies decides.</p>`;
    case "collect":
      return html`<p class="soft">Every rule that applies adds to the list.</p>`;
    case "group":
      return html`<p class="soft">A group of values:</p>`;
  }
}

/** Renders rules and inner values in full width. */
function below(value: ValueDef, anchor: string, page: PageWriter): Html {
  switch (value.kind) {
    case "decide":
      return html`${ruleList(value.entries, anchor, value.cites, page)}${
        value.otherwise !== undefined &&
        otherwiseItem(value.otherwise, `${anchor}-otherwise`, value.cites, page)
      }`;
    case "collect":
      return value.entries.length === 0
        ? html`<p class="none">None.</p>`
        : html`${ruleList(value.entries, anchor, value.cites, page)}${
            value.otherwise !== undefined &&
            html`<div class="rule otherwise"><p class="if"><b>If none holds:</b></p>${gives(value.otherwise, page)}</div>`
          }`;
    case "group":
    case "each":
      return value.values.length === 0 ? html`` : valueList(value.values, anchor, page);
    default:
      return html``;
  }
}

function callLine(call: Call, page: PageWriter): Html {
  return html`<p>The calculation ${page.calculation(call.name)}${
    call.args.size > 0 &&
    html` with ${joined(
      [...call.args].map(([name, { it }]) => html`${page.plain(name)} = ${phrase(it.expr, page)}`),
      ", ",
    )}`
  }.</p>`;
}

/** Renders a function or calculation: parameters, then values. */
export function calculationItem(def: CalculationDef, page: PageWriter): Html {
  return page.within(def.name, () => {
    const params = [...def.given].map(
      ([name, { type }]) => html`${page.plain(name)} <span class="unit">${unitText(type) || "number"}</span>`,
    );
    const line = page.lineOf(def.name, def.location.line);
    const cites: readonly Citation[] = def.cites;
    return html`${page.above(line)}<section class="value" id="${def.name}"><div class="work"><div class="calc"><h3><a class="self" href="#${def.name}">${page.heading(def.name)}</a> <span class="soft">of ${joined(params, ", ")}</span><span class="as-written">${nameHtml(def.name)}</span></h3>${page.because(def)}${page.aside(line)}${
      def.isFunction && html`${def.values.map((value) => functionBody(value, page))}`
    }</div><div class="side">${page.cites(cites)}</div></div>${
      !def.isFunction && valueList(def.values, def.name, page)
    }${page.trail(def.name)}</section>`;
  });
}

function functionBody(value: ValueDef, page: PageWriter): Html {
  return html`${body(value, page)}${value.empirical && html`<p class="soft">Empirical: its units do not balance by nature.</p>`}`;
}
