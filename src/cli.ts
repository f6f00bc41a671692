#!/usr/bin/env node
// The command line: which commands there are, what they say of themselves, and how they end.
import { CASES, type Command, DEFINITIONS, helpOf, JSON_FORM, overview } from "./cli/help.js";
import { Usage } from "./command/usage.js";
import { noSuch } from "./wording.js";

const SERVED = [
  "--definitions DIR",
  "the definitions; without it DEFINITIONS_DIR, then those that come with plumbline",
] as const;

// Each command loads what it needs and no more: who issues keys has no use for the HTTP server.
const COMMANDS: ReadonlyMap<string, Command> = new Map(
  Object.entries({
    serve: {
      calls: [["plumbline serve", "serve over HTTP on HOST and PORT (127.0.0.1:3000)"]],
      options: [SERVED],
      run: async (args) => (await import("./server/serve.js")).serve(args),
    },
    mcp: {
      calls: [["plumbline mcp", "serve over MCP on standard input and output"]],
      options: [SERVED],
      run: async (args) => (await import("./server/mcp/stdio.js")).mcpOverStdio(args),
    },
    run: {
      calls: [
        ["plumbline run <tool> --name value ...", "compute one result, printed as JSON"],
        [
          "plumbline run <tool> --input file.json",
          "the same with inputs from a file, or - for standard input",
        ],
      ],
      options: [DEFINITIONS],
      run: async (args) => (await import("./cli/run.js")).runTool(args),
    },
    explain: {
      calls: [
        ["plumbline explain <tool> ...", "the same as a calculation sheet, with every step and its source"],
      ],
      options: [
        JSON_FORM,
        ["--html", "as one page to print or keep"],
        [
          "--pdf",
          "the same on paper, where a Chromium is installed or named in CHROMIUM_PATH; needs --output",
        ],
        [
          "--detail summary|checks|full",
          "the answer; with it the checks and all results, which is the default; with them every step",
        ],
        ["--project TEXT, --reference TEXT", "written on the page"],
        ["--output FILE", "into a file"],
        DEFINITIONS,
      ],
      run: async (args) => (await import("./cli/run.js")).explainTool(args),
    },
    build: {
      calls: [
        [
          "plumbline build",
          "the definitions as ES modules and JSON, for a quick start, a browser or a program",
        ],
      ],
      options: [["--output DIR", "where to; without it the data folder, where a start looks"], SERVED],
      run: async (args) => (await import("./cli/build.js")).build(args),
    },
    check: {
      calls: [
        [
          "plumbline check [file ...]",
          "every finding of the definitions, of these files only where some are named, and the share of cited numbers",
        ],
      ],
      options: [["--citations", "the share for each kind of number"], JSON_FORM, DEFINITIONS],
      run: async (args) => (await import("./cli/check.js")).check(args),
    },
    sources: {
      calls: [
        ["plumbline sources [id]", "each source with evidence, review date and the places that cite it"],
      ],
      options: [JSON_FORM, DEFINITIONS],
      run: async (args) => (await import("./cli/sources.js")).listSources(args),
    },
    golden: {
      calls: [
        [
          "plumbline golden [tool ...]",
          "the golden cases that the tools' answers differ from, field by field",
        ],
      ],
      options: [
        ["--accept", "put the new results into the cases, after you have read them"],
        CASES,
        DEFINITIONS,
      ],
      run: async (args) => (await import("./cli/golden.js")).golden(args),
    },
    coverage: {
      calls: [
        ["plumbline coverage [tool ...]", "rules, branches, table rows and texts that no golden case uses"],
      ],
      options: [
        [
          "",
          "what no input can reach is listed with its reason in unreachable-pieces.yaml beside the folder of cases",
        ],
        CASES,
        DEFINITIONS,
      ],
      run: async (args) => (await import("./cli/coverage.js")).coverage(args),
    },
    mutate: {
      calls: [
        ["plumbline mutate [tool ...]", "small changes of the definitions that no golden case notices"],
      ],
      options: [
        [
          "",
          "what cannot be noticed is listed with its reason in equivalent-mutants.yaml beside the folder of cases",
        ],
        CASES,
        DEFINITIONS,
      ],
      run: async (args) => (await import("./cli/mutate.js")).mutate(args),
    },
    promises: {
      calls: [
        [
          "plumbline promises [tool ...]",
          "what the definitions promise, tried on golden, boundary and random inputs, with the smallest input that breaks a promise",
        ],
      ],
      options: [
        ["--inputs N", "inputs for each tool, 5000 without it; all of them where they are few"],
        ["--seed WORD", "other random inputs; the same word gives the same ones"],
        JSON_FORM,
        CASES,
        DEFINITIONS,
      ],
      run: async (args) => (await import("./cli/promises.js")).promises(args),
    },
    impact: {
      calls: [
        [
          "plumbline impact <revision>",
          "what moves between a git revision, or another folder of definitions, and the definitions as they stand; between two, where two are named",
        ],
      ],
      options: [["--markdown", "for a pull request"], JSON_FORM, CASES, DEFINITIONS],
      run: async (args) => (await import("./cli/impact.js")).impact(args),
    },
    "new-tool": {
      calls: [
        [
          "plumbline new-tool <name>",
          "a tool to start from: a commented definition, and golden cases that hold",
        ],
      ],
      options: [CASES, DEFINITIONS],
      run: async (args) => (await import("./cli/new-tool.js")).newTool(args),
    },
    rulebook: {
      calls: [
        [
          "plumbline rulebook",
          "the definitions as pages to read in a browser, with rules in sentences and history",
        ],
      ],
      options: [
        ["--output DIR", "where to; rulebook without it. A rule book that is there is replaced"],
        DEFINITIONS,
      ],
      run: async (args) => (await import("./cli/rulebook.js")).rulebook(args),
    },
    verify: {
      calls: [
        [
          "plumbline verify result.json",
          "recompute a stored result that has its explanation: identical, or what differs; - for standard input",
        ],
      ],
      options: [DEFINITIONS],
      run: async (args) => (await import("./cli/verify.js")).verify(args),
    },
    keys: {
      calls: [
        ["plumbline keys create --name N --plan P", "issue a key: shown once, kept as a hash"],
        ["plumbline keys list | show ID", "all keys, or one"],
        [
          "plumbline keys rotate ID [--overlap 1d]",
          "a new secret for a key; the old one is accepted for the overlap",
        ],
        ["plumbline keys revoke ID", "withdraw a key for good"],
        ["plumbline keys usage [ID]", "calls this month of all keys, or of one by months"],
      ],
      options: [
        ["--expires DAY", "of create: the last day on which the key is accepted"],
        ["--interface legacy", "of create: a key of the older interface"],
        ["--requests N, --calls-per-month N", "of create: where the plan leaves them open"],
        JSON_FORM,
        SERVED,
      ],
      run: async (args) => (await import("./cli/keys.js")).keys(args),
    },
  } satisfies Record<string, Command>),
);

async function main([name, ...rest]: readonly string[]): Promise<number> {
  const wanted = name === "help" ? rest[0] : name;
  if (wanted === undefined || wanted === "--help" || wanted === "-h") {
    (name === undefined ? process.stderr : process.stdout).write(overview(COMMANDS));
    return name === undefined ? 2 : 0;
  }
  const command = COMMANDS.get(wanted);
  if (command === undefined) throw new Usage(noSuch("command", wanted, COMMANDS.keys()).message);
  if (name !== "help" && !rest.includes("--help") && !rest.includes("-h")) return command.run(rest);
  process.stdout.write(helpOf(command));
  return 0;
}

process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // A reader that closed the pipe early (head, less) is no failure.
  if (error.code === "EPIPE") process.exit(0);
  throw error;
});

const args = process.argv.slice(2);
try {
  process.exitCode = await main(args);
} catch (error) {
  if (!(error instanceof Usage)) throw error;
  const known = COMMANDS.has(args[0] ?? "") ? `${args[0]} --help` : "help";
  process.stderr.write(`plumbline: ${error.message}\nTry plumbline ${known}.\n`);
  process.exitCode = 2;
}
