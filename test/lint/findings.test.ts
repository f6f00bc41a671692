// Findings and reports are single lines and contain no commands or markup.
import { expect, test } from "vitest";
import { formatFinding } from "../../src/engine/language/findings.js";
import { markdownReport } from "../../src/workbench/impact/report.js";

const FORGED = "a\n::error file=x::forged\r\u001b[31mred\u2028\u202etxt";

test("a finding is one line, whatever a definition says", () => {
  const line = formatFinding({
    check: "name",
    severity: "error",
    location: { file: `tools/${FORGED}.yaml`, line: 1, column: 2 },
    message: `${FORGED} is not known.`,
    hint: FORGED,
  });
  expect(line).not.toMatch(/[\p{Cc}\u2028\u2029\u202e]/u);
  expect(line).toContain("a\\u000a::error");
});

test("a report in Markdown shows words of definitions and cases as words", () => {
  const probe = { name: "<img src=x> [a](javascript:b) | `c` @team", input: { text: "`</code>`| x" } };
  const text = markdownReport({
    before: "a",
    after: "b",
    seed: "s",
    tools: [
      {
        tool: "one",
        status: "changed",
        version: { before: "1.0.0", after: "1.0.1" },
        inputs: { golden: 1, random: 0 },
        computed: 1,
        changed: 1,
        numbers: [],
        verdicts: [{ path: "x", before: "<b>", after: "**c**", count: 1, example: probe }],
        texts: [],
        findings: ["<script>alert(1)</script>\n# heading"],
      },
    ],
  } as unknown as Parameters<typeof markdownReport>[0]);
  expect(text).not.toMatch(/<img|<script|<b>|\*\*c|\]\(|@team/);
  expect(text).not.toMatch(/^# heading/m);
  expect(
    text
      .split("\n")
      .find((line) => line.startsWith("| `x`"))
      ?.split(/(?<!\\)\|/),
  ).toHaveLength(6);
});
