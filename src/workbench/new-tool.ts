// Creates a tool from the template: a commented definition, golden cases, and missing sources.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { parse } from "yaml";
import { filesIn, HOME, readSchemas, sha256 } from "../definitions/folder.js";
import { readFolder, withExtended } from "../definitions/read-folder.js";
import { formatFinding } from "../engine/language/findings.js";
import { loadDefinitions } from "../lint/load.js";
import { titleOf } from "../wording/wording.js";
import { ALWAYS, BadCases } from "./case-file.js";
import { entryText } from "./case-text.js";
import { compareGolden, readGolden } from "./cases.js";

const TEMPLATE = join(HOME, "assets/template");

interface NewFile {
  readonly name: string;
  readonly text: string;
}

export interface Draft {
  readonly name: string;
  /** Path of the definition, and its text. */
  readonly definition: string;
  readonly text: string;
  /** The folder of its golden cases. */
  readonly golden: string;
  readonly cases: readonly NewFile[];
  /** The file shared by the cases of all tools: path, text, and whether it exists. */
  readonly shared: { readonly path: string; readonly text: string; readonly there: boolean };
  /** The bibliography before and after adding the template's sources. */
  readonly sources: { readonly path: string; readonly before: string; readonly after: string };
}

export function draftTool(folder: string, cases: string, name: string): Draft {
  const texts = new Map(readFolder(folder).map((file) => [file.path, file.text]));
  const entriesIn = (file: string) =>
    (parse(texts.get(file) ?? "") ?? {}) as Readonly<Record<string, string>>;
  const common = entriesIn("common.yaml");
  const filled = (file: string) => fill(readFileSync(join(TEMPLATE, file), "utf8"), name, common);
  const path = join(folder, "sources.yaml");
  const before = readFileSync(path, "utf8");
  const shared = join(cases, ALWAYS);
  const there = existsSync(shared);
  return {
    name,
    definition: join(folder, "tools", `${name}.yaml`),
    text: filled("tool.yaml"),
    golden: join(cases, name),
    cases: readdirSync(join(TEMPLATE, "golden"))
      .sort()
      .map((file) => ({ name: file, text: filled(join("golden", file)) })),
    shared: {
      path: shared,
      text: there ? readFileSync(shared, "utf8") : `${entryText("disclaimer", common.disclaimer, 0)}\n`,
      there,
    },
    sources: { path, before, after: withSources(before, filled("sources.yaml"), entriesIn("sources.yaml")) },
  };
}

function fill(template: string, name: string, common: Readonly<Record<string, string>>): string {
  const edition = common.edition ?? "";
  return template
    .replaceAll("NAME", name)
    .replaceAll("TITLE", titleOf(name))
    .replaceAll("EDITION", edition)
    .replaceAll("REVIEW", `${Number(edition.slice(0, 4)) + 1}${edition.slice(4)}`);
}

/** Appends missing entries to a bibliography. */
function withSources(bibliography: string, more: string, known: Readonly<Record<string, unknown>>): string {
  const missing = more
    .split(/^(?=\w+:)/m)
    .filter((entry) => !Object.hasOwn(known, /^\w+/.exec(entry)?.[0] ?? ""));
  if (missing.length === 0) return bibliography;
  const own = parse(bibliography) === null ? "" : `${bibliography.trimEnd()}\n\n`;
  return `${own}${missing.join("").trimEnd()}\n`;
}

/** Returns errors of a draft together with all other definitions. A draft with errors is not written. */
export function faultsOf(folder: string, draft: Draft): string[] {
  const file = (path: string, text: string) => ({ path, text, sha256: sha256(text) });
  const files = withExtended([
    ...filesIn(folder).filter(({ path }) => path !== "sources.yaml"),
    file("sources.yaml", draft.sources.after),
    file(`tools/${draft.name}.yaml`, draft.text),
  ]);
  const { set, findings } = loadDefinitions(files, readSchemas());
  const tool = set?.tools.get(draft.name);
  if (tool === undefined) return findings.filter(({ severity }) => severity === "error").map(formatFinding);
  const texts = new Map([
    [draft.shared.path, draft.shared.text],
    ...draft.cases.map(({ name, text }) => [join(draft.golden, name), text] as const),
  ]);
  const drafted = {
    names: () => draft.cases.map(({ name }) => name),
    text: (path: string) => texts.get(path),
  };
  try {
    const faults: string[] = [];
    for (const golden of readGolden(draft.golden, drafted))
      for (const outcome of [tool.run(golden.input), tool.interpret(golden.input)])
        for (const { path, expected, got } of compareGolden(golden, outcome))
          faults.push(
            `${golden.name} ${path}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(got)}`,
          );
    return faults;
  } catch (error) {
    if (error instanceof BadCases) return [error.message];
    throw error;
  }
}

/**
 * Writes a draft and returns its paths. Files are prepared in a temporary folder, moved, and removed if a step fails.
 */
export function writeDraft({ definition, text, golden, cases, shared, sources }: Draft): string[] {
  mkdirSync(dirname(golden), { recursive: true });
  mkdirSync(dirname(definition), { recursive: true });
  const aside = mkdtempSync(join(dirname(golden), ".new-tool-"));
  const drafts = { definition: `${definition}.new`, sources: `${sources.path}.new` };
  const undo: (() => void)[] = [];
  const changed = sources.after !== sources.before;
  try {
    for (const file of cases) writeFileSync(join(aside, file.name), file.text);
    writeFileSync(drafts.definition, text, { flag: "wx" });
    undo.push(() => rmSync(drafts.definition, { force: true }));
    if (changed) writeFileSync(drafts.sources, sources.after, { flag: "wx" });
    undo.push(() => rmSync(drafts.sources, { force: true }));
    if (!shared.there) {
      writeFileSync(shared.path, shared.text, { flag: "wx" });
      undo.push(() => rmSync(shared.path, { force: true }));
    }
    renameSync(aside, golden);
    undo.push(() => rmSync(golden, { recursive: true, force: true }));
    if (changed) renameSync(drafts.sources, sources.path);
    undo.push(() => (changed ? writeFileSync(sources.path, sources.before) : undefined));
    renameSync(drafts.definition, definition);
  } catch (error) {
    for (const step of undo.reverse()) step();
    rmSync(aside, { recursive: true, force: true });
    throw error;
  }
  return [
    definition,
    ...(changed ? [sources.path] : []),
    ...(shared.there ? [] : [shared.path]),
    ...cases.map(({ name }) => join(golden, name)),
  ];
}
