// Where the pages of the rule book stand: the page of a definition file, of a source, of a tool's numbers, and the way from
// one to another.
import { SECTIONS } from "../../engine/language/files.js";
import { type Html, html, joined } from "../html.js";

/** The page of a source, named as if it were a definition file of its own. */
export function sourceFile(id: string): string {
  return `sources/${id}.yaml`;
}

/** The page of a definition file; a section that stands beside its tool is on the tool's page. */
export function pageOf(file: string): string {
  const section = /^(.+)\/(\w+)\.yaml$/.exec(file);
  const isSection = file.split("/").length > 2 && SECTIONS.some((name) => name === section?.[2]);
  return isSection ? `${section?.[1]}.html` : file.replace(/\.yaml$/, ".html");
}

/** The way from one file's page to another's. */
export function linkTo(from: string, to: string): string {
  const up = "../".repeat(from.split("/").length - 1);
  return `${up}${pageOf(to)}`;
}

/** Users of a place that are listed at once; more are folded. */
const FEW = 3;

export function usedBy(users: readonly Html[]): Html {
  if (users.length === 0) return html``;
  const list = joined(users, ", ");
  return users.length <= FEW
    ? html`<span><span class="tag">used by</span> ${list}</span>`
    : html`<details><summary>used by ${users.length} places</summary> ${list}</details>`;
}

/** The page of a tool's numbers by evidence, named as if it were a definition file of its own. */
export function judgementFile(tool: string): string {
  return `judgement/${tool}.yaml`;
}
