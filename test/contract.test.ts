// The interfaces keep the contract: nothing that clients use was removed or changed since the recorded version.
import { describe, expect, test } from "vitest";
import { type Contract, differences, presentContracts, recordedContract } from "../scripts/contract.js";
import { ownSet } from "./helpers/own-definitions.js";

test("the interfaces of HTTP and MCP have no breaking difference", async () => {
  const present = await presentContracts(ownSet());
  for (const [name, contract] of Object.entries(present)) {
    const recorded = recordedContract(name);
    expect(Object.keys(recorded).length).toBeGreaterThan(100);
    const breaking = differences(recorded, contract).filter(({ kind }) => kind === "breaking");
    const help =
      "clients would break; record an intended change of a new major version: npm run contract -- --write";
    expect(breaking, help).toEqual([]);
  }
});

describe("a difference is", () => {
  const recorded: Contract = {
    "POST /x": "operation",
    "POST /x body /a": "required number",
    "POST /x body /b": "string",
    "POST /x 200/c": "number",
  };
  const { "POST /x 200/c": _, ...withoutField } = recorded;
  test.each<[string, Contract, string[]]>([
    ["none for the same interface", recorded, []],
    ["breaking for a removed field", withoutField, ["breaking"]],
    ["breaking for another type", { ...recorded, "POST /x 200/c": "string" }, ["breaking"]],
    [
      "breaking for a new required input",
      { ...recorded, "POST /x body /d": "required number" },
      ["breaking"],
    ],
    [
      "breaking for an input that became required",
      { ...recorded, "POST /x body /b": "required string" },
      ["breaking"],
    ],
    [
      "breaking for a result field that may be missing",
      { ...recorded, "POST /x 200/c": "number|null" },
      ["breaking"],
    ],
    ["additive for a new optional input", { ...recorded, "POST /x body /d": "number" }, ["additive"]],
    [
      "additive for an input that became optional",
      { ...recorded, "POST /x body /a": "number" },
      ["additive"],
    ],
    ["additive for a new field", { ...recorded, "POST /x 200/d": "number" }, ["additive"]],
    [
      "additive for a new operation with required inputs",
      { ...recorded, "POST /y": "operation", "POST /y body /a": "required number" },
      ["additive", "additive"],
    ],
  ])("%s", (_, present, kinds) => {
    expect(differences(recorded, present).map(({ kind }) => kind)).toEqual(kinds);
  });
});
