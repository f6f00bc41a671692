// `plumbline check`: every finding of the definitions, in the order of files and lines.
import { basename, relative, resolve, sep } from "node:path";
import { formatFinding } from "../engine/finding.js";
import { loadFolder } from "../folder.js";
import { definitionsFolder } from "./definitions.js";
import { Usage } from "./usage.js";

export async function check(given: readonly string[]): Promise<number> {
  const args = [...given];
  const folder = definitionsFolder(args);
  const option = args.find((arg) => arg.startsWith("--"));
  if (option !== undefined) throw new Usage(`check does not know ${option}.`);
  const { findings, set } = loadFolder(folder);
  // A path counts from here, from the definitions folder, or as a bare file name.
  const wanted = args.map((path) => {
    const inside = relative(resolve(folder), resolve(path)).split(sep).join("/");
    return inside.startsWith("..") ? path.split(sep).join("/") : inside;
  });
  const named = (file: string) =>
    wanted.length === 0 || wanted.some((path) => file === path || basename(file) === path);
  const shown = findings.filter((finding) => named(finding.spot.file));
  for (const finding of shown) process.stdout.write(`${formatFinding(finding)}\n`);
  const errors = shown.filter((finding) => finding.severity === "error").length;
  const remarks = shown.length - errors;
  const elsewhere = findings.length - shown.length;
  process.stdout.write(
    `${errors} ${errors === 1 ? "error" : "errors"}, ${remarks} ${remarks === 1 ? "remark" : "remarks"}` +
      `${elsewhere > 0 ? `, ${elsewhere} in other files` : ""}${set === undefined ? "" : `; ${set.tools.size} tools are good to serve`}\n`,
  );
  return errors > 0 ? 1 : 0;
}
