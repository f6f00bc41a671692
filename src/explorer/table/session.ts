// The table that is open in the page: what its worker understood of it, how far its rows are, and what can be asked of it.
import { batch, signal } from "@preact/signals";
import { messageOf } from "../../wording/wording.js";
import { download } from "../download.js";
import type { CatalogueEntry } from "../tool-data.js";
import type {
  JobName,
  TableJobs,
  TableMessage,
  TableReport,
  TableRequest,
  TableSettings,
  Understood,
} from "./messages.js";

export interface OpenFile {
  readonly tool: string;
  readonly file: File;
  readonly settings: TableSettings;
}
const NO_SETTINGS: TableSettings = { mapping: {}, readings: {} };

/** It stays while other tabs are looked at. */
export const openFile = signal<OpenFile | undefined>(undefined);
export const understood = signal<Understood | undefined>(undefined);
export const progress = signal<TableReport | undefined>(undefined);
/** What is wrong with the table, or with what was asked of it. */
export const fault = signal<string | undefined>(undefined);

let worker: Worker | undefined;
let count = 0;
const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();

export function ask<Name extends JobName>(
  job: Name,
  given: TableJobs[Name]["with"],
): Promise<TableJobs[Name]["gives"]> {
  worker ??= startWorker();
  const id = ++count;
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve: resolve as (value: unknown) => void, reject });
    worker?.postMessage({ id, job, ...given } as TableRequest);
  });
}

function startWorker(): Worker {
  const made = new Worker(new URL("./table-worker.ts", import.meta.url), { type: "module" });
  made.onmessage = ({ data }: MessageEvent<TableMessage>) => {
    if ("progress" in data) {
      progress.value = data.progress;
      if (data.progress.fault !== undefined) fault.value = data.progress.fault;
      return;
    }
    const who = waiting.get(data.id);
    waiting.delete(data.id);
    if ("error" in data) who?.reject(new Error(data.error));
    else who?.resolve(data.value);
  };
  made.onerror = (event) => {
    event.preventDefault();
    for (const who of waiting.values())
      who.reject(new Error("the part that reads tables could not be loaded"));
    waiting.clear();
    worker = undefined;
  };
  return made;
}

export function openTable(entry: CatalogueEntry, file: File, settings: TableSettings = NO_SETTINGS): void {
  const mine: OpenFile = { tool: entry.name, file, settings };
  const isNew = openFile.peek()?.file !== file;
  batch(() => {
    openFile.value = mine;
    progress.value = undefined;
    fault.value = undefined;
    if (isNew) understood.value = undefined;
  });
  ask("open", { entry, file, settings }).then(
    (found) => {
      if (openFile.peek() === mine) understood.value = found;
    },
    (error: unknown) => {
      if (openFile.peek() === mine) fault.value = messageOf(error);
    },
  );
}

export function closeTable(): void {
  worker?.terminate();
  worker = undefined;
  for (const who of waiting.values()) who.reject(new Error("the table was closed"));
  waiting.clear();
  batch(() => {
    openFile.value = undefined;
    understood.value = undefined;
    progress.value = undefined;
    fault.value = undefined;
  });
}

/** Hands out what the worker writes; says so where it cannot. */
export async function take(name: string, made: Promise<Blob>): Promise<void> {
  try {
    download(name, "", await made);
  } catch (error) {
    fault.value = messageOf(error);
  }
}
