// No tool accepts a blank text by accident.
import { describe, expect, test } from "vitest";
import { toolOf } from "../helpers/one-tool.js";
import { ownSet } from "../helpers/own-definitions.js";

type Schema = Readonly<Record<string, unknown>>;

/** Returns the free texts of an input with their paths. */
function textsIn(
  schema: Schema,
  path: readonly string[] = [],
): { path: readonly string[]; schema: Schema }[] {
  const inner = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
  const items = schema.items === undefined ? [] : [["0", schema.items as Schema] as const];
  const below = [...inner, ...items].flatMap(([name, each]) => textsIn(each, [...path, name]));
  const isFree = schema.type === "string" && !("enum" in schema || "const" in schema || "format" in schema);
  return isFree ? [{ path, schema }, ...below] : below;
}

function withText(input: unknown, [name = "", ...rest]: readonly string[], text: string): unknown {
  const inner = (input as Record<string, unknown> | undefined)?.[name];
  const value = rest.length === 0 ? text : withText(inner, rest, text);
  return /^\d+$/.test(name) ? [value] : { ...(input as object), [name]: value };
}

describe.each(
  [...ownSet().tools.values(), ...ownSet().legacy.values()].map((tool) => [tool.name, tool] as const),
)("%s", (_, tool) => {
  const texts = textsIn(tool.inputSchema).filter(({ schema }) => schema.pattern !== undefined);
  test.skipIf(texts.length === 0)(
    "refuses a blank text in words, or its definition says what one means",
    () => {
      const example = tool.facts.examples[0]?.input;
      for (const { path } of texts)
        for (const blank of ["", " ", " \t\n "]) {
          const outcome = tool.run(withText(example, path, blank));
          expect(outcome.ok, `${path.join(".")} ${JSON.stringify(blank)}`).toBe(false);
          const problem = outcome.ok
            ? undefined
            : outcome.problems.find(({ pointer }) => pointer === `/${path.join("/")}`);
          expect(problem?.message).toMatch(/must not be blank|at most/);
        }
    },
  );

  test("takes one only where the definition allows it", () => {
    const allowed = textsIn(tool.inputSchema).filter(({ schema }) => schema.pattern === undefined);
    const text = tool.facts.files.map(([path]) => ownSet().files.get(path)?.text ?? "").join("\n");
    const said = (text.match(/\bblank: true\b|^\s*label: \S/gm) ?? []).length;
    expect(allowed.length).toBeLessThanOrEqual(said);
  });
});

describe("the rule of the language", () => {
  const define = (more: string) =>
    toolOf(
      "named",
      `  name: {title: Name, type: text, at_most: 20, description: Name.${more}}
  note: {title: Note, type: text, at_most: 20, optional: true, description: Note.}
values: {shown: name, noted: note ?? name}
recommendations: [Go on.]
results: {shown: {description: Name}, noted: {description: Note}}
`,
    );

  test("a blank is refused, and who could leave it out is told so", () => {
    const tool = define("");
    expect(tool.run({ name: " ", note: "" })).toEqual({
      ok: false,
      problems: [
        { pointer: "/name", message: "name must not be blank." },
        { pointer: "/note", message: "note must not be blank; leave it out." },
      ],
    });
    expect(tool.run({ name: " a " })).toMatchObject({ ok: true, result: { shown: " a " } });
    expect(tool.inputSchema).toMatchObject({ properties: { name: { pattern: "\\S" } } });
  });

  test("where the definition says blank: true it is taken, and callers see nothing of the word", () => {
    const tool = define(", blank: true");
    expect(tool.run({ name: "" })).toMatchObject({ ok: true, result: { shown: "" } });
    expect(JSON.stringify(tool.inputSchema)).not.toContain("blank");
  });
});
