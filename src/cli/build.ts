// `plumbline build`: compiles definitions to modules and JSON, for faster starts, browsers and other programs.
import { join } from "node:path";
import { buildTiers } from "../access/tiers-folder.js";
import { INDEX, indexIn } from "../build/form.js";
import { builtFolder } from "../build/open.js";
import { definitionsIn, readBuilt } from "../build/read.js";
import { rulesIndex } from "../build/rules.js";
import { writeBuilt } from "../build/write.js";
import type { Arguments } from "../settings/arguments.js";
import { cacheFolder } from "../settings/cache-folder.js";
import { definitionsFolder } from "../settings/served-set.js";
import { Usage } from "../settings/usage.js";
import { messageOf } from "../wording/wording.js";

export async function build(args: Arguments): Promise<number> {
  const withRules = !args.flag("without-rulebook");
  const folder = definitionsFolder(args);
  const cache = cacheFolder(process.env);
  const output =
    args.atMost(0).text("output") ?? (cache === undefined ? undefined : builtFolder(cache, folder));
  if (output === undefined)
    throw new Usage("Nothing is stored with DATA_DIR=:memory:. Name a folder with --output.");
  const definitions = await definitionsIn(folder);
  const isBuilt = (await readBuilt(definitions, output)) !== undefined;
  const rules = withRules ? await import("./build-rules.js") : undefined;
  const made = rules?.fingerprintOfRules(definitions.fingerprint, folder);
  const isWritten = made === undefined || rulesIndex(output)?.made === made;
  if (!isBuilt || !isWritten) {
    const set = (await import("../settings/whole.js")).loadOrReport(folder);
    if (set === undefined) return 1;
    try {
      if (!isBuilt) {
        writeBuilt(set, output);
        await buildTiers(folder, output);
      }
      const marks = { definitions: definitions.fingerprint, made: made ?? "" };
      if (!isWritten && (await rules?.buildRules(set, folder, output, marks)) === false) return 130;
    } catch (error) {
      process.stderr.write(`plumbline: The built form cannot be written to ${output}: ${messageOf(error)}\n`);
      return 1;
    }
  }
  const built = join(output, INDEX);
  const index = args.flag("types") ? indexIn(output) : undefined;
  if (index !== undefined) (await import("../build/typed-tools.js")).writeTypedTools(index, output);
  process.stdout.write(args.flag("json") ? `${JSON.stringify({ built })}\n` : `Built: ${built}\n`);
  return 0;
}
