// A command called in this process, which is much faster than starting one, with what it prints.
import { vi } from "vitest";
import { Usage } from "../src/command/usage.js";

export async function call(
  command: (args: readonly string[]) => number | Promise<number>,
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
    return { status: await command(args), ...said };
  } catch (error) {
    if (!(error instanceof Usage)) throw error;
    return { status: 2, stdout: said.stdout, stderr: said.stderr + error.message };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}
