// Converts answers of the workspace to the Language Server Protocol.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  type CodeAction,
  type CompletionItem,
  CompletionItemKind,
  type Diagnostic,
  DiagnosticSeverity,
  type DocumentSymbol,
  type Hover,
  type Location as LspLocation,
  type Position,
  type Range,
  SymbolKind,
  type TextEdit,
} from "vscode-languageserver/node";
import { BUILTINS } from "../engine/functions/all.js";
import type { Location } from "../engine/language/locations.js";
import { type NamedThing, typeWords } from "../lint/names.js";
import { proposals } from "./completion.js";
import { type Fix, fixOf, wordAt } from "./fixes.js";
import { chosenCase, valueIn } from "./golden-cases.js";
import type { Occurrence } from "./occurrences.js";
import { type OutlineEntry, outlineOf } from "./outline.js";
import type { Workspace } from "./workspace.js";

/** A file in a definitions folder. */
export interface TextPlace {
  readonly workspace: Workspace;
  readonly path: string;
}

export function rangeOf({ line, column }: Location, length: number): Range {
  const start = { line: line - 1, character: column - 1 };
  return { start, end: { line: line - 1, character: column - 1 + length } };
}

export function uriIn(folder: string, path: string): string {
  return pathToFileURL(join(folder, path)).href;
}

export function occurrencesAt({ workspace, path }: TextPlace, { line, character }: Position): Occurrence[] {
  return workspace.at(path, line + 1, character + 1);
}

export function diagnostics(workspace: Workspace): Map<string, Diagnostic[]> {
  const found = new Map<string, Diagnostic[]>();
  for (const { check, severity, location, message, hint } of workspace.loaded.findings) {
    const uri = uriIn(workspace.folder, location.file);
    const line = workspace.text(location.file).split("\n")[location.line - 1] ?? "";
    const each: Diagnostic = {
      range: rangeOf(location, Math.max(1, wordAt(line, location.column).length)),
      severity: severity === "error" ? DiagnosticSeverity.Error : DiagnosticSeverity.Information,
      source: "plumbline",
      code: check,
      message: hint === undefined ? message : `${message} (${hint})`,
    };
    found.set(uri, [...(found.get(uri) ?? []), each]);
  }
  for (const { location, message } of workspace.doubts()) {
    const uri = uriIn(workspace.folder, location.file);
    const line = workspace.text(location.file).split("\n")[location.line - 1] ?? "";
    const range = rangeOf(location, Math.max(1, wordAt(line, location.column).length));
    const each: Diagnostic = {
      range,
      severity: DiagnosticSeverity.Hint,
      source: "plumbline",
      code: "doubt",
      message,
    };
    found.set(uri, [...(found.get(uri) ?? []), each]);
  }
  return found;
}

export function fixes({ workspace, path }: TextPlace, range: Range): CodeAction[] {
  const lines = workspace.text(path).split("\n");
  const uri = uriIn(workspace.folder, path);
  const position = ({ line, column }: Fix["from"]): Position => ({ line: line - 1, character: column - 1 });
  return workspace.loaded.findings.flatMap((finding) => {
    const { location } = finding;
    const line = location.line - 1;
    if (location.file !== path || line < range.start.line || line > range.end.line) return [];
    const fix = fixOf(finding, lines);
    if (fix === undefined) return [];
    const edit: TextEdit = { range: { start: position(fix.from), end: position(fix.to) }, newText: fix.text };
    return [{ title: fix.title, kind: "quickfix", isPreferred: true, edit: { changes: { [uri]: [edit] } } }];
  });
}

const ITEM_KINDS: Readonly<Record<string, CompletionItemKind>> = {
  input: CompletionItemKind.Variable,
  value: CompletionItemKind.Variable,
  parameter: CompletionItemKind.Variable,
  column: CompletionItemKind.Field,
  table: CompletionItemKind.Struct,
  function: CompletionItemKind.Function,
  "built-in function": CompletionItemKind.Function,
  source: CompletionItemKind.Reference,
  unit: CompletionItemKind.Unit,
  word: CompletionItemKind.Keyword,
};

export function completion({ workspace, path }: TextPlace, { line, character }: Position): CompletionItem[] {
  const before = (workspace.text(path).split("\n")[line] ?? "").slice(0, character);
  const at = { file: path, line: line + 1, column: character + 1 };
  return proposals(workspace, at, before).map(({ name, kind, detail }) => ({
    label: name,
    kind: ITEM_KINDS[kind] ?? CompletionItemKind.Value,
    detail: detail === undefined || detail === "" ? kind : `${kind}: ${detail}`,
  }));
}

