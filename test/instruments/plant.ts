// node dist/test/instruments/plant.js [count of each kind] [seed] [pattern of kinds]: prints a table of detections,
// and each mistake that was not detected properly.
import { KINDS } from "./plant/kinds.js";
import { isTold, type Planted, plantAll, tableOf } from "./plant/plant.js";

const [count = "3", seed = "a", part = ""] = process.argv.slice(2);
const kinds = KINDS.filter(({ name }) => new RegExp(part).test(name));
const planted: Planted[] = [];
for (const each of plantAll(seed, Number(count), kinds)) {
  planted.push(each);
  const { verdict, kind, file, line, was, now, told } = each;
  if (!isTold(each))
    process.stdout.write(`${verdict}: ${kind}\n  ${file}:${line}\n  - ${was}\n  + ${now}\n  ${told}\n`);
}
process.stdout.write(`${tableOf(planted)}\n`);
