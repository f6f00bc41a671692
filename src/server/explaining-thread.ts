// The inside of the thread that explains: reads a tool's definition when it is first asked about, and keeps it.
import { parentPort, workerData } from "node:worker_threads";
import { loadTool } from "../engine/load.js";
import type { Tool } from "../engine/tool.js";
import type { Answer, Given, Question } from "./explaining-messages.js";
import { explainWhole } from "./explanations.js";

const { files, schemas } = workerData as Given;
const byPath = new Map(files.map((file) => [file.path, file]));
const tools = new Map<string, Tool>();

function toolOf(paths: readonly string[]): Tool {
  const key = paths.join(" ");
  const tool = tools.get(key) ?? loadTool(byPath, paths, schemas);
  tools.set(key, tool);
  return tool;
}

async function answer({ id, paths, input, asPage }: Question): Promise<Answer> {
  try {
    return { id, explained: await explainWhole(toolOf(paths), input, asPage) };
  } catch (error) {
    return { id, failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

parentPort?.on("message", async (question: Question) => {
  parentPort?.postMessage(await answer(question));
});
