// Writes the generated tables and pages of docs/: npm run docs.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { TIER_CHECK } from "../src/access/tiers-yaml.js";
import { COMMANDS } from "../src/cli/commands.js";
import { type Command, helpOf } from "../src/cli/help.js";
import { HOME } from "../src/definitions/folder.js";
import { loadFolder } from "../src/definitions/load.js";
import { BUILTINS, SPECIAL } from "../src/engine/functions/all.js";
import type { RuntimeSet } from "../src/engine/run/tool.js";
import { CHECKS } from "../src/lint/checks.js";
import { KINDS } from "../src/server/http/problems.js";
import { CONSTANTS } from "../src/server/openapi/constants.js";
import { fixedPart, SUBJECTS } from "../src/server/openapi/fixed-part.js";
import { licencesNeeded } from "../src/settings/licences.js";

const CHECK_HEAD = "| check | finding | refuses | example |\n|---|---|---|---|\n";
const FUNCTION_HEAD = "| formula | gives | meaning |\n|---|---|---|\n";
const LICENCE_HEAD = "| licence | commercial use | sources | tools |\n|---|---|---|---|\n";
const PATH_HEAD = "| method and path | purpose |\n|---|---|\n";
const PROBLEM_HEAD = "| status | type | title | advice |\n|---|---|---|---|\n";
/** Paths of each tool, which the fixed part of the OpenAPI document does not contain. */
const TOOL_PATHS = [
  ["GET /v1/tools/{name}", "Catalogue entry of a tool"],
  ["POST /v1/tools/{name}", "Result of a tool"],
] as const;

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
  const words = { allowed: "", by_licence: "the owner must agree", unknown: "terms not found" };
  const rows = [...set.licences.values()].flatMap(({ id, title, commercial }) => {
    if (commercial === "allowed") return [];
    const sources = [...set.sources.values()].filter(({ licence }) => licence === id);
    const users = tools.filter(({ needed }) => needed.includes(id));
    const list = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(", ");
    return `| \`${id}\`: ${title} | ${words[commercial]} | ${list(sources.map((each) => each.id))} | ${list(users.map(({ name }) => name))} |\n`;
  });
  return LICENCE_HEAD + rows.join("");
}

function pathTable(): string {
  const fixed = SUBJECTS.flatMap((name) =>
    Object.entries(fixedPart(name, CONSTANTS).paths ?? {}).flatMap(([path, methods]) =>
      Object.entries(methods as Readonly<Record<string, { readonly summary?: string }>>).flatMap(
        ([method, { summary }]) =>
          summary === undefined ? [] : [[`${method.toUpperCase()} ${path}`, summary] as const],
      ),
    ),
  );
  const pathOf = ([call]: readonly [string, string]) => call.split(" ")[1] ?? "";
  const all = [...fixed, ...TOOL_PATHS].toSorted((a, b) => pathOf(a).localeCompare(pathOf(b), "en"));
  return PATH_HEAD + all.map(([call, purpose]) => `| \`${call}\` | ${purpose} |\n`).join("");
}

function problemTable(): string {
  const rows = Object.entries(KINDS).map(
    ([kind, [status, title, advice]]) => `| ${status} | \`${kind}\` | ${title} | ${advice} |\n`,
  );
  return PROBLEM_HEAD + rows.join("");
}

/** Returns the page with the help of every command, wrapped as without a terminal. */
export function commandPage(): string {
  process.stdout.columns = 100;
  const groups = [...new Set([...COMMANDS.values()].map(({ group }) => group))];
  const chapters = groups.map((group) => {
    const commands = [...COMMANDS].filter(([, command]) => command.group === group);
    return `## ${group}\n\n${commands.map(commandSection).join("\n")}`;
  });
  return `# Reference of the command line

To look things up. [command-line.md](command-line.md) is the introduction. \`npm run docs\` writes this page from the help of each command.

${chapters.join("\n")}`;
}

function commandSection([name, command]: readonly [string, Command]): string {
  return `### ${name}\n\n\`\`\`\n${helpOf(command).trimEnd()}\n\`\`\`\n`;
}

/** Returns the document with updated tables. */
export function withTables(document: string, set: () => RuntimeSet): string {
  const tables: readonly (readonly [head: string, table: () => string])[] = [
    [CHECK_HEAD, checkTable],
    [FUNCTION_HEAD, functionTable],
    [LICENCE_HEAD, () => licenceTable(set())],
    [PATH_HEAD, pathTable],
    [PROBLEM_HEAD, problemTable],
  ];
  return tables.reduce((text, [head, table]) => replaced(text, head, table), document);
}

function replaced(document: string, head: string, table: () => string): string {
  const from = document.indexOf(head);
  if (from < 0) return document;
  const end = /\n(?!\|)/g;
  end.lastIndex = from;
  const to = (end.exec(document)?.index ?? document.length) + 1;
  return document.slice(0, from) + table() + document.slice(to);
}

/** Generated pages, and pages with generated tables. */
export const GENERATED: Readonly<Record<string, (page: string, set: () => RuntimeSet) => string>> = {
  "docs/language-reference.md": withTables,
  "docs/licences.md": withTables,
  "docs/api-reference.md": withTables,
  "docs/command-line-reference.md": commandPage,
};

if (process.argv[1]?.endsWith("docs.js") === true) {
  const { set } = loadFolder();
  if (set === undefined) throw new Error("the definitions are not whole: see plumbline check");
  for (const [name, write] of Object.entries(GENERATED)) {
    const path = join(HOME, name);
    const page = existsSync(path) ? readFileSync(path, "utf8") : "";
    const updated = write(page, () => set);
    if (updated !== page) writeFileSync(path, updated);
    process.stdout.write(`${name} ${updated === page ? "is up to date" : "written"}\n`);
  }
}
