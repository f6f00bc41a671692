// `plumbline init`: creates a repository for definitions, with a first tool that passes its cases and promises.
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DEFAULT_FOLDER, HOME, packageVersion } from "../definitions/folder.js";
import type { Arguments } from "../settings/arguments.js";
import { Usage } from "../settings/usage.js";
import { draftTool, faultsOf, writeDraft } from "../workbench/new-tool.js";
import { nameOfTool } from "./new-tool.js";

const FROM = join(HOME, "assets/init");

export function init(args: Arguments): number {
  const [folder = "."] = args.atMost(1).words;
  const name = nameOfTool(args.text("tool") ?? "first_tool");
  const definitions = join(folder, "definitions");
  const files: Readonly<Record<string, string>> = {
    "README.md": "README.md",
    "package.json": "package.json",
    ".gitignore": "gitignore",
    ".github/workflows/definitions.yml": "workflow.yml",
    "definitions/common.yaml": args.flag("extend") ? "extending.yaml" : "common.yaml",
  };
  const there = [...Object.keys(files), "definitions", "test/golden"].find((path) =>
    existsSync(join(folder, path)),
  );
  if (there !== undefined)
    throw new Usage(`${join(folder, there)} is there already: init begins in a folder without definitions.`);
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text, { flag: "wx" });
    process.stdout.write(`${join(folder, path)}\n`);
  };
  const today = new Date().toISOString().slice(0, 10);
  for (const [path, source] of Object.entries(files))
    write(
      path,
      readFileSync(join(FROM, source), "utf8")
        .replaceAll("VERSION", packageVersion())
        .replaceAll("EDITION", today),
    );
  writeFileSync(join(definitions, "sources.yaml"), "", { flag: "wx" }); // the first tool fills and names it
  // For editors without the Plumbline extension.
  cpSync(join(DEFAULT_FOLDER, "schema"), join(definitions, "schema"), { recursive: true });
  const draft = draftTool(definitions, join(folder, "test/golden"), name);
  const faults = faultsOf(definitions, draft);
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  if (faults.length > 0) return 1;
  for (const path of writeDraft(draft)) process.stdout.write(`${path}\n`);
  const inside = folder === "." ? "" : `cd ${folder}, `;
  process.stdout.write(`Next: ${inside}git init, npm install, then npx plumbline watch.\n`);
  return 0;
}
