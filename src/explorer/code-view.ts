// Shows a definition in CodeMirror, with marked lines and links. In edit mode it adds findings, completion and
// values. Its shadow root avoids an exception in the content policy.
import { autocompletion, type CompletionSource, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { type Diagnostic, lintGutter, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorState, type Extension, RangeSetBuilder, StateEffect, StateField } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  EditorView,
  hoverTooltip,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { tags } from "@lezer/highlight";
import type { Finding } from "../engine/language/findings.js";

export interface CodeOptions {
  readonly parent: ShadowRoot;
  readonly text: string;
  readonly label: string;
  readonly isEditable: boolean;
  /** Describes a name; undefined if it is unknown. */
  readonly about: (word: string) => string | undefined;
  /** Names that formulas can use. */
  readonly names: () => readonly { readonly name: string; readonly about: string }[];
  readonly follow: (word: string) => void;
  readonly changed: (text: string) => void;
}

export interface MarkedLine {
  readonly line: number;
  readonly kind: string;
}

const setMarks = StateEffect.define<readonly MarkedLine[]>();

const marks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(before, { effects, changes, state }) {
    for (const effect of effects) if (effect.is(setMarks)) return decorated(effect.value, state);
    return before.map(changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

function decorated(lines: readonly MarkedLine[], state: EditorState): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  const sorted = lines
    .filter(({ line }) => line >= 1 && line <= state.doc.lines)
    .toSorted((a, b) => a.line - b.line);
  for (const { line, kind } of sorted) {
    const { from } = state.doc.line(line);
    builder.add(from, from, Decoration.line({ class: `took-${kind}` }));
  }
  return builder.finish();
}

const colours = HighlightStyle.define([
  { tag: [tags.definition(tags.propertyName), tags.propertyName], color: "var(--link)" },
  { tag: tags.comment, color: "var(--muted)", fontStyle: "italic" },
  { tag: [tags.string, tags.content], color: "var(--text)" },
  { tag: [tags.number, tags.bool, tags.keyword], color: "var(--good)" },
  { tag: [tags.meta, tags.punctuation], color: "var(--muted)" },
]);

const looks = EditorView.theme({
  "&": { backgroundColor: "var(--surface)", color: "var(--text)", fontSize: "13.5px" },
  ".cm-content, .cm-gutters": { fontFamily: "var(--mono)" },
  ".cm-content": { caretColor: "var(--text)", padding: ".6rem 0" },
  ".cm-cursor": { borderLeftColor: "var(--text)" },
  ".cm-gutters": { backgroundColor: "var(--sunken)", color: "var(--muted)", border: "0" },
  ".cm-scroller": { maxHeight: "75vh", overflow: "auto" },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "-2px" },
  ".took-value": { backgroundColor: "color-mix(in srgb, var(--accent) 7%, transparent)" },
  ".took-rule, .took-row": {
    backgroundColor: "color-mix(in srgb, var(--accent) 22%, transparent)",
    boxShadow: "inset 3px 0 0 var(--accent)",
  },
  ".took-here": { backgroundColor: "var(--care-back)", boxShadow: "inset 3px 0 0 var(--care)" },
  ".cm-tooltip": {
    backgroundColor: "var(--surface)",
    color: "var(--text)",
    border: "1px solid var(--line)",
    borderRadius: ".4rem",
    boxShadow: "var(--lifted)",
  },
  ".cm-tooltip-hover": { padding: ".4rem .6rem", maxWidth: "30rem", font: "14px/1.4 var(--sans)" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": {
    backgroundColor: "var(--accent)",
    color: "var(--on-accent)",
  },
  ".cm-selectionBackground, &.cm-focused .cm-selectionBackground": {
    backgroundColor: "color-mix(in srgb, var(--link) 30%, transparent) !important",
  },
  ".cm-diagnostic": { font: "14px/1.4 var(--sans)" },
  ".cm-panels": { backgroundColor: "var(--sunken)", color: "var(--text)" },
});

export interface CodeView {
  readonly mark: (lines: readonly MarkedLine[]) => void;
  readonly goTo: (line: number) => void;
  /** Shows the findings of a file. */
  readonly diagnose: (findings: readonly Finding[], path: string) => void;
  readonly text: () => string;
  readonly replace: (text: string) => void;
  readonly view: EditorView;
  readonly close: () => void;
}

export function openCode(options: CodeOptions): CodeView {
  const { parent, text, label, isEditable } = options;
  const editing: Extension[] = isEditable
    ? [
        history(),
        indentOnInput(),
        bracketMatching(),
        lintGutter(),
        autocompletion({ override: [completionOf(options)] }),
        keymap.of([...completionKeymap, ...historyKeymap, indentWithTab]),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) options.changed(update.state.doc.toString());
        }),
      ]
    : [EditorState.readOnly.of(true)];
  const view = new EditorView({
    root: parent,
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        EditorView.lineWrapping,
        yaml(),
        syntaxHighlighting(colours),
        looks,
        marks,
        highlightSelectionMatches(),
        keymap.of([...defaultKeymap, ...searchKeymap]),
        EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" }),
        hoverOf(options),
        EditorView.domEventHandlers({
          click: (event, on) => {
            if (isEditable && !event.ctrlKey && !event.metaKey) return false;
            const at = on.posAtCoords({ x: event.clientX, y: event.clientY });
            const word = at === null ? undefined : wordAt(on.state, at)?.word;
            if (word !== undefined) options.follow(word);
            return false;
          },
        }),
        ...editing,
      ],
    }),
  });
  return {
    view,
    mark: (lines) => view.dispatch({ effects: setMarks.of(lines) }),
    goTo: (line) => {
      const { from } = view.state.doc.line(Math.max(1, Math.min(line, view.state.doc.lines)));
      view.dispatch({
        selection: { anchor: from },
        effects: EditorView.scrollIntoView(from, { y: "center" }),
      });
    },
    diagnose: (findings, path) =>
      view.dispatch(
        setDiagnostics(
          view.state,
          findings.flatMap((each) => diagnosticOf(view.state, each, path)),
        ),
      ),
    text: () => view.state.doc.toString(),
    replace: (next) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } }),
    close: () => view.destroy(),
  };
}

