// Comments and texts are plain English: few unclear phrases, and no long sentences.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  commentsIn,
  habitsIn,
  markdownIn,
  type Prose,
  sentencesIn,
  textsIn,
  wordsIn,
} from "../scripts/prose.js";
import { ROOT } from "./helpers/folders.js";

/** Unclear phrases per 1,000 words of comments, and of texts in strings. */
const MOST = { comments: 3, texts: 5 };
/** Words of the longest sentence in a comment. */
const LONGEST = 40;
/** Words below which a rate means little: one phrase would exceed it. */
const FEW_WORDS = 400;

function layerOf(path: string): string {
  const [top = "", ...inner] = dirname(path).split("/");
  if (top !== "src") return top;
  return [top, ...inner.slice(0, inner[0] === "engine" ? 2 : 1)].join("/");
}

const files = ["src", "test", "scripts", "bench"].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => /\.tsx?$/.test(path) && !path.includes("golden/"))
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), "utf8") })),
);
const layers = [...new Set(files.map(({ path }) => layerOf(path)))].toSorted();

/** Returns the phrases of a layer with their positions, and the words among which they are. */
function judged(layer: string, read: (path: string, text: string) => Prose[]) {
  let words = 0;
  const phrases = files
    .filter(({ path }) => layerOf(path) === layer)
    .flatMap(({ path, text }) =>
      read(path, text).flatMap((prose) => {
        words += wordsIn(prose.text);
        return habitsIn(prose.text).map((habit) => `${path}:${prose.line} ${habit}`);
      }),
    );
  return { words: Math.max(words, FEW_WORDS), phrases };
}

describe.each(layers)("%s", (layer) => {
  test.each(Object.entries({ comments: commentsIn, texts: textsIn }))("%s", (kind, read) => {
    // Texts of tests and scripts are for developers.
    if (kind === "texts" && !layer.startsWith("src")) return;
    const most = MOST[kind as keyof typeof MOST];
    const { words, phrases } = judged(layer, read);
    const allowed = Math.floor((most * words) / 1000);
    expect(phrases.length > allowed ? phrases : [], `${phrases.length} phrases, at most ${allowed}`).toEqual(
      [],
    );
  });
});

test("the documentation", () => {
  const pages = ["README.md", "CONTRIBUTING.md", "SECURITY.md"].concat(
    readdirSync(join(ROOT, "docs"))
      .filter((name) => name.endsWith(".md"))
      .map((name) => `docs/${name}`),
  );
  let words = 0;
  const phrases = pages.flatMap((path) =>
    markdownIn(readFileSync(join(ROOT, path), "utf8")).flatMap(({ line, text }) => {
      words += wordsIn(text);
      return habitsIn(text).map((habit) => `${path}:${line} ${habit}`);
    }),
  );
  expect(words).toBeGreaterThan(20_000);
  const allowed = Math.floor((MOST.comments * words) / 1000);
  expect(phrases.length > allowed ? phrases : [], `${phrases.length} phrases, at most ${allowed}`).toEqual(
    [],
  );
});

test("no sentence of a comment is long", () => {
  const long = files.flatMap(({ path, text }) =>
    commentsIn(path, text).flatMap(({ line, text: comment }) =>
      sentencesIn(comment)
        .filter((sentence) => wordsIn(sentence) > LONGEST)
        .map((sentence) => `${path}:${line} ${sentence}`),
    ),
  );
  expect(long).toEqual([]);
});

test("comments and texts are found in any syntax", () => {
  const source = `// One\n// two.\nconst a = 1; // three\n/**\n * Four\n * five.\n */\nconst b = "this text says {it} here";\nconst c = \`a reader \${b} is told here\`;\n`;
  expect(commentsIn("a.ts", source)).toMatchObject([
    { line: 1, text: "One two." },
    { line: 3, text: "three" },
    { line: 4, text: "Four five." },
  ]);
  expect(markdownIn("One\n```sh\nwho says\n```\nTwo `told` by us\n")).toEqual([
    { line: 1, text: "One" },
    { line: 5, text: "Two `told` by us" },
  ]);
  expect(textsIn("a.ts", source).map(({ text }) => habitsIn(text))).toEqual([
    ['"says": data does not speak'],
    ['"told": data does not speak'],
  ]);
});
