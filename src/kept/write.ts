// Writes the kept form of a sound definition set.
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { serialize } from "node:v8";
import type { DefinitionSet } from "../engine/definitions.js";
import type { Tool } from "../engine/tool.js";
import { readSchemas, sha256 } from "../folder.js";
import { type Entry, fingerprintOf, type Head, type Index, KEPT_FILE, type KeptMachine } from "./form.js";

export function keepSet(set: DefinitionSet, file: string = KEPT_FILE): void {
  const machines: Buffer[] = [];
  let at = 0;
  const entries = [...set.tools.values(), ...set.legacy.values()].map((tool): Entry => {
    const bytes = serialize(machineOf(tool));
    machines.push(bytes);
    const from = at;
    at += bytes.length;
    return { facts: tool.facts, legacy: set.legacy.get(tool.name) === tool, from, to: at };
  });
  const { edition, sources } = set;
  const index = serialize({ edition, sources, tools: entries } satisfies Index);
  const body = Buffer.concat([index, ...machines]);
  const head: Head = {
    fingerprint: fingerprintOf(set.files.values(), readSchemas()),
    sha256: sha256(body),
    index: index.length,
  };
  // Whole or not at all: whoever starts meanwhile finds the old one.
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  try {
    writeFileSync(draft, Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), body]));
    renameSync(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
}

function machineOf(tool: Tool): KeptMachine {
  // Values that depend on the same inputs share one set.
  const known = new Map<string, ReadonlySet<string>>();
  const behind = tool.plan.slots.map((_, site) => {
    const inputs = tool.inputsBehind(site);
    if (inputs === undefined) return undefined;
    const key = [...inputs].sort().join(" ");
    const shared = known.get(key) ?? inputs;
    known.set(key, shared);
    return shared;
  });
  return { ...tool.machine(), behind };
}
