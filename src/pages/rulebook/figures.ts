// Renders a tool's figures for its first example, with the names that they use.
import type { Expr } from "../../engine/language/formula.js";
import type { FigureDef, ResultNode } from "../../engine/language/model.js";
import type { Tool } from "../../engine/tool.js";
import { figureHtml } from "../figures/figure.js";
import { type Html, html, joined } from "../html.js";
import type { PageWriter } from "./writer.js";

export function figureItems(tool: Tool, page: PageWriter): Html {
  const [example] = tool.facts.examples;
  const drawn = example === undefined ? [] : tool.figures(example.input);
  return html`${example !== undefined && html`<p class="soft">Drawn for the example <q>${example.title}</q>.</p>`}<div class="figures">${tool.plan.def.figures.map(
    (figure, nth) => {
      const anchor = `figure-${nth + 1}`;
      const data = drawn.find(({ title }) => title === figure.head.title);
      return page.within(
        anchor,
        () =>
          html`<div id="${anchor}">${data === undefined ? html`<p><b>${figure.head.title}</b> <span class="soft">has nothing to show for this example.</span></p>` : figureHtml(data)}${origin(figure, page)}</div>`,
      );
    },
  )}</div>`;
}

/** Describes when a figure is drawn, and from which names. */
function origin({ head, tree }: FigureDef, page: PageWriter): Html {
  const only =
    tree.when === undefined ? html`` : html`<p class="uses">only if ${page.condition(tree.when.it.expr)}</p>`;
  const result = head.result ?? "";
  const swept =
    head.kind === "sweep" &&
    html`<p class="uses"><span class="tag">the result</span> <a href="#result-${result}">${page.titleOf(`result-${result}`, result)}</a></p>`;
  return html`${only}${swept}${joined(namesOf(tree, page), "")}`;
}

/** Returns the used names: lists first, then fields of their items. */
function namesOf(tree: ResultNode, page: PageWriter): Html[] {
  const ofItems: Html[] = [];
  const taken = ({ body }: ResultNode): Expr[] => {
    if (body.kind === "leaf") return [body.value.it.expr];
    const inside = () => body.fields.flatMap(taken);
    if (body.kind === "object") return inside();
    const { expr } = body.each.it;
    ofItems.push(page.namesIn({ kind: "list", items: inside() }));
    return [expr];
  };
  return [page.namesIn({ kind: "list", items: taken(tree) }), ...ofItems];
}
