// `plumbline lsp`: the language server on standard input and output, for any editor that speaks the protocol.
import { once } from "node:events";
import { createConnection, StreamMessageReader, StreamMessageWriter } from "vscode-languageserver/node";
import { refuseOptions, takeFlag, Usage } from "../command/usage.js";
import { serveEditor } from "../editor/server.js";

export async function lsp(given: readonly string[]): Promise<number> {
  const args = [...given];
  // Editors say so, and there is no other way.
  takeFlag(args, "stdio");
  refuseOptions("lsp", args, ["stdio", "help"]);
  if (args.length > 0) throw new Usage(`lsp does not know ${args[0]}.`);
  serveEditor(
    createConnection(new StreamMessageReader(process.stdin), new StreamMessageWriter(process.stdout)),
  );
  await once(process.stdin, "close");
  return 0;
}
