// The tool's definition with the lines that contributed to this result; a switch starts the editor.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { ExplainedStep } from "../../engine/explain/explanation.js";
import type { Source } from "../../engine/language/files.js";
import { manyOf, messageOf } from "../../wording/wording.js";
import { address } from "../address.js";
import { type CodeView, openCode } from "../code-view.js";
import { definitionFiles } from "../definition-files.js";
import { change, drafted, warm } from "../drafting.js";
import { explained as lastExplained, watch } from "../explaining.js";
import { lineOf, markedLines } from "../marked-lines.js";
import { Draft } from "../parts/draft.js";
import { Unexplained } from "../parts/explained.js";
import { Notice } from "../parts/notice.js";
import { lookAgain, setMark } from "../state.js";
import { texts } from "../stored-draft.js";
import type { OpenTool } from "../tool-data.js";
import { withUnit } from "../words.js";
import type { WorkerExplanation } from "../worker/messages.js";

type File = { readonly path: string; readonly text: string };

/** Shared files, which are hidden here. */
const SHARED: ReadonlySet<string> = new Set(["common.yaml", "sources.yaml"]);

/** Shows the text at once, and marks lines when the explanation is ready. */
export function Definition({ open }: { open: OpenTool }) {
  const { entry } = open;
  const files = useSignal<readonly File[]>([]);
  const failed = useSignal("");
  useEffect(watch, []);
  useEffect(() => {
    failed.value = "";
    definitionFiles(entry).then(
      (all) => {
        const own = all.filter(({ path }) => !SHARED.has(path));
        files.value = own.sort((a, b) => Number(b.path === entry.file) - Number(a.path === entry.file));
      },
      (error: unknown) => {
        failed.value = messageOf(error);
        lookAgain().catch(() => undefined);
      },
    );
  }, [entry]);
  if (failed.value !== "")
    return <Notice tone="bad">The definition could not be loaded ({failed.value}).</Notice>;
  return (
    <>
      <Unexplained />
      <Text key={entry.name} open={open} files={files.value} explained={lastExplained.value} />
    </>
  );
}

interface TextProps {
  readonly open: OpenTool;
  readonly files: readonly File[];
  readonly explained: WorkerExplanation | undefined;
}

