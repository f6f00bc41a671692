// The documentation: links lead somewhere, pages have a bounded length, and named commands and scripts exist.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, test } from "vitest";
import { commandPage, GENERATED } from "../scripts/docs.js";
import { COMMANDS } from "../src/cli/commands.js";
import { ROOT } from "./helpers/folders.js";
import { ownSet } from "./helpers/own-definitions.js";

const PAGES = [
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  ...readdirSync(join(ROOT, "docs"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const withoutCode = (text: string) => text.replace(/^```.*?^```$/gms, "");

/** Returns the anchor of a heading as GitHub does. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");

const anchors = new Map(
  PAGES.map((path) => [
    path,
    new Set([...withoutCode(read(path)).matchAll(/^#+ (.+)$/gm)].map(([, text = ""]) => anchorOf(text))),
  ]),
);

describe.each(PAGES)("%s", (page) => {
  const text = read(page);

  test("links lead to files and headings that exist", () => {
    const links = [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link);
    const broken = links.filter((link) => {
      if (/^https?:/.test(link)) return false;
      const [file = "", anchor] = link.split("#");
      const path = file === "" ? page : normalize(join(dirname(page), file));
      if (statSync(join(ROOT, path), { throwIfNoEntry: false }) === undefined) return true;
      return anchor !== undefined && anchors.get(path)?.has(anchor) !== true;
    });
    expect(broken).toEqual([]);
  });

  test("commands, their options, and scripts exist", () => {
    const { scripts } = JSON.parse(read("package.json")) as { scripts: object };
    const named = [...text.matchAll(/npm run (?:--silent )?([\w:]+(?:-\w+)*)/g)].map(([, name = ""]) => name);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
    const calls = [...text.matchAll(/(?:^|`|npx |&& )plumbline ([a-z][\w-]*)([^`\n#|]*)/gm)];
    const wrong = calls.filter(([, name = "", words = ""]) => {
      const command = COMMANDS.get(name);
      if (command === undefined) return name !== "help";
      const options = [...words.matchAll(/(?<=\s)--([\w.-]+)/g)].map(([, option = ""]) => option);
      return options.some((each) => !(each in command.options) && command.inputs !== true && each !== "help");
    });
    expect(wrong.map(([call]) => call)).toEqual([]);
  });
});

describe("length", () => {
  /** Bytes of a guide of ten minutes. */
  const GUIDE = 12_288;
  const GUIDES = ["start", "tables", "api", "mcp", "library", "keys", "operating", "verification", "editing"];

  test("guides have at most 12 kB, README 60 lines, CONTRIBUTING 2 kB", () => {
    const long = GUIDES.filter((name) => Buffer.byteLength(read(`docs/${name}.md`)) > GUIDE);
    expect(long).toEqual([]);
    expect(read("README.md").split("\n").length - 1).toBeLessThanOrEqual(60);
    expect(Buffer.byteLength(read("CONTRIBUTING.md"))).toBeLessThanOrEqual(2048);
  });

  test("every page begins with its readers and the time that it takes", () => {
    const silent = PAGES.filter((path) => path.startsWith("docs/")).filter(
      (path) => !/minutes|look things up|hour/i.test(read(path).split("\n").slice(1, 5).join(" ")),
    );
    expect(silent).toEqual([]);
  });
});

test.each(Object.keys(GENERATED))("%s is up to date (npm run docs)", (path) => {
  expect(GENERATED[path]?.(read(path), ownSet)).toBe(read(path));
});

test("the page of commands lists every option", () => {
  const page = commandPage();
  for (const [name, { options }] of COMMANDS) {
    expect(page).toContain(`### ${name}\n`);
    for (const option of Object.keys(options)) expect(page).toContain(`--${option}`);
  }
});
