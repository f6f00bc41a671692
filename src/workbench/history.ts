// Reads the git history of the definitions folder with plumbing commands, without a checkout.

import { sha256 } from "../definitions/folder.js";
import { git } from "../definitions/git.js";
import { withExtended } from "../definitions/read-folder.js";
import type { DefinitionFile } from "../engine/language/files.js";
import { Usage } from "../settings/usage.js";

/** A version of a file, and the newest commit that introduced it. */
export interface Version {
  readonly blob: string;
  readonly commit: string;
}

/** A git revision with its definition files. */
export interface Revision {
  /** The first digits of the commit, or the requested name with them. */
  readonly name: string;
  readonly files: readonly DefinitionFile[];
}

/** Returns a revision of a definitions folder. Throws `Usage` if there is none. */
export function revisionOf(name: string, folder: string): Revision {
  const history = History.of(folder);
  if (history === undefined) throw new Usage(`${folder} is in no git repository.`);
  const revision = history.revision(name);
  if (revision === undefined) throw new Usage(`There is no git revision ${name}.`);
  if (revision.files.length === 0) throw new Usage(`The revision ${revision.name} contains no definitions.`);
  return revision;
}

export class History {
  private readonly texts = new Map<string, string>();

  private constructor(private readonly folder: string) {}

  /** Returns undefined without git or outside of a repository. */
  static of(folder: string): History | undefined {
    const history = new History(folder);
    return history.git(["rev-parse", "--git-dir"]) === undefined ? undefined : history;
  }

  /** Resolves a revision to a commit. */
  commit(revision: string): string | undefined {
    const found = this.git(["rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`]);
    return found?.toString().trim();
  }

  /** Returns the newest commits of any branch that changed the folder. */
  commits(most: number): string[] {
    const log = this.git(["log", "--all", `--max-count=${most}`, "--format=%H", "--", "."]);
    return (log?.toString() ?? "").split("\n").filter((line) => line !== "");
  }

  /** Returns undefined if there is no such revision. */
  revision(name: string): Revision | undefined {
    const commit = this.commit(name);
    if (commit === undefined) return undefined;
    const files = this.filesAt(commit);
    const short = commit.slice(0, 12);
    return { name: commit.startsWith(name) ? short : `${name} (${short})`, files };
  }

  /** Returns the definition files of a commit. */
  filesAt(commit: string): DefinitionFile[] {
    const listed = this.git(["ls-tree", "-r", "-z", commit])?.toString() ?? "";
    const entries = listed.split("\0").flatMap((line) => {
      const match = /^\d+ blob ([0-9a-f]+)\t(.+)$/s.exec(line);
      const [, blob = "", path = ""] = match ?? [];
      const hidden = path.split("/").some((part) => part === "schema" || part.startsWith("."));
      return match === null || hidden || !path.endsWith(".yaml") ? [] : [{ blob, path }];
    });
    this.read(entries.map(({ blob }) => blob));
    return withExtended(entries.map(({ blob, path }) => this.file(path, blob)));
  }

  /** Returns every version of a file on any branch, newest first. */
  versions(path: string): Version[] {
    const log = this.git([
      ...["log", "--all", "-m", "--raw", "--no-renames", "--no-abbrev", "--format=commit %H"],
      ...["--", path],
    ]);
    const found = new Map<string, Version>();
    let commit = "";
    for (const line of (log?.toString() ?? "").split("\n")) {
      if (line.startsWith("commit ")) commit = line.slice("commit ".length);
      const blob = /^:\d+ \d+ [0-9a-f]+ ([0-9a-f]+) [A-Z]/.exec(line)?.[1];
      if (blob === undefined || /^0+$/.test(blob) || found.has(blob)) continue;
      found.set(blob, { blob, commit });
    }
    return [...found.values()];
  }

  /** Returns the versions that files had at the same time, newest first. Absent files are omitted. */
  together(paths: readonly string[]): DefinitionFile[][] {
    const commits = this.git(["log", "--all", "--format=%H", "--", ...paths])?.toString() ?? "";
    const found = new Map<string, DefinitionFile[]>();
    for (const commit of commits.split("\n").filter((line) => line !== "")) {
      const listed = this.git(["ls-tree", "-z", commit, "--", ...paths])?.toString() ?? "";
      if (found.has(listed)) continue;
      const entries = [...listed.matchAll(/ blob ([0-9a-f]+)\t([^\0]+)\0/g)];
      found.set(
        listed,
        entries.map(([, blob = "", path = ""]) => this.file(path, blob)),
      );
    }
    return [...found.values()];
  }

  file(path: string, blob: string): DefinitionFile {
    if (!this.texts.has(blob)) this.read([blob]);
    const text = this.texts.get(blob) ?? "";
    return { path, text, sha256: sha256(text) };
  }

  private read(blobs: readonly string[]): void {
    if (blobs.length === 0) return;
    const all = this.git(["cat-file", "--batch"], `${blobs.join("\n")}\n`);
    let at = 0;
    while (all !== undefined && at < all.length) {
      const end = all.indexOf(10, at);
      const [blob = "", kind, size = "0"] = all.subarray(at, end).toString().split(" ");
      at = end + 1;
      if (kind !== "blob") continue;
      this.texts.set(blob, all.subarray(at, at + Number(size)).toString());
      at += Number(size) + 1;
    }
  }

  private git(args: readonly string[], input?: string): Buffer | undefined {
    return git(this.folder, args, input);
  }
}
