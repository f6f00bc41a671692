// Checks the architecture: no tool in TypeScript, one direction of dependencies, a pure engine.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { linesByLayer, linesOfCode, recordedLines } from "../scripts/lines.js";

const ROOT = join(import.meta.dirname, "..");

function filesIn(folder: string, ending: RegExp): { path: string; text: string }[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => ending.test(name))
    .map((name) => ({ path: join(folder, name), text: readFileSync(join(ROOT, folder, name), "utf8") }));
}

const sources = (folder: string) => filesIn(folder, /\.tsx?$/);
const src = sources("src");
const paths = new Set(src.map(({ path }) => path));
/** Returns the file that an import refers to. */
const fileOf = (path: string) => {
  const file = path.replace(/\.js$/, ".ts");
  return paths.has(file) || !paths.has(`${file}x`) ? file : `${file}x`;
};

describe("no tool's knowledge in TypeScript", () => {
  const definitions = ["tools", "parts"].flatMap((folder) => filesIn(`definitions/${folder}`, /\.yaml$/));

  /** Returns the names under a top-level key of the definitions. */
  function namesUnder(key: string): string[] {
    return definitions.flatMap(({ text }) => {
      const sections = text.split(/^(?=\w)/m).filter((section) => section.startsWith(`${key}:`));
      return sections.flatMap((section) =>
        [...section.matchAll(/^ {2}(\w+):/gm)].map(([, name = ""]) => name),
      );
    });
  }

  test("no tool name", () => {
    const names = definitions.flatMap(({ text }) => /^name: (\w+)$/m.exec(text)?.[1] ?? []);
    expect(names.length).toBeGreaterThan(20);
    const hits = src.flatMap(({ path, text }) =>
      names.filter((name) => text.includes(name)).map((name) => `${path}: ${name}`),
    );
    expect(hits).toEqual([]);
  });

  test("no sentence that a tool says", () => {
    /** Sentences by their first letters, which are searched at each capital letter of the code. */
    const sentences = new Map<string, string[]>();
    const first = (text: string, at: number) => text.slice(at, at + 24);
    for (const { text } of definitions)
      for (const match of text.matchAll(/(?:say|give|title|description): "?([A-Z][^"{}\n]{30,})/g)) {
        const sentence = (match[1] ?? "").trim().slice(0, 40);
        sentences.set(first(sentence, 0), [...(sentences.get(first(sentence, 0)) ?? []), sentence]);
      }
    expect(sentences.size).toBeGreaterThan(1000);
    const hits = src.flatMap(({ path, text }) =>
      [...text.matchAll(/[A-Z]/g)].flatMap(({ index }) =>
        (sentences.get(first(text, index)) ?? [])
          .filter((sentence) => text.startsWith(sentence, index))
          .map((sentence) => `${path}: ${sentence}`),
      ),
    );
    expect(hits).toEqual([]);
  });

  test("no input or result name of a tool", () => {
    const names = new Set([
      ...namesUnder("inputs").filter((name) => name.includes("_")),
      ...namesUnder("results").filter((name) => name.split("_").length > 2),
    ]);
    // The as-of date belongs to the language.
    names.delete("as_of_date");
    expect(names.size).toBeGreaterThan(500);
    const hits = src.flatMap(({ path, text }) =>
      (text.match(/\w+/g) ?? []).filter((word) => names.has(word)).map((name) => `${path}: ${name}`),
    );
    expect(hits).toEqual([]);
  });
});

describe("lines of code", () => {
  test("no layer has more than test/lines-of-code.json records", () => {
    const now = Object.entries(linesByLayer());
    const recorded = recordedLines();
    expect(now.length).toBeGreaterThan(20);
    const grown = now.flatMap(([layer, lines]) =>
      lines > (recorded[layer] ?? 0) ? [`${layer}: ${lines} lines, recorded ${recorded[layer] ?? 0}`] : [],
    );
    const help = "raise the number (npm run lines -- --write) in a commit that names the user who needs it";
    expect(grown, help).toEqual([]);
  });

  test.each([
    ["const a = 1;\n\n// no\nconst b = 2; // yes\n", 2],
    ["/* no\n\nno */ const a = 1;\n/** no */\n", 1],
    ['const url = "http://a/*b";\nconst two = 2; /* "*/\n', 2],
    [`const text = \`\n// yes \${1 /* no\n */}\n/* yes */\`;\n`, 4],
    ['const quote = /\\/*[/*]"/g;\nconst two = 2;\n', 2],
    ["const shown = (\n  <p>\n    // yes\n    {/* no */}\n    {/* no\n     */}\n  </p>\n);\n", 5],
  ])("%j", (text, lines) => {
    expect(linesOfCode("a.tsx", text)).toBe(lines);
  });
});

