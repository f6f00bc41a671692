// Files that are too long, too deep, multiply by aliases, or use special YAML.
import { HEAD, type HostileDefinition, range, tool } from "./parts.js";

export const YAML: readonly HostileDefinition[] = [
  {
    name: "a file of three million characters",
    tool: () => `name: ${"x".repeat(3_000_000)}`,
    findings: ["tools/bomb.yaml:1:1 The file has more than 2000000 characters."],
  },
  {
    name: "a table of a million rows",
    tool: () => `${HEAD}tables: {big: {rows: [\n${range(1_000_000, (at) => `{w: ${at}},`).join("\n")}\n]}}\n`,
    findings: ["tools/bomb.yaml:1:1 The file has more than 2000000 characters."],
  },
  {
    name: "a list of half a million nodes",
    tool: () => `name: bomb\nrows: [${"1,".repeat(450_000)}1]\n`,
    findings: ["tools/bomb.yaml:2:800002 The file has more than 400000 nodes."],
  },
  {
    name: "lists that multiply by aliases, where no list may be",
    tool: () =>
      `a: &a [${"1, ".repeat(9)}1]\n${letters((now, before) => `${now}: &${now} [${`*${before}, `.repeat(9)}*${before}]`)}\n`,
    // Up to e there are 123,456 nodes, 111,111 of them in e: the third e in f exceeds the limit.
    findings: ["tools/bomb.yaml:6:16 The file has more than 400000 nodes."],
  },
  {
    name: "groups that multiply by aliases",
    tool: () => {
      const fields = (before: number) => range(10, (at) => `y${at}: *g${before}`).join(", ");
      const groups = range(9, (at) => `  g${at + 1}: &g${at + 1} {values: {${fields(at)}}}`);
      return tool(`  g0: &g0 {values: {x: start}}\n${groups.join("\n")}`, "g9.y0.y0");
    },
    // A group has 2 nodes and ten times those of the previous one: 3, 32 to 322,222 for g5, which g6 repeats.
    findings: ["tools/bomb.yaml:18:25 The file has more than 400000 nodes."],
  },
  {
    name: "inputs that multiply by aliases",
    tool: () => {
      const open = "{description: P., fields: {";
      const fields = (before: number) => range(10, (at) => `y${at}: *p${before}`).join(", ");
      const levels = range(9, (at) => `  p${at + 1}: &p${at + 1} ${open}${fields(at)}}}`);
      const first = "  p0: &p0 {description: A.}";
      const head = "inputs:\n";
      return tool("", "start", "", `${head}${first}\n${levels.join("\n")}\n`);
    },
    // An object has 5 nodes and ten times those of the previous one: 3, 35 to 355,555 for p5, which p6 repeats.
    findings: ["tools/bomb.yaml:16:42 The file has more than 400000 nodes."],
  },
  {
    name: "a chain of aliases, each one level deeper",
    tool: () => `l0: &l0 [1]\n${range(100, (at) => `l${at + 1}: &l${at + 1} [*l${at}]`).join("\n")}\n`,
    // l0 is at level 2, so l58 is at level 60 and l59 is the first too deep.
    findings: ["tools/bomb.yaml:60:12 The file nests deeper than 60 levels."],
    // From l59 to l100.
    all: 42,
  },
  {
    name: "a group that holds itself",
    tool: () => tool("  g: &g {values: {x: start, y: *g}}", "g.x"),
    findings: ["tools/bomb.yaml:12:32 This alias is inside its own anchor."],
  },
  {
    name: "inputs that hold themselves",
    tool: () => tool("", "start", "", "inputs: &p\n  a: {description: A., fields: *p}\n"),
    findings: ["tools/bomb.yaml:10:32 This alias is inside its own anchor."],
  },
  {
    name: "a file that holds itself",
    tool: () => "&all\nname: bomb\nself: *all\n",
    findings: ["tools/bomb.yaml:3:7 This alias is inside its own anchor."],
  },
  {
    name: "three hundred thousand aliases side by side",
    tool: () => "*x\n".repeat(300_000),
    findings: ["tools/bomb.yaml:2:1 This is not valid YAML: Unexpected alias at node end."],
  },
  {
    name: "a list of a hundred thousand aliases",
    tool: () => `x: &x 1\nrows: [${"*x,".repeat(100_000)}1]\n`,
    // The anchor is the first mark; the 10,000th alias begins 9,999 times three characters after column 8.
    findings: ["tools/bomb.yaml:2:30005 The file has more than 10000 anchors, aliases and tags."],
  },
  {
    name: "a value with half a million anchors",
    tool: () => `x: ${"&a ".repeat(500_000)}1\n`,
    findings: ["tools/bomb.yaml:1:30004 The file has more than 10000 anchors, aliases and tags."],
  },
  {
    name: "a list with a tag that compares its keys with each other",
    tool: () => `x: !!omap [${range(100_000, (at) => `k${at}: 1`).join(", ")}]\n`,
    findings: ["tools/bomb.yaml:1:11 This kind of YAML value is not used in definitions."],
  },
  {
    name: "a mapping of a hundred thousand keys",
    tool: () => range(100_000, (at) => `k${at}: 1\n`).join(""),
    findings: ["tools/bomb.yaml:1:1 This lacks the key name."],
  },
  {
    name: "a key that stands twice among a hundred thousand",
    tool: () => `${range(100_000, (at) => `k${at}: 1\n`).join("")}k7: 2\n`,
    findings: [
      "tools/bomb.yaml:100001:1 This is not valid YAML: Map keys must be unique. (each name may occur only once; a new list entry begins with -)",
    ],
  },
  {
    name: "a hundred thousand opening brackets",
    tool: () => `x: ${"[".repeat(100_000)}${"]".repeat(100_000)}\n`,
    // The first bracket, in column 4, is level 1.
    findings: ["tools/bomb.yaml:1:64 The file nests deeper than 60 levels."],
  },
  {
    name: "a thousand mappings in each other",
    tool: () => range(1000, (at) => `${" ".repeat(at)}a:\n`).join(""),
    findings: ["tools/bomb.yaml:62:62 The file nests deeper than 60 levels."],
  },
  {
    name: "lists in each other on one line",
    tool: () => `x:\n  ${"- ".repeat(100_000)}1\n`,
    findings: ["tools/bomb.yaml:2:123 The file nests deeper than 60 levels."],
  },
  {
    name: "a hundred thousand errors",
    tool: () => "a: b: c\n".repeat(100_000),
    findings: [
      "tools/bomb.yaml:1:4 This is not valid YAML: Nested mappings are not allowed in compact mappings. (a text or formula with a colon and a space needs quotes)",
    ],
  },
  {
    name: "a hundred thousand documents",
    tool: () => "---\n".repeat(100_000),
    findings: ["tools/bomb.yaml:2:1 --- begins another document. (delete the line)"],
  },
  {
    name: "a key of a million characters",
    tool: () => `${"k".repeat(1_000_000)}: 1\n`,
    findings: [
      "tools/bomb.yaml:1:1 This is not valid YAML: The : indicator must be at most 1024 chars after the start of an implicit block mapping key.",
    ],
  },
  {
    name: "values with tags",
    tool: () => "name: !!binary aGVsbG8=\nx: !!set {a, b}\n",
    findings: [
      "tools/bomb.yaml:1:16 This kind of YAML value is not used in definitions.",
      "tools/bomb.yaml:2:10 This kind of YAML value is not used in definitions.",
    ],
  },
  {
    name: "a mapping as a key",
    tool: () => "? {a: b}\n: c\n",
    findings: ["tools/bomb.yaml:1:1 A key must be a plain word."],
  },
  {
    name: "values that are called like parts of every object",
    tool: () => tool("  __proto__: start\n  constructor: start", "start"),
    findings: [
      "tools/bomb.yaml:12:3 __proto__ is no key of values. (a name has lower case letters, digits and underscores)",
    ],
  },
];

/** Returns one line for each letter after a, built from it and the previous letter. */
function letters(line: (now: string, before: string) => string): string {
  const all = "abcdefghij";
  return range(all.length - 1, (at) => line(all[at + 1] ?? "", all[at] ?? "")).join("\n");
}
