// Judges small edits: a change of a number, sign, word or source without the change that usually comes with it.
import { isDateText } from "../../engine/language/types.js";
import { parseUnit } from "../../engine/language/units.js";
import { NUMBER_WORDS } from "../written-numbers.js";
import type { Doubt, Edit, SetChanges, Versions } from "./edits.js";
import { Lines, type Use } from "./tokens.js";

const SOURCES = "sources.yaml";
/** Lines between an edit and the edit of its citation. */
const NEAR = 4;
/** Words whose change reverses or widens a sentence. */
const TURNING: ReadonlySet<string> = new Set(
  "not no never only must may least most above below under over before after more less fewer minimum maximum".split(
    " ",
  ),
);

interface Judged extends Edit {
  readonly use: Use;
  readonly lines: Lines;
}

export function slipsIn({ edits, deleted }: SetChanges, { before, after }: Versions): Doubt[] {
  const judged = edits.map((edit): Judged => {
    const lines = new Lines(after.get(edit.file) ?? { path: edit.file, text: "", sha256: "" });
    return { ...edit, lines, use: lines.use(edit.at) };
  });
  const sources = changedSources(judged, deleted, before, after);
  const pairs = new Map<string, Set<string>>();
  for (const edit of judged) {
    const places = pairs.get(pairOf(edit)) ?? new Set();
    pairs.set(pairOf(edit), places.add(`${edit.file}:${edit.at.line}`));
  }
  const isConsistent = (edit: Judged) =>
    (pairs.get(pairOf(edit))?.size ?? 0) > 1 &&
    [...edit.before, ...edit.after].some((text) => /\w{3}/.test(text));
  const doubts = judged.flatMap((edit) => {
    const message = messageFor(edit, judged, sources, { before, after });
    return message === undefined || isConsistent(edit)
      ? []
      : [{ location: { file: edit.file, ...edit.at }, message }];
  });
  const gone = deleted.flatMap(({ file, at, before: [first = ""] }) =>
    WORDING.test(first)
      ? []
      : [{ location: { file, ...at }, message: `This entry was deleted: ${shortened(first)}` }],
  );
  return onePerLine([...doubts, ...gone]);
}

/** Comments and keys without effect on results. */
const WORDING = /^(?:#|"?(?:title|description|also|note|symbol)"?:)/;

function pairOf({ before, after }: Edit): string {
  return `${before.join(" ")} → ${after.join(" ")}`;
}

function messageFor(
  edit: Judged,
  all: readonly Judged[],
  sources: ReadonlySet<string>,
  versions: Versions,
): string | undefined {
  const { use, lines, at } = edit;
  if (edit.after.includes("{")) return undefined;
  if (use === "upkeep" || use === "comment") return undefined;
  const near = all.filter(
    (each) => each !== edit && each.file === edit.file && Math.abs(each.at.line - at.line) <= NEAR,
  );
  const change = `${quoted(edit.before)} is now ${quoted(edit.after)}`;
  if (use === "citation") {
    // The edit of a source goes with edits of its users.
    const isUsed = edit.file === SOURCES && all.some(({ file }) => file !== SOURCES);
    const isNewSource = edit.after.some((word) => sources.has(word));
    const hasContent = near.some(({ use: other }) => other === "code" || other === "sentence");
    return isNewSource || isUsed || hasContent
      ? undefined
      : `${change} in a citation, and what it supports did not change.`;
  }
  if (use === "sentence") return sentence(edit, all, change);
  const citations = lines.citations(at.line);
  const [cited] = citations;
  const isCitedAnew =
    near.some(({ use: other }) => other === "citation") ||
    citations.some((each) => [...sources].some((source) => each.includes(source)));
  if (isCitedAnew || !computes(edit, versions)) return undefined;
  return cited === undefined ? `${change}.` : `${change}, and its source did not change: ${shortened(cited)}`;
}

function sentence({ before, after }: Judged, edits: readonly Judged[], change: string): string | undefined {
  const words = [...before, ...after];
  const isTurned = words.length < 3 && words.some((word) => TURNING.has(word.toLowerCase()));
  const isReplaced = before.length === after.length && words.some((word) => isNumber(word) || isUnit(word));
  const follows = edits.some(
    ({ use, after: now }) => use === "code" && after.some((word) => isNumber(word) && now.includes(word)),
  );
  return (!isTurned && !isReplaced) || follows
    ? undefined
    : `${change} in a text, and no value changed with it.`;
}

/** Whether an edit of code changes a value, name or sign, or removes one. New conditions are deliberate. */
function computes({ before, after, file }: Judged, { before: old }: Versions): boolean {
  if (before.length === 0) return after.length === 1 && /^(?:not|-)$/.test(after[0] ?? "");
  if ([...before, ...after].every((text) => !/[\p{L}\p{N}]/u.test(text)))
    return isOperator(before) && isOperator(after);
  const isNew = after.some((text) => /^[a-z_]\w{5,}$/i.test(text) && !old.get(file)?.text.includes(text));
  return !isNew;
}

function isOperator([text = "", ...more]: readonly string[]): boolean {
  return more.length === 0 && /^(?:[-+*/<>]=?|[=!]=)$/.test(text);
}

function isNumber(text: string): boolean {
  return /^\d/.test(text) || isDateText(text) || text.toLowerCase() in NUMBER_WORDS;
}

function isUnit(text: string): boolean {
  return text.length < 6 && /[A-Z%]|^(?:mm|cm|km|m|kg|t|h|s)\d?$/.test(text) && parseUnit(text) !== undefined;
}

/** Returns the ids of sources with changed or new entries. */
function changedSources(
  edits: readonly Judged[],
  deleted: readonly Edit[],
  before: Versions["before"],
  after: Versions["after"],
): ReadonlySet<string> {
  const found = new Set<string>();
  const [old, now] = [before, after].map((files) => entriesOf(files.get(SOURCES)?.text ?? ""));
  for (const [id, text] of now ?? []) if (old?.get(id) !== text) found.add(id);
  // An edit within a source is itself in doubt unless its users change.
  if ([...edits, ...deleted].every((edit) => edit.file === SOURCES)) found.clear();
  return found;
}

function entriesOf(text: string): ReadonlyMap<string, string> {
  const entries = text.split(/^(?=\w+:)/m);
  return new Map(
    entries.map((entry) => [/^\w+/.exec(entry)?.[0] ?? "", entry.replace(/^ {2}review_by:.*$/m, "")]),
  );
}

function quoted(words: readonly string[]): string {
  return words.length === 0 ? "nothing" : `\`${words.join(" ")}\``;
}

const LONGEST = 80;

function shortened(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

function onePerLine(doubts: readonly Doubt[]): Doubt[] {
  const seen = new Set<string>();
  return doubts.filter(({ location: { file, line } }) => {
    const key = `${file}:${line}`;
    return !seen.has(key) && seen.add(key);
  });
}
