// Explanations of calls, as JSON or as a calculation sheet. They are slow, so only a few may be asked for at a time.
import { Shares } from "../../access/shares.js";
import { wholeTool } from "../../build/whole.js";
import type { Outcome, RuntimeSet, RuntimeTool } from "../../engine/run/tool.js";
import type { Tool } from "../../engine/tool.js";
import type { Detail } from "../../pages/sheet/options.js";
import { TookTooLong } from "../../threads/pool.js";

export interface Explained {
  readonly outcome: Outcome;
  /** The explanation as JSON text; undefined where nothing was computed or a page was asked for. */
  readonly explanation?: string;
  /** Why the answer is what it is, and the ids of the steps that decided it, where that was asked for. */
  readonly why?: { readonly sentence: string; readonly steps: readonly string[] };
  /** The calculation sheet, and what browsers may do with it. */
  readonly page?: { readonly html: string; readonly policy: string };
}

/** A page of that detail, the explanation alone, or with it what Why tells. */
export type ExplanationForm = Detail | "why" | false;

export type Explainer = (tool: RuntimeTool, input: unknown, asPage: ExplanationForm) => Promise<Explained>;

/** Explains in the thread that asks. */
export function explainerOf(set: Pick<RuntimeSet, "files">): Explainer {
  return async (tool, input, asPage) => explainWhole(await wholeTool(set, tool), input, asPage);
}

export async function explainWhole(whole: Tool, input: unknown, asPage: ExplanationForm): Promise<Explained> {
  const { outcome, explanation } = whole.explain(input);
  if (explanation === undefined) return { outcome };
  if (asPage === false) return { outcome, explanation: JSON.stringify(explanation) };
  // Typesetting is loaded by the first who asks for it.
  const { contextOf, explanationPage } = await import("../../pages/sheet/page.js");
  if (asPage === "why") {
    const { whyInWords } = await import("../../pages/sheet/why-words.js");
    const why = whyInWords(explanation, contextOf(whole));
    return { outcome, explanation: JSON.stringify(explanation), why };
  }
  const { POLICY } = await import("../../pages/standalone-page.js");
  // From /v1/tools/name and /v1/tools/name/sheet alike.
  const page = (file: string) => `/rules/${file.replace(/\.yaml$/, ".html")}`;
  const place = (at: string, of: string) =>
    `${page(at.replace(/:.*$/, ""))}#${of.replace(/\[\]|\(\w*\)|#.*$/g, "")}`;
  const options = { detail: asPage, rules: page(whole.facts.file), place };
  const html = explanationPage(explanation, contextOf(whole), options);
  return { outcome, page: { html, policy: POLICY } };
}

/** Of how many places one caller may take one at a time. */
const PLACES_A_CALLER = 4;

/** Explanations for callers, who are told to come back where as many as may be are asked for already, or by themselves. */
export class Explanations {
  private readonly asked = new Shares();
  private all = 0;

  constructor(
    private readonly places: number,
    private readonly explain: Explainer,
  ) {}

  /** Undefined at once when every place is taken, or every one that a caller may have; also when it takes too long. */
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
