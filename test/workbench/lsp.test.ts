// The language server over its protocol, with a small set and with the shipped definitions.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type CodeAction,
  type CompletionItem,
  createConnection,
  createProtocolConnection,
  type Diagnostic,
  type DocumentSymbol,
  type Hover,
  type Location,
  type ProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
  type TextEdit,
  type WorkspaceEdit,
} from "vscode-languageserver/node";
import { DEFAULT_FOLDER } from "../../src/definitions/folder.js";
import { readFolder } from "../../src/definitions/read-folder.js";
import { serveEditor } from "../../src/editor/server.js";
import { Workspace } from "../../src/editor/workspace.js";
import { Memory } from "../../src/engine/language/memory.js";
import { Repository } from "../helpers/git-repository.js";
import { CLI, runCli } from "../helpers/processes.js";

const FILES = {
  "definitions/common.yaml": "edition: 2026-11-01\ndisclaimer: None.\nfields: {flags: Flags.}\n",
  "definitions/sources.yaml":
    "handbook: {title: Handbook, reference: 1st edition, evidence: standard, review_by: 2027-11-01}\n",
  "definitions/tables/rate.yaml":
    "table: rate\nedition: 2026-11-01\ncite: handbook 2\nkeys: {use: equal}\ncolumns: {use: text, power_w_m2: W/m2, label: text}\nrows:\n  - {use: low, power_w_m2: 8, label: dim}\n  - {use: high, power_w_m2: 12, label: bright}\n",
  "definitions/parts/light.yaml": `part: light
cite: handbook 3
tables:
  rate: {shared: rate}
values:
  light_load: {formula: area_m2 * rate(use).power_w_m2, unit: W}
`,
  "definitions/tools/room.yaml": `name: room
title: Light of a room
description: Power of the lights of a room.
category: test
version: 1.0.0
edition: 2026-11-01
standard_reference: None
cite: handbook 1
parts: [light]
inputs:
  area_m2: {title: Floor area, at_least: 0, at_most: 1000, description: Area.}
  use: {choices: [low, high], assumed: low, description: Use.}
constraints:
  - {when: area_m2 > largest, field: area_m2, say: "{area_m2} m2 are more than {largest} m2."}
values:
  largest: {constant: 500, unit: m2}
  spare: {constant: 1.5, title: Spare factor}
  power: {formula: light_load * spare, unit: W}
flags:
  - {code: dark, when: 'rate(use).label == "dim"', say: "Only {power:0} W."}
recommendations:
  - {when: 'flagged("dark")', say: Add a lamp.}
  - Go on.
results:
  power: {description: Power, round: 0, unit: W}
`,
  "definitions/tools/hall.yaml": `name: hall
title: Light of a hall
description: Power of the lights of a hall.
category: test
version: 1.0.0
edition: 2026-11-01
standard_reference: None
cite: handbook 1
parts: [light]
inputs:
  area_m2: {at_least: 0, at_most: 9000, description: Area.}
  use: {choices: [low, high], description: Use.}
recommendations: [Go on.]
results:
  light_load: {description: Power, round: 0, unit: W}
`,
  "test/golden/room/always.yaml": "standard_reference: None\ndisclaimer: None.\n",
  "test/golden/room/cases.yaml": `origin: hand
source: worked by hand
cases:
  - name: small
    why: a small room
    input: {area_m2: 10}
    expect: {power: 120, flags: [dark], warnings: [Only 120 W.], assumptions: [], recommendations: [Add a lamp., Go on.]}
  - name: bright
    why: a bright room
    input: {area_m2: 10, use: high}
    expect: {power: 180, flags: [], warnings: [], assumptions: [], recommendations: [Go on.]}
`,
} as const;

/** A client that opens, edits and queries documents. */
class Editor {
  private readonly client: ProtocolConnection;
  private readonly texts = new Map<string, string>();
  private readonly waiting = new Map<number, (found: Diagnostic[]) => void>();
  private version = 0;

  constructor() {
    const [there, back] = [new PassThrough(), new PassThrough()];
    serveEditor(createConnection(new StreamMessageReader(there), new StreamMessageWriter(back)));
    this.client = createProtocolConnection(new StreamMessageReader(back), new StreamMessageWriter(there));
    this.client.onNotification(
      "textDocument/publishDiagnostics",
      (sent: { version?: number; diagnostics: Diagnostic[] }) => {
        this.waiting.get(sent.version ?? 0)?.(sent.diagnostics);
        this.waiting.delete(sent.version ?? 0);
      },
    );
    this.client.listen();
  }

