// `plumbline mcp`: the tools over MCP on standard input and output, for clients that start it themselves.
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { FREE_TIER } from "../../access/admission.js";
import type { Arguments } from "../../command/arguments.js";
import { definitionsFolder, servedSet } from "../../command/definitions.js";
import { packageVersion } from "../../folder.js";
import { stopSignal } from "../signals.js";
import { mcpServers } from "./server.js";

export async function mcpOverStdio(args: Arguments): Promise<number> {
  const folder = definitionsFolder(args.atMost(0));
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
