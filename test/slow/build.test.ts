// The built form gives the same results as the definitions, and is used for unchanged definitions only.
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { INDEX } from "../../src/build/form.js";
import { builtFolder, openSet } from "../../src/build/open.js";
import { definitionsIn, readBuilt } from "../../src/build/read.js";
import { wholeTool } from "../../src/build/whole.js";
import { writeBuilt } from "../../src/build/write.js";
import { DEFAULT_FOLDER } from "../../src/definitions/folder.js";
import { setHash } from "../../src/definitions/identity.js";
import type { RuntimeSet } from "../../src/engine/run/tool.js";
import { entryOf } from "../../src/wording/catalogue-entry.js";
import { goldenTools } from "../../src/workbench/cases.js";
import { smallSet } from "../helpers/git-repository.js";
import { ownBuilt, ownCases, ownSet } from "../helpers/own-definitions.js";

const folder = mkdtempSync(join(tmpdir(), "plumbline-built-"));
const place = ownBuilt();
let built: RuntimeSet;
afterAll(() => rmSync(folder, { recursive: true }));

const read = async (definitions = DEFAULT_FOLDER, from = place, only?: string) =>
  readBuilt(await definitionsIn(definitions), from, only);

beforeAll(async () => {
  const found = await read();
  if (found === undefined) throw new Error("the built form does not fit the definitions that it was made of");
  built = found;
});

describe("what is built answers as the definitions do", () => {
  test("the set as a whole", () => {
    const own = ownSet();
    expect([...built.tools.keys()]).toEqual([...own.tools.keys()]);
    expect([...built.legacy.keys()]).toEqual([...own.legacy.keys()]);
    expect(built.edition).toBe(own.edition);
    expect(built.sources).toEqual(own.sources);
    expect(setHash(built)).toBe(setHash(own));
  });

  const names = [...goldenTools(ownSet()).keys()];
  test.each(names)("%s: the same entry, and the same text for every golden case", (name) => {
    const [whole, short] = [goldenTools(ownSet()).get(name), goldenTools(built).get(name)];
    if (whole === undefined || short === undefined) throw new Error(`no tool ${name}`);
    expect(JSON.stringify(entryOf(short))).toBe(JSON.stringify(entryOf(whole)));
    let computed = 0;
    for (const golden of ownCases(name)) {
      const [expected, got] = [whole.run(golden.input), short.run(golden.input)];
      expect(JSON.stringify(got)).toBe(JSON.stringify(expected));
      if (!expected.ok || !got.ok) continue;
      computed++;
    }
    expect(computed).toBeGreaterThan(10);
  });

  test("explanations come from the definitions themselves", async () => {
    for (const [name, short] of built.tools) {
      const golden = ownCases(name).find(({ refused }) => !refused);
      const [whole, own] = [await wholeTool(built, short), ownSet().tools.get(name)];
      expect(whole.name).toBe(name);
      expect(JSON.stringify(await whole.explain(golden?.input))).toBe(
        JSON.stringify(await own?.explain(golden?.input)),
      );
      expect(await wholeTool(built, short)).toBe(whole);
    }
  });
});

test("the same definitions give the same bytes under the same names, and nothing older is left behind", () => {
  const again = join(folder, "deep/again");
  mkdirSync(again, { recursive: true });
  writeFileSync(join(again, "an_older_tool.0123456789abcdef.mjs"), "");
  writeBuilt(ownSet(), again);
  const names = readdirSync(place).sort();
  expect(readdirSync(again).sort()).toEqual(names);
  expect(names.length).toBe(1 + 2 * (ownSet().tools.size + ownSet().legacy.size));
  for (const name of names) expect(readFileSync(join(again, name))).toEqual(readFileSync(join(place, name)));
});

test("the code of one tool can be loaded alone", async () => {
  const [name = ""] = ownSet().tools.keys();
  const one = await read(DEFAULT_FOLDER, place, name);
  expect(one?.tools.size).toBe(ownSet().tools.size);
  const [golden] = ownCases(name);
  expect(one?.tools.get(name)?.run(golden?.input)).toEqual(ownSet().tools.get(name)?.run(golden?.input));
});

