// Reads files of golden cases strictly. Errors name file, line and column.
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

/** Defaults for all cases of a folder, and texts shared by all folders in the parent folder. */
export const ALWAYS = "always.yaml";

export class BadCases extends NotRead {
  constructor(readonly findings: readonly Finding[]) {
    super(findings.map(formatFinding).join("\n"));
  }
}

/** Source of case files: the disk, or edited texts in memory. */
export interface CaseTexts {
  /** Returns the file names of a folder; empty if it does not exist. */
  names(folder: string): string[];
  /** Undefined if the file does not exist. */
  text(path: string): string | undefined;
}

export const ON_DISK: CaseTexts = {
  names: (folder) => (existsSync(folder) ? readdirSync(folder) : []),
  text: (path) => (existsSync(path) ? readFileSync(path, "utf8") : undefined),
};

let checker: StructureChecker | undefined;

/** Reads a file and checks it against definitions/schema/cases.schema.json. */
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

/** Returns the fields of the folder's always.yaml, with shared texts inserted. */
export function readAlways(folder: string, report: Report, texts: CaseTexts = ON_DISK): YamlMap {
  const always = readMap(folder, ALWAYS, report, texts) ?? {};
  return withShared(always, () => sharedTexts(dirname(folder), report, texts), report);
}

/** Replaces `{shared: name, and: own text}` by the text of that name in the parent folder. */
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

/** Returns the named texts that several tools' cases share. */
function sharedTexts(folder: string, report: Report, files: CaseTexts): YamlMap {
  const texts = readMap(folder, ALWAYS, report, files) ?? {};
  for (const [name, text] of entriesOf(texts))
    if (typeof text !== "string")
      report.error("cases", locationOfKey(texts, name), `${name} must be a text.`);
  return texts;
}

/** Throws BadCases if a shared text is unused. */
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

/** Converts YAML values to plain JSON values, as callers send them. */
export function plainValue(value: Yaml): unknown {
  if (Array.isArray(value)) return value.map(plainValue);
  if (!isYamlMap(value)) return value;
  return Object.fromEntries(entriesOf(value).map(([key, each]) => [key, plainValue(each)]));
}
