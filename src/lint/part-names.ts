// Replaces undefined names from a missing part by one finding at `parts`.
import type { DefinitionFile } from "../engine/language/files.js";
import type { Finding, Report } from "../engine/language/findings.js";
import { MOST, READING, toolOf } from "./cause.js";

interface NamedPart {
  readonly name: string;
  readonly file: string;
  readonly owner?: string;
}

interface Tool {
  readonly file: DefinitionFile;
  readonly path: string;
  readonly parts: readonly string[];
}

/** Missing names that indicate a missing part; one is enough for the tool's own parts. */
const FEW = 2;

export function toTheirParts(
  report: Report,
  parts: Iterable<NamedPart>,
  files: ReadonlyMap<string, DefinitionFile>,
): void {
  const unknown = report.findings.flatMap((finding) => {
    const name = /^(?:Nothing is called|There is no [\w ]+) (\w+)\.$/.exec(finding.message)?.[1];
    return finding.check !== "symbol" || name === undefined ? [] : [{ finding, name }];
  });
  if (unknown.length === 0) return;
  const all = [...parts];
  const tools = [...files.values()].flatMap((file) => toolIn(file) ?? []);
  const missed = new Map<string, { tool: Tool; part: NamedPart; names: Set<string>; first: Finding }>();
  for (const { finding, name } of unknown.slice(0, MOST))
    for (const part of all.filter(({ file }) => defines(files.get(file), name)))
      for (const tool of tools.filter((each) => reads(each, finding.location.file))) {
        const isOpen = part.owner === undefined || tool.path.endsWith(`/${part.owner}`);
        if (!isOpen || tool.parts.includes(part.name)) continue;
        const key = `${tool.path} ${part.name}`;
        const known = missed.get(key) ?? { tool, part, names: new Set(), first: finding };
        known.names.add(name);
        missed.set(key, known);
      }
  for (const { tool, part, names, first } of missed.values()) {
    const hint = `the part ${part.name} has it: name the part under parts:`;
    if (part.owner === undefined && names.size < FEW) {
      if (first.typo === undefined) report.replace((each) => each === first, { ...first, hint });
      continue;
    }
    const line = tool.file.text.split("\n").findIndex((each) => each.startsWith("parts:")) + 1;
    report.replace(
      ({ check, location }) => !READING.has(check) && [tool.path, undefined].includes(toolOf(location.file)),
      {
        check: first.check,
        location: { file: tool.file.path, line: Math.max(1, line), column: 1 },
        message: `The part ${part.name} is missing in parts:, and it defines ${[...names].join(", ")}.`,
        hint: `name ${part.name} under parts:`,
      },
    );
    return;
  }
}

function toolIn(file: DefinitionFile): Tool | undefined {
  const path = file.path.replace(/\.yaml$/, "");
  if (toolOf(file.path) !== path) return undefined;
  const list = /^parts:((?:.|\n(?= ))*)/m.exec(file.text)?.[1] ?? "";
  return { file, path, parts: list.match(/\w+/g) ?? [] };
}

/** Whether a tool reads a file. */
function reads({ path, parts }: Tool, file: string): boolean {
  return toolOf(file) === path || parts.includes(/^parts\/(\w+)/.exec(file)?.[1] ?? "");
}

function defines(file: DefinitionFile | undefined, name: string): boolean {
  return file !== undefined && new RegExp(`^ {2,4}${name}:`, "m").test(file.text);
}
