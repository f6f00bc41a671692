// Explains calls as JSON or as a calculation sheet. Explanations are slow, so their number at a time is limited.
import { Shares } from "../../access/shares.js";
import { wholeTool } from "../../build/whole.js";
import type { Outcome, RuntimeSet, RuntimeTool } from "../../engine/run/tool.js";
import type { Tool } from "../../engine/tool.js";
import type { Detail } from "../../pages/sheet/options.js";
import { TookTooLong } from "../../threads/pool.js";

export interface Explained {
  readonly outcome: Outcome;
  /** JSON text; undefined if the call failed or a page was requested. */
  readonly explanation?: string;
  /** Why the result is what it is, with the ids of the deciding steps, if requested. */
  readonly why?: { readonly sentence: string; readonly steps: readonly string[] };
  /** The calculation sheet and its content security policy. */
  readonly page?: { readonly html: string; readonly policy: string };
}

/** A page of that detail, `why` for the explanation with its summary, or false for the explanation only. */
export type ExplanationForm = Detail | "why" | false;

export type Explainer = (tool: RuntimeTool, input: unknown, asPage: ExplanationForm) => Promise<Explained>;

/** Explains in the calling thread. */
export function explainerOf(set: Pick<RuntimeSet, "files">): Explainer {
  return async (tool, input, asPage) => explainWhole(await wholeTool(set, tool), input, asPage);
}

export async function explainWhole(whole: Tool, input: unknown, asPage: ExplanationForm): Promise<Explained> {
  const { outcome, explanation } = whole.explain(input);
  if (explanation === undefined) return { outcome };
  if (asPage === false) return { outcome, explanation: JSON.stringify(explanation) };
  // The page and its typesetting load at their first use.
  const { contextOf, explanationPage } = await import("../../pages/sheet/page.js");
  if (asPage === "why") {
    const { whyInWords } = await import("../../pages/sheet/why-words.js");
    const why = whyInWords(explanation, contextOf(whole));
    return { outcome, explanation: JSON.stringify(explanation), why };
  }
  const { POLICY } = await import("../../pages/standalone-page.js");
  // Absolute, because the page is served at /v1/tools/name and at /v1/tools/name/sheet.
  const page = (file: string) => `/rules/${file.replace(/\.yaml$/, ".html")}`;
  const place = (at: string, of: string) =>
    `${page(at.replace(/:.*$/, ""))}#${of.replace(/\[\]|\(\w*\)|#.*$/g, "")}`;
  const options = { detail: asPage, rules: page(whole.facts.file), place };
  const html = explanationPage(explanation, contextOf(whole), options);
  return { outcome, page: { html, policy: POLICY } };
}

/** One caller may use one slot in four. */
const PLACES_A_CALLER = 4;

/** A bounded queue of explanations, with a share for each caller. */
export class Explanations {
  private readonly asked = new Shares();
  private all = 0;

  constructor(
    private readonly places: number,
    private readonly explain: Explainer,
  ) {}

  /** Returns undefined at once if all slots, or the caller's share, are in use; also after a timeout. */
  async run(
    caller: string,
    tool: RuntimeTool,
    input: unknown,
    asPage: ExplanationForm,
  ): Promise<Explained | undefined> {
    const most = Math.ceil(this.places / PLACES_A_CALLER);
    if (this.all >= this.places || this.asked.of(caller) >= most) return undefined;
    this.all++;
    this.asked.add(caller, 1);
    try {
      return await this.explain(tool, input, asPage);
    } catch (error) {
      if (error instanceof TookTooLong) return undefined;
      throw error;
    } finally {
      this.all--;
      this.asked.add(caller, -1);
    }
  }
}
