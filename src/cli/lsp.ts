// `plumbline lsp`: the language server on standard input and output, for any editor that speaks the protocol.
import { once } from "node:events";
import { createConnection, StreamMessageReader, StreamMessageWriter } from "vscode-languageserver/node";
import { serveEditor } from "../editor/server.js";
import type { Arguments } from "../settings/arguments.js";

export async function lsp(args: Arguments): Promise<number> {
  args.atMost(0);
  serveEditor(
    createConnection(new StreamMessageReader(process.stdin), new StreamMessageWriter(process.stdout)),
  );
  await once(process.stdin, "close");
  return 0;
}
