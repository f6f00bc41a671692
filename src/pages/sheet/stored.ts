// What a kept sheet holds for `plumbline verify`: inputs, results and the definition's hash as data, and a link on each page.
import type { Explanation } from "../../engine/explain/explanation.js";
import { type Html, html } from "../html.js";
import type { PageContext } from "./context.js";

/** The id of the element with the data. */
export const STORED = "stored-sheet";

/** A sheet as data: enough to compute its results again. */
export interface StoredSheet {
  readonly tool: string;
  readonly version: string;
  readonly definition_sha256: string;
  readonly definition_files: Readonly<Record<string, string>>;
  /** What the caller sent. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly result: unknown;
}

export function storedSheet(explanation: Explanation, { identity }: PageContext): Html {
  const { tool, version, result } = explanation;
  const stored: StoredSheet = {
    tool,
    version,
    definition_sha256: identity.sha256,
    definition_files: Object.fromEntries(identity.files),
    input: sentInput(explanation),
    result,
  };
  return html`<data id="${STORED}" value="${JSON.stringify(stored)}" hidden></data>`;
}

/** Marks of a link: the input as JSON, and the definition's hash. */
export const INPUT_MARK = "@input";
export const HASH_MARK = "@def";

/** The link that a printed page keeps. It opens the tool with this input in the explorer of the same service. */
export function checkLink(explanation: Explanation, { identity }: PageContext): Html {
  const query = new URLSearchParams({
    [INPUT_MARK]: JSON.stringify(sentInput(explanation)),
    [HASH_MARK]: identity.sha256,
  });
  return html`<p class="check-link"><a href="/#/${encodeURIComponent(explanation.tool)}?${query.toString()}">Verify: definition ${identity.sha256.slice(0, 12)}</a></p>`;
}

function sentInput({ inputs }: Explanation): Record<string, unknown> {
  const sent = Object.entries(inputs).filter(([, { from }]) => from === "caller");
  return Object.fromEntries(sent.map(([name, { value }]) => [name, value]));
}
