// Loads the subscription tiers for commands that serve or issue keys.
import type { Tiers } from "../access/tiers.js";
import { tiersOf } from "../access/tiers-folder.js";
import { SHIPPED } from "../build/form.js";
import { builtFolder } from "../build/open.js";
import { formatFinding } from "../engine/language/findings.js";

/** Returns undefined after printing errors. */
export async function tiersOrReport(
  folder: string,
  dataDir?: string,
): Promise<{ tiers: Tiers | undefined } | undefined> {
  const own = dataDir === undefined ? undefined : builtFolder(dataDir, folder);
  const { findings, tiers } = await tiersOf(folder, SHIPPED, own);
  for (const finding of findings) process.stderr.write(`${formatFinding(finding)}\n`);
  return findings.length > 0 ? undefined : { tiers };
}
