// Measures the language server: opens edited files one at a time, waits for diagnostics, and returns the processor
// time.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import {
  createProtocolConnection,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  DocumentSymbolRequest,
  InitializeRequest,
  PublishDiagnosticsNotification,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver/node";
import { DEFAULT_FOLDER } from "../src/definitions/folder.js";

const CLI = fileURLToPath(new URL("../src/cli.js", import.meta.url));
/** Ticks per second of Linux' process statistics. */
const TICKS = 100;

export interface BenchEditor {
  /** Returns the processor seconds from an edit to its findings, and reverts the edit. */
  readonly check: (path: string, text: string) => Promise<number>;
  readonly end: () => void;
}

export async function startEditor(): Promise<BenchEditor> {
  const server = spawn(process.execPath, [CLI, "lsp"], { stdio: ["pipe", "pipe", "inherit"] });
  const client = createProtocolConnection(
    new StreamMessageReader(server.stdout),
    new StreamMessageWriter(server.stdin),
  );
  const waiting = new Map<string, () => void>();
  client.onNotification(PublishDiagnosticsNotification.type, ({ uri, version }) =>
    waiting.get(`${uri} ${version}`)?.(),
  );
  const found = (uri: string, version: number) =>
    new Promise<void>((resolve) => {
      waiting.set(`${uri} ${version}`, resolve);
    });
  client.listen();
  await client.sendRequest(InitializeRequest.type, {
    processId: process.pid,
    rootUri: null,
    capabilities: {},
  });
  let version = 0;
  const check = async (path: string, text: string): Promise<number> => {
    const uri = pathToFileURL(join(DEFAULT_FOLDER, path)).href;
    version++;
    const findings = found(uri, version);
    const before = secondsOf(server.pid);
    await client.sendNotification(DidOpenTextDocumentNotification.type, {
      textDocument: { uri, languageId: "yaml", version, text },
    });
    await findings;
    const took = secondsOf(server.pid) - before;
    await client.sendNotification(DidCloseTextDocumentNotification.type, { textDocument: { uri } });
    // The answer arrives when the set is loaded with the file on disk.
    await client.sendRequest(DocumentSymbolRequest.type, { textDocument: { uri } });
    waiting.clear();
    return took;
  };
  // The first check covers the whole set.
  await check("common.yaml", readFileSync(join(DEFAULT_FOLDER, "common.yaml"), "utf8"));
  return {
    check,
    end: () => {
      client.dispose();
      server.kill();
    },
  };
}

/** Returns the processor seconds of a process, all threads together. */
function secondsOf(pid: number | undefined): number {
  const [, after = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(/\) /);
  const fields = after.split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}
