// Renders a tool's interface: inputs with bounds, constraints, scales, and results.

import type { Constraint, ResultNode, ToolDef } from "../../engine/language/model.js";
import type { Tool } from "../../engine/tool.js";
import { isRecord } from "../../json/objects.js";
import { choiceOf, fieldWords, type JsonSchema, propertiesOf } from "../../wording/field-words.js";
import { manyOf } from "../../wording/wording.js";
import { type Html, html, joined, nameHtml } from "../html.js";
import { resultsIn } from "../results.js";
import { phrase } from "../sentences.js";
import { exactText, unitText } from "../show.js";
import { wideTable } from "../wide-table.js";
import type { PageWriter } from "./writer.js";

export function inputTable(tool: Tool, page: PageWriter): Html {
  const rows = [...tool.plan.inputs.values()].map(({ name, unit, required, fallback }) => {
    const schema = propertiesOf(tool.inputSchema)[name] ?? {};
    const anchor = `input-${name}`;
    const line = page.lineOf(anchor);
    return html`<tr id="${anchor}"><th scope="row">${called(schema, name)}</th><td>${typeText(schema)}</td><td>${unitText(unit)}</td><td>${allowed(schema, page)}</td><td>${
      required
        ? html`<b>required</b>`
        : fallback === undefined || fallback === null
          ? html`<span class="soft">optional</span>`
          : html`${exactText(fallback)}`
    }</td><td>${String(schema.description ?? "")}${page.above(line)}${page.aside(line)}${page.trail(anchor)}</td></tr>`;
  });
  return wideTable(
    { label: "Inputs", looks: "table inputs" },
    ["Name", "Type", "Unit", "Allowed", "Default", "Meaning"],
    rows,
  );
}

/** Renders the title and the name used by callers. */
function called(field: object, name: string): Html {
  return html`${fieldWords(field, name).title} <span class="as-written">${nameHtml(name)}</span>`;
}

/** Renders a word with its title. */
function choice(word: unknown, schema: JsonSchema): Html {
  const title = choiceOf(schema, word)?.title;
  return html`<q>${exactText(word)}</q>${title !== undefined && html` ${title}`}`;
}

function typeText(schema: JsonSchema): string {
  if (schema.format === "date") return "date";
  const { type, items, additionalProperties } = schema;
  if (type === "array" && isRecord(items)) return `list of ${typeText(items)}`;
  if (type === "object" && isRecord(additionalProperties)) return `map to ${typeText(additionalProperties)}`;
  if (type === "string") return Array.isArray(schema.enum) ? "word" : "text";
  return Array.isArray(type)
    ? type.join(" or ")
    : String(type ?? (Array.isArray(schema.anyOf) ? "alternatives" : ""));
}

function allowed(schema: JsonSchema, page: PageWriter): Html {
  const said: Html[] = [];
  if (Array.isArray(schema.enum))
    said.push(
      html`${joined(
        schema.enum.map((word) => choice(word, schema)),
        ", ",
      )}`,
    );
  if ("const" in schema) said.push(html`only ${exactText(schema.const)}`);
  const bounds: readonly (readonly [key: string, words: string])[] = [
    ["exclusiveMinimum", "above"],
    ["minimum", "at least"],
    ["exclusiveMaximum", "below"],
    ["maximum", "at most"],
    ["formatMinimum", "not before"],
    ["formatMaximum", "not after"],
    ["multipleOf", "multiples of"],
    ["minLength", "characters at least"],
    ["maxLength", "characters at most"],
    ["minItems", "items at least"],
    ["maxItems", "items at most"],
    ["minProperties", "entries at least"],
    ["maxProperties", "entries at most"],
  ];
  for (const [key, words] of bounds)
    if (schema[key] !== undefined) said.push(html`${words} ${exactText(schema[key])}`);
  if (typeof schema.pattern === "string") said.push(html`of the form <code>${schema.pattern}</code>`);
  if (schema.uniqueItems === true) said.push(html`none twice`);
  if (typeof schema.scale === "string") said.push(html`on the scale ${page.scale(schema.scale)}`);
  if (isRecord(schema.propertyNames) && Array.isArray(schema.propertyNames.enum))
    said.push(
      html`names: ${joined(
        schema.propertyNames.enum.map((word) => html`<q>${exactText(word)}</q>`),
        ", ",
      )}`,
    );
  for (const inner of [schema.items, schema.additionalProperties])
    if (isRecord(inner)) said.push(html`each: ${allowed(inner, page)}`);
  if (isRecord(schema.properties))
    said.push(
      html`<ul class="items">${Object.entries(propertiesOf(schema)).map(
        ([name, field]) => html`<li>${called(field, name)} ${typeText(field)} ${allowed(field, page)}</li>`,
      )}</ul>`,
    );
  for (const choice of Array.isArray(schema.anyOf) ? schema.anyOf : [])
    if (isRecord(choice)) said.push(html`either ${typeText(choice)} ${allowed(choice, page)}`);
  return joined(said, "; ");
}

