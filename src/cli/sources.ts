// `plumbline sources`: lists sources with evidence, review date and citations.

import { loadFolder } from "../definitions/load.js";
import type { Source } from "../engine/language/files.js";
import { formatFinding } from "../engine/language/findings.js";
import type { DefinitionSet } from "../engine/set.js";
import { UPKEEP } from "../lint/load.js";
import type { Arguments } from "../settings/arguments.js";
import { authorsFolder } from "../settings/served-set.js";
import { Usage } from "../settings/usage.js";
import { manyOf, noSuch, termsOf } from "../wording/wording.js";

export async function listSources(args: Arguments): Promise<number> {
  const folder = authorsFolder(args);
  const asJson = args.flag("json");
  const [id, ...more] = args.words;
  if (more.length > 0) throw new Usage("sources takes one id, or none for all sources.");
  // Readers use this list to fix such findings, so they must not prevent it.
  const { set, findings } = loadFolder(folder, UPKEEP);
  if (set === undefined) {
    for (const finding of findings.filter(({ severity }) => severity === "error"))
      process.stderr.write(`${formatFinding(finding)}\n`);
    return 1;
  }
  if (id !== undefined && !set.sources.has(id))
    throw new Usage(noSuch("source", id, set.sources.keys()).message);
  const shown = [...set.sources.values()].filter((source) => id === undefined || source.id === id);
  process.stdout.write(
    asJson ? `${JSON.stringify(asData(set, shown), null, 2)}\n` : listing(set, shown, id === undefined),
  );
  return 0;
}

function listing(set: DefinitionSet, sources: readonly Source[], counted: boolean): string {
  const lines = sources.flatMap((source) => {
    const due = source.review_by < set.edition ? `, before the edition ${set.edition}` : "";
    const uses = set.uses.get(source.id) ?? [];
    const licence = set.licences.get(source.licence ?? "");
    return [
      `${source.id}  [${source.evidence}]  review by ${source.review_by}${due}`,
      `  ${source.title}${source.reference === undefined ? "" : `, ${source.reference}`}`,
      ...(source.url === undefined ? [] : [`  ${source.url}`]),
      ...(licence === undefined ? [] : [`  ${termsOf(licence)}`]),
      ...(uses.length === 0 ? ["  Nothing cites it."] : []),
      ...uses.map(({ location, clause, evidence }) =>
        `  ${location.file}:${location.line}  ${clause}${evidence === undefined ? "" : ` [${evidence}]`}`.trimEnd(),
      ),
      "",
    ];
  });
  const places = sources.reduce((sum, source) => sum + (set.uses.get(source.id)?.length ?? 0), 0);
  if (counted) lines.push(`${manyOf(sources.length, "source")}, cited in ${manyOf(places, "place")}`, "");
  return lines.join("\n");
}

function asData(set: DefinitionSet, sources: readonly Source[]): unknown {
  return sources.map((source) => ({
    ...source,
    uses: (set.uses.get(source.id) ?? []).map(({ location, clause, evidence }) => ({
      file: location.file,
      line: location.line,
      clause,
      ...(evidence === undefined ? {} : { evidence }),
    })),
  }));
}
