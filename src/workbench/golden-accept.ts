// Writes new expected results into golden case files. A shared field is changed where it is defined: in shared texts,
// the tool's always.yaml or the file's `always`; other fields in the case.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isMap, isSeq, type Pair } from "yaml";
import { Report } from "../engine/language/findings.js";
import { isRecord } from "../json/objects.js";
import { Usage } from "../settings/usage.js";
import { writeNamed } from "../settings/write-file.js";
import { ALWAYS, BadCases, ON_DISK, plainValue, readAlways } from "./case-file.js";
import { isJsonLines } from "./case-lines.js";
import { caseFiles, differences, part, readGolden } from "./cases.js";
import { acceptable, type Judged, type JudgedTool } from "./golden.js";
import { entryOf, YamlText } from "./yaml-text.js";

type Fields = Record<string, unknown>;

/** The `expect` of a case: its own fields, and the complete result including defaults. */
interface Expectation {
  readonly entry: Pair;
  readonly own: Fields;
  readonly result: Fields;
}

interface FileDraft {
  readonly path: string;
  readonly text: YamlText;
  readonly always: Fields;
  /** Whether its cases expect a part of the result, without the tool's always.yaml. */
  readonly only: boolean;
  readonly expectations: readonly Expectation[];
}

interface ToolDraft {
  readonly tool: JudgedTool;
  /** The fields of the tool's always.yaml with shared texts, before and after. */
  readonly before: Fields;
  readonly after: Fields;
  readonly files: readonly FileDraft[];
}

/** Rewrites acceptable cases. Returns the files; writes them only if all succeed. */
export function accept(tools: readonly JudgedTool[]): string[] {
  const drafts = tools.filter(({ cases }) => cases.some(acceptable)).map(draftOf);
  const [first] = drafts;
  if (first === undefined) return [];
  const above = join(dirname(first.tool.folder), ALWAYS);
  const shared = sharedAfter(above, drafts);
  const texts = new Map(drafts.flatMap((draft) => textsOf(draft, shared)));
  if (shared.moved) texts.set(above, shared.text);
  for (const { tool } of drafts) tryOut(tool, texts);
  for (const [path, text] of texts) writeNamed(path, text);
  return [...texts.keys()];
}

function draftOf(tool: JudgedTool): ToolDraft {
  const judged = new Map(tool.cases.map((each) => [each.golden.name, each]));
  const before = plainValue(readAlways(tool.folder, new Report())) as Fields;
  const names = caseFiles(tool.folder).filter((name) => !isJsonLines(name));
  const files = names.map((name): FileDraft => {
    const path = join(tool.folder, name);
    const text = new YamlText(readFileSync(path, "utf8"));
    const always = fields(text.value(entryOf(text.root, "always")));
    const cases = entryOf(text.root, "cases")?.value;
    const expectations = (isSeq(cases) ? cases.items : []).flatMap((node): Expectation[] => {
      const entry = entryOf(node, "expect");
      const each = judged.get(String(text.value(entryOf(node, "name"))));
      if (entry === undefined || each === undefined) return [];
      if (text.value(entryOf(node, "only")) === true) {
        text.setRecord(entry, resultOf(each));
        return [];
      }
      return [{ entry, own: fields(text.value(entry)), result: resultOf(each) }];
    });
    const only = text.value(entryOf(text.root, "only")) === true;
    return { path, text, always, only, expectations };
  });
  const after = settled(before, (field) =>
    files.flatMap(({ always, only, expectations }) =>
      only || field in always ? [] : takers(expectations, field),
    ),
  );
  return { tool, before, after, files };
}

/** Returns the new expected result of a case. */
function resultOf(judged: Judged): Fields {
  const { golden, outcome } = judged;
  if (!acceptable(judged) || !outcome.ok) return { ...golden.expect };
  return fields(golden.only === true ? part(outcome.result, golden.expect) : outcome.result);
}

const takers = (expectations: readonly Expectation[], field: string) =>
  expectations.filter(({ own }) => !(field in own)).map(({ result }) => result);

/**
 * Keeps a field while some case still has its value. Otherwise uses the most common new value, or removes the field.
 */
function settled(always: Fields, takersOf: (field: string) => readonly Fields[]): Fields {
  const next: Fields = {};
  for (const [field, value] of Object.entries(always)) {
    const results = takersOf(field);
    if (results.some((result) => same(result[field], value))) next[field] = value;
    else if (results.every((result) => field in result))
      next[field] = mostCommon(results.map((each) => each[field]));
  }
  return next;
}

function mostCommon(values: readonly unknown[]): unknown {
  const counts = values.map((value) => values.filter((other) => same(value, other)).length);
  return values[counts.indexOf(Math.max(...counts))];
}

