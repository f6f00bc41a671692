// Calls that are explained: slow, so they take turns, and done in this thread or in one of their own.
import { wholeTool } from "../build/whole.js";
import type { Outcome, ServedSet, ServedTool } from "../engine/run/tool.js";
import type { Tool } from "../engine/tool.js";
import { Turns } from "./turns.js";

export interface Explained {
  readonly outcome: Outcome;
  /** The explanation as JSON text; undefined where nothing was computed or a page was asked for. */
  readonly explanation?: string;
  /** The calculation sheet, and what browsers may do with it. */
  readonly page?: { readonly html: string; readonly policy: string };
}

export type Explainer = (tool: ServedTool, input: unknown, asPage: boolean) => Promise<Explained>;

/** Explains in the thread that asks. */
export function explainerOf(set: Pick<ServedSet, "files">): Explainer {
  return async (tool, input, asPage) => explainWhole(await wholeTool(set, tool), input, asPage);
}

export async function explainWhole(whole: Tool, input: unknown, asPage: boolean): Promise<Explained> {
  const { outcome, explanation } = await whole.explain(input);
  if (explanation === undefined) return { outcome };
  if (!asPage) return { outcome, explanation: JSON.stringify(explanation) };
  // Typesetting is loaded by the first who asks for it.
  const { contextOf, explanationPage, POLICY } = await import("../pages/sheet/page.js");
  return { outcome, page: { html: explanationPage(explanation, contextOf(whole)), policy: POLICY } };
}

export class Explanations {
  private readonly turns: Turns;

  constructor(
    places: number,
    private readonly explain: Explainer,
  ) {
    this.turns = new Turns(places);
  }

  /** Undefined at once when every place is taken. */
  run(tool: ServedTool, input: unknown, asPage: boolean): Promise<Explained | undefined> {
    return this.turns.run(() => this.explain(tool, input, asPage));
  }
}
