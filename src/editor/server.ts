// The language server for definitions (Language Server Protocol).
import { existsSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import {
  type Connection,
  DidChangeWatchedFilesNotification,
  type InitializeParams,
  type InitializeResult,
  ResponseError,
  TextDocumentSyncKind,
  TextDocuments,
} from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { packageVersion } from "../definitions/folder.js";
import { messageOf } from "../wording/wording.js";
import * as answer from "./answers.js";
import { computedCases } from "./golden-cases.js";
import { Refused, rename, renameable } from "./renaming.js";
import { Workspace } from "./workspace.js";

/** Milliseconds without typing before findings are computed. */
const PAUSE_MS = 150;
/** Milliseconds between two steps of the first read, so that requests are answered meanwhile. */
const BETWEEN_MS = 10;
const CHOOSE_CASE = "plumbline.chooseCase";
const LIST_CASES = "plumbline.cases";

const CAPABILITIES: InitializeResult["capabilities"] = {
  textDocumentSync: TextDocumentSyncKind.Incremental,
  completionProvider: { triggerCharacters: [".", "{", '"', " "] },
  hoverProvider: true,
  definitionProvider: true,
  referencesProvider: true,
  renameProvider: { prepareProvider: true },
  documentSymbolProvider: true,
  documentFormattingProvider: true,
  codeActionProvider: { codeActionKinds: ["quickfix"] },
  executeCommandProvider: { commands: [CHOOSE_CASE, LIST_CASES] },
};

export function serveEditor(connection: Connection): void {
  new EditorServer(connection).listen();
}

class EditorServer {
  private readonly documents = new TextDocuments(TextDocument);
  private readonly workspaces = new Map<string, Workspace>();
  private readonly cases = new Map<string, string>();
  /** Files with findings shown in the editor, by folder. */
  private readonly shown = new Map<string, Set<string>>();
  private timer: NodeJS.Timeout | undefined;
  private canWatch = false;

  constructor(private readonly connection: Connection) {}

  listen(): void {
    const { connection, documents } = this;
    connection.onInitialize((params) => this.initialize(params));
    connection.onInitialized(() => {
      const watchers = [{ globPattern: "**/*.yaml" }];
      if (this.canWatch)
        void connection.client.register(DidChangeWatchedFilesNotification.type, { watchers });
    });
    documents.onDidChangeContent(({ document }) => this.changed(document.uri));
    documents.onDidClose(({ document }) => this.changed(document.uri));
    connection.onDidChangeWatchedFiles(({ changes }) => {
      for (const { uri } of changes) this.changed(uri);
    });
    const asked = <P extends { textDocument: { uri: string } }, R>(
      work: (place: answer.TextPlace, params: P) => R,
      none: R,
    ) => {
      return (params: P): R => {
        const place = this.placeOf(params.textDocument.uri);
        return place === undefined ? none : work(place, params);
      };
    };
    connection.onCompletion(asked((place, { position }) => answer.completion(place, position), []));
    connection.onDefinition(asked((place, { position }) => answer.definition(place, position), []));
    connection.onReferences(
      asked((place, { position, context }) => answer.references(whole(place), position, context), []),
    );
    connection.onDocumentSymbol(asked((place) => answer.outline(place), []));
    connection.onDocumentFormatting(asked((place) => answer.formatting(place), []));
    connection.onCodeAction(asked((place, { range }) => answer.fixes(place, range), []));
    connection.onHover(asked((place, { position }) => answer.hover(place, position, this.cases), null));
    connection.onPrepareRename(
      asked((place, { position }) => orRefuse(() => renameable(whole(place), position)), null),
    );
    connection.onRenameRequest(
      asked((place, { position, newName }) => orRefuse(() => rename(whole(place), position, newName)), null),
    );
    connection.onExecuteCommand(({ command, arguments: args = [] }) => this.command(command, args));
    connection.onShutdown(() => clearTimeout(this.timer));
    documents.listen(connection);
    connection.listen();
  }

  private initialize({ capabilities, initializationOptions }: InitializeParams): InitializeResult {
    this.canWatch = capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration === true;
    const chosen = (initializationOptions as { cases?: Record<string, string> } | undefined)?.cases ?? {};
    for (const [tool, name] of Object.entries(chosen)) this.cases.set(tool, name);
    return { capabilities: CAPABILITIES, serverInfo: { name: "plumbline", version: packageVersion() } };
  }

  /** Selects the case for hover values, or lists a tool's cases. */
  private command(command: string, [tool, name]: readonly unknown[]): unknown {
    if (command === CHOOSE_CASE && typeof tool === "string" && typeof name === "string")
      this.cases.set(tool, name);
    if (command !== LIST_CASES || typeof tool !== "string") return null;
    return [...this.workspaces.values()].flatMap(({ folder }) =>
      [...computedCases(folder, tool)].map((each) => ({ name: each.name, why: each.why })),
    );
  }

  /** Returns the definitions folder of a file, and its path there. */
  private placeOf(uri: string): answer.TextPlace | undefined {
    if (!uri.startsWith("file:")) return undefined;
    const file = fileURLToPath(uri);
    let folder = dirname(file);
    while (!existsSync(join(folder, "common.yaml"))) {
      if (dirname(folder) === folder) return undefined;
      folder = dirname(folder);
    }
    const workspace = this.workspaces.get(folder) ?? this.open(folder);
    return { workspace, path: relative(folder, file).split(sep).join("/") };
  }

  private open(folder: string): Workspace {
    const uriOf = (path: string) => pathToFileURL(join(folder, path)).href;
    const workspace = new Workspace(folder, (path) => this.documents.get(uriOf(path))?.getText());
    this.workspaces.set(folder, workspace);
    return workspace;
  }

  private changed(uri: string): void {
    const isFirst = this.workspaces.size === 0;
    this.placeOf(uri)?.workspace.changed();
    this.publishIn(isFirst ? 0 : PAUSE_MS);
  }

  private publishIn(pause: number): void {
    clearTimeout(this.timer);
    // Unref, so that the process ends when the editor disconnects.
    this.timer = setTimeout(() => this.publish(), pause).unref();
  }

  private publish(): void {
    if ([...this.workspaces.values()].some((workspace) => workspace.readOn())) {
      this.publishIn(BETWEEN_MS);
      return;
    }
    for (const workspace of this.workspaces.values()) {
      try {
        const found = answer.diagnostics(workspace);
        const open = this.documents.all().map(({ uri }) => uri);
        // Includes files without findings, to clear fixed ones.
        for (const uri of new Set([...(this.shown.get(workspace.folder) ?? []), ...open, ...found.keys()])) {
          const version = this.documents.get(uri)?.version;
          const diagnostics = found.get(uri) ?? [];
          if (this.placeOf(uri)?.workspace === workspace)
            void this.connection.sendDiagnostics({
              uri,
              diagnostics,
              ...(version === undefined ? {} : { version }),
            });
        }
        this.shown.set(workspace.folder, new Set(found.keys()));
      } catch (error) {
        this.connection.console.error(`The definitions in ${workspace.folder}: ${messageOf(error)}`);
      }
    }
  }
}

/** Operations on every use of a name need all files. */
function whole(place: answer.TextPlace): answer.TextPlace {
  void place.workspace.loaded;
  return place;
}

function orRefuse<T>(work: () => T): T | ResponseError {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return new ResponseError(-32803, error.message);
  }
}
