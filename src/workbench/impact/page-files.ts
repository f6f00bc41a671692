// `plumbline impact --html`: the comparison as a page, with the calculation sheets of its examples.

import { unplaced } from "../../engine/language/locations.js";
import type { DefinitionSet } from "../../engine/set.js";
import type { Tool } from "../../engine/tool.js";
import { impactPage } from "../../pages/impact/page.js";
import type { ExampleView, ImpactView, Matrix, SourceView, ToolView } from "../../pages/impact/view.js";
import { contextOf, explanationPage } from "../../pages/sheet/page.js";
import { capital } from "../../wording/plain-names.js";
import { goldenTools } from "../cases.js";
import { diffOf } from "../line-diff.js";
import { inputFor, type Probe, type ToolImpact } from "./impact.js";
import { plotsOf } from "./plots.js";
import { eachPromise, type ImpactReport, moving, promiseWords, shareWords, versionWords } from "./report.js";
import { amount, changeWords, titleAt, unitAt, wordAt } from "./result-words.js";

/** Limits that keep the page fast to open. */
const MOST = {
  tools: 40,
  numbers: 25,
  matrices: 6,
  words: 12,
  texts: 8,
  sentences: 6,
  examples: 5,
  allExamples: 20,
};
const LONGEST_INPUT = 2_000;

export interface Sides {
  readonly before: DefinitionSet;
  readonly after: DefinitionSet;
}

/** A file to write: the page, or a sheet in its folder. */
export type PageFile = readonly [name: string, content: string];

/** Returns the page and its sheets. `folder` is relative to the page. */
export async function impactFiles(
  report: ImpactReport,
  sides: Sides,
  page: string,
  folder: string,
): Promise<PageFile[]> {
  const sheets = new Sheets(folder);
  const shown = moving(report).slice(0, MOST.tools);
  const [old, now] = [goldenTools(sides.before), goldenTools(sides.after)];
  const tools: ToolView[] = [];
  for (const impact of shown)
    tools.push(await toolView(impact, old.get(impact.tool), now.get(impact.tool), sides, sheets));
  const view: ImpactView = {
    before: report.before,
    after: report.after,
    how: `Both states were given the golden cases, inputs at the edit and random ones (seed ${report.seed}).`,
    tools,
    untouched: report.tools
      .filter(({ status }) => status === "same files")
      .map(({ tool }) => now.get(tool)?.facts.title ?? tool),
    sources: sourceChanges(sides),
  };
  return [[page, impactPage(view)], ...sheets.files];
}

/** Sheets of examples before and after, each made once. */
class Sheets {
  readonly files: PageFile[] = [];
  private readonly known = new Map<string, ExampleView>();

  constructor(private readonly folder: string) {}

