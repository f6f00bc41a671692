// Reads a tool: merges its file and parts by section and name, with inputs and results.

import { COMMON_FIELDS } from "../language/common-fields.js";
import type { Report } from "../language/findings.js";
import type { Headline } from "../language/headline.js";
import type { Location } from "../language/locations.js";
import type {
  CalculationDef,
  Citation,
  Constraint,
  TableDef,
  TakenFile,
  ToolDef,
  ValueDef,
} from "../language/model.js";
import { didYouMean } from "../language/nearest.js";
import type { Scale } from "../language/types.js";
import type { Choices } from "../language/words.js";
import { EntryReader } from "./entries.js";
import { entriesIn, listIn, mapIn, mapsIn, textsIn } from "./fields.js";
import { readFigures } from "./figures.js";
import { FixedTexts } from "./fixed-texts.js";
import { WrittenReader } from "./formulas.js";
import { scalesIn } from "./heads.js";
import { notesOf } from "./input-notes.js";
import type { Schema } from "./input-schema.js";
import { readInputs, withDay } from "./inputs.js";
import { readLists } from "./lists.js";
import { checkNames } from "./names.js";
import { readPromises } from "./promises.js";
import { readRequirements } from "./requirements.js";
import { readResults } from "./results.js";
import type { Part, Sections, SharedTable } from "./sections.js";
import { standards } from "./standards.js";
import { TableReader } from "./tables.js";
import { ValueReader } from "./values.js";
import { readChoices } from "./words.js";
import { entriesOf, isYamlMap, locationOf, locationOfKey, positionOf, type YamlMap } from "./yaml.js";

export class FileReader {
  readonly written: WrittenReader;
  private readonly entries: EntryReader;
  private readonly valueReader: ValueReader;
  /** Set if a part or shared table is missing, because dependent findings would be misleading. */
  private lacks = false;
  private readonly takes: TakenFile[] = [];

  constructor(
    private readonly report: Report,
    private readonly shared: ReadonlyMap<string, SharedTable>,
    /** Titles of words common to all tools. */
    private readonly words: Choices,
    /** The default sentence for an input that does not apply. */
    private readonly ignored: string | undefined,
    /** Unreadable parts and tables, which are reported at their own files. */
    private readonly unread: ReadonlySet<string>,
  ) {
    this.written = new WrittenReader(report);
    this.entries = new EntryReader(this.written);
    this.valueReader = new ValueReader(this.written, this.entries);
  }

  sharedTable(name: string, file: string, map: YamlMap): SharedTable {
    const { cites } = this.written.annotations(map, []);
    const sections = this.sections({ ...map, tables: {} }, cites, [], new Map(), this.values(map, cites));
    const table = new TableReader(this.written, sections.scales).table(name, map, cites);
    const { dated } = this.written;
    const location = locationOfKey(map, "table");
    const edition = String(map.edition ?? "");
    return { name, file, location, edition, sections: { ...sections, table }, dated };
  }

  part(name: string, file: string, map: YamlMap): Part {
    const files = [file];
    this.lacks = false;
    const { cites } = this.written.annotations(map, []);
    const sections = this.sections(map, cites, files, new Map(), this.values(map, cites));
    const [, owner] = /^(?:tools|legacy)\/([^/]+)\//.exec(file) ?? [];
    return {
      ...sections,
      map,
      name,
      file,
      files,
      taken: this.takes,
      lacks: this.lacks,
      dated: this.written.dated,
      ...(owner === undefined ? {} : { owner }),
      ...textsIn(map, "disclaimer"),
    };
  }