describe("what does not fit is as if it were not there", () => {
  const other = join(folder, "other");
  const fresh = () => {
    rmSync(other, { recursive: true, force: true });
    cpSync(place, other, { recursive: true });
  };

  test("no folder, no index, and one of anything else", async () => {
    expect(await read(DEFAULT_FOLDER, join(folder, "none"))).toBeUndefined();
    fresh();
    for (const text of ["", "null", "{}", "[1]", "a built form, or not", "[".repeat(100_000)]) {
      writeFileSync(join(other, INDEX), text);
      expect(await read(DEFAULT_FOLDER, other)).toBeUndefined();
    }
  });

  test.each([".mjs", ".json"])(
    "a file %s that is missing, was cut short, or in which one byte is another",
    async (end) => {
      const name = readdirSync(place).find((each) => each.endsWith(end) && each !== INDEX) ?? "";
      const bytes = readFileSync(join(place, name));
      const changed = Buffer.from(bytes);
      changed[changed.length - 100] = (changed[changed.length - 100] ?? 0) ^ 1;
      for (const wrong of [undefined, bytes.subarray(0, -1), changed]) {
        fresh();
        if (wrong === undefined) rmSync(join(other, name));
        else writeFileSync(join(other, name), wrong);
        expect(await read(DEFAULT_FOLDER, other)).toBeUndefined();
      }
      fresh();
      expect(await read(DEFAULT_FOLDER, other)).toBeDefined();
    },
  );

  test("one of other definitions: a byte more, a file more, a file less", async () => {
    const copy = join(folder, "definitions");
    cpSync(DEFAULT_FOLDER, copy, { recursive: true });
    expect(await read(copy)).toBeDefined();
    const table = join(copy, "tables/countries.yaml");
    const text = readFileSync(table, "utf8");
    writeFileSync(table, `${text}\n`);
    expect(await read(copy)).toBeUndefined();
    writeFileSync(table, text);
    expect(await read(copy)).toBeDefined();
    writeFileSync(join(copy, "parts/one_more.yaml"), "part: one_more\n");
    expect(await read(copy)).toBeUndefined();
    rmSync(join(copy, "parts/one_more.yaml"));
    rmSync(table);
    expect(await read(copy)).toBeUndefined();
  });
});

describe("definitions of one's own", () => {
  // One small tool, for speed.
  const own = join(folder, "own");
  const dataDir = join(folder, "data");
  const SMALL = [...ownSet().tools.keys()].at(-1) ?? "";
  beforeAll(() => {
    cpSync(DEFAULT_FOLDER, own, { recursive: true });
    for (const name of ownSet().tools.keys()) if (name !== SMALL) rmSync(join(own, `tools/${name}.yaml`));
    rmSync(join(own, "legacy"), { recursive: true });
  });

  test("with errors are told of, and nothing of them is kept", async () => {
    // Sources and tables of missing tools are unused, which is an error.
    const opened = await openSet(own, { dataDir });
    expect(opened.set).toBeUndefined();
    expect(existsSync(builtFolder(dataDir, own))).toBe(false);
  });

  test("a sound set answers the same from the second start on, also where nothing can be kept", async () => {
    const copy = join(folder, "small/definitions");
    for (const [path, text] of Object.entries(smallSet())) {
      mkdirSync(dirname(join(folder, "small", path)), { recursive: true });
      writeFileSync(join(folder, "small", path), text);
    }
    const first = await openSet(copy, { dataDir });
    expect(existsSync(join(builtFolder(dataDir, copy), INDEX))).toBe(true);
    const second = await openSet(copy, { dataDir });
    const [fresh, kept] = [first.set?.tools.get("small"), second.set?.tools.get("small")];
    expect("written" in (fresh ?? {})).toBe(true);
    expect("written" in (kept ?? {})).toBe(false);
    for (const power_kw of [-1, 0, 10, 10.5, 100]) {
      expect(fresh?.run({ power_kw })).toBeDefined();
      expect(kept?.run({ power_kw })).toEqual(fresh?.run({ power_kw }));
    }
    const told: string[] = [];
    const blocked = join(folder, "a-file");
    writeFileSync(blocked, "");
    const third = await openSet(copy, { dataDir: blocked, told: (message) => told.push(message) });
    expect(third.set).toBeDefined();
    expect(told.join()).toMatch(/The next start will be slow: .*cannot be kept/);
  });
});
