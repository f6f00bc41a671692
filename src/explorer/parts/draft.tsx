// The panel next to the editor: findings, the draft's result, its effects, and the way to a pull request.
import type { Finding } from "../../engine/language/findings.js";
import { exactNumber } from "../../pages/show.js";
import { manyOf } from "../../wording/wording.js";
import { patchOf } from "../../workbench/line-diff.js";
import { download } from "../download.js";
import { drafted, draftFailure, moves, promises } from "../drafting.js";
import { setInput } from "../state.js";
import { discard, isChanged, texts } from "../stored-draft.js";
import type { OpenTool } from "../tool-data.js";
import type { Moved, PromisesTried } from "../worker/messages.js";
import { Figures } from "./figures.js";
import { Headline } from "./headline.js";
import { Notice } from "./notice.js";

interface DraftProps {
  readonly open: OpenTool;
  readonly files: readonly { readonly path: string; readonly text: string }[];
  readonly show: (finding: Finding) => void;
}

export function Draft({ open, files, show }: DraftProps) {
  if (!isChanged.value)
    return (
      <p class="note">
        Edit the definition to see how answers and test cases change. Nothing leaves your browser.
      </p>
    );
  const found = drafted.value;
  const patch = () =>
    files.map(({ path, text }) => patchOf(`definitions/${path}`, text, texts.value[path] ?? text)).join("");
  return (
    <div class="draft">
      <p class="row">
        <button
          type="button"
          class="main"
          onClick={() => download(`${open.entry.name}.patch`, "text/x-patch", patch())}
        >
          Download as a patch
        </button>
        <button type="button" onClick={discard}>
          Discard the changes
        </button>
        {found !== undefined && <span class="note">{Math.round(found.ms)} ms</span>}
      </p>
      {draftFailure.value !== undefined && <Notice tone="bad">{draftFailure.value}</Notice>}
      {found !== undefined && <Findings findings={found.findings} show={show} />}
      {found?.answer !== undefined && <DraftAnswer open={open} />}
      <Promises />
      <Moving />
    </div>
  );
}

function Findings({ findings, show }: { findings: readonly Finding[]; show: (finding: Finding) => void }) {
  const all = findings.filter(({ severity }) => severity === "error");
  // A YAML error causes many others; the first one shows the mistake.
  const unread = all.find(({ check }) => check === "yaml");
  const errors = unread === undefined ? all : [unread];
  if (errors.length === 0) return <Notice tone="good">No errors in this draft.</Notice>;
  return (
    <section class="notice bad" aria-live="polite" aria-label="Findings">
      <h2>{manyOf(errors.length, "finding")}</h2>
      <ul class="findings">
        {errors.slice(0, 20).map((finding) => (
          <li key={`${finding.location.file}${finding.location.line}${finding.message}`}>
            <button type="button" onClick={() => show(finding)}>
              {finding.location.file}:{finding.location.line}
            </button>{" "}
            {finding.message} {finding.hint !== undefined && <i>({finding.hint})</i>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function DraftAnswer({ open }: { open: OpenTool }) {
  const found = drafted.value?.answer;
  if (found === undefined) return null;
  if (!found.outcome.ok)
    return (
      <Notice tone="care">
        With this draft the inputs are refused:{" "}
        {found.outcome.problems.map(({ message }) => message).join(" ")}
      </Notice>
    );
  const { headline: _, ...entry } = open.entry;
  const next: OpenTool = {
    ...open,
    entry: { ...entry, ...(found.headline === undefined ? {} : { headline: found.headline }) },
    inputSchema: found.inputSchema,
    outputSchema: found.outputSchema,
  };
  return (
    <>
      <h2>The answer with this draft</h2>
      <Headline open={next} result={found.outcome.result} />
      <details class="folded">
        <summary>{manyOf(found.figures.length, "figure")}</summary>
        <Figures figures={found.figures} name={open.entry.name} />
      </details>
    </>
  );
}

function Promises() {
  const tried = promises.value;
  if (drafted.value?.answer === undefined || tried === undefined || tried.promises.length === 0) return null;
  const broken = tried.promises.filter(({ outcome }) => outcome === "broken");
  const unproved = tried.promises.filter(({ outcome }) => outcome === "untried").length;
  const count = manyOf(tried.promises.length, "promise");
  if (broken.length === 0)
    return (
      <>
        <Notice tone="good">
          {count} tried on {manyOf(tried.inputs, "input")}, this case first: none broken
          {unproved > 0 && `; to ${unproved} no input applied`}.
        </Notice>
        <EachPromise tried={tried} />
      </>
    );
  return (
    <section class="notice bad" aria-live="polite" aria-label="Promises">
      <h2>
        {broken.length} of {count} broken
      </h2>
      <ul class="said">
        {broken.map(({ id, because, breach }) => (
          <li key={id}>
            <code>{id}</code>: {because}
            {breach !== undefined && (
              <>
                , with <code>{JSON.stringify(breach)}</code>
              </>
            )}
          </li>
        ))}
      </ul>
      <EachPromise tried={tried} />
    </section>
  );
}

function EachPromise({ tried }: { readonly tried: PromisesTried }) {
  return (
    <details class="folded">
      <summary>Promises {tried.applied}</summary>
      <ul class="said">
        {tried.promises.map(({ id, summary }) => (
          <li key={id}>
            <code>{id}</code>: {summary}
          </li>
        ))}
      </ul>
    </details>
  );
}

function Moving() {
  const seen = moves.value;
  if (drafted.value?.answer === undefined) return null;
  if (seen === undefined) return <p class="note">Counting what moves…</p>;
  return (
    <section class="moving" aria-label="What moves">
      <h2>What moves</h2>
      <Count title="golden case" moved={seen.golden} />
      <Count title="random input" moved={seen.random} />
    </section>
  );
}

function Count({ title, moved }: { title: string; moved: Moved }) {
  const { tried, changed, flipped, examples } = moved;
  if (tried === 0) return null;
  return (
    <>
      <p>
        <b>{changed === 0 ? "None" : exactNumber(changed)}</b> of {exactNumber(tried)} {title}s change
        {flipped > 0 && `; ${manyOf(flipped, "verdict")} ${flipped === 1 ? "flips" : "flip"}`}.
      </p>
      {examples.length > 0 && (
        <ul class="said">
          {examples.map(({ name, input, before, after }) => (
            <li key={name}>
              <button type="button" class="plain" title="Open it in the form" onClick={() => setInput(input)}>
                {name}
              </button>
              : {before === after ? "the verdict stays" : `${before} becomes ${after}`}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
