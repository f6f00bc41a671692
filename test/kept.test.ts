// The kept form of the definitions: it answers as they do, and is used for these very definitions only.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ServedSet } from "../src/engine/served.js";
import { DEFAULT_FOLDER } from "../src/folder.js";
import { goldenTools, readGolden } from "../src/golden.js";
import { keptSet } from "../src/kept/read.js";
import { keepSet } from "../src/kept/write.js";
import { entryOf } from "../src/server/catalogue.js";
import { setHash } from "../src/server/identity.js";
import { ownSet } from "./definitions.js";

const folder = mkdtempSync(join(tmpdir(), "plumbline-kept-"));
const file = join(folder, "deep/definitions.bin");
let kept: ServedSet;
afterAll(() => rmSync(folder, { recursive: true }));
beforeAll(() => {
  keepSet(ownSet(), file);
  const read = keptSet(DEFAULT_FOLDER, file);
  if (read === undefined) throw new Error("the kept form does not fit the definitions that it was made of");
  kept = read;
});

describe("what is kept answers as the definitions do", () => {
  test("the set as a whole", () => {
    const own = ownSet();
    expect([...kept.tools.keys()]).toEqual([...own.tools.keys()]);
    expect([...kept.legacy.keys()]).toEqual([...own.legacy.keys()]);
    expect(kept.edition).toBe(own.edition);
    expect(kept.sources).toEqual(own.sources);
    expect(setHash(kept)).toBe(setHash(own));
  });

  const names = [...goldenTools(ownSet()).keys()];
  test.each(names)("%s: the same entry, and the same text for every golden case", (name) => {
    const [whole, short] = [goldenTools(ownSet()).get(name), goldenTools(kept).get(name)];
    if (whole === undefined || short === undefined) throw new Error(`no tool ${name}`);
    expect(JSON.stringify(entryOf(kept, short))).toBe(JSON.stringify(entryOf(ownSet(), whole)));
    let computed = 0;
    for (const golden of readGolden(join(import.meta.dirname, "golden", name))) {
      const [expected, got] = [whole.run(golden.input), short.run(golden.input)];
      expect(JSON.stringify(got)).toBe(JSON.stringify(expected));
      if (!expected.ok || !got.ok) continue;
      expect(short.text(got.result, "")).toBe(whole.text(expected.result, ""));
      computed++;
    }
    expect(computed).toBeGreaterThan(10);
  });

  test("an input that is too large is blamed by name", () => {
    let blamed = 0;
    for (const [name, short] of kept.tools) {
      const properties = short.inputSchema.properties as Record<string, { maximum?: number; type?: string }>;
      const required = (short.inputSchema.required ?? []) as string[];
      const open = Object.keys(properties).filter(
        (each) => properties[each]?.type === "number" && properties[each]?.maximum === undefined,
      );
      for (const each of open) {
        const input = { ...Object.fromEntries(required.map((of) => [of, 1])), [each]: 1e308 };
        const expected = ownSet().tools.get(name)?.run(input);
        expect(short.run(input)).toEqual(expected);
        if (expected?.ok === false) blamed++;
      }
    }
    expect(blamed).toBeGreaterThan(0);
  });

  test("explanations come from the definitions themselves", async () => {
    for (const [name, short] of kept.tools) {
      const golden = readGolden(join(import.meta.dirname, "golden", name)).find(({ refused }) => !refused);
      const [whole, own] = [await short.whole(), ownSet().tools.get(name)];
      expect(whole.name).toBe(name);
      expect(JSON.stringify(await whole.explain(golden?.input))).toBe(
        JSON.stringify(await own?.explain(golden?.input)),
      );
      expect(await short.whole()).toBe(whole);
    }
  });
});

describe("what does not fit is as if it were not there", () => {
  const other = join(folder, "other.bin");
  const bytes = () => Buffer.from(readFileSync(file));

  test("no file, an empty one, and one of anything else", () => {
    expect(keptSet(DEFAULT_FOLDER, join(folder, "none.bin"))).toBeUndefined();
    for (const text of ["", "\n", "null\n", "{}\n", "a kept form\nor not", "[".repeat(100_000)]) {
      writeFileSync(other, text);
      expect(keptSet(DEFAULT_FOLDER, other)).toBeUndefined();
    }
  });

  test("one that was cut short, or in which one byte is another", () => {
    writeFileSync(other, bytes().subarray(0, -1));
    expect(keptSet(DEFAULT_FOLDER, other)).toBeUndefined();
    const changed = bytes();
    const at = changed.length - 1000;
    changed[at] = (changed[at] ?? 0) ^ 1;
    writeFileSync(other, changed);
    expect(keptSet(DEFAULT_FOLDER, other)).toBeUndefined();
  });

  test("one of other definitions: a byte more, a file more, a file less", () => {
    const copy = join(folder, "definitions");
    cpSync(DEFAULT_FOLDER, copy, { recursive: true });
    expect(keptSet(copy, file)).toBeDefined();
    const table = join(copy, "tables/countries.yaml");
    const text = readFileSync(table, "utf8");
    writeFileSync(table, `${text}\n`);
    expect(keptSet(copy, file)).toBeUndefined();
    writeFileSync(table, text);
    expect(keptSet(copy, file)).toBeDefined();
    writeFileSync(join(copy, "parts/one_more.yaml"), "part: one_more\n");
    expect(keptSet(copy, file)).toBeUndefined();
    rmSync(join(copy, "parts/one_more.yaml"));
    rmSync(table);
    expect(keptSet(copy, file)).toBeUndefined();
  });
});
