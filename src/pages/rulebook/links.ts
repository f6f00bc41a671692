// Where the pages of the rule book stand: the page of a definition file, of a source, of a tool's numbers, and the way from
// one to another.

/** The page of a source, named as if it were a definition file of its own. */
export function sourceFile(id: string): string {
  return `sources/${id}.yaml`;
}

/** The page of a definition file. */
export function pageOf(file: string): string {
  return file.replace(/\.yaml$/, ".html");
}

/** The way from one file's page to another's. */
export function linkTo(from: string, to: string): string {
  const up = "../".repeat(from.split("/").length - 1);
  return `${up}${pageOf(to)}`;
}

/** The page of a tool's numbers by evidence, named as if it were a definition file of its own. */
export function judgementFile(tool: string): string {
  return `judgement/${tool}.yaml`;
}
