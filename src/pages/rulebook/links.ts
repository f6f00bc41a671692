// Paths of rule book pages, and links between them.
import { SECTIONS } from "../../engine/language/files.js";
import { type Html, html, joined } from "../html.js";

/** The pseudo file of a source's page. */
export function sourceFile(id: string): string {
  return `sources/${id}.yaml`;
}

/** Returns the page of a definition file. Separate sections are on their tool's page. */
export function pageOf(file: string): string {
  const section = /^(.+)\/(\w+)\.yaml$/.exec(file);
  const isSection = file.split("/").length > 2 && SECTIONS.some((name) => name === section?.[2]);
  return isSection ? `${section?.[1]}.html` : file.replace(/\.yaml$/, ".html");
}

/** Returns the relative link between two files' pages. */
export function linkTo(from: string, to: string): string {
  const up = "../".repeat(from.split("/").length - 1);
  return `${up}${pageOf(to)}`;
}

/** Users listed before folding. */
const FEW = 3;

export function usedBy(users: readonly Html[]): Html {
  if (users.length === 0) return html``;
  const list = joined(users, ", ");
  return users.length <= FEW
    ? html`<span><span class="tag">used by</span> ${list}</span>`
    : html`<details><summary>used by ${users.length} places</summary> ${list}</details>`;
}

/** The pseudo file of a tool's evidence page. */
export function judgementFile(tool: string): string {
  return `judgement/${tool}.yaml`;
}
