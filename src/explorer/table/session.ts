// The open table: its interpretation, its progress, and requests to its worker.
import { batch, signal } from "@preact/signals";
import { isRecord, jsonOr } from "../../json/objects.js";
import { messageOf } from "../../wording/wording.js";
import { address } from "../address.js";
import { download } from "../download.js";
import { PageWorker } from "../page-worker.js";
import { setMark } from "../state.js";
import type { CatalogueEntry } from "../tool-data.js";
import type { JobName, TableJobs, TableMessage, TableReport, TableSettings, Understood } from "./messages.js";

export interface OpenFile {
  readonly tool: string;
  readonly file: File;
  readonly settings: TableSettings;
}
const NO_SETTINGS: TableSettings = { mapping: {}, readings: {}, fixed: {}, words: {} };
/** The mark of the address that keeps the settings, so that a link reads the next table alike. */
const MARK = "table";

function settingsInLink(): TableSettings {
  const text = address.peek().marks[MARK];
  const found = jsonOr(text ?? "");
  if (!isRecord(found)) return NO_SETTINGS;
  const own = Object.entries(NO_SETTINGS).map(([key, none]) => [
    key,
    isRecord(found[key]) ? found[key] : none,
  ]);
  return { ...NO_SETTINGS, ...Object.fromEntries(own) };
}

/** Kept while other tabs are open. */
export const openFile = signal<OpenFile | undefined>(undefined);
export const understood = signal<Understood | undefined>(undefined);
export const progress = signal<TableReport | undefined>(undefined);
/** The error of the table or of the last request. */
export const fault = signal<string | undefined>(undefined);
/** Whether a file is being written, which takes seconds for a long table. */
export const isWriting = signal(false);

const worker = new PageWorker<TableMessage>(
  () => new Worker(new URL("./table-worker.ts", import.meta.url), { type: "module" }),
  "reads tables",
  ({ progress: report }) => {
    progress.value = report;
    if (report.fault !== undefined) fault.value = report.fault;
  },
);

export function ask<Name extends JobName>(
  job: Name,
  given: TableJobs[Name]["with"],
): Promise<TableJobs[Name]["gives"]> {
  return worker.ask({ job, ...given });
}

export function openTable(entry: CatalogueEntry, file: File, given?: TableSettings): void {
  const settings = given ?? settingsInLink();
  const mine: OpenFile = { tool: entry.name, file, settings };
  const isNew = openFile.peek()?.file !== file;
  if (given !== undefined) setMark(MARK, JSON.stringify(given));
  batch(() => {
    openFile.value = mine;
    progress.value = undefined;
    fault.value = undefined;
    if (isNew) understood.value = undefined;
  });
  ask("open", { entry, file, settings }).then(
    (found) => {
      if (openFile.peek() !== mine) return;
      // Settings of a link may belong to another table.
      if (given === undefined && found.fault !== undefined && settings !== NO_SETTINGS)
        openTable(entry, file, NO_SETTINGS);
      else understood.value = found;
    },
    (error: unknown) => {
      if (openFile.peek() === mine) fault.value = messageOf(error);
    },
  );
}

export function closeTable(): void {
  worker.stop("the table was closed");
  batch(() => {
    openFile.value = undefined;
    understood.value = undefined;
    progress.value = undefined;
    fault.value = undefined;
  });
}

/** Downloads a file written by the worker, or shows the error. */
export async function take(name: string, made: Promise<Blob>): Promise<void> {
  isWriting.value = true;
  try {
    download(name, "", await made);
  } catch (error) {
    fault.value = messageOf(error);
  } finally {
    isWriting.value = false;
  }
}