  /** Returns undefined if a part or table is missing. */
  tool(
    own: readonly [file: string, ...beside: string[]],
    whole: YamlMap,
    parts: ReadonlyMap<string, Part>,
  ): ToolDef | undefined {
    const [file] = own;
    this.lacks = false;
    const asRead = this.partsOf(whole, parts);
    const annotations = this.written.annotations(whole, []);
    const asWritten = this.values(whole, annotations.cites);
    const defined = [...asWritten, ...asRead.flatMap((part) => part.values)];
    const texts = new FixedTexts(this.written, whole.edition, defined, this.lacks);
    const map = texts.filled(whole);
    const taken = asRead.map((part) => this.filled(part, texts));
    const files = [...new Set([...own, ...taken.flatMap((part) => part.files)])];
    const partScales = new Map(taken.flatMap((part) => [...part.scales]));
    const sections = this.sections(map, annotations.cites, files, partScales, texts.titled(asWritten));
    const all: Sections[] = [sections, ...taken];
    if (this.lacks || taken.some((part) => part.lacks)) return undefined;
    const notes = notesOf(whole, this.ignored, this.written, annotations.cites);
    const lists = readLists(map, notes, annotations.cites, this.written, this.entries, this.valueReader);
    const values = [...all.flatMap((section) => [...section.values]), ...lists];
    const scales = new Map(all.flatMap((section) => [...section.scales]));
    const tables = new Map(all.flatMap((section) => [...section.tables]));
    const ownWords = new Map([...all].reverse().flatMap((section) => [...section.words]));
    const derives = !file.startsWith("legacy/");
    const known = { tables, scales, own: ownWords, common: this.words, derives };
    const stated = readRequirements(map, this.written);
    const generated = stated === undefined ? [] : this.valueReader.values(stated.values, annotations.cites);
    const dated = stated?.isDated === true || this.written.dated || taken.some((part) => part.dated);
    const section = mapIn(map, "inputs");
    const inputs = readInputs(dated ? withDay(section, String(map.edition)) : section, known, this.report);
    const given = (inputs.inputSchema.properties ?? {}) as Readonly<Record<string, Schema>>;
    const results = [
      ...readResults(this.written, mapIn(map, "results"), given),
      ...(stated === undefined ? [] : readResults(this.written, stated.results, {})),
    ];
    const around = { ...inputs, tables, scales, results, cites: annotations.cites, titles: given };
    const tool: ToolDef = {
      ...annotations,
      ...inputs,
      name: String(map.name),
      file,
      files,
      taken: [...this.takes, ...taken.flatMap((part) => part.taken)],
      at: positionOf(map),
      title: String(map.title),
      description: String(map.description),
      category: String(map.category),
      questions: listIn(map, "questions").map(String),
      also: listIn(map, "also").map(String),
      version: String(map.version),
      edition: String(map.edition),
      ...(isYamlMap(map.headline) ? { headline: map.headline as Headline } : {}),
      examples: mapsIn(map, "examples").flatMap((each) =>
        isYamlMap(each.input) ? [{ title: String(each.title), input: each.input, at: positionOf(each) }] : [],
      ),
      constraints: this.constraints(map, annotations.cites),
      texts: texts.found,
      scales,
      tables,
      calculations: new Map(all.flatMap((section) => [...section.calculations])),
      values,
      generated,
      results,
      figures: readFigures(this.written, map, around),
      promises: readPromises(this.written, map),
      commonFields: COMMON_FIELDS.filter(
        (field) => !Array.isArray(map.common_fields) || map.common_fields.includes(field),
      ),
      standard: [...new Set(standards(map.standard_reference))].join("; "),
      disclaimer: [textsIn(map, "disclaimer"), ...taken].flatMap((each) => each.disclaimer ?? []).join(" "),
      ...textsIn(map, "successor"),
    };
    checkNames(tool, all, this.report);
    return tool;
  }

  private partsOf(map: YamlMap, parts: ReadonlyMap<string, Part>): Part[] {
    const wanted = listIn(map, "parts");
    return wanted.flatMap((name, index) => {
      const part = parts.get(String(name));
      const location = locationOf(wanted, index);
      if (part === undefined) {
        this.missing("part", String(name), location, parts.keys());
        return [];
      }
      const message = `The part ${part.name} belongs to ${part.owner} alone.`;
      if (part.owner !== undefined && part.owner !== map.name)
        this.report.error("part", location, message, "move its file to parts/");
      this.takes.push({ kind: "part", name: part.name, location });
      return [part];
    });
  }