  async example(
    { name, input }: Probe,
    before: Tool,
    after: Tool,
    room: { left: number },
  ): Promise<ExampleView> {
    const text = JSON.stringify(input);
    const key = `${after.name} ${text}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const plain = { name, input: text.slice(0, LONGEST_INPUT) };
    if (room.left === 0 || this.known.size >= MOST.allExamples) return plain;
    room.left--;
    const stem = `${after.name}-${this.known.size + 1}`;
    const links = {
      before: await this.sheet(before, input, `${stem}-before`),
      after: await this.sheet(after, input, `${stem}-after`),
    };
    const view: ExampleView = {
      ...plain,
      ...(links.before === undefined ? {} : { before: links.before }),
      ...(links.after === undefined ? {} : { after: links.after }),
    };
    this.known.set(key, view);
    return view;
  }

  /** Undefined if this state refuses the input. */
  private async sheet(tool: Tool, input: unknown, stem: string): Promise<string | undefined> {
    const { explanation } = tool.explain(inputFor(input, undefined, tool));
    if (explanation === undefined) return undefined;
    const path = `${this.folder}/${stem}.html`;
    this.files.push([path, explanationPage(explanation, contextOf(tool))]);
    return encodeURI(path);
  }
}

async function toolView(
  impact: ToolImpact,
  before: Tool | undefined,
  after: Tool | undefined,
  { before: old, after: now }: Sides,
  sheets: Sheets,
): Promise<ToolView> {
  const tool = after ?? before;
  const room = { left: MOST.examples };
  const example = async (probe: Probe) =>
    before === undefined || after === undefined ? undefined : sheets.example(probe, before, after, room);
  const isBoth = before !== undefined && after !== undefined;
  const verdicts = isBoth ? await matricesOf(impact, after, example) : [];
  const acceptance: ToolView["acceptance"][number][] = [];
  for (const [said, met] of [
    ["Refused now, accepted before", impact.refused],
    ["Accepted now, refused before", impact.accepted],
  ] as const)
    if (met !== undefined)
      acceptance.push({ said: `${said}: ${met.count} times.`, ...(await named(example(met.example))) });
  const numbers: ToolView["numbers"][number][] = [];
  const schema = tool?.outputSchema ?? {};
  for (const move of [...impact.numbers].sort((a, b) => b.changed - a.changed).slice(0, MOST.numbers)) {
    const unit = unitAt(schema, move.path);
    numbers.push({
      title: titleAt(schema, move.path),
      ...(unit === "" ? {} : { unit }),
      changed: move.changed,
      before: amount(move.before),
      after: amount(move.after),
      by: changeWords(move.before, move.after),
      ...(await named(example(move.example))),
    });
  }
  return {
    name: impact.tool,
    title: tool?.facts.title ?? impact.tool,
    version: versionWords(impact),
    share: shareWords(impact),
    findings: impact.findings,
    verdicts,
    acceptance,
    numbers,
    figures: isBoth ? plotsOf(before, after, impact) : [],
    texts: impact.texts.slice(0, MOST.texts).map(({ path, changed, before: gone, after: come }) => ({
      title: titleAt(schema, path),
      changed,
      gone: gone.slice(0, MOST.sentences),
      come: come.slice(0, MOST.sentences),
    })),
    cases: { all: impact.inputs.golden, moved: impact.cases.names, count: impact.cases.moved },
    promised: impact.promises === undefined ? "" : `${capital(promiseWords(impact.promises))}.`,
    tried: impact.promises === undefined ? [] : eachPromise(impact.promises),
    promises: promiseChanges(before, after),
    sources: citedChanges(before, after, { before: old, after: now }),
    files: fileChanges(before, after, { before: old, after: now }),
  };
}

async function named(found: Promise<ExampleView | undefined>): Promise<{ example?: ExampleView }> {
  const example = await found;
  return example === undefined ? {} : { example };
}

async function matricesOf(
  { verdicts }: ToolImpact,
  { outputSchema, facts }: Tool,
  example: (probe: Probe) => Promise<ExampleView | undefined>,
): Promise<Matrix[]> {
  // The headline verdict comes first.
  const paths = [...new Set(verdicts.map(({ path }) => path))].sort(
    (a, b) => Number(b === facts.headline?.verdict) - Number(a === facts.headline?.verdict),
  );
  const found: Matrix[] = [];
  for (const path of paths.slice(0, MOST.matrices)) {
    const flips = verdicts.filter((flip) => flip.path === path).sort((a, b) => b.count - a.count);
    const cells: Matrix["cells"][number][] = [];
    for (const { before, after, count, example: probe } of flips.slice(0, MOST.words ** 2))
      cells.push({
        from: wordAt(outputSchema, path, before),
        to: wordAt(outputSchema, path, after),
        count,
        ...(await named(example(probe))),
      });
    const words = (of: "from" | "to") => [...new Set(cells.map((cell) => cell[of]))].slice(0, MOST.words);
    found.push({ title: titleAt(outputSchema, path), from: words("from"), to: words("to"), cells });
  }
  return found;
}

function promiseChanges(before: Tool | undefined, after: Tool | undefined): ToolView["promises"] {
  const of = (tool: Tool | undefined) =>
    new Map(tool?.plan.def.promises.map((promise) => [promise.id, promise]));
  const [old, now] = [of(before), of(after)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((id): ToolView["promises"] => {
    const [was, is] = [old.get(id), now.get(id)];
    const because = (is ?? was)?.because ?? "";
    if (was === undefined) return [{ id, change: "added", because }];
    if (is === undefined) return [{ id, change: "dropped", because }];
    const same = JSON.stringify(was, unplaced) === JSON.stringify(is, unplaced);
    return same ? [] : [{ id, change: "changed", because }];
  });
}

/** Returns sources that the tool cites in one state only. */
function citedChanges(before: Tool | undefined, after: Tool | undefined, sides: Sides): ToolView["sources"] {
  const cited = (tool: Tool | undefined, { uses }: DefinitionSet) => {
    const files = new Set(tool?.plan.def.files);
    return new Set(
      [...uses].flatMap(([id, all]) => (all.some(({ location }) => files.has(location.file)) ? [id] : [])),
    );
  };
  const [old, now] = [cited(before, sides.before), cited(after, sides.after)];
  const title = (id: string) => (sides.after.sources.get(id) ?? sides.before.sources.get(id))?.title ?? id;
  return [
    ...[...now].filter((id) => !old.has(id)).map((id) => ({ title: title(id), change: "added" as const })),
    ...[...old].filter((id) => !now.has(id)).map((id) => ({ title: title(id), change: "dropped" as const })),
  ];
}

function fileChanges(before: Tool | undefined, after: Tool | undefined, sides: Sides): ToolView["files"] {
  const paths = new Set([...(before?.plan.def.files ?? []), ...(after?.plan.def.files ?? [])]);
  return [...paths].flatMap((path) => {
    const [old, now] = [sides.before.files.get(path)?.text ?? "", sides.after.files.get(path)?.text ?? ""];
    return old === now ? [] : [{ path, ...diffOf(old, now) }];
  });
}

/** Returns changes of the bibliography. */
function sourceChanges({ before, after }: Sides): SourceView[] {
  const ids = new Set([...before.sources.keys(), ...after.sources.keys()]);
  return [...ids].flatMap((id): SourceView[] => {
    const [old, now] = [before.sources.get(id), after.sources.get(id)];
    if (old === undefined && now !== undefined)
      return [{ title: now.title, change: "added", said: `${now.evidence}, review by ${now.review_by}` }];
    if (old !== undefined && now === undefined) return [{ title: old.title, change: "dropped", said: "" }];
    if (old === undefined || now === undefined || JSON.stringify(old) === JSON.stringify(now)) return [];
    const fields = (Object.keys({ ...old, ...now }) as (keyof typeof now)[]).filter(
      (key) => old[key] !== now[key],
    );
    const said = fields.map(
      (key) => `${key.replaceAll("_", " ")}: ${old[key] ?? "none"} to ${now[key] ?? "none"}`,
    );
    return [{ title: now.title, change: "changed", said: said.join("; ") }];
  });
}
