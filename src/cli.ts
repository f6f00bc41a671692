#!/usr/bin/env node
// The command line: serve, mcp, run, explain, check, sources, verify, keys.
// Exit codes: 0 good, 1 findings or refused input, 2 wrong usage.
import { Usage } from "./cli/usage.js";

const HELP = `plumbline: engineering calculations as reviewable data

  plumbline serve                           serve over HTTP on HOST and PORT (127.0.0.1:3000)
  plumbline mcp                             serve over MCP on standard input and output
  plumbline run <tool> --name value ...     compute one result, printed as JSON
  plumbline run <tool> --input file.json    the same with inputs from a file, or - for standard input
  plumbline explain <tool> ...              the same as a calculation sheet; --json for the explanation as data, --html
                                            for one page to print or keep; --output file writes it there
  plumbline check [file ...]                check the definitions; findings of these files only, where some are named
                                            and the share of cited numbers; --citations for more, --json for data
  plumbline sources [id]                    each source with evidence, review date and the places that cite it; --json
  plumbline verify result.json              recompute a stored result that has its explanation: identical, or what differs
  plumbline keys create --name N --plan P   issue a key: shown once, kept as a hash; also --expires, --interface legacy,
                                            and --requests, --calls-per-month where the plan leaves them open
  plumbline keys list | show ID             all keys, or one
  plumbline keys rotate ID [--overlap 1d]   a new secret for a key; the old one is accepted for the overlap
  plumbline keys revoke ID                  withdraw a key for good
  plumbline keys usage [ID]                 calls this month of all keys, or of one by months; --json for data

Definitions are read from DEFINITIONS_DIR, or --definitions <folder>; by default the ones that come with plumbline.
Exit codes: 0 good, 1 findings or refused input, 2 wrong usage.
`;

async function main(args: readonly string[]): Promise<number> {
  const [command, ...rest] = args;
  // Each command loads what it needs and no more: the key service has no use for the HTTP server.
  switch (command) {
    case "serve":
      return (await import("./server/serve.js")).serve(rest);
    case "mcp":
      return (await import("./server/mcp/stdio.js")).mcpOverStdio(rest);
    case "run":
      return (await import("./cli/run.js")).runTool(rest);
    case "explain":
      return (await import("./cli/run.js")).explainTool(rest);
    case "check":
      return (await import("./cli/check.js")).check(rest);
    case "sources":
      return (await import("./cli/sources.js")).listSources(rest);
    case "keys":
      return (await import("./cli/keys.js")).keys(rest);
    case "verify":
      return (await import("./cli/verify.js")).verify(rest);
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
