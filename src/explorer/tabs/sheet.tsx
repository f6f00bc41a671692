// The calculation sheet of this answer, to print and to keep.

import { Words } from "../../engine/language/words.js";
import type { SheetContext } from "../../pages/sheet/context.js";
import { sheetBody, sheetDocument } from "../../pages/sheet/document.js";
import { type Detail, isDetail } from "../../pages/sheet/options.js";
import { address } from "../address.js";
import { download } from "../download.js";
import { WithExplanation } from "../parts/explained.js";
import { SHEET_STYLES, Shadow } from "../parts/shadow.js";
import { fontFaces } from "../sheet-fonts.js";
import { setMark } from "../state.js";
import type { OpenTool } from "../tool-data.js";
import type { WorkerExplanation } from "../worker/messages.js";

export function contextOf(open: OpenTool, { sources, shown, words }: WorkerExplanation): SheetContext {
  const { inputSchema, outputSchema, entry } = open;
  return {
    ...shown,
    words: new Words(...words),
    inputSchema,
    outputSchema,
    sources: new Map(sources.map((source) => [source.id, source])),
    ...(entry.headline === undefined ? {} : { headline: entry.headline }),
  };
}

/** The sheet of the service at an address of its own: what was filled in goes to the service with it. */
function sheetLink(open: OpenTool, { explanation }: WorkerExplanation, detail: Detail): string {
  const given = Object.entries(explanation.inputs).filter(([, { from }]) => from !== "default");
  const input = Object.fromEntries(given.map(([name, { value }]) => [name, value]));
  return `/v1/tools/${open.entry.name}/sheet?detail=${detail}&input=${encodeURIComponent(JSON.stringify(input))}`;
}

/** How much of the calculation the sheet shows, in the words of the reader. */
const DETAILS: Readonly<Record<Detail, string>> = {
  summary: "The answer alone",
  checks: "The answer and how it was worked out",
  full: "Every step, rule and file",
};

export function Sheet({ open }: { open: OpenTool }) {
  const { detail: asked } = address.value.marks;
  const detail: Detail = isDetail(asked) ? asked : "checks";
  return (
    <WithExplanation>
      {(explained) => {
        const context = contextOf(open, explained);
        const body = sheetBody(explained.explanation, context, { detail }).text;
        const keep = async () => {
          const styles = [await fontFaces(body), ...SHEET_STYLES].join("\n");
          const page = sheetDocument(explained.explanation, context, () => styles, { detail });
          download(`${open.entry.name}.html`, "text/html", page);
        };
        return (
          <>
            <p class="row print-not">
              <button type="button" class="main" onClick={() => print()}>
                Print
              </button>
              <button type="button" onClick={() => void keep()}>
                Download
              </button>
              <a class="button" href={sheetLink(open, explained, detail)} target="_blank" rel="noreferrer">
                Open as a page
              </a>
              <select
                aria-label="What the sheet shows"
                value={detail}
                onChange={(event) => setMark("detail", event.currentTarget.value)}
              >
                {Object.entries(DETAILS).map(([name, title]) => (
                  <option key={name} value={name}>
                    {title}
                  </option>
                ))}
              </select>
            </p>
            <div class="paper">
              <Shadow html={body} label="Calculation sheet" />
            </div>
          </>
        );
      }}
    </WithExplanation>
  );
}
