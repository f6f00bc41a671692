// `plumbline check`: every finding of the definitions in the order of files and lines, and for each tool the share of its
// numbers that have a source.
import { basename, relative, resolve, sep } from "node:path";
import { checkTiers } from "../access/tiers-folder.js";
import type { Arguments } from "../command/arguments.js";
import { authorsFolder } from "../command/definitions.js";
import { type Finding, formatFinding, sortedFindings } from "../engine/language/findings.js";
import { loadFolder } from "../load.js";
import { manyOf } from "../wording.js";
import { citationLines } from "./citation-lines.js";

export async function check(args: Arguments): Promise<number> {
  const folder = authorsFolder(args);
  const detailed = args.flag("citations");
  const asJson = args.flag("json");
  const { findings: found, citations, set } = loadFolder(folder);
  const tiers = await checkTiers(folder);
  const findings = sortedFindings([...found, ...tiers.findings]);
  const servable = set !== undefined && tiers.findings.length === 0;
  // A path counts from here, from the definitions folder, or as a bare file name.
  const wanted = args.words.map((path) => {
    const inside = relative(resolve(folder), resolve(path)).split(sep).join("/");
    return inside.startsWith("..") ? path.split(sep).join("/") : inside;
  });
  const named = (file: string) =>
    wanted.length === 0 || wanted.some((path) => file === path || basename(file) === path);
  const shown = findings.filter((finding) => named(finding.location.file));
  const shares = citations.filter(({ files }) => files.some(named));
  const errors = shown.filter((finding) => finding.severity === "error").length;
  if (asJson) {
    const tools = shares.map(({ files: _, ...share }) => share);
    const data = { findings: shown.map(findingData), citations: tools, servable };
    process.stdout.write(`${JSON.stringify(data, null, 2)}\n`);
    return errors > 0 ? 1 : 0;
  }
  for (const finding of shown) process.stdout.write(`${formatFinding(finding)}\n`);
  const remarks = shown.length - errors;
  const elsewhere = findings.length - shown.length;
  process.stdout.write(
    `${manyOf(errors, "error")}, ${manyOf(remarks, "remark")}` +
      `${elsewhere > 0 ? `, ${elsewhere} in other files` : ""}${servable ? `; ${set.tools.size} tools are good to serve` : ""}\n`,
  );
  if (shares.length > 0) process.stdout.write(`\n${citationLines(shares, detailed)}`);
  return errors > 0 ? 1 : 0;
}

function findingData({ check: name, severity, location, message, hint }: Finding): object {
  return { check: name, severity, ...location, message, ...(hint === undefined ? {} : { hint }) };
}
