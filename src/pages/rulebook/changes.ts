// The history of definition files from git: when and why each file and line changed.
import { git } from "../../definitions/git.js";
import { manyOf } from "../../wording/wording.js";

export interface FileChange {
  readonly commit: string;
  readonly date: string;
  readonly subject: string;
}

export interface Changes {
  /** Why there is no history. */
  readonly missing?: string;
  /** The commit of the files, marked if there are uncommitted changes. */
  readonly state: string;
  /** Changes of a file, newest first. */
  of(file: string): readonly FileChange[];
  /** The newest change of these lines; undefined if unknown. */
  since(file: string, from: number, to: number): FileChange | undefined;
  /** Whether the file differs from the commit. */
  uncommitted(file: string): boolean;
}

/** Used without a git repository. */
export const NO_CHANGES: Changes = {
  missing: "There is no git history here, so dates and reasons of changes are unavailable.",
  state: "not under version control",
  of: () => [],
  since: () => undefined,
  uncommitted: () => false,
};

export function changesOf(folder: string): Changes {
  const head = git(folder, ["log", "-1", "--format=%h", "--abbrev=12", "--", "."])?.toString().trim();
  if (head === undefined || head === "") return NO_CHANGES;
  const dirty = dirtyFiles(folder);
  const shallow = git(folder, ["rev-parse", "--is-shallow-repository"])?.toString().trim() === "true";
  const log = logOf(folder);
  const blamed = new Map<string, readonly (FileChange | undefined)[]>();
  return {
    state: `definitions of commit ${head}${dirty.size > 0 ? `, with changes that are not committed in ${manyOf(dirty.size, "file")}` : ""}`,
    ...(shallow ? { missing: "The git history here is cut off: older changes are not listed." } : {}),
    of: (file) => log.get(file) ?? [],
    since: (file, from, to) => {
      if (dirty.has(file)) return undefined;
      const lines = blamed.get(file) ?? blame(folder, file);
      blamed.set(file, lines);
      let newest: FileChange | undefined;
      for (const change of lines.slice(from - 1, Math.max(from, to - 1)))
        if (change !== undefined && (newest === undefined || change.date > newest.date)) newest = change;
      return newest;
    },
    uncommitted: (file) => dirty.has(file),
  };
}

function dirtyFiles(folder: string): Set<string> {
  const listed =
    git(folder, [
      "diff",
      "--no-ext-diff",
      "--no-textconv",
      "--name-only",
      "--relative",
      "-z",
      "HEAD",
      "--",
      ".",
    ])?.toString() ?? "";
  const fresh =
    git(folder, ["ls-files", "--others", "--exclude-standard", "-z", "--", "."])?.toString() ?? "";
  return new Set([...listed.split("\0"), ...fresh.split("\0")].filter((path) => path.endsWith(".yaml")));
}

function logOf(folder: string): Map<string, FileChange[]> {
  const text =
    git(folder, [
      "log",
      "--no-merges",
      "--relative",
      "--date=short-local",
      "--name-only",
      "--format=%x01%h%x00%ad%x00%s%x00",
      "--",
      ".",
    ])?.toString() ?? "";
  const found = new Map<string, FileChange[]>();
  for (const entry of text.split("\u0001").slice(1)) {
    const [commit = "", date = "", subject = "", files = ""] = entry.split("\0");
    for (const file of files.split("\n").filter((path) => path !== "")) {
      const list = found.get(file) ?? [];
      list.push({ commit, date, subject });
      found.set(file, list);
    }
  }
  return found;
}

/** Returns the change of each line. */
function blame(folder: string, file: string): (FileChange | undefined)[] {
  const text = git(folder, ["blame", "--no-textconv", "--porcelain", "HEAD", "--", file])?.toString() ?? "";
  const changes = new Map<string, { date: string; subject: string }>();
  const lines: (FileChange | undefined)[] = [];
  let commit = "";
  for (const line of text.split("\n")) {
    const head = /^([0-9a-f]{40,}) \d+ \d+/.exec(line)?.[1];
    if (head !== undefined) commit = head;
    const known = changes.get(commit) ?? { date: "", subject: "" };
    const time = /^author-time (\d+)$/.exec(line)?.[1];
    const subject = /^summary (.*)$/.exec(line)?.[1];
    if (time !== undefined) known.date = new Date(Number(time) * 1000).toISOString().slice(0, 10);
    if (subject !== undefined) known.subject = subject;
    changes.set(commit, known);
    if (line.startsWith("\t")) lines.push({ commit: commit.slice(0, 7), ...known });
  }
  return lines;
}