function Text({ open, files, explained }: TextProps) {
  const marks = explained?.marks;
  const host = useRef<HTMLDivElement>(null);
  const code = useRef<CodeView>(undefined);
  const source = useSignal<Source | undefined>(undefined);
  /** The line to scroll to after the file opens. */
  const { line } = address.peek().marks;
  const wanted = useRef<string | number | undefined>(line === undefined ? undefined : Number(line));
  const newest = useRef(explained);
  newest.current = explained;
  const isEditing = address.value.marks.edit === "on" && open.local !== undefined;
  const file = files.find(({ path }) => path === address.value.marks.file) ?? files[0];

  const show = (path: string, where: string | number) => {
    if (path === file?.path) light(code.current, where);
    else {
      wanted.current = where;
      setMark("file", path);
    }
  };
  const namesNow = () => {
    const names = drafted.peek()?.names ?? [];
    return names.length > 0 ? names : (newest.current?.names ?? []);
  };
  const follow = (word: string) => {
    const known = newest.current?.sources.find(({ id }) => id === word);
    if (known !== undefined) {
      source.value = known;
      return;
    }
    const all = [...(file === undefined ? [] : [file]), ...files];
    const found = all.find(({ text }) => lineOf(text, word) !== undefined);
    if (found !== undefined) show(found.path, word);
  };

  useEffect(() => {
    const element = host.current;
    if (element === null || file === undefined) return undefined;
    const { path, text } = file;
    const view = openCode({
      parent: element.shadowRoot ?? element.attachShadow({ mode: "open" }),
      text: (isEditing ? texts.peek()[path] : undefined) ?? text,
      label: path,
      isEditable: isEditing,
      about: (word) =>
        newest.current === undefined
          ? namesNow().find(({ name }) => name === word)?.about
          : aboutName({ ...newest.current, names: namesNow() }, word),
      names: namesNow,
      follow,
      changed: (next) => change(path, next, text),
    });
    code.current = view;
    light(view, wanted.current);
    wanted.current = undefined;
    return () => view.close();
  }, [file, isEditing]);

  useEffect(() => {
    if (file === undefined || marks === undefined) return;
    const own = marks.filter((mark) => mark.file === file.path);
    code.current?.mark(texts.peek()[file.path] === undefined ? markedLines(file.text, own) : []);
  }, [marks, file, isEditing]);

  // Discarding a draft also resets the editor.
  const isAsItWas = file !== undefined && texts.value[file.path] === undefined;
  useEffect(() => {
    if (isEditing && isAsItWas && code.current?.text() !== file.text) code.current?.replace(file.text);
  }, [isAsItWas]);

  useEffect(() => {
    if (isEditing) warm();
  }, [isEditing]);

  const findings = drafted.value?.findings;
  useEffect(() => {
    if (isEditing && file !== undefined) code.current?.diagnose(findings ?? [], file.path);
  }, [findings, file?.path, isEditing]);

  return (
    <section class={isEditing ? "definition editing" : "definition"}>
      <div class="card">
        <div class="row">
          <label for="file" class="hidden">
            File
          </label>
          <select
            id="file"
            value={file?.path}
            onChange={(event) => setMark("file", event.currentTarget.value)}
          >
            {files.map(({ path }) => (
              <option key={path} value={path}>
                {path}
                {marks !== undefined &&
                  ` (${manyOf(marks.filter((mark) => mark.file === path).length, "place")} took part)`}
              </option>
            ))}
          </select>
          {open.local !== undefined && (
            <button
              type="button"
              aria-pressed={isEditing}
              onClick={() => setMark("edit", isEditing ? "" : "on")}
            >
              {isEditing ? "Stop editing" : "Edit"}
            </button>
          )}
          <span class="note legend">
            <i class="took-value" /> took part <i class="took-rule" /> rule or row that decided;{" "}
            {isEditing ? "Ctrl+click" : "click"} a name to go to it
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
      </div>
      {isEditing && (
        <Draft open={open} files={files} show={({ location }) => show(location.file, location.line)} />
      )}
    </section>
  );
}

/** Goes to a line, or to the first line that defines a name. */
function light(code: CodeView | undefined, where: string | number | undefined): void {
  const line = typeof where === "string" ? lineOf(code?.text() ?? "", where) : where;
  if (line !== undefined) code?.goTo(line);
}

function SourceCard({ source, close }: { source: Source; close: () => void }) {
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

/** Describes a name and its value in this result. */
function aboutName({ explanation, names, sources }: WorkerExplanation, word: string): string | undefined {
  const about = names.find(({ name }) => name === word)?.about;
  const what = about === undefined ? [] : [about];
  const given = explanation.inputs[word];
  if (given !== undefined) {
    const taken = given.from === "default" ? " (assumed)" : "";
    return [`${word} = ${withUnit(given.value, given)}${taken}`, ...what].join("; ");
  }
  const step = stepNamed(explanation.steps, word);
  if (step === undefined)
    return about === undefined ? sources.find(({ id }) => id === word)?.title : `${word}: ${about}`;
  const value =
    step.value === null || typeof step.value !== "object" ? ` = ${withUnit(step.value, step)}` : "";
  return [`${word}${value}`, ...what, ...(step.because === undefined ? [] : [step.because])].join("; ");
}

function stepNamed(steps: readonly ExplainedStep[], name: string): ExplainedStep | undefined {
  for (const step of steps) {
    if (step.name === name) return step;
    const inner = stepNamed(step.steps ?? [], name);
    if (inner !== undefined) return inner;
  }
  return undefined;
}