/** Describes a name: meaning, definition, and value in the chosen case. */
export function hover(
  place: TextPlace,
  position: Position,
  chosen: ReadonlyMap<string, string>,
): Hover | null {
  const { workspace, path } = place;
  const [found] = occurrencesAt(place, position);
  if (found === undefined) {
    const line = workspace.text(path).split("\n")[position.line] ?? "";
    const word = wordAround(line, position.character);
    if (!Object.hasOwn(BUILTINS, word)) return null;
    const { usage, example } = BUILTINS[word] ?? {};
    const said = example?.[2].replaceAll(/\[(.*?)\]\(.*?\)/g, "$1") ?? "";
    return { contents: { kind: "markdown", value: `\`${usage}\`${said === "" ? "" : `\n\n${said}`}` } };
  }
  const { thing, location } = found;
  const { kind, name, title, written } = thing;
  const head = [`**${name}**`, title, kind].filter((text) => text !== undefined).join(" · ");
  const lines = [
    head,
    typeWords(thing),
    written === undefined ? "" : `\`${written.replaceAll("`", "'")}\``,
    `Defined in ${thing.location.file}:${thing.location.line}`,
    valueLine(place, thing, chosen),
  ];
  const value = lines.filter((line) => line !== "").join("\n\n");
  return { contents: { kind: "markdown", value }, range: rangeOf(location, name.length) };
}

function valueLine(
  { workspace, path }: TextPlace,
  thing: NamedThing,
  chosen: ReadonlyMap<string, string>,
): string {
  const [checked] = workspace.toolsOf(path);
  const tool = checked === undefined ? undefined : workspace.set?.tools.get(checked.plan.def.name);
  if (tool === undefined) return "";
  const one = chosenCase(workspace.folder, tool.name, chosen.get(tool.name));
  const value = one === undefined ? undefined : valueIn(tool, thing, one.input);
  if (one === undefined || value === undefined) return "";
  const text = JSON.stringify(value);
  return `In the case ${one.name}: \`${text.length > 200 ? `${text.slice(0, 197)}...` : text}\``;
}

function wordAround(line: string, character: number): string {
  const before = /\w*$/.exec(line.slice(0, character))?.[0] ?? "";
  return before + (/^\w*/.exec(line.slice(character))?.[0] ?? "");
}

function definitionOf(workspace: Workspace, thing: NamedThing): LspLocation {
  const { file, line } = thing.location;
  const itself = workspace
    .of(thing)
    .find(({ location }) => location.file === file && (location.line === line || location.line === line - 1));
  const location = itself?.location ?? thing.location;
  return { uri: uriIn(workspace.folder, file), range: rangeOf(location, itself ? thing.name.length : 0) };
}

export function definition(place: TextPlace, position: Position): LspLocation[] {
  return occurrencesAt(place, position).map(({ thing }) => definitionOf(place.workspace, thing));
}

export function references(
  place: TextPlace,
  position: Position,
  { includeDeclaration }: { readonly includeDeclaration: boolean },
): LspLocation[] {
  const { workspace } = place;
  const found = occurrencesAt(place, position).flatMap(({ thing }) => {
    const itself = JSON.stringify(definitionOf(workspace, thing));
    const all = workspace.of(thing).map(({ location }) => ({
      uri: uriIn(workspace.folder, location.file),
      range: rangeOf(location, thing.name.length),
    }));
    return includeDeclaration ? all : all.filter((each) => JSON.stringify(each) !== itself);
  });
  return [...new Map(found.map((each) => [JSON.stringify(each), each])).values()];
}

/**
 * Removes trailing spaces, double blank lines and foreign line ends. Returns no edit if the text is already clean.
 */
export function formatting({ workspace, path }: TextPlace): TextEdit[] {
  const text = workspace.text(path);
  // In a literal block, spaces and blank lines are content.
  if (/: [|][-+\d]*\s*$/m.test(text)) return [];
  const lines = text.split(/\r\n?|\n/).map((line) => line.trimEnd());
  const tidy = `${lines
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim()}\n`;
  if (tidy === text) return [];
  const end: Position = { line: lines.length, character: 0 };
  return [{ range: { start: { line: 0, character: 0 }, end }, newText: tidy }];
}

export function outline({ workspace, path }: TextPlace): DocumentSymbol[] {
  const text = workspace.text(path);
  const end: Position = { line: text.split("\n").length, character: 0 };
  return symbols(outlineOf(path, text), end, SymbolKind.Namespace);
}

/** An entry extends to the start of the next. */
function symbols(entries: readonly OutlineEntry[], end: Position, kind: SymbolKind): DocumentSymbol[] {
  return entries.map(({ name, location, inner }, at) => {
    const selectionRange = rangeOf(location, 1);
    const next = entries[at + 1]?.location;
    const until = next === undefined ? end : { line: next.line - 1, character: next.column - 1 };
    const range = { start: selectionRange.start, end: until };
    return { name, kind, range, selectionRange, children: symbols(inner, until, SymbolKind.Variable) };
  });
}
