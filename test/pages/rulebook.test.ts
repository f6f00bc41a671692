// The rule book is complete, linked and reproducible, and never overwrites foreign files.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, normalize } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DEFAULT_FOLDER } from "../../src/definitions/folder.js";
import { EVIDENCE } from "../../src/lint/shares.js";
import { changesOf } from "../../src/pages/rulebook/changes.js";
import { commentsOf } from "../../src/pages/rulebook/comments.js";
import { pageMarkdown } from "../../src/pages/rulebook/markdown.js";
import { RuleBook } from "../../src/pages/rulebook/site.js";
import { exactNumber } from "../../src/pages/show.js";
import { ownLoaded, ownSet } from "../helpers/own-definitions.js";
import { call } from "../helpers/run-command.js";

const base = mkdtempSync(join(tmpdir(), "plumbline-rulebook-"));
afterAll(() => rmSync(base, { recursive: true, force: true }));
const book = join(base, "book");
const pages = new Map<string, string>();
const texts = new Map<string, string>();

beforeAll(() => {
  const made = new RuleBook(ownSet(), { changes: changesOf(DEFAULT_FOLDER), served: false });
  for (const _ of made.learn());
  for (const file of [...made.pageFiles(), ...made.assets()]) {
    mkdirSync(dirname(join(book, file.path)), { recursive: true });
    writeFileSync(join(book, file.path), file.content);
    if (file.path.endsWith(".html")) pages.set(file.path, String(file.content));
  }
  for (const [path, page] of pages) texts.set(path, textOf(page));
});

/** A set with one tool, full of HTML special characters. */
const definitions = join(base, "definitions");
mkdirSync(join(definitions, "tools"), { recursive: true });
for (const [path, text] of Object.entries({
  "common.yaml": "edition: 2026-11-01\ndisclaimer: None.\nfields: {}\n",
  "sources.yaml": `h: {title: <b>H</b>, evidence: law, review_by: 2027-11-01, url: 'https://x.org/"><img'}\n`,
  "tools/small.yaml": `name: small
title: "<script>alert(1)</script>"
description: "</title><img src=x>"
category: examples
version: 1.0.0
edition: 2026-11-01
standard_reference: None
inputs:
  a_kw: {at_least: 0, at_most: 5, description: "<i>A</i>"}   # <u>why</u>
values:
  b_kw: {formula: a_kw * 1.35, cite: h 1, because: "<s>so</s>"}
recommendations: ["<em>Go on</em> {b_kw}."]
results:
  b_kw: {description: B}
promises:
  - {id: never_below, always: b_kw >= 0, because: a power is no debt}
`,
}))
  writeFileSync(join(definitions, path), text);
const small = (output: string) => call("rulebook", ["--definitions", definitions, "--output", output]);

function contents(folder: string): Map<string, Buffer> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true });
  return new Map(
    names
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((path) => [path.slice(folder.length + 1), readFileSync(path)]),
  );
}

function textOf(page: string): string {
  return page
    .replace(/<head>.*?<\/head>/s, "")
    .replace(/<(script|annotation).*?<\/\1>/gs, "")
    .replace(/<wbr>/g, "")
    .replace(/<\/?(var|span|a|b|i|q|code)\b[^>]*>/g, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, "&")
    .replace(/\s+/g, " ");
}

function section(path: string, id: string): string {
  const page = pages.get(path) ?? "";
  const from = page.indexOf(` id="${id}"`);
  expect(from).toBeGreaterThan(0);
  // Up to the next section that is not inside this one.
  return textOf(page.slice(from).split(/<(?:section|tr|h2)\b/)[0] ?? "");
}

/** Returns the page of a definition file; sections of a tool are on its page. */
function pageFor(file: string): string {
  return file.replace(/\/(?:words|examples|promises|figures)\.yaml$/, ".html").replace(".yaml", ".html");
}

