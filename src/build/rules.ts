// The rule book in a built form: compressed files and an index. Callers render the pages.
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { gunzip, gzipSync } from "node:zlib";
import { readJson } from "../definitions/folder.js";
import { isRecord } from "../json/objects.js";
import { hashOf, INDEX, indexIn } from "./form.js";

const FOLDER = "rules";

export interface RulesPage {
  readonly path: string;
  readonly title: string;
  readonly kind: string;
}

interface RulesIndex {
  /** Hash of the definitions. */
  readonly definitions: string;
  /** Hash of everything that the pages were made from. */
  readonly made: string;
  readonly pages: readonly RulesPage[];
  /** Hash of each file, by path. */
  readonly files: Readonly<Record<string, string>>;
}

export interface MadeRules extends Omit<RulesIndex, "files"> {
  readonly files: Iterable<{ readonly path: string; readonly content: string | Buffer }>;
}

/** Writes a rule book atomically. */
export function writeRules(built: string, { definitions, made, pages, files }: MadeRules): void {
  const place = join(built, FOLDER);
  const draft = `${place}.${process.pid}`;
  rmSync(draft, { recursive: true, force: true });
  try {
    const hashes: Record<string, string> = {};
    for (const { path, content } of files) {
      const file = join(draft, `${path}.gz`);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, gzipSync(content, { level: 9 }));
      hashes[path] = hashOf(Buffer.from(content));
    }
    const index: RulesIndex = { definitions, made, pages, files: hashes };
    writeFileSync(join(draft, INDEX), JSON.stringify(index));
    rmSync(place, { recursive: true, force: true });
    renameSync(draft, place);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Undefined if there is no readable rule book. */
export function rulesIndex(built: string): RulesIndex | undefined {
  const index = readJson(join(built, FOLDER, INDEX));
  return isRecord(index) && isRecord(index.files) ? (index as unknown as RulesIndex) : undefined;
}

const unpack = promisify(gunzip);

/** A rule book on disk. Nothing is kept in memory. */
export class BuiltRules {
  constructor(
    private readonly built: string,
    private readonly index: RulesIndex,
  ) {}

  /** Every page in book order. */
  get pages(): readonly RulesPage[] {
    return this.index.pages;
  }

  /** Returns the hash of a file; undefined for unlisted paths, so that no other path reaches the disk. */
  hash(path: string): string | undefined {
    return Object.hasOwn(this.index.files, path) ? this.index.files[path] : undefined;
  }

  paths(): string[] {
    return Object.keys(this.index.files);
  }

  async compressed(path: string): Promise<Buffer> {
    return readFile(join(this.built, FOLDER, `${path}.gz`));
  }

  async plain(path: string): Promise<Buffer> {
    return unpack(await this.compressed(path));
  }
}

/** Returns the rule book if it matches the definitions of the built form. */
export function openRules(built: string): BuiltRules | undefined {
  const index = rulesIndex(built);
  return index !== undefined && indexIn(built)?.fingerprint === index.definitions
    ? new BuiltRules(built, index)
    : undefined;
}
