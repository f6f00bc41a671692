// Commands that find tools, compute and inspect results.

import { DEFINITIONS, JSON_FORM } from "./common-options.js";
import type { Command } from "./help.js";
import type { Option } from "./read-arguments.js";

const INPUT: Option = { value: "FILE", does: "inputs from a JSON file, or - for standard input" };
const GIVEN = [
  "Without inputs on the line they are read from standard input, where something is piped into it. A part of a tool's name will do where only one tool has it.",
];
const GROUP = "Compute";

export const COMPUTE = {
  list: {
    group: GROUP,
    calls: [
      [
        "plumbline list [word ...]",
        "list the tools by subject; with words, the tools that contain all of them",
      ],
    ],
    options: {
      json: JSON_FORM,
      definitions: DEFINITIONS,
    },
    words: [],
    run: async (args) => (await import("./list.js")).listTools(args),
  },
  describe: {
    group: GROUP,
    calls: [
      ["plumbline describe <tool>", "inputs with units, choices and defaults, an example, and the results"],
    ],
    options: { json: JSON_FORM, definitions: DEFINITIONS },
    words: "tool",
    run: async (args) => (await import("./describe.js")).describe(args),
  },
  run: {
    group: GROUP,
    calls: [
      ["plumbline run <tool> --name value ...", "compute one result, printed as JSON"],
      [
        "plumbline run <tool> --table estate.csv",
        "compute every row of a table: .csv, .jsonl or .xlsx, .parquet with DuckDB; inputs on the line are for all rows",
      ],
    ],
    options: {
      input: INPUT,
      table: {
        value: "FILE",
        does: "a table with a column for each input; other columns are carried through",
      },
      output: {
        value: "FILE",
        does: "of a table: where the results go, in the form that its ending names",
      },
      map: {
        value: "COLUMN=INPUT|FILE",
        does: "of a table: a column by another name, or a file with lines such as `input: column`; may be repeated",
      },
      words: {
        value: "INPUT=WORD:CHOICE,...",
        does: "of a table: what its words mean as choices of an input; may be repeated",
      },
      sheet: { value: "NAME", does: "of a spreadsheet: name or number of the sheet with the table" },
      "header-row": { value: "N", does: "of a table: the line of its headings" },
      columns: {
        value: "LIST",
        does: "of a table: which results, with commas; usual, all for lists and sentences too, definition_sha256",
      },
      dates: { value: "day-first|month-first", does: "of a table: what 03/04/2026 means" },
      decimals: { value: "comma|point", does: "of a table: how numbers are written" },
      formulas: {
        value: "guard|keep",
        does: "of a table: guard puts a quote before a cell such as =A1 in CSV and .xlsx",
      },
      workers: { value: "N", does: "of a table: threads; without it one for each core" },
      engine: {
        value: "plumbline|duckdb",
        does: "of a table: DuckDB computes it, if it is installed; always for .parquet",
      },
      server: {
        value: "URL",
        does: "of a table: a service computes it, for the key in PLUMBLINE_KEY; shows how many rows are done",
      },
      html: { value: "FILE", does: "of a table: its summary as a page with figures" },
      json: { does: "refusals, and the summary of a table, as data" },
      definitions: DEFINITIONS,
    },
    notes: GIVEN,
    words: "tool",
    inputs: true,
    run: async (args) => (await import("./run.js")).runTool(args),
  },
  explain: {
    group: GROUP,
    calls: [
      [
        "plumbline explain <tool> ...",
        "the same as a calculation sheet: the answer, its checks and their sources",
      ],
    ],
    options: {
      input: INPUT,
      json: JSON_FORM,
      html: { does: "as one page to keep or to print from a browser" },
      pdf: { does: "for a PDF, print the page of --html from a browser" },
      detail: {
        value: "summary|checks|full",
        does: "the answer; with it the checks and all results, which is the default; with them every step",
      },
      project: { value: "TEXT", does: "written on the page" },
      reference: { value: "TEXT", does: "written on the page" },
      output: { value: "FILE", does: "into a file" },
      definitions: DEFINITIONS,
    },
    notes: GIVEN,
    words: "tool",
    inputs: true,
    run: async (args) => (await import("./run.js")).explainTool(args),
  },
  sweep: {
    group: GROUP,
    calls: [
      [
        "plumbline sweep <tool> --name 4..12 ...",
        "results over a range of one or two inputs: 4..12, 4..12..0.5, or a list such as 4,6,8",
      ],
    ],
    options: {
      columns: { value: "LIST", does: "which results, with commas; without it those of the headline" },
      points: { value: "N", does: "points of a range without a step; without it round numbers, 16 to 41" },
      svg: { value: "FILE", does: "the first of them as a picture" },
      json: JSON_FORM,
      definitions: DEFINITIONS,
    },
    words: "tool",
    inputs: true,
    run: async (args) => (await import("./sweep.js")).sweep(args),
  },
  sql: {
    group: GROUP,
    calls: [
      [
        "plumbline sql <tool> --from homes.parquet",
        "the tool as a SQL statement for a table in a data engine; inputs on the line are for all rows",
      ],
    ],
    options: {
      from: {
        value: "SOURCE",
        does: "a table, a file of Parquet, CSV or JSON lines, or the text after FROM",
      },
      dialect: { value: "duckdb", does: "the engine" },
      header: {
        value: "LIST",
        does: "the columns of the source, with commas; without it DuckDB reads them, if it is installed",
      },
      map: { value: "FILE", does: "lines such as `input: column`, where names differ" },
      columns: { value: "LIST", does: "which results, with commas; usual, all, definition_sha256" },
      key: {
        value: "LIST",
        does: "columns of the source in the output; without it all of them, named input.<column>",
      },
      create: { value: "view|table|macro", does: "a statement that keeps it" },
      as: { value: "NAME", does: "of --create; without it the name of the tool" },
      definitions: DEFINITIONS,
    },
    words: "tool",
    inputs: true,
    run: async (args) => (await import("./sql.js")).printSql(args),
  },
  verify: {
    group: GROUP,
    calls: [
      [
        "plumbline verify FILE",
        "recompute a stored result: an HTML sheet, a PDF printed from it, a link, or JSON with its explanation; - for standard input",
      ],
      [
        "plumbline verify --independent [tool] [input.json]",
        "compare served results with those of mathjs and json-rules-engine: of an input, or of the tool's examples",
      ],
    ],
    options: {
      independent: { does: "compute with mathjs and json-rules-engine; docs/verification.md" },
      json: JSON_FORM,
      definitions: DEFINITIONS,
    },
    words: "files",
    run: async (args) => (await import("./verify.js")).verify(args),
  },
} satisfies Record<string, Command>;