describe("complete", () => {
  test("every definition file has its page, and every source its place", () => {
    const { files, sources } = ownSet();
    const wanted = [...files.keys()].filter((file) => file.includes("/"));
    expect(wanted.length).toBeGreaterThan(80);
    expect(wanted.map(pageFor).filter((path) => !pages.has(path))).toEqual([]);
    const bibliography = pages.get("sources.html") ?? "";
    for (const source of sources.values()) {
      const path = `sources/${source.id}.html`;
      expect(bibliography).toContain(`href="${path}"`);
      if (source.url !== undefined) expect(pages.get(path)).toContain(source.url.replaceAll("&", "&amp;"));
      expect(texts.get(path)).toContain(source.review_by);
    }
  });

  test("every figure stands on the page of its tool, drawn for the first example where it has something to show", () => {
    const tools = [...ownSet().tools.values()].filter(({ plan }) => plan.def.figures.length > 0);
    expect(tools.length).toBeGreaterThan(2);
    for (const tool of tools) {
      const page = pages.get(tool.facts.file.replace(".yaml", ".html")) ?? "";
      const drawn = tool.figures(tool.facts.examples[0]?.input ?? {}).map(({ title }) => title);
      for (const { head } of tool.plan.def.figures) {
        expect(page).toContain(head.title);
        // Rendered twice, for wide and narrow windows.
        const times = page.split(`<title>${head.title}</title>`).length - 1;
        expect(times).toBe(drawn.includes(head.title) ? 2 : 0);
      }
    }
  });

  test("every link inside the book arrives", () => {
    const ids = new Map(
      [...pages].map(([path, page]) => [
        path,
        new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)),
      ]),
    );
    const broken: string[] = [];
    let inside = 0;
    for (const [path, page] of pages) {
      for (const [, href = ""] of page.matchAll(/(?:href|src)="([^"]+)"/g)) {
        if (/^https?:/.test(href)) continue;
        inside++;
        const [to = "", id] = href.split("#");
        const target = to === "" ? path : normalize(join(dirname(path), to));
        if (target.endsWith(".html") ? !ids.has(target) : !existsSync(join(book, target)))
          broken.push(`${path}: ${href}`);
        else if (id !== undefined && ids.get(target)?.has(id) !== true) broken.push(`${path}: ${href}`);
      }
    }
    expect(broken).toEqual([]);
    expect(inside).toBeGreaterThan(5000);
  });

  test("no place stands twice in a page", () => {
    for (const [path, page] of pages) {
      const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
      expect({ path, twice: ids.filter((id, at) => ids.indexOf(id) !== at) }).toEqual({ path, twice: [] });
    }
  });

  test("nothing comes from outside, and every formula was typeset", () => {
    for (const [path, page] of pages) {
      const outside = [
        ...page.matchAll(/<(?:link|script|img)[^>]*(?:https?:)?\/\/[^>]*>|not-typeset|katex-error/g),
      ];
      expect({ path, outside: outside.map(([match]) => match) }).toEqual({ path, outside: [] });
    }
    const styles = [...contents(book)]
      .filter(([path]) => path.endsWith(".css"))
      .map(([, text]) => text.toString());
    for (const css of styles) expect([...css.matchAll(/url\((?!fonts\/)[^)]*\)|@import/g)]).toEqual([]);
  });

  test("every input, value, table row, rule, reason, comment and clause is there", () => {
    const { tools, legacy, files } = ownSet();
    const missing: string[] = [];
    const want = (file: string, text: string): void => {
      const page = texts.get(pageFor(file)) ?? "";
      if (!page.includes(text.replace(/\s+/g, " ").trim())) missing.push(`${file}: ${text}`);
    };
    for (const { plan } of [...tools.values(), ...legacy.values()]) {
      const { def } = plan;
      want(def.file, def.description);
      for (const name of plan.inputs.keys()) want(def.file, name);
      for (const value of def.values) {
        if (value.kind === "collect" && value.entries.length === 0) continue;
        want(value.location.file, value.name.replace(/^\$/, ""));
        want(value.location.file, value.because ?? "");
        for (const { clause } of value.cites) want(value.location.file, clause);
      }
      for (const table of def.tables.values()) {
        const page = pages.get(table.location.file.replace(".yaml", ".html")) ?? "";
        const anchor = table.location.file.startsWith("tables/") ? "table" : table.name;
        for (let at = 1; at <= table.rows.length; at++)
          if (!page.includes(`id="${anchor}-row-${at}"`))
            missing.push(`${table.location.file}: ${anchor} row ${at}`);
      }
    }
    for (const [path, { text }] of files) {
      if (!path.includes("/")) continue;
      for (const comment of commentsOf(text)) want(path, comment.text);
      for (const [, because = ""] of text.matchAll(/(?<!\w)because: ([^>"'{].*)$/gm))
        want(path, because.replace(/\}$/, "").slice(0, 40));
    }
    expect([...new Set(missing)]).toEqual([]);
  });
});

describe("what a reviewer asks of a number", () => {
  test("where it comes from, which clause, since when, what else uses it", () => {
    const tariff = section("tools/calculate_pue.html", "default_tariff_gbp_per_kwh");
    expect(tariff).toContain("= 0.2533");
    expect(tariff).toContain("UK large industrial consumers of 20 to 70 GWh a year");
    expect(tariff).toContain("published");
    expect(tariff).toContain("smaller sites usually pay a little more");
    expect(tariff).toMatch(/review by \d{4}-\d\d-\d\d/);
    expect(tariff).toMatch(/used by Tariff/);
    const hours = section("parts/pue_rating.html", "annual_hours");
    expect(hours).toMatch(/used by .*Power usage effectiveness \(PUE\): .*nergy/);
    expect(texts.get("sources/own_judgement.html")).toContain(
      "Hours of a year, the snapshot is taken to hold all year",
    );
  });

  test("rules are sentences, with reason and dates", () => {
    const rule = section("tools/uk_planning_checker/uk_planning_part_1.html", "part_1-10-1");
    expect(rule).toContain("UKP-EXT-00");
    expect(rule).toContain("If depth given does not hold:");
    expect(rule).toContain("The depth decides; beyond the standard limit prior approval comes first.");
    expect(rule).toContain("In force from 2019-05-25.");
  });

  test("a sentence that several tools share is read in its place", () => {
    let shared = 0;
    for (const tool of ownSet().tools.values()) {
      const { def } = tool.plan;
      const page = texts.get(pageFor(def.file)) ?? "";
      const sentences = new Map(
        def.values.flatMap((value) => (value.kind === "text" ? [[value.name, value.template.it]] : [])),
      );
      for (const list of def.values) {
        if (list.kind !== "collect" || list.location.file !== def.file) continue;
        for (const { give } of list.entries) {
          const [slot, ...rest] = give?.kind === "text" ? give.template.it.parts : [];
          if (slot === undefined || typeof slot === "string" || rest.length > 0) continue;
          const sentence = slot.formula.expr.kind === "name" && sentences.get(slot.formula.expr.name);
          if (!sentence) continue;
          shared++;
          const longest = sentence.parts
            .filter((part) => typeof part === "string")
            .reduce((most, part) => (part.length > most.length ? part : most), "");
          expect(page).toContain(longest.trim());
        }
      }
    }
    expect(shared).toBeGreaterThan(20);
  });

  test("every value is used somewhere: the definitions have none that nothing uses", () => {
    const lists = new Set(["flags", "assumptions", "recommendations", "standard_reference"]);
    // A calculation may return a record like a table row, which is then used as one.
    const columns = new Set(
      [...pages.values()].flatMap((page) =>
        [...page.matchAll(/ id="\w+-column-(\w+)"/g)].map(([, name]) => name),
      ),
    );
    const isCell = (id: string) => id.includes(".") && columns.has(id.split(".").at(-1));
    const idle = [...pages].flatMap(([path, page]) =>
      [
        ...page.matchAll(
          /<section class="value" id="([^"]+)">(?:(?!<section).)*?<div class="trail">(.*?)<\/div><\/section>/gs,
        ),
      ]
        .filter(([, id = "", trail = ""]) => !lists.has(id) && !isCell(id) && !trail.includes("used by"))
        .map(([, id]) => `${path} ${id}`),
    );
    expect(idle).toEqual([]);
  });

  test("every input of every tool is used somewhere, also where a word of a table names it", () => {
    const idle = [...ownSet().tools.values()].flatMap(({ plan }) =>
      [...plan.inputs.keys()]
        .filter((name) => !section(`tools/${plan.def.name}.html`, `input-${name}`).includes("used by"))
        .map((name) => `${plan.def.name} ${name}`),
    );
    expect(idle).toEqual([]);
  });

  test("no digit of a cell or a constant is lost", () => {
    const missing: string[] = [];
    const shown = (number: number) => `>${exactNumber(number)}<`;
    for (const { plan } of ownSet().tools.values()) {
      const page = (file: string) => pages.get(file.replace(".yaml", ".html")) ?? "";
      for (const value of plan.def.values)
        if (
          value.kind === "constant" &&
          typeof value.constant === "number" &&
          !page(value.location.file).includes(shown(value.constant))
        )
          missing.push(`${value.location.file} ${value.name}`);
      for (const table of plan.def.tables.values())
        for (const cell of table.rows.flatMap((row) => Object.values(row)))
          if (
            typeof cell === "number" &&
            Number.isFinite(cell) &&
            !page(table.location.file).includes(shown(cell))
          )
            missing.push(`${table.location.file} ${cell}`);
    }
    expect(missing).toEqual([]);
    expect(Number(exactNumber(0.0003491234567).replace("\u2212", "-"))).toBe(0.0003491234567);
  });

  test("inputs have type, unit, bounds and default", () => {
    const page = texts.get("tools/heatpump_heatloss.html") ?? "";
    expect(page).toMatch(/Floor area floor_area_m2 number m² at least \d+; at most [\d\u202f]+ required/);
  });
});

