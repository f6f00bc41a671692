// Bodies of jobs go to disk as they arrive: however long a table is, it is never held in the memory of the service.
import { createHash, randomUUID } from "node:crypto";
import { createWriteStream, existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { IN_MEMORY } from "../../access/sqlite-schema.js";
import { bounded } from "../http/bodies.js";

const NAME = "spool-";

export class Spool {
  private readonly folder: string;

  /** Files of this process go into the data folder, which has room for tables; those of processes that have ended are deleted. */
  constructor(dataDir: string) {
    const home = dataDir === IN_MEMORY ? tmpdir() : dataDir;
    this.folder = join(home, `${NAME}${process.pid}`);
    rmSync(this.folder, { recursive: true, force: true });
    if (dataDir === IN_MEMORY || !existsSync(home)) return;
    for (const name of readdirSync(home))
      if (name.startsWith(NAME) && !isAlive(Number(name.slice(NAME.length))))
        rmSync(join(home, name), { recursive: true, force: true });
  }

  /** A name for a file that the caller deletes. */
  file(): string {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    return join(this.folder, randomUUID());
  }

  /** Writes a body into a file of its own, and tells the hash of what it held. */
  async take(body: Readable, most: number): Promise<{ file: string; content: string }> {
    const file = this.file();
    const hash = createHash("sha256");
    const hashing = async function* (source: AsyncIterable<Buffer>) {
      for await (const chunk of source) {
        hash.update(chunk);
        yield chunk;
      }
    };
    try {
      await pipeline(body, bounded(most), hashing, createWriteStream(file, { mode: 0o600 }));
      return { file, content: hash.digest("hex") };
    } catch (error) {
      await rm(file, { force: true });
      throw error;
    }
  }

  close(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
