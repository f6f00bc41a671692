// The first call in docs/start.md gives the answer shown there.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../helpers/folders.js";
import { ownTool } from "../helpers/own-definitions.js";

test("the answer in docs/start.md is the real one", () => {
  const text = readFileSync(join(ROOT, "docs/start.md"), "utf8");
  const tool = /\/v1\/tools\/(\w+)/.exec(text)?.[1] ?? "";
  const input = /-d '(\{.*\})'/.exec(text)?.[1] ?? "";
  const answer = /```json\n([\s\S]*?)```/.exec(text)?.[1] ?? "";
  const outcome = ownTool(tool).run(JSON.parse(input));
  expect(outcome).toMatchObject({ ok: true });
  if (!outcome.ok) return;
  const { assumptions, ...shown } = JSON.parse(answer) as Record<string, unknown>;
  expect({ ...outcome.result, tier: "free" }).toMatchObject(shown);
  expect(outcome.result.assumptions).toEqual(expect.arrayContaining(assumptions as unknown[]));
  expect(text).toContain(`The result has ${Object.keys(outcome.result).length + 1} fields.`);
});