describe("the folder", () => {
  test("another run gives the same bytes; every page is counted, every promise told how far it was tried", async () => {
    const [one, other] = [join(base, "one"), join(base, "other")];
    const { status, stdout } = await small(one);
    const first = contents(one);
    const count = [...first.keys()].filter((path) => path.endsWith(".html")).length;
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: `${count} pages. Open ${join(one, "index.html")}\n`,
    });
    await small(other);
    const second = contents(other);
    expect([...second.keys()]).toEqual([...first.keys()]);
    expect([...second].filter(([path, bytes]) => first.get(path)?.equals(bytes) !== true)).toEqual([]);
    expect(textOf(String(first.get("tools/small.html")))).toMatch(
      /tried when this page was made: held in all \d+ trials/,
    );
  });

  test("a rule book is replaced as a whole", async () => {
    const output = join(base, "small");
    expect((await small(output)).status).toBe(0);
    const before = [...contents(output).keys()];
    writeFileSync(join(output, "stale.html"), "of an older set");
    expect((await small(output)).status).toBe(0);
    expect([...contents(output).keys()]).toEqual(before);
    expect(readdirSync(base).filter((name) => name.startsWith("."))).toEqual([]);
  });

  test("a folder that is no rule book, a file, and a place without a folder are refused and left alone", async () => {
    const foreign = join(base, "foreign");
    mkdirSync(foreign);
    writeFileSync(join(foreign, "thesis.txt"), "the only copy");
    const refused = await small(foreign);
    expect(refused.status).toBe(2);
    expect(refused.stderr).toContain("contains files that are not a rule book");
    expect(readdirSync(foreign)).toEqual(["thesis.txt"]);
    expect((await small(join(foreign, "thesis.txt"))).stderr).toContain("is a file");
    expect((await small(join(base, "no", "where"))).stderr).toContain("There is no folder");
    expect((await call("rulebook", ["--outptu", foreign])).stderr).toContain("does not know --outptu");
  });

  test("an interrupt leaves nothing half-written", async () => {
    const output = join(base, "stopped");
    const before = process.listenerCount("SIGINT");
    const running = small(output);
    // The command registers its handler when its module is loaded.
    while (process.listenerCount("SIGINT") === before) await new Promise(setImmediate);
    process.emit("SIGINT");
    const { status, stderr } = await running;
    expect({ status, stderr }).toEqual({ status: 130, stderr: "Interrupted: nothing was written.\n" });
    expect(readdirSync(base).filter((name) => name.includes("stopped"))).toEqual([]);
  });

  test("without git it says that no history is known, and texts of a definition are text", async () => {
    const output = join(base, "escaped");
    expect((await small(output)).status).toBe(0);
    const page = readFileSync(join(output, "tools/small.html"), "utf8");
    expect(page).toContain("There is no git history here");
    expect(page).not.toMatch(/<(script(?! defer src="\.\.\/assets\/)|img|u>|s>|em>)/);
    expect(page).not.toContain("<i>A</i>");
    expect(textOf(page)).toContain("<u>why</u>");
    expect(readFileSync(join(output, "sources/h.html"), "utf8")).not.toMatch(/<img|href="https/);
    expect(page).toContain('http-equiv="Content-Security-Policy"');
  });
});

describe("numbers by how sure they are", () => {
  test("each tool's page lists what its sources say, weakest first and within that the oldest review first", () => {
    for (const { name } of ownSet().tools.values()) {
      const page = pages.get(`judgement/${name}.html`) ?? "";
      const order = [...page.matchAll(/<section class="part" id="(\w+)">/g)].map(([, id]) => id ?? "");
      expect(order).toEqual([...EVIDENCE].reverse().filter((word) => order.includes(word)));
      for (const part of page.split('<section class="part"').slice(1)) {
        const days = [...part.matchAll(/<td class="date">([\d-]+)/g)].map(([, day]) => day);
        expect(days).toEqual([...days].sort());
        expect(days.length).toBeGreaterThan(0);
      }
    }
  });

  test("they are about as many as the check counts, by evidence", () => {
    for (const share of ownLoaded().citations) {
      if (!ownSet().tools.has(share.tool)) continue;
      const page = texts.get(`judgement/${share.tool}.html`) ?? "";
      for (const [evidence, counted] of Object.entries(share.evidence)) {
        const words = `${evidence[0]?.toUpperCase()}${evidence.slice(1).replaceAll("_", " ")}`;
        const listed = Number(new RegExp(`${words} \\((\\d+)\\)`).exec(page)?.[1] ?? 0);
        // One of the two also counts decimals of roundings and numbers in texts.
        expect(Math.abs(listed - counted), `${share.tool} ${evidence}`).toBeLessThanOrEqual(
          5 + counted * 0.3,
        );
      }
    }
  });
});

describe("a page as Markdown", () => {
  test("it holds what the page says, without markup, formulas as TeX", () => {
    const text = pageMarkdown(pages.get("tools/eurocode_column_checker.html") ?? "");
    expect(text).toMatch(/^# Eurocode column checker\n/);
    expect(text).toContain("## Inputs");
    expect(text).toMatch(/\| Name \| Type \| Unit \|/);
    expect(text).toMatch(/\$[^$]*\\(?:frac|sqrt|bar)[^$]*\$/);
    expect(text).not.toMatch(/<(?!=)[a-z/]/);
    expect(text.length).toBeLessThan((pages.get("tools/eurocode_column_checker.html") ?? "").length / 2);
    // A heading with a symbol keeps its link, and a space before its name.
    const headings = text.split("\n").filter((line) => line.startsWith("### ["));
    expect(headings.length).toBeGreaterThan(20);
    expect(headings.filter((line) => !/\]\(#[^)]+\)($| )/.test(line))).toEqual([]);
    expect(headings.some((line) => /\$ ?\]\(#/.test(line))).toBe(true);
  });
});
