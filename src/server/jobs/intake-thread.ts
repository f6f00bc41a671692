// The code of the thread that takes tables in and writes results in forms that are no text: both may take seconds and much memory, and end with
// their thread where they take too much.
import { workerData } from "node:worker_threads";
import { type Pinned, pinnedTool } from "../../build/pinned.js";
import type { InputProblem } from "../../engine/run/validate.js";
import { typedColumns } from "../../tables/column-types.js";
import { textToSheet } from "../../tables/forms.js";
import { BadTable } from "../../tables/layout.js";
import { answerRequests } from "../../threads/thread.js";
import type { Problem } from "../http/problems.js";
import { takeIn } from "./intake.js";
import { requestFor, type SentFile } from "./job-request.js";
import type { Job, JobPart } from "./queue.js";

/** The definitions that are served, and the hash of each tool's. */
export interface ServedSet {
  readonly pinned: Pinned;
  readonly hashes: Readonly<Record<string, string>>;
}

export interface Intake extends SentFile {
  readonly mostRows: number;
  readonly keptMs: number;
}
/** Results as text in one file take another form in another. */
export interface Writing {
  readonly csv: string;
  readonly file: string;
  readonly job: Job;
}
export type IntakeQuestion = { readonly take: Intake } | { readonly write: Writing };

export type RefusedTable =
  | { readonly errors: readonly InputProblem[]; readonly tool?: string }
  | { readonly problem: Problem }
  | { readonly unknownTool: string };
export type IntakeAnswer = RefusedTable | { readonly job: Job; readonly parts: readonly JobPart[] };

const { pinned, hashes } = workerData as ServedSet;

async function take({ mostRows, keptMs, ...sent }: Intake): Promise<IntakeAnswer> {
  const asked = await requestFor(sent);
  if ("errors" in asked || "problem" in asked) return asked;
  const definition = hashes[asked.tool];
  if (definition === undefined) return { unknownTool: asked.tool };
  try {
    const tool = await pinnedTool(pinned, asked.tool);
    return await takeIn({ ...asked, tool, definition, mostRows }, Date.now(), keptMs);
  } catch (error) {
    if (!(error instanceof BadTable)) throw error;
    const errors = error.message.split("\n").map((message) => ({ pointer: "", message }));
    return { errors, tool: asked.tool };
  }
}

answerRequests(async (question: IntakeQuestion): Promise<IntakeAnswer | null> => {
  if ("take" in question) return take(question.take);
  const { csv, file, job } = question.write;
  const { layout, types } = job;
  const columns = typedColumns(await pinnedTool(pinned, job.tool), layout, types);
  await textToSheet(csv, file, columns, layout.separator);
  return null;
});
