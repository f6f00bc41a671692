// The files of a tool's golden cases, read strictly: what is wrong in them is said with file, line and column.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { NotRead, readSchemas } from "../definitions/folder.js";
import { type Finding, formatFinding, Report } from "../engine/language/findings.js";
import { didYouMean } from "../engine/language/nearest.js";
import { StructureChecker } from "../engine/read/structure.js";
import {
  entriesOf,
  isYamlMap,
  locationOf,
  locationOfKey,
  readYaml,
  type Yaml,
  type YamlMap,
} from "../engine/read/yaml.js";
import { isJsonLines, readJsonLines } from "./case-lines.js";

/** Fields that hold for every case unless a case says otherwise; in a folder of cases, and in the folder above it. */
export const ALWAYS = "always.yaml";

/** Cases that cannot be read as they stand. */
export class BadCases extends NotRead {
  constructor(readonly findings: readonly Finding[]) {
    super(findings.map(formatFinding).join("\n"));
  }
}

/** Where the files of cases are read: on disk, or as texts that nobody has written yet. */
export interface CaseTexts {
  /** The names of the files in a folder; none where there is no such folder. */
  names(folder: string): string[];
  /** Undefined where there is no such file. */
  text(path: string): string | undefined;
}

export const ON_DISK: CaseTexts = {
  names: (folder) => (existsSync(folder) ? readdirSync(folder) : []),
  text: (path) => (existsSync(path) ? readFileSync(path, "utf8") : undefined),
};

let checker: StructureChecker | undefined;

/** A file of cases that has the structure which definitions/schema/cases.schema.json describes. */
export function readCaseFile(
  folder: string,
  name: string,
  report: Report,
  texts: CaseTexts,
): YamlMap | undefined {
  const map = readMap(folder, name, report, texts);
  checker ??= new StructureChecker(readSchemas());
  return map !== undefined && checker.check("cases", map, report) ? map : undefined;
}

/** The fields of the folder's own always.yaml, none without one; shared texts are put in. */
export function readAlways(folder: string, report: Report, texts: CaseTexts = ON_DISK): YamlMap {
  const always = readMap(folder, ALWAYS, report, texts) ?? {};
  return withShared(always, () => sharedTexts(dirname(folder), report, texts), report);
}

/** Replaces `{shared: name, and: own text}` by the text of that name, which stands in the folder above. */
function withShared(always: YamlMap, shareable: () => YamlMap, report: Report): YamlMap {
  for (const [field, value] of entriesOf(always)) {
    if (!isYamlMap(value) || !("shared" in value)) continue;
    const { shared, and = null, ...more } = value;
    const texts = shareable();
    const text = typeof shared === "string" ? texts[shared] : undefined;
    if (Object.keys(more).length > 0 || (and !== null && typeof and !== "string"))
      report.error(
        "cases",
        locationOf(always, field),
        `${field} must be {shared: name} or {shared: name, and: text}.`,
      );
    else if (typeof text !== "string")
      report.error(
        "cases",
        locationOf(always, field),
        `There is no shared text ${String(shared)}.`,
        didYouMean(String(shared), Object.keys(texts)),
      );
    else always[field] = and === null ? text : `${text} ${and}`;
  }
  return always;
}

/** Texts that the cases of several tools begin with, by name. */
function sharedTexts(folder: string, report: Report, files: CaseTexts): YamlMap {
  const texts = readMap(folder, ALWAYS, report, files) ?? {};
  for (const [name, text] of entriesOf(texts))
    if (typeof text !== "string")
      report.error("cases", locationOfKey(texts, name), `${name} must be a text.`);
  return texts;
}

/** Throws BadCases when no tool begins a text with one of those that this folder's always.yaml shares. */
export function checkShared(folder: string): void {
  const report = new Report();
  const texts = sharedTexts(folder, report, ON_DISK);
  const used = new Set<Yaml | undefined>();
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    const always = readMap(join(folder, entry.name), ALWAYS, report, ON_DISK);
    for (const value of Object.values(always ?? {})) if (isYamlMap(value)) used.add(value.shared);
  }
  for (const [name] of entriesOf(texts))
    if (!used.has(name))
      report.error(
        "cases",
        locationOfKey(texts, name),
        `No tool shares the text ${name}.`,
        `leave it out, or write {shared: ${name}} in the always.yaml of a tool`,
      );
  if (report.failed) throw new BadCases(report.sorted());
}

function readMap(folder: string, name: string, report: Report, texts: CaseTexts): YamlMap | undefined {
  const text = texts.text(join(folder, name));
  if (text === undefined) return undefined;
  const read = isJsonLines(name) ? readJsonLines : readYaml;
  return read(join(basename(folder), name), text, report);
}

/** A value as JSON would give it: callers send plain objects. */
export function plainValue(value: Yaml): unknown {
  if (Array.isArray(value)) return value.map(plainValue);
  if (!isYamlMap(value)) return value;
  return Object.fromEntries(entriesOf(value).map(([key, each]) => [key, plainValue(each)]));
}
