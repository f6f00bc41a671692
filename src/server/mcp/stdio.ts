// `plumbline mcp`: the tools over MCP on standard input and output, for clients that start it themselves.
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { FREE_TIER } from "../../access/admission.js";
import { definitionsFolder, servedSet } from "../../command/definitions.js";
import { refuseOptions, Usage } from "../../command/usage.js";
import { packageVersion } from "../../folder.js";
import { stopSignal } from "../signals.js";
import { mcpServers } from "./server.js";

export async function mcpOverStdio(given: readonly string[]): Promise<number> {
  const args = [...given];
  const folder = definitionsFolder(args);
  refuseOptions("mcp", args, ["definitions", "help"]);
  if (args.length > 0) throw new Usage(`mcp does not know ${args[0]}.`);
  const set = await servedSet(folder);
  if (set === undefined) return 1;
  // Standard output belongs to the protocol; anything else goes to standard error.
  const server = mcpServers(set, packageVersion())(FREE_TIER, (error) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  });
  const ended = new Promise<void>((resolve) => {
    server.onclose = resolve;
    process.stdin.once("end", resolve);
  });
  await server.connect(new StdioServerTransport());
  await Promise.race([ended, stopSignal()]);
  await server.close();
  return 0;
}
