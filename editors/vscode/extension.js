// Starts `plumbline lsp` for the definitions of the workspace. All that is known of definitions is in the server.
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

async function start() {
  const settings = vscode.workspace.getConfiguration("plumbline");
  const [command, ...args] = settings.get("command");
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  client = new LanguageClient(
    "plumbline",
    "Plumbline",
    { command, args, options: { cwd: folder, shell: process.platform === "win32" } },
    {
      documentSelector: [{ scheme: "file", language: "yaml" }],
      initializationOptions: { cases: settings.get("cases") },
    },
  );
  await client.start();
}

/** The tool is the file that is open; the server knows its cases. */
async function pickCase() {
  const file = vscode.window.activeTextEditor?.document.fileName ?? "";
  const tool = /([^/\\]+)\.yaml$/.exec(file)?.[1];
  if (tool === undefined) return;
  const ask = (name, ...args) => client.sendRequest("workspace/executeCommand", { command: name, arguments: args });
  const cases = await ask("plumbline.cases", tool);
  const picked = await vscode.window.showQuickPick(
    cases.map(({ name, why }) => ({ label: name, description: why })),
    { placeHolder: cases.length === 0 ? `${tool} has no golden cases` : `Cases of ${tool}` },
  );
  if (picked !== undefined) await ask("plumbline.chooseCase", tool, picked.label);
}

exports.activate = async (context) => {
  context.subscriptions.push(
    vscode.commands.registerCommand("plumbline.pickCase", pickCase),
    vscode.commands.registerCommand("plumbline.restart", async () => {
      await client?.stop();
      await start();
    }),
  );
  await start();
};

exports.deactivate = () => client?.stop();