function diagnosticOf(
  state: EditorState,
  { location, severity, message, hint }: Finding,
  path: string,
): Diagnostic[] {
  if (location.file !== path || location.line > state.doc.lines) return [];
  const line = state.doc.line(location.line);
  const from = Math.min(line.from + location.column - 1, line.to);
  const word = wordAt(state, from);
  return [
    {
      from,
      to: Math.max(word?.to ?? line.to, from),
      severity: severity === "error" ? "error" : "info",
      message: hint === undefined ? message : `${message} (${hint})`,
    },
  ];
}

function wordAt(state: EditorState, at: number): { word: string; from: number; to: number } | undefined {
  const line = state.doc.lineAt(at);
  for (const match of line.text.matchAll(/[A-Za-z_]\w*/g)) {
    const from = line.from + match.index;
    const to = from + match[0].length;
    if (at >= from && at <= to) return { word: match[0], from, to };
  }
  return undefined;
}

function hoverOf({ about }: CodeOptions): Extension {
  return hoverTooltip((view, at) => {
    const found = wordAt(view.state, at);
    const text = found === undefined ? undefined : about(found.word);
    if (found === undefined || text === undefined) return null;
    return {
      pos: found.from,
      end: found.to,
      create: () => {
        const dom = document.createElement("div");
        dom.textContent = text;
        return { dom };
      },
    };
  });
}

function completionOf({ names }: CodeOptions): CompletionSource {
  return (context) => {
    const word = context.matchBefore(/[A-Za-z_]\w*$/);
    if (word === null || (word.from === word.to && !context.explicit)) return null;
    return {
      from: word.from,
      options: names().map(({ name, about }) => ({ label: name, detail: about, type: "variable" })),
      validFor: /^\w*$/,
    };
  };
}
