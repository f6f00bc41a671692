// The calculation sheet of this answer, to print and to keep.

import type { SheetContext } from "../../pages/sheet/context.js";
import { sheetBody, sheetDocument } from "../../pages/sheet/document.js";
import type { OpenTool } from "../asked.js";
import { download } from "../download.js";
import { WithExplanation } from "../parts/explained.js";
import { SHEET_STYLES, Shadow } from "../parts/shadow.js";
import { fontFaces } from "../sheet-fonts.js";
import type { Explained } from "../worker/messages.js";

/** The page does not hold the definition, which tells the few steps of the checks from all others: it shows all. */
const WHOLE = { detail: "full" } as const;

export function contextOf(open: OpenTool, { sources }: Explained): SheetContext {
  const { inputSchema, outputSchema, entry } = open;
  return {
    inputSchema,
    outputSchema,
    sources: new Map(sources.map((source) => [source.id, source])),
    ...(entry.headline === undefined ? {} : { headline: entry.headline }),
  };
}

/** The sheet of the service at an address of its own: what was filled in goes to the service with it. */
function sheetLink(open: OpenTool, { explanation }: Explained): string {
  const given = Object.entries(explanation.inputs).filter(([, { from }]) => from !== "default");
  const input = Object.fromEntries(given.map(([name, { value }]) => [name, value]));
  return `/v1/tools/${open.entry.name}/sheet?input=${encodeURIComponent(JSON.stringify(input))}`;
}

export function Sheet({ open }: { open: OpenTool }) {
  return (
    <WithExplanation>
      {(explained) => {
        const context = contextOf(open, explained);
        const keep = async () => {
          const { explanation } = explained;
          const faces = await fontFaces(sheetBody(explanation, context, WHOLE).text);
          const page = sheetDocument(explanation, context, () => [faces, ...SHEET_STYLES].join("\n"), WHOLE);
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
              <a class="button" href={sheetLink(open, explained)} target="_blank" rel="noreferrer">
                Open as a page
              </a>
            </p>
            <div class="paper">
              <Shadow
                html={sheetBody(explained.explanation, context, WHOLE).text}
                label="Calculation sheet"
              />
            </div>
          </>
        );
      }}
    </WithExplanation>
  );
}
