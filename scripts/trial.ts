// Plays the tasks of test/agents/tasks.yaml and prints the rank of the right tool: npm run trial

import { DEFAULT_FOLDER } from "../src/definitions/folder.js";
import { servedSet } from "../src/settings/served-set.js";
import { LEAST_FIRST, play } from "../test/instruments/tasks.js";

const set = await servedSet(DEFAULT_FOLDER);
if (set === undefined) process.exit(1);
const played = await play(set);
const first = played.filter(({ tool, found }) => found[0] === tool);
for (const { task, tool, found, works } of played) {
  const place = found.indexOf(tool) + 1;
  if (place === 1 && works) continue;
  const came = place === 0 ? "not found" : `place ${place}, after ${found.slice(0, place - 1).join(", ")}`;
  process.stdout.write(`${tool}: ${came}${works ? "" : ", and its call does not work"}\n  ${task}\n`);
}
process.stdout.write(`${first.length} of ${played.length} first, ${LEAST_FIRST} are asked for\n`);
process.exitCode = first.length >= LEAST_FIRST && played.every(({ works }) => works) ? 0 : 1;
