#!/usr/bin/env node
// The command line: runs the named command, or shows its help, and exits with its code.
import { setFlagsFromString } from "node:v8";
import { COMMANDS } from "./cli/commands.js";
import { helpOf, overview } from "./cli/help.js";
import { readArguments } from "./cli/read-arguments.js";
import { look } from "./cli/style.js";
import { NotRead, packageVersion } from "./definitions/folder.js";
import { Usage } from "./settings/usage.js";
import { noSuch } from "./wording/wording.js";

async function main([first, ...rest]: readonly string[]): Promise<number> {
  if (first === "--version" || first === "-V" || first === "version") {
    process.stdout.write(`plumbline ${packageVersion()}\n`);
    return 0;
  }
  if (first === "__complete") return (await import("./cli/complete.js")).complete(COMMANDS, rest);
  const asked = first === "help";
  const name = asked ? rest[0] : first;
  if (name === undefined || name === "--help" || name === "-h") {
    (first === undefined ? process.stderr : process.stdout).write(overview(COMMANDS));
    return first === undefined ? 2 : 0;
  }
  const command = COMMANDS.get(name);
  if (command === undefined) throw new Usage(noSuch("command", name, COMMANDS.keys()).message);
  const typed = asked ? rest.slice(1) : rest;
  // Three times V8's default budget before a function is optimised.
  if (command.brief === true) setFlagsFromString("--interrupt-budget=400000");
  if (!asked && !typed.includes("--help") && !typed.includes("-h"))
    return command.run(readArguments(name, typed, command.options, command.inputs));
  const words = typed.filter((word) => word !== "--help" && word !== "-h");
  if (command.inputs === true && words[0] !== undefined && !words[0].startsWith("-"))
    return (await import("./cli/describe.js")).toolHelp(
      readArguments(name, words, command.options, true),
      command,
    );
  process.stdout.write(helpOf(command));
  return 0;
}

/** Returns the name of a missing package, such as the database driver after `npm install --omit=optional`. */
function missingPackage(error: unknown): string | undefined {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  if (code !== "MODULE_NOT_FOUND" && code !== "ERR_MODULE_NOT_FOUND") return undefined;
  return /^Cannot find (?:module|package) '((?:@[\w.-]+\/)?\w[\w.-]*)/.exec(String(message))?.[1];
}

process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // A reader that closes the pipe early (head, less) is no error.
  if (error.code === "EPIPE") process.exit(0);
  if (error.code !== "ENOSPC" && error.code !== "EIO") throw error;
  process.stderr.write(`plumbline: cannot write the output: ${error.message}\n`);
  process.exit(1);
});

const args = process.argv.slice(2);
try {
  process.exitCode = await main(args);
} catch (error) {
  if (error instanceof NotRead) {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
  const missing = missingPackage(error);
  if (missing !== undefined) {
    process.stderr.write(
      `plumbline: ${missing} is not installed, and ${args[0]} needs it. Install plumbline-engine again, with its optional dependencies.\n`,
    );
    process.exit(1);
  }
  if (!(error instanceof Usage)) throw error;
  const known = COMMANDS.has(args[0] ?? "") ? `${args[0]} --help` : "help";
  process.stderr.write(
    `${look("red", "plumbline:", process.stderr)} ${error.message}\nTry plumbline ${known}.\n`,
  );
  process.exitCode = 2;
}
