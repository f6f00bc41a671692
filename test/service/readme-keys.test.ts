// Runs the key commands of docs/start.md and compares their output.

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openStore } from "../../src/access/open.js";
import type { Store } from "../../src/access/store.js";
import { ROOT } from "../helpers/folders.js";
import { ownTiers } from "../helpers/own-definitions.js";
import { call } from "../helpers/run-command.js";
import { type Running, startService } from "../helpers/running-service.js";

const readme = readFileSync(join(ROOT, "docs/start.md"), "utf8");
const section = /## Keys and limits\n([\s\S]*?)\n## /.exec(readme)?.[1] ?? "";
const steps = [...section.matchAll(/```sh\n([\s\S]*?)```\n\n```\n([\s\S]*?)```/g)].map(
  ([, commands = "", shown = ""]) => ({
    commands: commands.replaceAll("\\\n", "").trim().split("\n"),
    shown,
  }),
);
const WRITTEN_ID = /^id +(\w+)/m.exec(section)?.[1] ?? "";

const folder = mkdtempSync(join(tmpdir(), "plumbline-readme-"));
let store: Store;
let service: Running;
beforeAll(async () => {
  vi.stubEnv("DATA_DIR", folder);
  const tiers = ownTiers();
  const failed = (error: unknown) => {
    throw error;
  };
  // Each call advances the clock by a second, so that changes by the command line are visible.
  let clock = Date.now();
  const now = () => {
    clock += 1000;
    return clock;
  };
  store = await openStore({ dataDir: folder }, { tiers, now, failed });
  service = await startService({ store });
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await service.close();
  await store.close();
  rmSync(folder, { recursive: true });
});

/** Removes what differs between runs. */
function plain(text: string, id: string): string {
  return text
    .replaceAll(/plb_\w{61}/g, "TOKEN")
    .replaceAll(id, "ID")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "TIME")
    .replaceAll(/\b\d{4}-\d\d\b/g, "MONTH")
    .replaceAll(/(?<="month";[^,]*[tw]=)\d+/g, "SECONDS")
    .trim();
}

async function run(command: string, id: string, key: string): Promise<string> {
  if (command.startsWith("KEY=")) return "";
  const words = [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare ?? "",
  );
  if (words[0] === "npx") {
    expect(words.slice(0, 3)).toEqual(["npx", "plumbline", "keys"]);
    const done = await call(
      "keys",
      words.slice(3).map((word) => word.replace(WRITTEN_ID, id)),
    );
    expect([done.status, done.stderr]).toEqual([0, ""]);
    return done.stdout;
  }
  expect(words[0]).toBe("curl");
  const after = (option: string) =>
    words.flatMap((word, at) => (word === option ? [words[at + 1] ?? ""] : []));
  const headers = after("-H").map((header) => header.replace("$KEY", key).split(/: */));
  const path = words.find((word) => word.startsWith("http"))?.replace(/^http:..[^/]*/, "") ?? "";
  // Changes by another process are visible within a fraction of a second.
  await pause(400);
  const response = await service.post(path, after("-d")[0], Object.fromEntries(headers));
  // Counts are written twice a second, or when usage is read.
  await store.usage(id);
  if (!command.endsWith("| grep -i ratelimit")) return response.text();
  return ["ratelimit-policy", "ratelimit"].map((name) => `${name}: ${response.headers.get(name)}\n`).join("");
}

test("every command of the section on keys prints what it shows", async () => {
  expect(steps.length).toBe(4);
  let [id, key] = ["none", "none"];
  for (const { commands, shown } of steps) {
    let printed = "";
    for (const command of commands) printed += await run(command, id, key);
    id = /^id +(\w+)/m.exec(printed)?.[1] ?? id;
    key = /plb_\w{61}/.exec(printed)?.[0] ?? key;
    expect(plain(printed, id)).toBe(plain(shown, WRITTEN_ID));
  }
});
