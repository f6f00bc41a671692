// The rule book as it stands in a built form: its files, compressed, and an index that names them. Who makes the pages hands
// them in; who serves them finds them here by their paths.
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
  /** Of the definitions that the pages tell of. */
  readonly definitions: string;
  /** Of all that the pages were made from. */
  readonly made: string;
  readonly pages: readonly RulesPage[];
  /** The hash of each file, by its path. */
  readonly files: Readonly<Record<string, string>>;
}

export interface MadeRules extends Omit<RulesIndex, "files"> {
  readonly files: Iterable<{ readonly path: string; readonly content: string | Buffer }>;
}

/** Puts a rule book into a built form, whole or not at all. */
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

/** Undefined where a built form has no rule book that can be read. */
export function rulesIndex(built: string): RulesIndex | undefined {
  const index = readJson(join(built, FOLDER, INDEX));
  return isRecord(index) && isRecord(index.files) ? (index as unknown as RulesIndex) : undefined;
}

const unpack = promisify(gunzip);

/** A rule book on disk: nothing of it is held, so any number of pages costs the same. */
export class BuiltRules {
  constructor(
    private readonly built: string,
    private readonly index: RulesIndex,
  ) {}

  /** Every page, in the order of the book. */
  get pages(): readonly RulesPage[] {
    return this.index.pages;
  }

  /** The hash of a file of the book; undefined where there is none. Only paths that are listed lead to the disk. */
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

/** The rule book of a built form, if it tells of the definitions that the form was made from. */
export function openRules(built: string): BuiltRules | undefined {
  const index = rulesIndex(built);
  return index !== undefined && indexIn(built)?.fingerprint === index.definitions
    ? new BuiltRules(built, index)
    : undefined;
}
