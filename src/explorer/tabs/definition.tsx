// The definition of the tool, with the lines that took part in this result marked; a switch turns it into an editor.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Source } from "../../engine/language/files.js";
import type { ExplainedStep } from "../../engine/reference/explain.js";
import { address } from "../address.js";
import type { OpenTool } from "../asked.js";
import { type CodeView, openCode } from "../code-view.js";
import { lineOf, markedLines } from "../marked-lines.js";
import { WithExplanation } from "../parts/explained.js";
import { setMark } from "../state.js";
import { withUnit } from "../words.js";
import type { Explained } from "../worker/messages.js";

export function Definition({ open }: { open: OpenTool }) {
  return (
    <WithExplanation>{(explained) => <Text key={open.entry.name} explained={explained} />}</WithExplanation>
  );
}

function Text({ explained }: { explained: Explained }) {
  const { files, marks, sources } = explained;
  const host = useRef<HTMLDivElement>(null);
  const code = useRef<CodeView>(undefined);
  const source = useSignal<Source | undefined>(undefined);
  const wanted = useRef<string>(undefined);
  const newest = useRef(explained);
  newest.current = explained;
  const file = files.find(({ path }) => path === address.value.marks.file) ?? files[0];
  const show = (path: string) => setMark("file", path);

  const follow = (word: string) => {
    const known = newest.current.sources.find(({ id }) => id === word);
    if (known !== undefined) {
      source.value = known;
      return;
    }
    const here = files.find(({ path }) => path === (address.peek().marks.file ?? files[0]?.path));
    const all = [...(here === undefined ? [] : [here]), ...files];
    const found = all.find(({ text }) => lineOf(text, word) !== undefined);
    if (found === undefined) return;
    if (found === here) light(code.current, found.text, word);
    else {
      wanted.current = word;
      show(found.path);
    }
  };

  useEffect(() => {
    const element = host.current;
    if (element === null || file === undefined) return undefined;
    const root = element.shadowRoot ?? element.attachShadow({ mode: "open" });
    const view = openCode({
      parent: root,
      text: file.text,
      label: file.path,
      isEditable: false,
      about: (word) => aboutName(newest.current, word),
      names: () => [],
      follow,
      changed: () => undefined,
    });
    code.current = view;
    if (wanted.current !== undefined) light(view, file.text, wanted.current);
    wanted.current = undefined;
    return () => view.close();
  }, [file?.path, file?.text]);

  useEffect(() => {
    if (file !== undefined)
      code.current?.mark(
        markedLines(
          file.text,
          marks.filter((mark) => mark.file === file.path),
        ),
      );
  }, [marks, file?.path]);

  return (
    <section class="card definition">
      <div class="row">
        <label for="file" class="hidden">
          File
        </label>
        <select id="file" value={file?.path} onChange={(event) => show(event.currentTarget.value)}>
          {files.map(({ path }) => (
            <option key={path} value={path}>
              {path} ({marks.filter((mark) => mark.file === path).length} places took part)
            </option>
          ))}
        </select>
        <span class="note legend">
          <i class="took-value" /> took part <i class="took-rule" /> rule or row that decided; click a name to
          go to it
        </span>
      </div>
      {source.value !== undefined && (
        <SourceCard
          source={source.value}
          close={() => {
            source.value = undefined;
          }}
        />
      )}
      <div class="code-host" ref={host} />
      {sources.length === 0 && <p class="note">The service computes: the marks are not known.</p>}
    </section>
  );
}

function light(code: CodeView | undefined, text: string, word: string): void {
  const line = lineOf(text, word);
  if (line !== undefined) code?.goTo(line);
}

export function SourceCard({ source, close }: { source: Source; close: () => void }) {
  const { title, reference, publisher, date, evidence, review_by: review, url, note } = source;
  return (
    <aside class="source" aria-label="Source">
      <p>
        <b>{title}</b>. {[reference, publisher, date].filter((each) => each !== undefined).join(", ")}
      </p>
      <p class="note">
        Evidence: {evidence.replaceAll("_", " ")}. Review by {review}. {note}
      </p>
      {url !== undefined && /^https?:/.test(url) && (
        <p>
          <a href={url} rel="noreferrer" target="_blank">
            {url}
          </a>
        </p>
      )}
      <button type="button" onClick={close}>
        Close
      </button>
    </aside>
  );
}

/** What a name is worth in this result. */
export function aboutName({ explanation, sources }: Explained, word: string): string | undefined {
  const given = explanation.inputs[word];
  if (given !== undefined)
    return `${word}: input, ${withUnit(given.value, given)}${given.from === "default" ? " (assumed)" : ""}`;
  const step = stepNamed(explanation.steps, word);
  if (step !== undefined) {
    const value =
      step.value === null || typeof step.value !== "object" ? ` = ${withUnit(step.value, step)}` : "";
    return [step.title ?? step.name, value, step.because === undefined ? "" : `. ${step.because}`].join("");
  }
  return sources.find(({ id }) => id === word)?.title;
}

function stepNamed(steps: readonly ExplainedStep[], name: string): ExplainedStep | undefined {
  for (const step of steps) {
    if (step.name === name) return step;
    const inner = stepNamed(step.steps ?? [], name);
    if (inner !== undefined) return inner;
  }
  return undefined;
}
