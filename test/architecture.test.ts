// The promises about the code itself: no tool in TypeScript, dependencies one way, a pure engine.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { ownSet } from "./definitions.js";

const ROOT = join(import.meta.dirname, "..");

function sources(folder: string): { path: string; text: string }[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => ({ path: join(folder, name), text: readFileSync(join(ROOT, folder, name), "utf8") }));
}

const src = sources("src");

describe("no tool's knowledge in TypeScript", () => {
  test("no tool name", () => {
    const names = [...ownSet().tools.keys()];
    const hits = src.flatMap(({ path, text }) =>
      names.filter((name) => text.includes(name)).map((name) => `${path}: ${name}`),
    );
    expect(hits).toEqual([]);
  });

  test("no sentence that a tool says", () => {
    const sentences = new Set<string>();
    for (const file of ownSet().files.values()) {
      if (!file.path.startsWith("tools/") && !file.path.startsWith("parts/")) continue;
      for (const match of file.text.matchAll(/(?:say|give|title|description): "?([A-Z][^"{}\n]{30,})/g))
        sentences.add((match[1] ?? "").trim().slice(0, 40));
    }
    expect(sentences.size).toBeGreaterThan(30);
    const hits = src.flatMap(({ path, text }) =>
      [...sentences].filter((sentence) => text.includes(sentence)).map((sentence) => `${path}: ${sentence}`),
    );
    expect(hits).toEqual([]);
  });

  test("no input or result name of a tool", () => {
    const names = new Set<string>();
    for (const tool of ownSet().tools.values()) {
      for (const name of tool.plan.inputs.keys())
        if (name.includes("_") && name !== "as_of_date") names.add(name);
      // The as-of date is a word of the language.
      for (const result of tool.plan.results)
        if (result.node.name !== "as_of_date" && result.node.name.split("_").length > 2)
          names.add(result.node.name);
    }
    const hits = src.flatMap(({ path, text }) =>
      [...names].filter((name) => new RegExp(`\\b${name}\\b`).test(text)).map((name) => `${path}: ${name}`),
    );
    expect(hits).toEqual([]);
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

  test("each layer stands on those below it, and nothing in src on what is not shipped", () => {
    const below: Readonly<Record<string, readonly string[]>> = {
      kept: ["engine"],
      pages: ["engine"],
      authoring: ["engine"],
      command: ["engine", "kept"],
      limits: ["engine", "command"],
      server: ["engine", "kept", "command", "limits", "pages"],
      cli: ["engine", "kept", "command", "limits", "pages", "authoring"],
    };
    const hits = src.flatMap(({ path, text }) => {
      const [, layer = ""] = path.split("/");
      const named = [...text.matchAll(/(?:from|import\() ?"(\.[^"]+)"/g)].map((match) =>
        join(path, "..", match[1] ?? ""),
      );
      return named
        .filter((name) => {
          const [root, other = "", inner] = name.split("/");
          if (root !== "src") return true;
          const allowed = below[layer];
          return allowed !== undefined && inner !== undefined && other !== layer && !allowed.includes(other);
        })
        .map((name) => `${path}: ${name}`);
    });
    expect(hits).toEqual([]);
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
        // Imports of types alone are not there at run time.
        if (/^import \{ (type \w+(, )?)+ \}/.test(match[0])) continue;
        if (name.startsWith(".")) visit(join(path, "..", name).replace(/\.js$/, ".ts"));
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
      "libsql",
    ]);
  });

  test("who may call is decided without the server and the command line, and in no circle", () => {
    const access = src.filter(({ path }) => path.startsWith(join("src", "access")));
    const used = new Map(
      access.map(({ path, text }) => [
        path,
        imports(text).flatMap((name) =>
          name.startsWith(".") ? [join(path, "..", name).replace(/\.js$/, ".ts")] : [],
        ),
      ]),
    );
    expect(used.size).toBeGreaterThan(20);
    const allowed = ["access", "engine", "folder.ts", "wording.ts"].map((name) => join("src", name));
    const foreign = [...used].flatMap(([path, names]) =>
      names
        .filter((name) => !allowed.some((each) => name.startsWith(each)))
        .map((name) => `${path}: ${name}`),
    );
    expect(foreign).toEqual([]);
    const circles: string[] = [];
    const visit = (path: string, above: readonly string[]): void => {
      if (above.includes(path)) circles.push([...above, path].join(" "));
      else for (const name of used.get(path) ?? []) visit(name, [...above, path]);
    };
    for (const path of used.keys()) visit(path, []);
    expect(circles).toEqual([]);
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

  test("no holes in the types or the linter", () => {
    const all = [...src, ...sources("scripts"), ...sources(join("test", "instruments"))];
    const hits = all
      .filter(({ text }) => /: any\b|as any\b|<any>|@ts-ignore|@ts-nocheck|biome-ignore/.test(text))
      .map(({ path }) => path);
    expect(hits).toEqual([]);
  });
});
