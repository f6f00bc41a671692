// Writes the tables of docs/language.md that are made from code: npm run docs.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { TIER_CHECK } from "../src/access/tiers-yaml.js";
import { CHECKS } from "../src/engine/checks/all.js";
import { HOME } from "../src/folder.js";

const FILE = join(HOME, "docs/language.md");
const HEAD = "| check | refuses | example |\n|---|---|---|\n";

export function checkTable(): string {
  return (
    HEAD +
    [...CHECKS, TIER_CHECK]
      .map(({ code, refuses, example }) => `| \`${code}\` | ${refuses} | ${example} |\n`)
      .join("")
  );
}

/** The document with the table as it should be. */
export function withTables(document: string): string {
  const from = document.indexOf(HEAD);
  if (from < 0) throw new Error("docs/language.md has no table of checks");
  const end = /\n(?!\|)/g;
  end.lastIndex = from;
  const to = (end.exec(document)?.index ?? document.length) + 1;
  return document.slice(0, from) + checkTable() + document.slice(to);
}

if (process.argv[1]?.endsWith("docs.js") === true) {
  const document = readFileSync(FILE, "utf8");
  const now = withTables(document);
  if (now !== document) writeFileSync(FILE, now);
  process.stdout.write(now === document ? "docs/language.md is up to date\n" : "docs/language.md written\n");
}
