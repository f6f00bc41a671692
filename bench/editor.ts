// An editor with the language server as a process of its own: opens one file after the other with a changed text, waits for
// the findings, and tells what the server used until they came.
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
/** Ticks of the processor clock in a second, as Linux counts them for its users. */
const TICKS = 100;

export interface BenchEditor {
  /** Seconds of processor time from the edit to its findings; the edit is taken back afterwards. */
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
    // The answer comes once the set is loaded with the file as it stands on disk.
    await client.sendRequest(DocumentSymbolRequest.type, { textDocument: { uri } });
    waiting.clear();
    return took;
  };
  // The first check is that of the whole set.
  await check("common.yaml", readFileSync(join(DEFAULT_FOLDER, "common.yaml"), "utf8"));
  return {
    check,
    end: () => {
      client.dispose();
      server.kill();
    },
  };
}

/** Seconds of processor time of a process, all threads together. */
function secondsOf(pid: number | undefined): number {
  const [, after = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(/\) /);
  const fields = after.split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}
