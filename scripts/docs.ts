// Writes generated tables into the documents: npm run docs.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { TIER_CHECK } from "../src/access/tiers-yaml.js";
import { HOME } from "../src/definitions/folder.js";
import { loadFolder } from "../src/definitions/load.js";
import { BUILTINS, SPECIAL } from "../src/engine/functions/all.js";
import type { RuntimeSet } from "../src/engine/run/tool.js";
import { CHECKS } from "../src/lint/checks.js";
import { licencesNeeded } from "../src/settings/licences.js";

const CHECK_HEAD = "| check | finding | refuses | example |\n|---|---|---|---|\n";
const FUNCTION_HEAD = "| formula | gives | meaning |\n|---|---|---|\n";
const LICENCE_HEAD = "| licence | commercial use | sources | tools that rest on them |\n|---|---|---|---|\n";

/** Lists built-in functions with examples, which the tests compute. */
function functionTable(): string {
  const examples = [...Object.values(SPECIAL), ...Object.values(BUILTINS).map(({ example }) => example)];
  const rows = examples.map(([formula, gives, means]) => `| \`${formula}\` | \`${gives}\` | ${means} |\n`);
  return FUNCTION_HEAD + rows.join("");
}

function checkTable(): string {
  const rows = [...CHECKS, TIER_CHECK].map(
    ({ code, isRemark, refuses, example }) =>
      `| \`${code}\` | ${isRemark ? "remark" : "error"} | ${refuses} | ${example} |\n`,
  );
  return CHECK_HEAD + rows.join("");
}

/** Lists licences that restrict commercial use, with their sources and tools. */
function licenceTable(set: RuntimeSet): string {
  const tools = [...set.tools.values(), ...set.legacy.values()].map((tool) => ({
    name: tool.name,
    needed: licencesNeeded(set, tool).map(({ id }) => id),
  }));
  const words = { allowed: "", by_licence: "the owner must agree", unknown: "not known" };
  const rows = [...set.licences.values()].flatMap(({ id, title, commercial }) => {
    if (commercial === "allowed") return [];
    const sources = [...set.sources.values()].filter(({ licence }) => licence === id);
    const users = tools.filter(({ needed }) => needed.includes(id));
    const list = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(", ");
    return `| \`${id}\`: ${title} | ${words[commercial]} | ${list(sources.map((each) => each.id))} | ${list(users.map(({ name }) => name))} |\n`;
  });
  return LICENCE_HEAD + rows.join("");
}

/** Returns the document with updated tables. */
export function withTables(document: string, set: () => RuntimeSet): string {
  const checked = replaced(replaced(document, CHECK_HEAD, checkTable), FUNCTION_HEAD, functionTable);
  return replaced(checked, LICENCE_HEAD, () => licenceTable(set()));
}

function replaced(document: string, head: string, table: () => string): string {
  const from = document.indexOf(head);
  if (from < 0) return document;
  const end = /\n(?!\|)/g;
  end.lastIndex = from;
  const to = (end.exec(document)?.index ?? document.length) + 1;
  return document.slice(0, from) + table() + document.slice(to);
}

if (process.argv[1]?.endsWith("docs.js") === true) {
  const { set } = loadFolder();
  if (set === undefined) throw new Error("the definitions are not whole: see plumbline check");
  for (const name of ["docs/language-reference.md", "docs/operating.md"]) {
    const path = join(HOME, name);
    const document = readFileSync(path, "utf8");
    const now = withTables(document, () => set);
    if (now !== document) writeFileSync(path, now);
    process.stdout.write(`${name} ${now === document ? "is up to date" : "written"}\n`);
  }
}