  /** Reads a part again if its texts contain constants of the tool. */
  private filled(part: Part, texts: FixedTexts): Part {
    const filled = texts.filled(part.map);
    const reader = new FileReader(this.report, this.shared, new Map(), undefined, this.unread);
    const now = filled === part.map ? part : reader.part(part.name, part.file, filled);
    return { ...now, values: texts.titled(now.values) };
  }

  private missing(kind: "part" | "table", name: string, location: Location, known: Iterable<string>): void {
    this.lacks = true;
    if (this.unread.has(`${kind} ${name}`)) return;
    const what = kind === "table" ? "shared table" : kind;
    this.report.error(kind, location, `There is no ${what} ${name}.`, didYouMean(name, known));
  }

  sections(
    map: YamlMap,
    cites: readonly Citation[],
    files: string[],
    around: ReadonlyMap<string, Scale>,
    values: readonly ValueDef[],
  ): Sections {
    const scales = new Map<string, Scale>([...scalesIn(map)].map(([name, words]) => [name, { name, words }]));
    const tables = new Map<string, TableDef>();
    const calculations = new Map<string, CalculationDef>();
    const reader = new TableReader(this.written, new Map([...around, ...scales]));
    for (const [name, raw] of entriesIn(map, "tables")) {
      if (!isYamlMap(raw)) continue;
      if (typeof raw.shared === "string") {
        const taken = this.taken(raw, files);
        if (taken === undefined) continue;
        tables.set(name, { ...taken.table, name });
        for (const [key, scale] of taken.scales) scales.set(key, scale);
        for (const [key, calculation] of taken.calculations) calculations.set(key, calculation);
      } else tables.set(name, reader.table(name, raw, cites));
    }
    for (const section of ["functions", "calculations"])
      for (const [name] of entriesIn(map, section))
        calculations.set(name, this.calculation(mapIn(map, section), name, cites, section === "functions"));
    return { words: readChoices(map.words), scales, tables, calculations, values };
  }

  private values(map: YamlMap, cites: readonly Citation[]): ValueDef[] {
    const conditions = this.valueReader.values(mapIn(map, "conditions"), cites, true);
    return [...conditions, ...this.valueReader.values(mapIn(map, "values"), cites)];
  }

  private taken(raw: YamlMap, files: string[]): SharedTable["sections"] | undefined {
    const name = String(raw.shared);
    const shared = this.shared.get(name);
    if (shared === undefined) {
      this.missing("table", name, locationOf(raw, "shared"), this.shared.keys());
      return undefined;
    }
    if (!files.includes(shared.file)) files.push(shared.file);
    this.takes.push({ kind: "shared table", name, location: locationOf(raw, "shared") });
    if (shared.dated) this.written.dated = true;
    return shared.sections;
  }

  private calculation(
    holder: YamlMap,
    name: string,
    around: readonly Citation[],
    isFunction: boolean,
  ): CalculationDef {
    const raw = mapIn(holder, name);
    const annotations = this.written.annotations(raw, around, locationOfKey(holder, name));
    const given = mapIn(raw, "given");
    const values = isFunction
      ? [this.valueReader.value({ result: raw }, "result", around)].map((value) => ({
          ...value,
          at: positionOf(holder),
          location: annotations.location,
        }))
      : this.valueReader.values(mapIn(raw, "values"), annotations.cites);
    return {
      ...annotations,
      name,
      at: positionOf(holder),
      isFunction,
      values,
      given: new Map(
        entriesOf(given).map(([key, type]) => [
          key,
          { type: String(type), location: locationOfKey(given, key) },
        ]),
      ),
    };
  }

  private constraints(map: YamlMap, around: readonly Citation[]): Constraint[] {
    return mapsIn(map, "constraints").map((raw) => ({
      ...this.written.annotations(raw, around),
      when: this.written.formula(raw, "when"),
      field: String(raw.field),
      say: this.written.template(raw, "say"),
    }));
  }
}
