// node dist/test/instruments/plant.js [count of each kind] [seed] [pattern of kinds]: the table of who notices the
// mistakes that are planted, and each that is told far away, by nobody, or with a hint that does not mend it.
import { KINDS } from "./plant/kinds.js";
import { plantAll, tableOf } from "./plant/plant.js";

const [count = "3", seed = "a", part = ""] = process.argv.slice(2);
const planted = plantAll(
  seed,
  Number(count),
  KINDS.filter(({ name }) => new RegExp(part).test(name)),
);
for (const { verdict, mended, kind, file, line, was, now, told } of planted)
  if (verdict === "far" || verdict === "silent" || mended === false)
    process.stdout.write(
      `${mended === false ? "not mended" : verdict}: ${kind}\n  ${file}:${line}\n  - ${was}\n  + ${now}\n  ${told}\n`,
    );
process.stdout.write(`${tableOf(planted)}\n`);