/** Returns the shared texts after the change. One changes only if every tool that uses it changes alike. */
function sharedAfter(path: string, drafts: readonly ToolDraft[]) {
  const text = new YamlText(ON_DISK.text(path) ?? "");
  const before = fields(isMap(text.root) ? text.root.toJSON() : {});
  const after: Fields = { ...before };
  const users = readdirSync(dirname(path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(dirname(path), entry.name, ALWAYS)))
    .map(({ name }) => name);
  for (const name of Object.keys(before)) {
    const wanted = users.flatMap((user) => {
      const draft = drafts.find(({ tool }) => tool.name === user);
      const written = fields(new YamlText(readFileSync(join(dirname(path), user, ALWAYS), "utf8")).whole);
      return Object.entries(written)
        .filter(([, value]) => isRecord(value) && value.shared === name)
        .map(([field, value]) => (draft === undefined ? before[name] : beginning(draft.after[field], value)));
    });
    if (wanted.length > 0 && wanted[0] !== undefined && wanted.every((each) => each === wanted[0]))
      after[name] = wanted[0];
  }
  const moved = !same(before, after);
  if (moved && isMap(text.root)) text.setFields(text.root, after);
  return { moved, text: text.apply(), texts: after };
}

/** Returns the text without the tool's own ending. */
function beginning(text: unknown, written: unknown): string | undefined {
  const own = isRecord(written) && typeof written.and === "string" ? ` ${written.and}` : "";
  return typeof text === "string" && text.endsWith(own) ? text.slice(0, text.length - own.length) : undefined;
}

function textsOf(draft: ToolDraft, shared: { readonly texts: Fields }): [string, string][] {
  const path = join(draft.tool.folder, ALWAYS);
  const always = new YamlText(ON_DISK.text(path) ?? "");
  if (isMap(always.root))
    always.setFields(always.root, written(fields(always.whole), draft.after, shared.texts));
  for (const { text, always: own, only, expectations } of draft.files) {
    const ofTool = only ? {} : draft.after;
    const next = settled(own, (field) => takers(expectations, field));
    for (const [field, value] of Object.entries(next))
      if (field in ofTool && same(ofTool[field], value)) delete next[field];
    const entry = entryOf(text.root, "always");
    if (entry !== undefined && Object.keys(next).length > 0) text.setRecord(entry, next);
    else if (entry !== undefined) text.removeEntry(entry);
    const above = { ...ofTool, ...next };
    for (const { entry: expect, result } of expectations)
      text.setRecord(
        expect,
        Object.fromEntries(
          Object.entries(result).filter(([field, value]) => !(field in above) || !same(above[field], value)),
        ),
      );
  }
  const changed = draft.files.filter(({ text }) => text.changed);
  return [
    ...(always.changed ? [[path, always.apply()] as [string, string]] : []),
    ...changed.map((file): [string, string] => [file.path, file.text.apply()]),
  ];
}

/** Writes fields with references to shared texts. */
function written(before: Fields, after: Fields, shared: Fields): Fields {
  return Object.fromEntries(
    Object.entries(after).map(([field, value]) => {
      const old = before[field];
      if (!isRecord(old) || typeof value !== "string") return [field, value];
      const text = shared[String(old.shared)];
      if (typeof text !== "string" || (value !== text && !value.startsWith(`${text} `)))
        return [field, value];
      return [
        field,
        value === text ? { shared: old.shared } : { shared: old.shared, and: value.slice(text.length + 1) },
      ];
    }),
  );
}

/** Reads the new files before they are written, and checks the expectation of every case. */
function tryOut(tool: JudgedTool, texts: ReadonlyMap<string, string>): void {
  try {
    const draft = { ...ON_DISK, text: (path: string) => texts.get(path) ?? ON_DISK.text(path) };
    const found = new Map(readGolden(tool.folder, draft).map((golden) => [golden.name, golden]));
    for (const each of tool.cases) {
      if (each.golden.expect === undefined) continue;
      const [wrong] = differences("", resultOf(each), found.get(each.golden.name)?.expect);
      if (wrong !== undefined)
        throw new Usage(
          `${tool.name} ${each.golden.name}: ${wrong.path} has to be changed by hand. Nothing was written.`,
        );
    }
  } catch (error) {
    if (!(error instanceof BadCases)) throw error;
    throw new Usage(
      `The cases of ${tool.name} have to be changed by hand; nothing was written.\n${error.message}`,
    );
  }
}

const same = (a: unknown, b: unknown) => differences("", a, b).length === 0;
const fields = (value: unknown): Fields => (isRecord(value) ? value : {});
