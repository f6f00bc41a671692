// Commands that serve, manage keys, build, and set up a shell.

import { JSON_FORM } from "./common-options.js";
import type { Command } from "./help.js";
import type { Option } from "./read-arguments.js";

const SERVED: Option = {
  value: "DIR",
  does: "the definitions; without it DEFINITIONS_DIR, then the shipped ones",
};
const GROUP = "Serve";

export const SERVE = {
  serve: {
    group: GROUP,
    calls: [["plumbline serve", "serve over HTTP"]],
    options: {
      host: { value: "NAME", does: "address to listen on; without it HOST, then 127.0.0.1" },
      port: { value: "N", does: "port to listen on; without it PORT, then 3000" },
      watch: { does: "reload changed definitions automatically, as on SIGHUP; only a valid set is used" },
      definitions: SERVED,
    },
    run: async (args) => (await import("../server/serve.js")).serve(args),
  },
  mcp: {
    group: GROUP,
    calls: [["plumbline mcp", "serve over MCP on standard input and output"]],
    options: {
      tools: { value: "all|search", does: "all tools, or three that find, describe and call the others" },
      schemas: { value: "short|full", does: "the schemas of inputs and results in tools/list" },
      definitions: SERVED,
    },
    run: async (args) => (await import("../server/mcp/stdio.js")).mcpOverStdio(args),
  },
  keys: {
    group: GROUP,
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
      name: { value: "TEXT", does: "create: the user of the key" },
      plan: { value: "PLAN", does: "create: a plan listed by GET /v1/plans" },
      expires: { value: "DAY", does: "of create: the last day on which the key is accepted" },
      interface: { value: "main|legacy", does: "of create: legacy for a key of the older interface" },
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
    run: async (args) => (await import("./keys.js")).keys(args),
  },
  build: {
    group: GROUP,
    calls: [
      [
        "plumbline build",
        "the definitions as ES modules and JSON, for a quick start, a browser or a program",
      ],
    ],
    options: {
      output: { value: "DIR", does: "where to; without it the data folder, where a start looks" },
      "without-rulebook": { does: "faster; a service then makes the rule book at the first request" },
      types: { does: "also each tool as a typed function, for programs and bundlers: tools.js, tools.d.ts" },
      json: JSON_FORM,
      definitions: SERVED,
    },
    run: async (args) => (await import("./build.js")).build(args),
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
    run: async (args) => (await import("./completion.js")).completion(args),
  },
} satisfies Record<string, Command>;