export function constraintList(constraints: readonly Constraint[], page: PageWriter): Html {
  return html`<ol class="rules">${constraints.map((constraint, at) =>
    page.within(
      `constraint-${at + 1}`,
      () =>
        html`<li class="rule" id="constraint-${at + 1}">${page.above(constraint.location.line)}<p class="if"><b>Refused if</b> ${page.condition(constraint.when.it.expr)}; to blame: ${page.input(constraint.field)}</p><p class="said">${page.text(constraint.say.it)}</p>${page.because(constraint)}${page.aside(constraint.location.line)}${page.cites(constraint.cites)}</li>`,
    ),
  )}</ol>`;
}

export function scaleList(scales: ReadonlyMap<string, readonly string[]>, page: PageWriter): Html {
  return html`<ul class="scales">${[...scales].map(([name, words]) => {
    const line = page.lineOf(`scale-${name}`);
    return html`<li id="scale-${name}"><b>${page.heading(name)}</b>, lowest first: ${words.map((word) => page.word(word, name)).join(", ")} <span class="as-written">${nameHtml(name)}</span>${page.above(line)}${page.aside(line)}</li>`;
  })}</ul>`;
}

/** Renders the headline results, verdict first, each with the rule or step that gives it. */
export function answerTable({ headline, results }: ToolDef, page: PageWriter): Html | undefined {
  const { verdict, answers = [], numbers = [] } = headline ?? {};
  const paths = [verdict, ...answers, ...numbers].flatMap((path) => path?.split(".")[0] ?? []);
  const nodes = [...new Set(paths)].flatMap((name) => results.find((node) => node.name === name) ?? []);
  if (nodes.length === 0) return undefined;
  return wideTable(
    { label: "What it answers", looks: "table results answers" },
    ["Name", "Meaning", "Comes from"],
    nodes.map((node) =>
      page.within(
        `result-${node.name}`,
        () =>
          html`<tr><th scope="row"><a href="#result-${node.name}">${node.title ?? page.heading(node.name)}</a></th><td>${node.description !== node.title && node.description}</td><td>${origin(node, page)}</td></tr>`,
      ),
    ),
  );
}

export function resultTable(def: ToolDef, page: PageWriter): Html {
  return wideTable(
    { label: "Results", looks: "table results" },
    ["Name", "Unit", "Meaning", "Comes from"],
    [...resultsIn(def.results)].map(([path, node]) => resultRow(node, path, page)),
  );
}

function resultRow(node: ResultNode, path: string, page: PageWriter): Html {
  const anchor = `result-${path}`;
  const line = page.lineOf(anchor, node.location.line);
  const unit = unitText(fieldWords(node.body, node.name).unit);
  return page.within(
    anchor,
    () =>
      html`<tr id="${anchor}"><th scope="row" class="depth-${Math.min(4, path.split(".").length - 1)}">${called(node, node.name)}</th><td>${unit}</td><td>${node.description !== node.title && node.description}${page.above(line)}${page.aside(line)}</td><td>${origin(node, page)}</td></tr>`,
  );
}

function origin(node: ResultNode, page: PageWriter): Html {
  const { body, when } = node;
  const only = when === undefined ? html`` : html` only if ${page.condition(when.it.expr)}`;
  if (body.kind === "leaf") {
    const { expr } = body.value.it;
    const plain =
      expr.kind === "name" || expr.kind === "field" || expr.kind === "text" || expr.kind === "number";
    const round = body.round === undefined ? "" : rounding(body.round);
    return html`${plain ? phrase(expr, page) : html`${page.formula(expr)}${page.namesIn(expr)}`}${round !== "" && html` <span class="soft">${round}</span>`}${body.or !== undefined && html`, or ${phrase(body.or.it.expr, page)} where that is null`}${only}`;
  }
  if (body.kind === "object")
    return html`${body.value !== undefined && html`the record ${phrase(body.value.it.expr, page)}`}${only}`;
  return html`one for each of ${phrase(body.each.it.expr, page)}${body.key !== undefined && html`, by ${phrase(body.key.it.expr, page)}`}${body.value !== undefined && html`: ${phrase(body.value.it.expr, page)}`}${only}`;
}

function rounding(digits: number): string {
  if (digits === 0) return "rounded to a whole number";
  return digits > 0 ? `rounded to ${manyOf(digits, "decimal")}` : `rounded to ${10 ** -digits}s`;
}
