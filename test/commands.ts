// A command called in this process, which is much faster than starting one, with what it prints.
import { vi } from "vitest";
import { readArguments } from "../src/command/arguments.js";
import { Usage } from "../src/command/usage.js";
import { COMMANDS } from "../src/commands.js";

export async function call(
  name: string,
  args: readonly string[],
): Promise<{ status: number; stdout: string; stderr: string }> {
  const said = { stdout: "", stderr: "" };
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
    if (!(error instanceof Usage)) throw error;
    return { status: 2, stdout: said.stdout, stderr: said.stderr + error.message };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}
