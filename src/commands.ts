// The commands: what each is called with, what it says of itself, and where its work is done.

import type { Command } from "./cli/help.js";
import type { Option } from "./command/arguments.js";

const SERVED: Option = {
  value: "DIR",
  does: "the definitions; without it DEFINITIONS_DIR, then those that come with plumbline",
};
const DEFINITIONS: Option = {
  value: "DIR",
  does: "the definitions; without it DEFINITIONS_DIR, then ./definitions where there is one, then those that come with plumbline",
};
const CASES: Option = {
  value: "DIR",
  does: "golden cases, a folder for each tool; without it test/golden beside the definitions",
};
const JSON_FORM: Option = { does: "as data" };
const INPUT: Option = { value: "FILE", does: "inputs from a JSON file, or - for standard input" };
const GIVEN = [
  "Without inputs on the line they are read from standard input, where something is piped into it. A part of a tool's name will do where only one tool has it.",
];

const COMPUTE = "Compute";
const WRITE = "Write definitions";
const SERVE = "Serve";

// Each command loads what it needs and no more: who issues keys has no use for the HTTP server.
export const COMMANDS: ReadonlyMap<string, Command> = new Map(
  Object.entries({
    list: {
      group: COMPUTE,
      calls: [
        ["plumbline list [word ...]", "the tools, by subject; those whose name or text holds the words"],
      ],
      options: {
        category: { value: "NAME", does: "of one subject" },
        json: JSON_FORM,
        definitions: DEFINITIONS,
      },
      words: [],
      run: async (args) => (await import("./cli/list.js")).listTools(args),
    },
    describe: {
      group: COMPUTE,
      calls: [
        ["plumbline describe <tool>", "inputs with units, choices and defaults, an example, and the results"],
      ],
      options: { json: JSON_FORM, definitions: DEFINITIONS },
      words: "tool",
      run: async (args) => (await import("./cli/describe.js")).describe(args),
    },
    run: {
      group: COMPUTE,
      calls: [["plumbline run <tool> --name value ...", "compute one result, printed as JSON"]],
      options: { input: INPUT, json: { does: "refusals as data too" }, definitions: DEFINITIONS },
      notes: GIVEN,
      words: "tool",
      inputs: true,
      run: async (args) => (await import("./cli/run.js")).runTool(args),
    },
    explain: {
      group: COMPUTE,
      calls: [
        ["plumbline explain <tool> ...", "the same as a calculation sheet, with every step and its source"],
      ],
      options: {
        input: INPUT,
        json: JSON_FORM,
        html: { does: "as one page to print or keep" },
        output: { value: "FILE", does: "into a file" },
        definitions: DEFINITIONS,
      },
      notes: GIVEN,
      words: "tool",
      inputs: true,
      run: async (args) => (await import("./cli/run.js")).explainTool(args),
    },
    verify: {
      group: COMPUTE,
      calls: [
        [
          "plumbline verify result.json",
          "recompute a stored result that has its explanation: identical, or what differs; - for standard input",
        ],
      ],
      options: { json: JSON_FORM, definitions: DEFINITIONS },
      words: "files",
      run: async (args) => (await import("./cli/verify.js")).verify(args),
    },
    check: {
      group: WRITE,
      calls: [
        [
          "plumbline check [file ...]",
          "what is wrong with the definitions; with files, or names of what they define, with all that these reach",
        ],
      ],
      options: {
        remarks: { does: "also what is odd and stops nothing" },
        citations: {
          does: "the share of each tool's numbers that have a source; of named ones by kind of number",
        },
        json: JSON_FORM,
        definitions: DEFINITIONS,
      },
      words: "files",
      run: async (args) => (await import("./cli/check.js")).check(args),
    },
    "new-tool": {
      group: WRITE,
      calls: [
        [
          "plumbline new-tool <name>",
          "a tool to start from: a commented definition, and golden cases that hold",
        ],
      ],
      options: { cases: CASES, json: JSON_FORM, definitions: DEFINITIONS },
      run: async (args) => (await import("./cli/new-tool.js")).newTool(args),
    },
    golden: {
      group: WRITE,
      calls: [
        [
          "plumbline golden [tool ...]",
          "the golden cases that the tools' answers differ from, field by field",
        ],
      ],
      options: {
        accept: { does: "put the new results into the cases, after you have read them" },
        cases: CASES,
        json: JSON_FORM,
        definitions: DEFINITIONS,
      },
      words: "tools",
      run: async (args) => (await import("./cli/golden.js")).golden(args),
    },
    coverage: {
      group: WRITE,
      calls: [
        ["plumbline coverage [tool ...]", "rules, branches, table rows and texts that no golden case uses"],
      ],
      options: { cases: CASES, json: JSON_FORM, definitions: DEFINITIONS },
      notes: [
        "What no input can reach is listed with its reason in unreachable-pieces.yaml beside the folder of cases.",
      ],
      words: "tools",
      run: async (args) => (await import("./cli/coverage.js")).coverage(args),
    },
    mutate: {
      group: WRITE,
      calls: [
        ["plumbline mutate [tool ...]", "small changes of the definitions that no golden case notices"],
      ],
      options: { cases: CASES, json: JSON_FORM, definitions: DEFINITIONS },
      notes: [
        "What cannot be noticed is listed with its reason in equivalent-mutants.yaml beside the folder of cases.",
      ],
      words: "tools",
      run: async (args) => (await import("./cli/mutate.js")).mutate(args),
    },
    promises: {
      group: WRITE,
      calls: [
        [
          "plumbline promises [tool ...]",
          "what the definitions promise, tried on golden, boundary and random inputs, with the smallest input that breaks a promise",
        ],
      ],
      options: {
        inputs: { value: "N", does: "inputs for each tool, 5000 without it; all of them where they are few" },
        seed: { value: "WORD", does: "other random inputs; the same word gives the same ones" },
        cases: CASES,
        json: JSON_FORM,
        definitions: DEFINITIONS,
      },
      words: "tools",
      run: async (args) => (await import("./cli/promises.js")).promises(args),
    },
    impact: {
      group: WRITE,
      calls: [
        [
          "plumbline impact <revision>",
          "what moves between a git revision, or another folder of definitions, and the definitions as they stand; between two, where two are named",
        ],
      ],
      options: {
        "as-of": { value: "DAY", does: "every input asks about this day, of tools that take one" },
        markdown: { does: "for a pull request" },
        cases: CASES,
        json: JSON_FORM,
        definitions: DEFINITIONS,
      },
      run: async (args) => (await import("./cli/impact.js")).impact(args),
    },
    sources: {
      group: WRITE,
      calls: [
        ["plumbline sources [id]", "each source with evidence, review date and the places that cite it"],
      ],
      options: { json: JSON_FORM, definitions: DEFINITIONS },
      run: async (args) => (await import("./cli/sources.js")).listSources(args),
    },
    rulebook: {
      group: WRITE,
      calls: [
        [
          "plumbline rulebook",
          "the definitions as pages to read in a browser, with rules in sentences and history",
        ],
      ],
      options: {
        output: {
          value: "DIR",
          does: "where to; rulebook without it. A rule book that is there is replaced",
        },
        json: JSON_FORM,
        definitions: DEFINITIONS,
      },
      run: async (args) => (await import("./cli/rulebook.js")).rulebook(args),
    },
    serve: {
      group: SERVE,
      calls: [["plumbline serve", "serve over HTTP"]],
      options: {
        host: { value: "NAME", does: "address to listen on; without it HOST, then 127.0.0.1" },
        port: { value: "N", does: "port to listen on; without it PORT, then 3000" },
        definitions: SERVED,
      },
      run: async (args) => (await import("./server/serve.js")).serve(args),
    },
    mcp: {
      group: SERVE,
      calls: [["plumbline mcp", "serve over MCP on standard input and output"]],
      options: { definitions: SERVED },
      run: async (args) => (await import("./server/mcp/stdio.js")).mcpOverStdio(args),
    },
    keys: {
      group: SERVE,
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
      options: {
        name: { value: "TEXT", does: "of create: whose key it is" },
        plan: { value: "PLAN", does: "of create: one of those that GET /v1/plans lists" },
        expires: { value: "DAY", does: "of create: the last day on which the key is accepted" },
        interface: {
          value: "NAME",
          does: "of create: main, or legacy for a key of the older interface",
          choices: { main: "", legacy: "" },
        },
        requests: { value: "N", does: "of create: requests in a span, where the plan leaves them open" },
        "calls-per-month": {
          value: "N",
          does: "of create: calls in a month, where the plan leaves them open",
        },
        overlap: { value: "TIME", does: "of rotate: such as 90s, 15m, 12h or 7d" },
        json: JSON_FORM,
        definitions: SERVED,
      },
      words: ["create", "list", "show", "rotate", "revoke", "usage"],
      run: async (args) => (await import("./cli/keys.js")).keys(args),
    },
    build: {
      group: SERVE,
      calls: [
        [
          "plumbline build",
          "the definitions as ES modules and JSON, for a quick start, a browser or a program",
        ],
      ],
      options: {
        output: { value: "DIR", does: "where to; without it the data folder, where a start looks" },
        json: JSON_FORM,
        definitions: SERVED,
      },
      run: async (args) => (await import("./cli/build.js")).build(args),
    },
    completion: {
      group: "Shell",
      calls: [
        ["plumbline completion bash|zsh|fish", "a script that completes commands, tools, inputs and choices"],
      ],
      options: {},
      notes: [
        'bash: eval "$(plumbline completion bash)" in ~/.bashrc. zsh: plumbline completion zsh > a file _plumbline in a folder of fpath. fish: plumbline completion fish > ~/.config/fish/completions/plumbline.fish',
      ],
      words: ["bash", "zsh", "fish"],
      run: async (args) => (await import("./cli/completion.js")).completion(args),
    },
  } satisfies Record<string, Command>),
);
