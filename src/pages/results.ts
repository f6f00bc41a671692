// The results of a definition by path.
import { defined } from "../engine/language/defined.js";
import type { ResultNode } from "../engine/language/model.js";

interface ResultTree<N> {
  readonly name: string;
  readonly body:
    | { readonly kind: "leaf" }
    | { readonly kind: "object" | "array"; readonly fields: readonly N[] };
}

/** Fields of a result that a sheet needs, as data that a worker can send. */
export interface ShownResult extends ResultTree<ShownResult> {
  readonly title?: string;
  readonly symbol?: string;
  readonly fixedBecause?: string;
}

/** Yields every result with its path, parents first. */
export function* resultsIn<N extends ResultTree<N>>(
  nodes: readonly N[],
  before = "",
): Generator<readonly [path: string, node: N]> {
  for (const node of nodes) {
    const path = `${before}${node.name}`;
    yield [path, node];
    if (node.body.kind !== "leaf") yield* resultsIn(node.body.fields, `${path}.`);
  }
}

/** Returns the results without their formulas and positions. */
export function shownResults(nodes: readonly ResultNode[]): ShownResult[] {
  return nodes.map(({ name, title, symbol, fixedBecause, body }) => ({
    name,
    ...defined({ title, symbol, fixedBecause }),
    body: body.kind === "leaf" ? { kind: "leaf" } : { kind: body.kind, fields: shownResults(body.fields) },
  }));
}
