#!/usr/bin/env node
// The command line: serve, mcp, run, explain, check, sources, verify.
// Exit codes: 0 good, 1 findings or refused input, 2 wrong usage.
import { check } from "./cli/check.js";
import { explainTool, runTool } from "./cli/run.js";
import { listSources } from "./cli/sources.js";
import { Usage } from "./cli/usage.js";
import { verify } from "./cli/verify.js";
import { mcpOverStdio } from "./server/mcp/stdio.js";
import { serve } from "./server/serve.js";

const HELP = `plumbline: engineering calculations as reviewable data

  plumbline serve                           serve over HTTP on HOST and PORT (127.0.0.1:3000)
  plumbline mcp                             serve over MCP on standard input and output
  plumbline run <tool> --name value ...     compute one result, printed as JSON
  plumbline run <tool> --input file.json    the same with inputs from a file, or - for standard input
  plumbline explain <tool> ...              the same as a calculation sheet; --json for the explanation as data
  plumbline check [file ...]                check the definitions; findings of these files only, where some are named
                                            and the share of cited numbers; --citations for more, --json for data
  plumbline sources [id]                    each source with evidence, review date and the places that cite it; --json
  plumbline verify result.json              recompute a stored result that has its explanation: identical, or what differs

Definitions are read from DEFINITIONS_DIR, or --definitions <folder>; by default the ones that come with plumbline.
Exit codes: 0 good, 1 findings or refused input, 2 wrong usage.
`;

async function main(args: readonly string[]): Promise<number> {
  const [command, ...rest] = args;
  switch (command) {
    case "serve":
      return serve(rest);
    case "mcp":
      return mcpOverStdio(rest);
    case "run":
      return runTool(rest);
    case "explain":
      return explainTool(rest);
    case "check":
      return check(rest);
    case "sources":
      return listSources(rest);
    case "verify":
      return verify(rest);
    case "help":
    case "--help":
    case "-h":
      process.stdout.write(HELP);
      return 0;
    case undefined:
      process.stderr.write(HELP);
      return 2;
    default:
      throw new Usage(`There is no command ${command}.`);
  }
}

process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // A reader that closed the pipe early (head, less) is no failure.
  if (error.code === "EPIPE") process.exit(0);
  throw error;
});

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof Usage)) throw error;
  process.stderr.write(`plumbline: ${error.message}\nTry plumbline help.\n`);
  process.exitCode = 2;
}
