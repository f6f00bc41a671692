// `npm run new-tool`: the template under a new name. Everything is checked before the first byte is written, and what
// cannot be written whole is taken back.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { parse, stringify } from "yaml";
import { definitionsFolder } from "../command/definitions.js";
import { Usage } from "../command/usage.js";
import { formatFinding } from "../engine/finding.js";
import { loadDefinitions } from "../engine/loader.js";
import { DEFAULT_FOLDER, readFolder, readSchemas, sha256 } from "../folder.js";
import { compareGolden, type GoldenCase } from "../golden.js";

const TEMPLATE = join(DEFAULT_FOLDER, "../scripts/template");
const LONGEST_NAME = 60;

interface NewFile {
  readonly name: string;
  readonly text: string;
}

export async function newToolCommand(given: readonly string[]): Promise<number> {
  const args = [...given];
  const folder = definitionsFolder(args);
  const [name, ...more] = args;
  if (name === undefined || more.length > 0) throw new Usage("Name one new tool.");
  if (!/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name) || name.length > LONGEST_NAME)
    throw new Usage(
      `${JSON.stringify(name)} is no name for a tool: lower case letters, digits and single underscores, ` +
        `a letter first, at most ${LONGEST_NAME}.`,
    );
  const definition = join(folder, "tools", `${name}.yaml`);
  const golden = join(folder, "../test/golden", name);
  const there = [definition, join(folder, "legacy", `${name}.yaml`), golden].find((path) => existsSync(path));
  if (there !== undefined) throw new Usage(`There is a ${name} already: ${there}.`);
  const common = parse(readFileSync(join(folder, "common.yaml"), "utf8")) as Readonly<Record<string, string>>;
  const text = fill(readFileSync(join(TEMPLATE, "tool.yaml"), "utf8"), name, common);
  const cases = readdirSync(join(TEMPLATE, "golden"))
    .sort()
    .map((file) => ({
      name: file,
      text: fill(readFileSync(join(TEMPLATE, "golden", file), "utf8"), name, common),
    }));
  const faults = await faultsOf(folder, name, text, cases);
  if (faults.length > 0) {
    for (const fault of faults) process.stderr.write(`${fault}\n`);
    process.stderr.write("Nothing was written.\n");
    return 1;
  }
  write(definition, text, golden, cases);
  process.stdout.write(
    `${definition}\n${cases.map((file) => `${join(golden, file.name)}\n`).join("")}` +
      `Next: edit them section by section, with npm run check and npm run golden -- ${name} after each.\n`,
  );
  return 0;
}

function fill(template: string, name: string, common: Readonly<Record<string, string>>): string {
  const title = name.replaceAll("_", " ").replace(/^./, (letter) => letter.toUpperCase());
  // Quoted where YAML would read the words otherwise, on one line where they stand in the middle of one.
  const disclaimer = `${common.disclaimer ?? ""} `;
  return template
    .replaceAll("NAME", name)
    .replaceAll("TITLE", title)
    .replaceAll("EDITION", common.edition ?? "")
    .replace(
      /^( *disclaimer: )DISCLAIMER (.*)$/m,
      (_, key: string, own: string) => `${key}${stringify(disclaimer + own, { lineWidth: 0 }).trimEnd()}`,
    );
}

/** What is wrong with the new files, loaded with all the others: nothing, or nothing is written. */
async function faultsOf(
  folder: string,
  name: string,
  text: string,
  cases: readonly NewFile[],
): Promise<string[]> {
  const files = [...readFolder(folder), { path: `tools/${name}.yaml`, text, sha256: sha256(text) }];
  const { set, findings } = loadDefinitions(files, readSchemas());
  const tool = set?.tools.get(name);
  if (tool === undefined) return findings.filter(({ severity }) => severity === "error").map(formatFinding);
  const faults: string[] = [];
  for (const file of cases) {
    const golden = { ...(parse(file.text) as Omit<GoldenCase, "file">), file: file.name };
    for (const outcome of [tool.run(golden.input), await tool.reference(golden.input)])
      for (const { path, expected, got } of compareGolden(golden, outcome))
        faults.push(`${file.name} ${path}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(got)}`);
  }
  return faults;
}

/** The golden folder is made aside and moved into place; if the definition cannot follow, it is taken back. */
function write(definition: string, text: string, golden: string, cases: readonly NewFile[]): void {
  mkdirSync(dirname(golden), { recursive: true });
  const aside = mkdtempSync(join(dirname(golden), ".new-tool-"));
  const draft = `${definition}.new`;
  try {
    for (const file of cases) writeFileSync(join(aside, file.name), file.text);
    writeFileSync(draft, text, { flag: "wx" });
    renameSync(aside, golden);
    try {
      renameSync(draft, definition);
    } catch (error) {
      rmSync(golden, { recursive: true, force: true });
      throw error;
    }
  } catch (error) {
    rmSync(aside, { recursive: true, force: true });
    rmSync(draft, { force: true });
    throw error;
  }
}
