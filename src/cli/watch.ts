// `plumbline watch`: reports the effects of each save until Ctrl-C.
import { existsSync, type FSWatcher, watch as watchFolder } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { formatFinding } from "../engine/language/findings.js";
import type { Arguments } from "../settings/arguments.js";
import { authorsFolder, casesFolder } from "../settings/served-set.js";
import { manyOf } from "../wording/wording.js";
import { textReport } from "../workbench/impact/report.js";
import { appliedWords, totalOf } from "../workbench/promises/report.js";
import { type Seen, Watching } from "../workbench/watching.js";
import { look } from "./style.js";

/** Milliseconds. Editors save in several steps. */
const PAUSE_MS = 100;
const MOST_LISTED = 10;
const CLEAR = "\x1b[H\x1b[2J\x1b[3J";

export async function watch(args: Arguments): Promise<number> {
  const folder = authorsFolder(args.atMost(0));
  const cases = casesFolder(args, folder);
  const watching = new Watching(folder, cases);
  const out = process.stdout;
  let shown = "";
  let latest = 0;
  const tell = async () => {
    const own = ++latest;
    for (const seen of watching.look()) {
      const page = pageOf(seen);
      // Prints only new lines, and partial counts only on terminals.
      const isGoingOn = out.isTTY !== true && seen.promises.some(({ left }) => left > 0);
      if (page !== shown && !isGoingOn) {
        out.write(out.isTTY === true ? `${CLEAR}${page}` : newIn(page, shown));
        shown = page;
      }
      // Lets Ctrl-C and file events proceed.
      await setImmediate();
      if (own !== latest) return;
    }
  };
  let timer: NodeJS.Timeout | undefined;
  const changed = () => {
    clearTimeout(timer);
    timer = setTimeout(tell, PAUSE_MS);
  };
  const watchers: FSWatcher[] = [folder, cases]
    .filter(existsSync)
    .map((path) => watchFolder(path, { recursive: true }, changed));
  const ended = new Promise<void>((resolve) => process.once("SIGINT", resolve).once("SIGTERM", resolve));
  // After the watchers have started, so that no save is missed.
  await Promise.race([tell(), ended]);
  out.write(look("dim", `Watching ${folder}; Ctrl-C ends it.\n`));
  await ended;
  latest++;
  clearTimeout(timer);
  for (const each of watchers) each.close();
  return 0;
}

/** If there are errors, prints only those. */
export function pageOf(seen: Seen): string {
  const errors = seen.findings.filter(({ severity }) => severity === "error");
  if (errors.length > 0) {
    const lines = errors.slice(0, MOST_LISTED).map(formatFinding);
    return `${[look("red", manyOf(errors.length, "error")), ...lines, ...rest(errors.length)].join("\n")}\n`;
  }
  const remarks = seen.findings.length;
  const lines = [`${look("green", "0 errors")}${remarks > 0 ? `, ${manyOf(remarks, "remark")}` : ""}`];
  if (seen.reached.length === 0) lines.push("No tool has changed.");
  else {
    const names = seen.reached.slice(0, MOST_LISTED).join(", ");
    lines.push(
      `Reached: ${names}${seen.reached.length > MOST_LISTED ? ` and ${seen.reached.length - MOST_LISTED} more` : ""}`,
    );
  }
  for (const { name, cases } of seen.cases) {
    const differing = cases.filter(({ differences }) => differences.length > 0);
    const how = differing.length === 0 ? "all as expected" : look("yellow", `${differing.length} differ`);
    lines.push(`${name}: ${manyOf(cases.length, "golden case")}, ${how}`);
    for (const { golden, differences } of differing.slice(0, MOST_LISTED)) {
      const [first, ...more] = differences;
      const what = first === undefined ? "" : `${first.path}: ${text(first.expected)} to ${text(first.got)}`;
      lines.push(`  ${golden.name}  ${what}${more.length > 0 ? ` and ${more.length} more` : ""}`);
    }
    lines.push(...rest(differing.length));
  }
  for (const { tool, tried, left } of seen.promises.filter((each) => each.tried.length > 0)) {
    const broken = tried.filter(({ outcome }) => outcome === "broken");
    const how = broken.length === 0 ? "none broken" : look("red", `${broken.length} broken`);
    const soFar = left > 0 ? `${tried.length} of ` : "";
    const all = manyOf(tried.length + left, "promise");
    lines.push(`${tool}: ${soFar}${all}${left > 0 ? " tried" : ""}, ${how}; ${appliedWords(totalOf(tried))}`);
    for (const { promise, because } of broken.slice(0, MOST_LISTED)) lines.push(`  ${promise}: ${because}`);
    lines.push(...rest(broken.length));
  }
  lines.push(...seen.notes);
  if (seen.moved.length > 0)
    lines.push(
      "",
      textReport({
        before: "the last commit",
        after: "the working tree",
        seed: "plumbline",
        tools: seen.moved,
      }).trimEnd(),
    );
  return `${lines.join("\n")}\n`;
}

/** Returns the lines added since the last page, or all if it changed. */
function newIn(page: string, before: string): string {
  return page.startsWith(before) ? page.slice(before.length) : page;
}

function rest(count: number): string[] {
  return count > MOST_LISTED ? [`  and ${count - MOST_LISTED} more`] : [];
}

function text(value: unknown): string {
  const written = value === undefined ? "nothing" : JSON.stringify(value);
  return written.length > 60 ? `${written.slice(0, 57)}...` : written;
}
