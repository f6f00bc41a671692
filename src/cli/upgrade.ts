// `plumbline upgrade`: definitions written for an earlier version, in the language of this one.
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { DEFAULT_FOLDER, filesIn } from "../definitions/folder.js";
import { upgraded } from "../definitions/upgrade/upgrade.js";
import type { Arguments } from "../settings/arguments.js";
import { authorsFolder } from "../settings/served-set.js";

export function upgrade(args: Arguments): number {
  const folder = authorsFolder(args.atMost(0));
  const changed = upgraded(filesIn(folder));
  for (const [path, text] of changed) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
    process.stdout.write(`${join(folder, path)}\n`);
  }
  if (changed.size === 0) process.stdout.write("Every file is in the language of this version.\n");
  else {
    if (resolve(folder) !== DEFAULT_FOLDER)
      cpSync(join(DEFAULT_FOLDER, "schema"), join(folder, "schema"), { recursive: true });
    process.stdout.write(
      "Read the diff, then run plumbline check. What was a default is assumed: who sends that value has now given it.\n",
    );
  }
  return 0;
}
