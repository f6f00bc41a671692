// Renames a thing in definitions and golden cases, or reports why it cannot.
import type { Position, Range, TextEdit, WorkspaceEdit } from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { BUILTINS } from "../engine/functions/all.js";
import { RESERVED } from "../engine/language/formula.js";
import type { Location } from "../engine/language/locations.js";
import { type NamedThing, sameNamed } from "../lint/names.js";
import { occurrencesAt, rangeOf, type TextPlace, uriIn } from "./answers.js";
import { casesFolder, namedInCases } from "./golden-cases.js";
import type { Occurrence } from "./occurrences.js";
import type { Workspace } from "./workspace.js";

export class Refused extends Error {}

function toRename(place: TextPlace, position: Position): Occurrence {
  const found = occurrencesAt(place, position);
  const [first] = found;
  if (first === undefined) throw new Refused("There is no name here that could be changed.");
  if (found.some(({ thing }) => !sameNamed(thing, first.thing)))
    throw new Refused(
      `${first.thing.name} means several things here: tools that share this part each have their own.`,
    );
  const { kind, name, location } = first.thing;
  if (kind === "part" || kind === "shared table" || (kind === "table" && location.file.startsWith("tables/")))
    throw new Refused(`${name} is called after its file: rename the file, and what names it.`);
  return first;
}

export function renameable(place: TextPlace, position: Position): { range: Range; placeholder: string } {
  const { thing, location } = toRename(place, position);
  return { range: rangeOf(location, thing.name.length), placeholder: thing.name };
}

export function rename(place: TextPlace, position: Position, newName: string): WorkspaceEdit {
  const { workspace } = place;
  const { thing } = toRename(place, position);
  if (!/^[a-z][a-z0-9_]*$/i.test(newName))
    throw new Refused(`${newName} is not a name: letters, digits and _ only.`);
  if (RESERVED.has(newName) || Object.hasOwn(BUILTINS, newName))
    throw new Refused(`${newName} is a word of the language.`);
  const changes: Record<string, TextEdit[]> = {};
  const change = (uri: string, location: Location) => {
    changes[uri] ??= [];
    changes[uri].push({ range: rangeOf(location, thing.name.length), newText: newName });
  };
  const uses = workspace.of(thing);
  for (const { location } of uses) change(uriIn(workspace.folder, location.file), location);
  refuseTaken(workspace, thing, newName, uses, changes);
  for (const { plan } of workspace.toolsOf(thing.location.file)) {
    const { name, inputs, results } = plan.def;
    const isResult =
      thing.kind !== "choice" && thing.kind !== "flag" && results.some((node) => node.name === thing.name);
    const cases = (wanted: boolean, ...named: readonly [key: string, isInput: boolean, word?: string]) => {
      for (const location of wanted ? namedInCases(workspace.folder, name, ...named) : [])
        change(uriIn(casesFolder(workspace.folder), location.file), location);
    };
    cases(thing.kind === "input" && inputs.has(thing.name), thing.name, true);
    cases(isResult, thing.name, false);
    cases(thing.kind === "flag", "flags", false, thing.name);
    // A result with the name of the input repeats it.
    for (const isSent of [true, false]) cases(thing.kind === "choice", thing.of ?? "", isSent, thing.name);
  }
  return { changes };
}

/** A name in use would break the definitions or change the meaning of other mentions. */
function refuseTaken(
  workspace: Workspace,
  thing: NamedThing,
  newName: string,
  uses: readonly Occurrence[],
  changes: Readonly<Record<string, readonly TextEdit[]>>,
): void {
  const texts = new Map<string, string>();
  for (const { location } of uses) {
    const uri = uriIn(workspace.folder, location.file);
    const document = TextDocument.create(uri, "yaml", 0, workspace.text(location.file));
    texts.set(location.file, TextDocument.applyEdits(document, [...(changes[uri] ?? [])]));
  }
  const errorsOf = ({ loaded }: Workspace) => loaded.findings.filter(({ severity }) => severity === "error");
  const before = errorsOf(workspace);
  const edited = workspace.edited(texts);
  const after = errorsOf(edited);
  const known = new Set(before.map(({ message }) => message));
  const found = after.find(({ message }) => !known.has(message));
  if (found !== undefined && after.length > before.length) {
    refuseAs(takenBy(workspace, thing, newName));
    const left = thing.kind === "choice" ? placeLeft(workspace, edited, thing) : undefined;
    const { file, line } = found.location;
    const where =
      left === undefined
        ? `${file}:${line}`
        : `${thing.name} is also at ${left}, which renaming cannot change`;
    throw new Refused(`${newName} does not do: ${found.message} (${where})`);
  }
  const renamed = edited
    .occurrences()
    .filter(
      ({ thing: { name, location } }) =>
        name === newName && location.file === thing.location.file && location.line === thing.location.line,
    );
  if (renamed.length !== uses.length) {
    refuseAs(takenBy(workspace, thing, newName));
    throw new Refused(`${newName} is in use: some mentions would refer to another thing of that name.`);
  }
}

/** Kinds that share one namespace in a tool. */
const ONE_SPACE: ReadonlySet<string> = new Set(["input", "value", "table", "function"]);

/** Returns the thing that already has the new name in scope. */
function takenBy(workspace: Workspace, { kind, of, location }: NamedThing, newName: string) {
  const files = new Set(workspace.toolsOf(location.file).flatMap(({ plan }) => plan.def.files));
  return workspace
    .occurrences()
    .find(
      ({ thing: other }) =>
        other.name === newName &&
        other.of === of &&
        (other.kind === kind || (ONE_SPACE.has(other.kind) && ONE_SPACE.has(kind))) &&
        (files.has(other.location.file) || kind === "source"),
    )?.thing;
}

function refuseAs(taken: NamedThing | undefined): void {
  if (taken === undefined) return;
  const { kind, name, location } = taken;
  throw new Refused(`${name} is already the ${kind} at ${location.file}:${location.line}.`);
}

/** Returns a location where the choice's word remains as a cell or quoted text, unresolved. */
function placeLeft(
  workspace: Workspace,
  edited: Workspace,
  { name, location }: NamedThing,
): string | undefined {
  const others = new Set(
    edited
      .occurrences()
      .flatMap(({ thing, location: { file, line } }) => (thing.name === name ? [`${file}:${line}`] : [])),
  );
  for (const file of new Set(workspace.toolsOf(location.file).flatMap(({ plan }) => plan.def.files)))
    for (const [at, line] of edited.text(file).split("\n").entries())
      if (isAlone(name, line) && !others.has(`${file}:${at + 1}`)) return `${file}:${at + 1}`;
  return undefined;
}

/** Three words separated by spaces are a sentence or formula, so their commas do not separate words. */
const SENTENCE = /^[^{["]*\b[A-Za-z]+ [a-z]+ [a-z]+/;

/** Whether a line contains the word as key, cell, list item or quoted text, outside of comments and sentences. */
function isAlone(word: string, line: string): boolean {
  const text = line.replace(/(?:^|\s)#.*$/, "");
  const quoted = `(?<=")${word}(?=")`;
  const alone = `(?<=^[\\s-]*|[{[,:]\\s*|")${word}(?=\\s*(?:[,:}\\]"]|$))`;
  return new RegExp(SENTENCE.test(text) ? quoted : alone).test(text);
}
