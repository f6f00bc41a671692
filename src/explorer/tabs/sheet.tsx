// The calculation sheet of this answer, to print and download.

import { useEffect } from "preact/hooks";
import { Words } from "../../engine/language/words.js";
import type { PageContext } from "../../pages/sheet/context.js";
import { footer, sheetBody, sheetDocument } from "../../pages/sheet/document.js";
import { type Detail, isDetail, PROJECT, type SheetOptions } from "../../pages/sheet/options.js";
import { address, definitionPlace } from "../address.js";
import { download } from "../download.js";
import { WithExplanation } from "../parts/explained.js";
import { SHEET_STYLES, Shadow } from "../parts/shadow.js";
import { printPage } from "../print-page.js";
import { includeInLink, isInLink, LONGEST, project, setProject } from "../project.js";
import { fontFaces } from "../sheet-fonts.js";
import { setMark } from "../state.js";
import type { OpenTool } from "../tool-data.js";
import type { WorkerExplanation } from "../worker/messages.js";

/** The catalogue lists it because the worker needs it; results do not depend on it. */
const BIBLIOGRAPHY = "sources.yaml";

export function contextOf(open: OpenTool, { sources, shown, words }: WorkerExplanation): PageContext {
  const { inputSchema, outputSchema, entry } = open;
  return {
    ...shown,
    identity: { sha256: entry.hash, files: entry.files.filter(([path]) => path !== BIBLIOGRAPHY) },
    words: new Words(...words),
    inputSchema,
    outputSchema,
    sources: new Map(sources.map((source) => [source.id, source])),
    ...(entry.headline === undefined ? {} : { headline: entry.headline }),
  };
}

/** Returns the address of the service's sheet. It contains the inputs, which are sent to the service. */
function sheetLink(open: OpenTool, { explanation }: WorkerExplanation, detail: Detail): string {
  const given = Object.entries(explanation.inputs).filter(([, { from }]) => from !== "default");
  const input = Object.fromEntries(given.map(([name, { value }]) => [name, value]));
  return `/v1/tools/${open.entry.name}/sheet?detail=${detail}&input=${encodeURIComponent(JSON.stringify(input))}`;
}

/** Levels of detail. */
const DETAILS: Readonly<Record<Detail, string>> = {
  summary: "The answer alone",
  checks: "The answer and how it was worked out",
  full: "Every step, rule and file",
};

/** Returns the same page as the command line. */
async function pageOf(
  explained: WorkerExplanation,
  context: PageContext,
  options: SheetOptions,
): Promise<string> {
  const body = sheetBody(explained.explanation, context, options).text;
  const styles = [await fontFaces(body), ...SHEET_STYLES].join("\n");
  return sheetDocument(explained.explanation, context, () => styles, options);
}

export function Sheet({ open }: { open: OpenTool }) {
  const { detail: asked } = address.value.marks;
  const detail: Detail = isDetail(asked) ? asked : "checks";
  return (
    <WithExplanation>
      {(explained) => {
        const context = contextOf(open, explained);
        const options = { detail, project: project.value };
        const body = sheetBody(explained.explanation, context, { ...options, place: definitionPlace }).text;
        const keep = async () =>
          download(`${open.entry.name}.html`, "text/html", await pageOf(explained, context, options));
        return (
          <>
            <p class="row print-not">
              <button
                type="button"
                class="main"
                onClick={() => void pageOf(explained, context, options).then(printPage)}
              >
                Print or save as PDF
              </button>
              <button type="button" onClick={() => void keep()}>
                Download
              </button>
              <a class="button" href={sheetLink(open, explained, detail)} target="_blank" rel="noreferrer">
                Open as a page
              </a>
              <select
                aria-label="Contents of the sheet"
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
            <ProjectBlock />
            <div class="paper">
              <PageFoot explained={explained} context={context} />
              <Shadow html={body} label="Calculation sheet" />
            </div>
          </>
        );
      }}
    </WithExplanation>
  );
}

/** Fields of the sheet's header. */
function ProjectBlock() {
  return (
    <fieldset class="choose project-block print-not" aria-label="On the sheet">
      {Object.entries(PROJECT).map(([name, label]) => (
        <div class="field" key={name}>
          <label for={`project-${name}`}>{label}</label>
          <input
            id={`project-${name}`}
            maxLength={LONGEST}
            value={project.value[name as keyof typeof PROJECT] ?? ""}
            onChange={(event) => setProject(name as keyof typeof PROJECT, event.currentTarget.value.trim())}
          />
        </div>
      ))}
      <label class="check">
        <input
          type="checkbox"
          checked={isInLink.value}
          disabled={!isInLink.value && Object.keys(project.value).length === 0}
          onChange={(event) => includeInLink(event.currentTarget.checked)}
        />{" "}
        Include in the link
      </label>
      <p class="note">Kept in this browser for your next sheets; the member is part of the link.</p>
    </fieldset>
  );
}

/** Styles for printing the page with the browser's command: paper size, fonts and footer. */
function PageFoot({ explained, context }: { explained: WorkerExplanation; context: PageContext }) {
  const rules = `${
    SHEET_STYLES.join("\n")
      .match(/@page \{.*\}/g)
      ?.join("\n") ?? ""
  }
@media print { html { font-size: 8.5pt; } }
${footer(explained.explanation, context, project.value)}`;
  useEffect(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rules);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
    };
  }, [rules]);
  return null;
}
