// The results that a definition gives, by their paths.
import type { ResultNode } from "../engine/language/model.js";

/** Every result with its path, each before the fields inside it. */
export function* resultsIn(
  nodes: readonly ResultNode[],
  before = "",
): Generator<readonly [path: string, node: ResultNode]> {
  for (const node of nodes) {
    const path = `${before}${node.name}`;
    yield [path, node];
    if (node.body.kind !== "leaf") yield* resultsIn(node.body.fields, `${path}.`);
  }
}