  async start(): Promise<unknown> {
    const answer = await this.client.sendRequest("initialize", {
      processId: null,
      rootUri: null,
      capabilities: {},
    });
    await this.client.sendNotification("initialized", {});
    return answer;
  }

  async stop(): Promise<void> {
    await this.client.sendRequest("shutdown");
    this.client.dispose();
  }

  /** Sends a new text and returns the diagnostics. */
  async type(file: string, text: string): Promise<Diagnostic[]> {
    const uri = pathToFileURL(file).href;
    const version = ++this.version;
    const found = new Promise<Diagnostic[]>((resolve) => this.waiting.set(version, resolve));
    if (this.texts.has(uri))
      await this.client.sendNotification("textDocument/didChange", {
        textDocument: { uri, version },
        contentChanges: [{ text }],
      });
    else
      await this.client.sendNotification("textDocument/didOpen", {
        textDocument: { uri, languageId: "yaml", version, text },
      });
    this.texts.set(uri, text);
    return found;
  }

  /** Sends a request at the nth occurrence of a text, `within` characters further. */
  ask<T>(method: string, file: string, word: string, { nth = 0, within = 0, more = {} } = {}): Promise<T> {
    const uri = pathToFileURL(file).href;
    const text = this.texts.get(uri) ?? "";
    let at = -1;
    for (let count = 0; count <= nth; count++) at = text.indexOf(word, at + 1);
    expect(at, word).toBeGreaterThanOrEqual(0);
    const before = text.slice(0, at + within).split("\n");
    const position = { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
    const range = { start: position, end: position };
    return this.client.sendRequest(method, {
      textDocument: { uri },
      position,
      range,
      context: { includeDeclaration: true, diagnostics: [] },
      ...more,
    });
  }

  command<T>(command: string, ...args: readonly unknown[]): Promise<T> {
    return this.client.sendRequest("workspace/executeCommand", { command, arguments: args });
  }
}

const textOf = (hover: Hover | null) => (hover?.contents as { value: string } | undefined)?.value ?? "";
const labels = (items: readonly CompletionItem[]) => items.map(({ label }) => label);

describe("a small set", () => {
  const repository = new Repository();
  const editor = new Editor();
  const path = (file: string) => join(repository.home, file);
  const room = path("definitions/tools/room.yaml");
  const text = FILES["definitions/tools/room.yaml"];

  beforeAll(async () => {
    for (const [file, content] of Object.entries(FILES)) repository.write(file, content);
    expect(await editor.start()).toMatchObject({ serverInfo: { name: "plumbline" } });
    expect(await editor.type(room, text)).toEqual([]);
    await editor.type(path("definitions/parts/light.yaml"), FILES["definitions/parts/light.yaml"]);
  });
  afterAll(async () => {
    await editor.stop();
    repository.remove();
  });

  /** Applies edits as an editor does. */
  const apply = (before: string, edits: readonly TextEdit[]) => {
    const lines = before.split("\n");
    const offset = ({ line, character }: TextEdit["range"]["start"]) =>
      lines.slice(0, line).reduce((sum, each) => sum + each.length + 1, 0) + character;
    return [...edits]
      .sort((a, b) => offset(b.range.start) - offset(a.range.start))
      .reduce(
        (now, { range, newText }) =>
          now.slice(0, offset(range.start)) + newText + now.slice(offset(range.end)),
        before,
      );
  };

  /** Introduces a mistake; returns the diagnostics, and the text after the first quick fix. */
  async function mended(mistake: readonly [from: string, to: string]) {
    const wrong = text.replace(...mistake);
    expect(wrong).not.toBe(text);
    const found = await editor.type(room, wrong);
    const actions = await editor.ask<CodeAction[]>("textDocument/codeAction", room, mistake[1]);
    const edits = Object.values(actions[0]?.edit?.changes ?? {}).flat();
    const after = apply(wrong, edits);
    const left = await editor.type(room, text);
    expect(left).toEqual([]);
    return { found, after };
  }

  test("a misspelt name is found as it is typed, and the quick fix mends it", async () => {
    const { found, after } = await mended(["light_load * spare", "light_laod * spare"]);
    expect(found.map(({ message, range }) => [message, range.start.line])).toContainEqual([
      "Nothing is called light_laod. (did you mean light_load?)",
      17,
    ]);
    expect(after).toBe(text);
  });

  test("a misspelt key is mended, too", async () => {
    const { found, after } = await mended(["title: Spare", "tilte: Spare"]);
    expect(found.map(({ severity }) => severity)).toEqual([1]);
    expect(after).toBe(text);
  });

  test("a value that nothing uses can be deleted", async () => {
    const { after } = await mended(["  spare:", "  forgotten: {constant: 3}\n  spare:"]);
    expect(after).toBe(text);
  });

  test("completion knows names, columns, functions, flags, sources and units", async () => {
    const complete = async (line: string, after: string) => {
      const changed = text.replace("  power: {formula", `  more: ${line}\n  power: {formula`);
      await editor.type(room, changed);
      const items = await editor.ask<CompletionItem[]>("textDocument/completion", room, after, {
        within: after.length,
      });
      return labels(items);
    };
    const names = await complete("{formula: area_m2 * ", "area_m2 * ");
    expect(names).toEqual(
      expect.arrayContaining(["area_m2", "use", "spare", "light_load", "rate", "sqrt", "if"]),
    );
    expect(await complete("{formula: rate(use).", "{formula: rate(use).")).toEqual([
      "use",
      "power_w_m2",
      "label",
    ]);
    expect(await complete('{formula: flagged("', '{formula: flagged("')).toEqual(["dark"]);
    expect(await complete("{constant: 3, cite: ", "cite: ")).toEqual(["handbook"]);
    expect(await complete("{constant: 3, unit: ", "3, unit: ")).toEqual(
      expect.arrayContaining(["W", "m2", "kgCO2e"]),
    );
    expect(await complete('{text: "about ', '"about ')).toEqual([]);
    expect(await complete('{text: "about {', '"about {')).toEqual(
      expect.arrayContaining(["spare", "area_m2"]),
    );
    await editor.type(room, text);
  });

  test("hovering tells title, type, unit, place, and the value in the case that was chosen", async () => {
    const area = textOf(await editor.ask("textDocument/hover", room, "area_m2 > largest"));
    expect(area).toContain("**area_m2** · Floor area · input");
    expect(area).toContain("a number, in m^2");
    expect(area).toContain("Defined in tools/room.yaml:11");
    expect(area).toContain("In the case small: `10`");
    const load = () => editor.ask<Hover>("textDocument/hover", room, "light_load * spare");
    expect(textOf(await load())).toContain("Defined in parts/light.yaml:6");
    expect(textOf(await load())).toContain("In the case small: `80`");
    expect(await editor.command("plumbline.cases", "room")).toEqual([
      { name: "small", why: "a small room" },
      { name: "bright", why: "a bright room" },
    ]);
    await editor.command("plumbline.chooseCase", "room", "bright");
    expect(textOf(await load())).toContain("In the case bright: `120`");
    // An unreadable case file does not affect others.
    repository.write("test/golden/room/a-broken.yaml", "cases: [\n");
    expect(textOf(await load())).toContain("In the case bright: `120`");
    rmSync(path("test/golden/room/a-broken.yaml"));
  });

  test("the first question about names is answered before findings are looked for", () => {
    const steps: string[] = [];
    class Noted extends Memory {
      override step<T>(...given: Parameters<typeof Memory.prototype.step<T>>): T {
        steps.push(given[1]);
        return super.step(...given);
      }
    }
    const open = (file: string) => (file === "tools/room.yaml" ? text : undefined);
    const workspace = new Workspace(path("definitions"), open, new Noted());
    expect(workspace.at("tools/room.yaml", 17, 4).map(({ thing }) => thing.name)).toEqual(["spare"]);
    expect(steps).toContain("plan");
    expect(steps).not.toContain("reach");
    // Sources are read only if a request needs one.
    const line = text.split("\n").findIndex((each) => each.includes("handbook 1"));
    const column = (text.split("\n")[line]?.indexOf("handbook 1") ?? 0) + 1;
    const [source] = workspace.at("tools/room.yaml", line + 1, column);
    expect(source?.thing).toMatchObject({ kind: "source", location: { file: "sources.yaml", line: 1 } });
    expect(steps).not.toContain("reach");
    while (workspace.readOn());
    expect(steps).toContain("reach");
    expect(workspace.loaded.findings).toEqual([]);
  });

  test("go to definition leads from a formula into the part, and from a column into the table", async () => {
    const [load] = await editor.ask<Location[]>("textDocument/definition", room, "light_load * spare");
    expect(load).toEqual({
      uri: pathToFileURL(path("definitions/parts/light.yaml")).href,
      range: { start: { line: 5, character: 2 }, end: { line: 5, character: 12 } },
    });
    const [column] = await editor.ask<Location[]>("textDocument/definition", room, "label ==");
    expect(column?.uri).toBe(pathToFileURL(path("definitions/tables/rate.yaml")).href);
    expect(column?.range.start).toEqual({ line: 4, character: 39 });
    const [source] = await editor.ask<Location[]>("textDocument/definition", room, "handbook 1");
    expect(source?.uri).toBe(pathToFileURL(path("definitions/sources.yaml")).href);
    const [part] = await editor.ask<Location[]>("textDocument/definition", room, "light]");
    expect(part?.uri).toBe(pathToFileURL(path("definitions/parts/light.yaml")).href);
  });

  test("all uses are found across files", async () => {
    const uses = await editor.ask<Location[]>("textDocument/references", room, "light_load * spare");
    expect(uses.map(({ uri }) => uri.split("/").at(-1)).sort()).toEqual([
      "hall.yaml",
      "light.yaml",
      "room.yaml",
    ]);
    const flag = await editor.ask<Location[]>("textDocument/references", room, "dark, when");
    expect(flag.map(({ range }) => range.start.line)).toEqual([21, 19]);
  });

  test("a name is changed across files and golden cases, and the set stays whole", async () => {
    const rename = (word: string, newName: string) =>
      editor.ask<WorkspaceEdit>("textDocument/rename", room, word, { more: { newName } });
    const { changes = {} } = await rename("light_load * spare", "lamps");
    const files = Object.keys(changes).map((uri) => uri.split("/").at(-1));
    expect(files.sort()).toEqual(["hall.yaml", "light.yaml", "room.yaml"]);
    expect(apply(text, changes[pathToFileURL(room).href] ?? [])).toBe(text.replace("light_load", "lamps"));
    const power = await rename("power: {formula", "total");
    const cases = pathToFileURL(path("test/golden/room/cases.yaml")).href;
    expect(apply(FILES["test/golden/room/cases.yaml"], power.changes?.[cases] ?? [])).toBe(
      FILES["test/golden/room/cases.yaml"].replaceAll("expect: {power", "expect: {total"),
    );
    const after = apply(text, power.changes?.[pathToFileURL(room).href] ?? []);
    expect(after).toBe(text.replaceAll(/\bpower\b/g, "total"));
    expect(await editor.type(room, after)).toEqual([]);
    await editor.type(room, text);
  });

  test("what a file or the language gives its name to is not renamed, and it says why", async () => {
    const refused = (word: string, newName: string) =>
      editor
        .ask("textDocument/rename", room, word, { more: { newName } })
        .then(String, (error: Error) => error.message);
    expect(await refused("light]", "dark")).toBe(
      "light is called after its file: rename the file, and what names it.",
    );
    expect(await refused("spare", "sqrt")).toBe("sqrt is a word of the language.");
    expect(await refused("category: test", "x")).toBe("There is no name here that could be changed.");
  });

  test("a name that is taken is refused, in the file and in a part", async () => {
    const refused = (word: string, newName: string) =>
      editor.ask("textDocument/rename", room, word, { more: { newName } }).then(
        () => "renamed",
        (error: Error) => error.message,
      );
    expect(await refused("spare: {constant", "largest")).toBe(
      "largest is already the value at tools/room.yaml:16.",
    );
    expect(await refused("spare: {constant", "area_m2")).toBe(
      "area_m2 is already the input at tools/room.yaml:11.",
    );
    expect(await refused("spare: {constant", "light_load")).toBe(
      "light_load is already the value at parts/light.yaml:6.",
    );
    expect(await refused("low, high], assumed", "high")).toBe(
      "high is already the choice at tools/room.yaml:12.",
    );
    expect(await refused("spare: {constant", "margin")).toBe("renamed");
    // The request changed nothing.
    expect(await editor.type(room, text)).toEqual([]);
  });

  test("a formula over several lines is hovered, followed and renamed as one in a line is", async () => {
    const folded = text.replace(
      "{formula: light_load * spare, unit: W}",
      "\n    formula: >-\n      light_load\n      * spare\n    unit: W",
    );
    expect(await editor.type(room, folded)).toEqual([]);
    const hover = await editor.ask<Hover>("textDocument/hover", room, "* spare", { within: 3 });
    expect(JSON.stringify(hover.contents)).toContain("Spare factor");
    const [place] = await editor.ask<Location[]>("textDocument/definition", room, "light_load\n", {
      within: 2,
    });
    expect(place?.uri).toMatch(/parts\/light\.yaml$/);
    const { changes = {} } = await editor.ask<WorkspaceEdit>(
      "textDocument/rename",
      room,
      "spare: {constant",
      {
        more: { newName: "margin" },
      },
    );
    expect(apply(folded, changes[pathToFileURL(room).href] ?? [])).toBe(
      folded.replaceAll(/\bspare\b/g, "margin"),
    );
    await editor.type(room, text);
  });

  test("flag codes are changed where they are given, asked for and expected", async () => {
    const { changes = {} } = await editor.ask<WorkspaceEdit>("textDocument/rename", room, "dark, when", {
      more: { newName: "gloomy" },
    });
    expect(apply(text, changes[pathToFileURL(room).href] ?? [])).toBe(text.replaceAll("dark", "gloomy"));
    const cases = pathToFileURL(path("test/golden/room/cases.yaml")).href;
    expect(apply(FILES["test/golden/room/cases.yaml"], changes[cases] ?? [])).toBe(
      FILES["test/golden/room/cases.yaml"].replace("flags: [dark]", "flags: [gloomy]"),
    );
  });

  test("choices are hovered, followed and renamed, in a folded formula as in examples and golden cases", async () => {
    const moods = text
      .replace(
        "constraints:",
        "  mood: {choices: [calm, lively], assumed: lively, description: Mood.}\nconstraints:",
      )
      .replace(
        "{formula: light_load * spare, unit: W}",
        '\n    formula: >-\n      if(largest > 1 and mood == "lively",\n      light_load * spare, light_load)\n    unit: W',
      )
      .replace(
        "results:",
        "examples:\n  - {title: Calm, input: {area_m2: 10, mood: calm}}\n  - {title: Lively, input: {area_m2: 10, mood: lively}}\nresults:",
      );
    const golden = `origin: hand
source: worked by hand
cases:
  - {name: lively, why: in quotes, input: {area_m2: 10, mood: "lively"}, expect: {power: 120}}
  - {name: calm, why: the other one, input: {area_m2: 10, mood: calm}, expect: {power: 80}}
`;
    repository.write("test/golden/room/moods.yaml", golden);
    expect(await editor.type(room, moods)).toEqual([]);
    const within = { within: 1 };
    const hover = await editor.ask<Hover>("textDocument/hover", room, 'lively",', within);
    expect(textOf(hover)).toContain("a choice of mood");
    const [place] = await editor.ask<Location[]>("textDocument/definition", room, 'lively",', within);
    expect(place?.range.start).toEqual({ line: 12, character: 25 });
    const uses = await editor.ask<Location[]>("textDocument/references", room, "lively]", within);
    expect(uses).toHaveLength(moods.split(/\blively\b/).length - 1);
    const rename = (word: string, newName: string) =>
      editor.ask<WorkspaceEdit>("textDocument/rename", room, word, { more: { newName } });
    const { changes = {} } = await rename('lively",', "busy");
    expect(apply(moods, changes[pathToFileURL(room).href] ?? [])).toBe(
      moods.replaceAll(/\blively\b/g, "busy"),
    );
    const cases = pathToFileURL(path("test/golden/room/moods.yaml")).href;
    expect(apply(golden, changes[cases] ?? [])).toBe(golden.replace('"lively"', '"busy"'));
    await expect(rename("lively]", "calm")).rejects.toThrow(/^calm /);
    // Rows of the table with the old word remain.
    await expect(rename("low, high]", "least")).rejects.toThrow(
      "least does not do: rate has no row for use least. (low is also at tables/rate.yaml:7, which renaming cannot change)",
    );
    expect(await editor.type(room, text)).toEqual([]);
  });

  test("formatting takes spaces and blank lines away that say nothing", async () => {
    const untidy = text.replaceAll("\nvalues:\n", "  \r\n\n\n\nvalues:   \n");
    await editor.type(room, `${untidy}\n\n`);
    const edits = await editor.ask<TextEdit[]>("textDocument/formatting", room, "name", {
      more: { options: { tabSize: 2, insertSpaces: true } },
    });
    expect(edits.map(({ newText }) => newText)).toEqual([text.replace("\nvalues:\n", "\n\nvalues:\n")]);
    await editor.type(room, text);
    expect(
      await editor.ask<TextEdit[]>("textDocument/formatting", room, "name", {
        more: { options: { tabSize: 2, insertSpaces: true } },
      }),
    ).toEqual([]);
  });

  test("the outline has the sections and what they define", async () => {
    const outline = await editor.ask<DocumentSymbol[]>("textDocument/documentSymbol", room, "name");
    const inner = (name: string) =>
      outline.find((each) => each.name === name)?.children?.map((each) => each.name);
    expect(inner("inputs")).toEqual(["area_m2", "use"]);
    expect(inner("values")).toEqual(["largest", "spare", "power"]);
    expect(inner("flags")).toEqual(["dark"]);
    const use = outline.flatMap(({ children = [] }) => children).find(({ name }) => name === "use");
    expect(use?.children?.map(({ name }) => name)).toEqual(["low", "high"]);
  });

  test("a file that is no YAML for a moment keeps its names for completion", async () => {
    const found = await editor.type(room, text.replace("inputs:", "inputs: ["));
    expect(found.length).toBeGreaterThan(0);
    const items = await editor.ask<CompletionItem[]>("textDocument/completion", room, "formula: light", {
      within: 9,
    });
    expect(labels(items)).toContain("spare");
    expect(await editor.type(room, text)).toEqual([]);
  });
});

describe("the definitions that ship", () => {
  const editor = new Editor();
  afterAll(() => editor.stop());

  test("have no errors, and an edit is found where it is made", async () => {
    await editor.start();
    const tools = readFolder(DEFAULT_FOLDER).filter(({ path }) => /^tools\/\w+\.yaml$/.test(path));
    const [smallest] = tools.sort((a, b) => a.text.length - b.text.length);
    const file = join(DEFAULT_FOLDER, smallest?.path ?? "");
    const text = readFileSync(file, "utf8");
    const errors = (found: readonly Diagnostic[]) => found.filter(({ severity }) => severity === 1);
    expect(errors(await editor.type(file, text))).toEqual([]);
    const at = text.indexOf("formula: ");
    const line = text.slice(0, at).split("\n").length - 1;
    const found = await editor.type(file, text.replace("formula: ", "formula: nothing_of_this_name + "));
    expect(errors(found).map(({ range }) => range.start.line)).toContain(line);
  });
});

test.each([
  ["a length that is no number", "Content-Length: abc\r\n\r\n{}", 1],
  ["a header that is none", "hello\r\n\r\n", 1],
  ["a message that is no JSON", "Content-Length: 5\r\n\r\nhello", 1],
  ["a message that ends too early", "Content-Length: 50\r\n\r\n{}", 0],
])("%s ends the connection", (_, input, code) => {
  const { status, stderr } = runCli(["lsp"], input);
  expect(status).toBe(code);
  expect(stderr.includes("Standard input is no Language Server Protocol")).toBe(code === 1);
  expect(stderr).not.toContain("    at ");
});

test("a header that is none ends it also while the editor keeps the connection open", async () => {
  const child = spawn(process.execPath, [CLI, "lsp"], { stdio: ["pipe", "ignore", "ignore"] });
  // From now on the library checks whether the editor's process exists.
  const params = { processId: process.pid, rootUri: null, capabilities: {} };
  const beginning = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params });
  child.stdin.write(`Content-Length: ${Buffer.byteLength(beginning)}\r\n\r\n${beginning}hello\r\n\r\n`);
  expect(await once(child, "exit")).toEqual([1, null]);
});
