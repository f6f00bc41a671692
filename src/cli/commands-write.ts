// Commands for authors of definitions.

import { DEFINITIONS, JSON_FORM } from "./common-options.js";
import type { Command } from "./help.js";
import type { Option } from "./read-arguments.js";

const CASES: Option = {
  value: "DIR",
  does: "golden cases, a folder for each tool; by default test/golden next to the definitions",
};
const GROUP = "Write definitions";

export const WRITE = {
  init: {
    group: GROUP,
    calls: [
      [
        "plumbline init [folder]",
        "a repository for definitions of your own: folders, a first tool with cases and promises, a workflow",
      ],
    ],
    options: {
      extend: { does: "with all tools of the set that comes with plumbline, to add to or to override" },
      tool: { value: "NAME", does: "the name of the first tool; by default first_tool" },
    },
    run: async (args) => (await import("./init.js")).init(args),
  },
  check: {
    group: GROUP,
    brief: true,
    calls: [
      [
        "plumbline check [file ...]",
        "list errors and remarks in the definitions; with file names or defined names, only those in these files and the tools that use them",
      ],
    ],
    options: {
      since: {
        value: "REVISION",
        does: "also list doubts about edits since a git revision: copies with the old value, and changes without their source",
      },
      citations: {
        does: "the share of each tool's numbers that have a source; of named ones by kind of number",
      },
      json: JSON_FORM,
      definitions: DEFINITIONS,
    },
    words: "files",
    run: async (args) => (await import("./check.js")).check(args),
  },
  "new-tool": {
    group: GROUP,
    calls: [["plumbline new-tool <name>", "create a tool: a commented definition with passing golden cases"]],
    options: { cases: CASES, json: JSON_FORM, definitions: DEFINITIONS },
    run: async (args) => (await import("./new-tool.js")).newTool(args),
  },
  table: {
    group: GROUP,
    calls: [["plumbline table export <table> [--output FILE]", "prints a table of the definitions as CSV"]],
    options: {
      output: { value: "FILE", does: "writes the CSV to this file" },
      definitions: DEFINITIONS,
    },
    words: ["export"],
    run: async (args) => (await import("./definition-table.js")).table(args),
  },
  test: {
    group: GROUP,
    calls: [["plumbline test [tool ...]", "check, golden and promises, one after the other"]],
    options: { cases: CASES, definitions: DEFINITIONS },
    words: "tools",
    run: async (args) => (await import("./test.js")).test(args),
  },
  golden: {
    group: GROUP,
    calls: [
      ["plumbline golden [tool ...]", "the golden cases that the tools' answers differ from, field by field"],
    ],
    options: {
      accept: { does: "put the new results into the cases, after you have read them" },
      cases: CASES,
      json: JSON_FORM,
      definitions: DEFINITIONS,
    },
    words: "tools",
    run: async (args) => (await import("./golden.js")).golden(args),
  },
  coverage: {
    group: GROUP,
    calls: [
      [
        "plumbline coverage [tool ...]",
        "rules, branches, table rows, limits and texts that no golden case uses",
      ],
    ],
    options: { cases: CASES, json: JSON_FORM, definitions: DEFINITIONS },
    notes: ["unreachable-pieces.yaml, next to the folder of cases, lists unreachable parts with reasons."],
    words: "tools",
    run: async (args) => (await import("./coverage.js")).coverage(args),
  },
  mutate: {
    group: GROUP,
    calls: [["plumbline mutate [tool ...]", "small changes of the definitions that no golden case notices"]],
    options: { cases: CASES, json: JSON_FORM, definitions: DEFINITIONS },
    notes: ["equivalent-mutants.yaml, next to the folder of cases, lists undetectable changes with reasons."],
    words: "tools",
    run: async (args) => (await import("./mutate.js")).mutate(args),
  },
  promises: {
    group: GROUP,
    calls: [
      [
        "plumbline promises [tool ...]",
        "test promises on golden, boundary and random inputs, and show the smallest failing input",
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
    run: async (args) => (await import("./promises.js")).promises(args),
  },
  impact: {
    group: GROUP,
    calls: [
      [
        "plumbline impact <revision>",
        "compare results of two states: git revisions, folders of definitions, or `plumbline` for the shipped set; with one name, against the present definitions",
      ],
    ],
    options: {
      "as-of": { value: "DAY", does: "set this date in the inputs of tools that have one" },
      markdown: { does: "for a pull request" },
      html: {
        value: "FILE",
        does: "also write a page for reviewers, with both sheets of each example in a folder next to it",
      },
      cases: CASES,
      json: JSON_FORM,
      definitions: DEFINITIONS,
    },
    run: async (args) => (await import("./impact.js")).impact(args),
  },
  watch: {
    group: GROUP,
    calls: [
      [
        "plumbline watch",
        "after each save, report errors, and for affected tools the golden cases, promises and changes since the last commit",
      ],
    ],
    options: { cases: CASES, definitions: DEFINITIONS },
    run: async (args) => (await import("./watch.js")).watch(args),
  },
  lsp: {
    group: GROUP,
    calls: [["plumbline lsp", "start the language server for editors; see docs/editing.md"]],
    options: { stdio: { does: "on standard input and output, as it always is" } },
    run: async (args) => (await import("./lsp.js")).lsp(args),
  },
  sources: {
    group: GROUP,
    calls: [["plumbline sources [id]", "each source with evidence, review date and the places that cite it"]],
    options: { json: JSON_FORM, definitions: DEFINITIONS },
    run: async (args) => (await import("./sources.js")).listSources(args),
  },
  rules: {
    group: GROUP,
    calls: [["plumbline rules <tool>", "its decisions; --json gives them as rule sets of json-rules-engine"]],
    options: { json: JSON_FORM, definitions: DEFINITIONS },
    run: async (args) => (await import("./rules.js")).listRules(args),
  },
  rulebook: {
    group: GROUP,
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
    run: async (args) => (await import("./rulebook.js")).rulebook(args),
  },
} satisfies Record<string, Command>;
