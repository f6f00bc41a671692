// Keeps the checked definitions beside the program, so that it starts without reading them again. Part of the build.
import { rmSync } from "node:fs";
import { buildTiers } from "../src/access/tiers-folder.js";
import { DEFAULT_FOLDER } from "../src/folder.js";
import { KEPT_FILE } from "../src/kept/form.js";
import { keptSet } from "../src/kept/read.js";

await buildTiers(DEFAULT_FOLDER);
if (keptSet(DEFAULT_FOLDER) === undefined) {
  const { loadFolder } = await import("../src/load.js");
  const { keepSet } = await import("../src/kept/write.js");
  const { set } = loadFolder(DEFAULT_FOLDER, undefined, "results");
  // What is wrong with the definitions is told by whoever uses or checks them; a build of the program is none of these.
  if (set === undefined) rmSync(KEPT_FILE, { force: true });
  else {
    try {
      keepSet(set);
    } catch (error) {
      // Without it the service starts more slowly, and is the same otherwise.
      process.stderr.write(
        `Nothing is kept for a quick start: ${error instanceof Error ? error.message : String(error)}\n`,
      );
    }
  }
}
