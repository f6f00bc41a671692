// `plumbline build`: the definitions as modules and JSON, for a quick start, for a browser or for another program.
import { join } from "node:path";
import { buildTiers } from "../access/tiers-folder.js";
import { INDEX } from "../build/form.js";
import { builtFolder } from "../build/open.js";
import { definitionsIn, readBuilt } from "../build/read.js";
import { writeBuilt } from "../build/write.js";
import { definitionsFolder } from "../command/definitions.js";
import { refuseOptions, takeOption, Usage } from "../command/usage.js";
import { messageOf } from "../wording.js";

export async function build(given: readonly string[]): Promise<number> {
  const args = [...given];
  const folder = definitionsFolder(args);
  const output = takeOption(args, "output") ?? builtFolder(process.env.DATA_DIR ?? "data", folder);
  refuseOptions("build", args, ["output", "definitions", "help"]);
  if (args.length > 0) throw new Usage(`build does not know ${args[0]}.`);
  const definitions = definitionsIn(folder);
  if ((await readBuilt(definitions, output)) === undefined) {
    const set = (await import("../command/whole.js")).loadOrReport(folder);
    if (set === undefined) return 1;
    try {
      writeBuilt(set, output);
      await buildTiers(folder, output);
    } catch (error) {
      process.stderr.write(`plumbline: The built form cannot be written to ${output}: ${messageOf(error)}\n`);
      return 1;
    }
  }
  process.stdout.write(`Built: ${join(output, INDEX)}\n`);
  return 0;
}
