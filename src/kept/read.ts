// Reads the kept form: the set as it is served, without reading a definition. Whatever does not fit is as if not there.
import { readFileSync } from "node:fs";
import { deserialize } from "node:v8";
import type { DefinitionFile } from "../engine/definitions.js";
import { once } from "../engine/once.js";
import { type Facts, type ServedSet, ServedTool } from "../engine/served.js";
import type { Schemas } from "../engine/structure.js";
import type { Tool } from "../engine/tool.js";
import { readFolder, readSchemas, sha256 } from "../folder.js";
import { isRecord } from "../objects.js";
import { fingerprintOf, type Head, type Index, KEPT_FILE, type KeptMachine } from "./form.js";

/** The set of a folder in its kept form; undefined where there is none of these very definitions. */
export function keptSet(folder: string, file: string = KEPT_FILE): ServedSet | undefined {
  const bytes = bytesOf(file);
  const head = bytes === undefined ? undefined : headOf(bytes);
  if (bytes === undefined || head === undefined) return undefined;
  const files = readFolder(folder);
  const schemas = readSchemas();
  if (head.fingerprint !== fingerprintOf(files, schemas)) return undefined;
  const body = bytes.subarray(bytes.indexOf("\n") + 1);
  if (head.sha256 !== sha256(body)) return undefined;
  const index = deserialize(body.subarray(0, head.index)) as Index;
  const byPath = new Map(files.map((each) => [each.path, each]));
  const tools = new Map<string, ServedTool>();
  const legacy = new Map<string, ServedTool>();
  for (const { facts, legacy: old, from, to } of index.tools) {
    const part = body.subarray(head.index + from, head.index + to);
    (old ? legacy : tools).set(facts.name, new KeptTool(facts, part, byPath, schemas));
  }
  const { edition, sources } = index;
  return { edition, tools, legacy, sources, files: byPath };
}

function bytesOf(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    // Not built, or not to be read: the definitions themselves are.
    return undefined;
  }
}

function headOf(bytes: Buffer): Head | undefined {
  try {
    const head: unknown = JSON.parse(bytes.toString("utf8", 0, Math.max(bytes.indexOf("\n"), 0)));
    return isRecord(head) ? (head as unknown as Head) : undefined;
  } catch {
    return undefined;
  }
}

class KeptTool extends ServedTool {
  private readonly kept: () => KeptMachine;
  private opened: Promise<Tool> | undefined;

  constructor(
    facts: Facts,
    bytes: Buffer,
    private readonly files: ReadonlyMap<string, DefinitionFile>,
    private readonly schemas: Schemas,
  ) {
    super(facts);
    this.kept = once(() => deserialize(bytes) as KeptMachine);
  }

  protected override machine(): KeptMachine {
    return this.kept();
  }

  protected override inputsBehind(site: number): ReadonlySet<string> | undefined {
    return this.kept().behind[site];
  }

  override whole(): Promise<Tool> {
    this.opened ??= this.open();
    return this.opened;
  }

  /** The engine's readers and checks are loaded by the first who needs them. */
  private async open(): Promise<Tool> {
    const { loadTool } = await import("../engine/loader.js");
    const paths = this.facts.files.map(([path]) => path);
    const tool = loadTool(this.files, paths, this.schemas);
    tool.adopt(this);
    return tool;
  }
}
