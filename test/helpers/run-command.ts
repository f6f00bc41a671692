// Runs a command in this process, which is faster than a new one, and captures its output.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";
import { COMMANDS } from "../../src/cli/commands.js";
import { readArguments } from "../../src/cli/read-arguments.js";
import { NotRead } from "../../src/definitions/folder.js";
import { Usage } from "../../src/settings/usage.js";

/** Commands cache the built form in an existing data folder. */
const DATA = mkdtempSync(join(tmpdir(), "plumbline-commands-"));
process.once("exit", () => rmSync(DATA, { recursive: true, force: true }));

export async function call(
  name: string,
  args: readonly string[],
): Promise<{ status: number; stdout: string; stderr: string }> {
  const said = { stdout: "", stderr: "" };
  const named = process.env.DATA_DIR;
  process.env.DATA_DIR ??= DATA;
  const spies = (["stdout", "stderr"] as const).map((name) =>
    vi.spyOn(process[name], "write").mockImplementation((chunk) => {
      said[name] += String(chunk);
      return true;
    }),
  );
  try {
    const command = COMMANDS.get(name);
    if (command === undefined) throw new Error(`there is no command ${name}`);
    const status = await command.run(readArguments(name, args, command.options, command.inputs));
    return { status, ...said };
  } catch (error) {
    if (!(error instanceof Usage || error instanceof NotRead)) throw error;
    const status = error instanceof Usage ? 2 : 1;
    return { status, stdout: said.stdout, stderr: said.stderr + error.message };
  } finally {
    if (named === undefined) delete process.env.DATA_DIR;
    for (const spy of spies) spy.mockRestore();
  }
}
