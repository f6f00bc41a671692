// `plumbline lsp`: the language server on standard input and output, for any editor that speaks the protocol.
import { once } from "node:events";
import { createConnection, StreamMessageReader, StreamMessageWriter } from "vscode-languageserver/node";
import { serveEditor } from "../editor/server.js";
import type { Arguments } from "../settings/arguments.js";

export async function lsp(args: Arguments): Promise<number> {
  args.atMost(0);
  const reader = new StreamMessageReader(process.stdin);
  // Its timer only reports that a message is still incomplete, and would outlive an editor that left in the middle of one.
  reader.partialMessageTimeout = 0;
  const fault = new Promise<Error>((resolve) => reader.onError(resolve));
  serveEditor(createConnection(reader, new StreamMessageWriter(process.stdout)));
  const ended = await Promise.race([fault, once(process.stdin, "close")]);
  if (!(ended instanceof Error)) return 0;
  // Where a message begins is lost then, and with it all that follows.
  process.stderr.write(`Standard input is no Language Server Protocol: ${ended.message}\n`);
  // A timer of the library looks after the editor's process, and would keep this one until that ends.
  return process.exit(1);
}
