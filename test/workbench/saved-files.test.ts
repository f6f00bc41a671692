// The files that people keep of a result, and what `plumbline verify` reads of them.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import { identityOf } from "../../src/definitions/identity.js";
import { contextOf, explanationPage } from "../../src/pages/sheet/page.js";
import { NotStored } from "../../src/workbench/reproduce.js";
import { readSaved } from "../../src/workbench/saved-files.js";
import { ownSet } from "../helpers/own-definitions.js";
import { call } from "../helpers/run-command.js";

const folder = mkdtempSync(join(tmpdir(), "plumbline-saved-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const [tool] = [...ownSet().tools.values()];
if (tool === undefined) throw new Error("no tool");
const input = tool.facts.examples[0]?.input ?? {};
const { explanation } = tool.explain(input);
if (explanation === undefined) throw new Error("the example is refused");
const page = explanationPage(explanation, contextOf(tool), { detail: "checks" });
const [, escaped = ""] = /href="(\/#\/[^"]*)"/.exec(page) ?? [];
const link = `https://tools.example.org${escaped.replaceAll("&amp;", "&")}`;
const pdf = (objects: string | Buffer) =>
  Buffer.concat([Buffer.from("%PDF-1.4\n"), Buffer.from(objects), Buffer.from("\n%%EOF")]);
const annotation = `<</Type /Annot /A <</S /URI /URI (${link.replace(/[()\\]/g, "\\$&")})>>>>`;

describe("what a saved file says", () => {
  test("a sheet has inputs, results and the hash of each file", () => {
    const saved = readSaved(Buffer.from(page));
    expect(saved).toMatchObject({
      kind: "result",
      stored: { result: JSON.parse(JSON.stringify(explanation.result)) },
    });
  });

  const linked = {
    tool: tool.name,
    input: JSON.parse(JSON.stringify(input)),
    sha256: identityOf(ownSet(), tool).sha256,
  };

  test("a link and a PDF have inputs and hash", () => {
    expect(readSaved(Buffer.from(link))).toEqual({ kind: "link", link: linked, isPrinted: false });
    expect(readSaved(pdf(annotation))).toEqual({ kind: "link", link: linked, isPrinted: true });
    const stream = Buffer.concat([
      Buffer.from("1 0 obj\nstream\n"),
      deflateSync(annotation),
      Buffer.from("\nendstream"),
    ]);
    expect(readSaved(pdf(stream))).toEqual({ kind: "link", link: linked, isPrinted: true });
  });

  test.each([
    ["a page of something else", "<html><p>Hello</p></html>"],
    ["a PDF without the link", pdf("(nothing)")],
    ["a link without an input", "https://tools.example.org/#/tool?a=1"],
  ])("%s is refused", (_, bytes) => {
    expect(() => readSaved(Buffer.from(bytes))).toThrow(NotStored);
  });
});

describe("plumbline verify", () => {
  const file = (name: string, content: string | Buffer) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };

  test("a sheet is identical, and one with another number differs", async () => {
    const same = await call("verify", [file("sheet.html", page)]);
    expect(same.stdout).toMatch(/^identical: .* gives the stored result again$/m);
    expect(same.status).toBe(0);
    const [, first = ""] = /&quot;result&quot;:\{&quot;\w+&quot;:([^,]+),/.exec(page) ?? [];
    const other = page.replace(`:${first},`, `:${first === "1" ? "2" : "1"},`);
    expect(other).not.toBe(page);
    const changed = await call("verify", [file("changed.html", other)]);
    expect(changed.status).toBe(1);
  });

  test("a PDF gives the results, and says that the printed ones were not read", async () => {
    const { status, stdout } = await call("verify", [file("sheet.pdf", pdf(annotation))]);
    expect(stdout).toContain("printed results were not read");
    expect(stdout).toContain(identityOf(ownSet(), tool).sha256.slice(0, 12));
    expect(status).toBe(0);
  });
});