describe("the house", () => {
  const imports = (text: string) => [...text.matchAll(/from "([^"]+)"/g)].map((match) => match[1] ?? "");

  test("the engine uses nothing of the server, the command line or Node", () => {
    const hits = src
      .filter(({ path }) => path.startsWith(join("src", "engine")))
      .flatMap(({ path, text }) =>
        imports(text)
          .filter(
            (name) =>
              name.startsWith("node:") ||
              (name.startsWith(".") &&
                !relative(join("src", "engine"), join(path, "..", name)).match(/^(?!\.\.)/)),
          )
          .map((name) => `${path}: ${name}`),
      );
    expect(hits).toEqual([]);
  });

  /** Every import of every file, including types, as paths from the project's folder. */
  const used = new Map(
    src.map(({ path, text }) => [
      path,
      [...text.matchAll(/(?:from|import\(|new URL\() ?"(\.[^"]+)"/g)].map((match) =>
        fileOf(join(path, "..", match[1] ?? "")),
      ),
    ]),
  );

  /** Returns forbidden imports of each layer. Files without a layer are below all layers. */
  function trespasses(root: string, below: Readonly<Record<string, readonly string[]>>): string[] {
    const layerOf = (path: string) => {
      const inner = relative(root, path).split("/");
      return inner.length > 1 ? (inner[0] ?? "") : "";
    };
    return [...used].flatMap(([path, names]) => {
      if (!path.startsWith(`${root}/`)) return [];
      const layer = layerOf(path);
      if (layer === "") return [];
      const allowed = below[layer];
      if (allowed === undefined) return [`${path} stands in a layer that nobody knows`];
      return names
        .filter((name) => {
          const other = layerOf(name);
          return name.startsWith(`${root}/`) && other !== "" && other !== layer && !allowed.includes(other);
        })
        .map((name) => `${path}: ${name}`);
    });
  }

  test("each layer stands on those below it, and nothing in src on what is not shipped", () => {
    expect(
      trespasses("src", {
        engine: [],
        json: ["engine"],
        threads: [],
        wording: ["engine", "json"],
        lint: ["engine"],
        definitions: ["engine", "json", "wording", "lint"],
        build: ["engine", "json", "wording", "lint", "definitions"],
        access: ["engine", "json", "wording", "definitions", "threads"],
        tables: ["engine", "json", "wording", "definitions", "build", "threads"],
        pages: ["engine", "json", "wording", "lint", "definitions"],
        settings: ["engine", "json", "wording", "lint", "definitions", "build", "access"],
        workbench: ["engine", "json", "wording", "lint", "definitions", "settings", "threads", "pages"],
        independent: ["engine", "workbench"],
        editor: ["engine", "json", "wording", "lint", "definitions", "workbench"],
        server: [
          ...["engine", "json", "wording", "lint", "definitions", "threads", "build", "access", "pages"],
          ...["settings", "tables"],
        ],
        explorer: ["engine", "json", "wording", "lint", "definitions", "tables", "pages", "workbench"],
        cli: [
          ...["engine", "json", "wording", "lint", "definitions", "build", "access", "pages", "settings"],
          ...["workbench", "independent", "tables", "editor", "server"],
        ],
      }),
    ).toEqual([]);
    const foreign = [...used].flatMap(([path, names]) =>
      names.filter((name) => !/^(src|assets)\//.test(name)).map((name) => `${path}: ${name}`),
    );
    expect(foreign).toEqual([]);
  });

  test("the command line has the service for its commands that serve alone, and loads it then", () => {
    const users = [...used].filter(
      ([path, names]) => path.startsWith("src/cli/") && names.some((name) => name.startsWith("src/server/")),
    );
    expect(users.map(([path]) => path)).toEqual(["src/cli/commands-serve.ts"]);
    const text = src.find(({ path }) => path === "src/cli/commands-serve.ts")?.text ?? "";
    expect(text).not.toMatch(/^import (?!type )[^;]*"\.\.\/server/m);
  });

  test("no file stands outside a layer but the two that programs start from", () => {
    const loose = src.map(({ path }) => relative("src", path)).filter((path) => !path.includes("/"));
    expect(loose.sort()).toEqual(["cli.ts", "library.ts"]);
  });

  test("each room of the engine stands on those below it", () => {
    expect(
      trespasses("src/engine", {
        language: [],
        functions: ["language"],
        read: ["language", "functions"],
        typing: ["language", "functions", "read"],
        checks: ["language", "read", "typing"],
        run: ["language", "functions"],
        compile: ["language", "functions", "typing", "run"],
        interpret: ["language", "functions", "typing", "run"],
        explain: ["language", "functions", "typing", "run", "interpret"],
        sql: ["language", "functions", "typing", "run"],
      }),
    ).toEqual([]);
  });

  describe("docs/architecture.md", () => {
    const page = readFileSync(join(ROOT, "docs/architecture.md"), "utf8");

    test.each([
      ["layers", "src"],
      ["rooms", "src/engine"],
    ])("the figure of %s lists each folder, and imports go to lower rows only", (name, root) => {
      const figure = new RegExp(`\`\`\`text ${name}\\n(.*?)\`\`\``, "s").exec(page)?.[1] ?? "";
      const rows = figure.trim().split("\n");
      const height = new Map(
        rows.flatMap((row, at) => row.split(/\s+/).map((folder) => [folder, rows.length - at] as const)),
      );
      const folders = readdirSync(join(ROOT, root), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map((entry) => entry.name);
      expect([...height.keys()].sort()).toEqual(folders.sort());
      const heightOf = (path: string) => height.get(relative(root, path).split("/")[0] ?? "");
      const upwards = [...used].flatMap(([path, names]) =>
        names
          .filter((other) => {
            const [from, to] = [heightOf(path), heightOf(other)];
            const isSame = relative(root, path).split("/")[0] === relative(root, other).split("/")[0];
            return from !== undefined && to !== undefined && !isSame && to >= from;
          })
          .map((other) => `${path}: ${other}`),
      );
      expect(upwards).toEqual([]);
    });

    test("names only files and folders that exist", () => {
      const named = [...page.matchAll(/`((?:src|test|assets|definitions|docs)\/[\w./-]+)`/g)].map(
        ([, path = ""]) => path,
      );
      const shown = [...page.matchAll(/\bsrc\/[\w./-]+/g)].map(([path]) => path);
      expect(named.length).toBeGreaterThan(50);
      expect([...named, ...shown].filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
    });
  });

  test("no circles, types included", () => {
    const circles: string[] = [];
    const done = new Set<string>();
    const visit = (path: string, above: readonly string[]): void => {
      if (above.includes(path)) circles.push([...above.slice(above.indexOf(path)), path].join(" "));
      if (done.has(path) || above.includes(path)) return;
      for (const name of used.get(path) ?? []) visit(name, [...above, path]);
      done.add(path);
    };
    for (const path of used.keys()) visit(path, []);
    expect(circles).toEqual([]);
  });

  /**
   * Number of files in each layer that other layers import. They are imported directly, because an index file would
   * load everything at the start. Increase a number only with a reason.
   */
  const DOORS: Readonly<Record<string, number>> = {
    ...{
      access: 18,
      build: 8,
      cli: 6,
      definitions: 7,
      editor: 1,
      engine: 68,
      independent: 2,
      json: 2,
      lint: 8,
      pages: 36,
    },
    ...{ server: 3, settings: 11, tables: 28, threads: 2, wording: 7, workbench: 28 },
  };

  test("no layer is entered by more files than it has doors", () => {
    const layerOf = (path: string) => path.split("/")[1] ?? "";
    const doors = new Map<string, Set<string>>();
    for (const [path, names] of used)
      for (const name of names)
        if (paths.has(name) && layerOf(name) !== layerOf(path))
          doors.set(layerOf(name), (doors.get(layerOf(name)) ?? new Set()).add(name));
    expect(doors.get("engine")?.size).toBeGreaterThan(10);
    const wide = [...doors].filter(([layer, { size }]) => size > (DOORS[layer] ?? 0));
    expect(wide.map(([layer, files]) => `${layer}: ${files.size} files`)).toEqual([]);
  });

  test("a file is one idea, and says in its first line what it is for", () => {
    const long = src.flatMap(({ path, text }) => {
      const lines = text.split("\n").length - 1;
      return lines > 300 ? [`${path}: ${lines} lines`] : [];
    });
    expect(long).toEqual([]);
    const silent = src.filter(({ text }) => !/^(#!.*\n)?\/\//.test(text)).map(({ path }) => path);
    expect(silent).toEqual([]);
  });

  test("what serves at once loads no reader, no compiler and no protocol that nobody has asked for yet", () => {
    const texts = new Map(src.map(({ path, text }) => [path, text]));
    const seen = new Set<string>();
    const packages = new Set<string>();
    const visit = (path: string): void => {
      if (seen.has(path)) return;
      seen.add(path);
      for (const match of (texts.get(path) ?? "").matchAll(/^import (?!type )[^;]*?"([^"]+)";/gm)) {
        const name = match[1] ?? "";
        // Type imports do not exist at run time.
        if (/^import \{ (type \w+(, )?)+ \}/.test(match[0])) continue;
        if (name.startsWith(".")) visit(fileOf(join(path, "..", name)));
        else if (!name.startsWith("node:")) packages.add(name);
      }
    };
    visit(join("src", "server", "serve.ts"));
    expect(seen.size).toBeGreaterThan(50);
    expect([...packages].sort()).toEqual([
      "ajv-formats/dist/formats.js",
      "ajv/dist/runtime/equal.js",
      "ajv/dist/runtime/ucs2length.js",
      "fastify",
      "ipaddr.js",
      "libsql",
    ]);
  });

  test("the engine reads no clock, no environment and no chance", () => {
    const hits = src
      .filter(({ path }) => path.startsWith(join("src", "engine")))
      .filter(({ text }) =>
        /Date\.now|new Date\(\)|performance\.|process\.|Math\.random|globalThis/.test(text),
      )
      .map(({ path }) => path);
    expect(hits).toEqual([]);
  });

  /** Returns kind and name of each exported declaration. */
  const exported = src.flatMap(({ path, text }) =>
    [
      ...text.matchAll(/^export (?:abstract |async )*(interface|type|class|enum|function\*?|const) (\w+)/gm),
    ].map(([, kind = "", name = ""]) => ({ path, kind, name })),
  );

  test("no two exported types have one name", () => {
    const files = new Map<string, string[]>();
    for (const { path, kind, name } of exported)
      if (/interface|type|class|enum/.test(kind)) files.set(name, [...(files.get(name) ?? []), path]);
    expect(files.size).toBeGreaterThan(300);
    const twice = [...files].filter(([, paths]) => paths.length > 1);
    expect(twice.map(([name, paths]) => `${name}: ${paths.join(", ")}`)).toEqual([]);
  });

  test("files and exports are named with the trade's nouns", () => {
    const avoided =
      "told said asked known kept crew turns places squeezed machine things slip mend trail in-use put-in surroundings chance nudge";
    const words = new RegExp(`(^|-)(${avoided.replaceAll(" ", "|")})(-|$)`);
    const isAvoided = (name: string) =>
      words.test(
        name
          .replaceAll("_", "-")
          .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
          .toLowerCase(),
      );
    expect(["putIn", "KnownKey", "MONTHS_KEPT"].every(isAvoided)).toBe(true);
    const files = src
      .map(({ path }) => path)
      .filter((path) => isAvoided(basename(path).replace(/\..*$/, "")));
    const names = exported.filter(({ name }) => isAvoided(name)).map(({ path, name }) => `${path}: ${name}`);
    expect([...files, ...names]).toEqual([]);
  });

  test("no holes in the types or the linter", () => {
    const all = [...src, ...sources("scripts"), ...sources(join("test", "instruments"))];
    const hits = all
      .filter(({ text }) => /: any\b|as any\b|<any>|@ts-ignore|@ts-nocheck|biome-ignore/.test(text))
      .map(({ path }) => path);
    expect(hits).toEqual([]);
  });
});
