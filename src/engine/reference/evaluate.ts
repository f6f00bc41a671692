// The reference evaluator as it is asked for a tool: a walk of the definition for an input, and the telling of that walk.
import { explain } from "./explain.js";
import type { Explanation } from "./explanation.js";
import { NotFinite } from "./meaning.js";
import { type ReferenceOutcome, walkFigures, walkResults } from "./results.js";
import { Walker } from "./walker.js";

/** The walk and where it led; undefined where a number on the way is not finite. */
export async function evaluate(
  disclaimer: string,
  ...given: ConstructorParameters<typeof Walker>
): Promise<(ReferenceOutcome & { readonly walker: Walker }) | undefined> {
  const walker = new Walker(...given);
  try {
    return { ...(await walkResults(walker, disclaimer)), walker };
  } catch (error) {
    if (error instanceof NotFinite) return undefined;
    throw error;
  }
}

/** The steps, and the numbers of the figures: steps first, those of the result and not what only figures need. */
export async function tell(...[walker, around, result]: Parameters<typeof explain>): Promise<{
  readonly told: Omit<Explanation, "figures">;
  readonly figures: Awaited<ReturnType<typeof walkFigures>>;
}> {
  const told = explain(walker, around, result);
  return { told, figures: await walkFigures(walker) };
}
