// `plumbline lsp`: the language server on standard input and output.
import { once } from "node:events";
import { createConnection, StreamMessageReader, StreamMessageWriter } from "vscode-languageserver/node";
import { serveEditor } from "../editor/server.js";
import type { Arguments } from "../settings/arguments.js";

export async function lsp(args: Arguments): Promise<number> {
  args.atMost(0);
  const reader = new StreamMessageReader(process.stdin);
  // The timer only reports incomplete messages, and would outlive an editor that quits.
  reader.partialMessageTimeout = 0;
  const fault = new Promise<Error>((resolve) => reader.onError(resolve));
  serveEditor(createConnection(reader, new StreamMessageWriter(process.stdout)));
  const ended = await Promise.race([fault, once(process.stdin, "close")]);
  if (!(ended instanceof Error)) return 0;
  // After an invalid header, no later message can be found.
  process.stderr.write(`Standard input is no Language Server Protocol: ${ended.message}\n`);
  // A timer of the library would keep this process alive as long as the editor.
  return process.exit(1);
}
