// Files of a definition set, and the sources that they cite.

export interface DefinitionFile {
  /** Path inside the definitions folder, with forward slashes. */
  readonly path: string;
  readonly text: string;
  readonly sha256: string;
  /** In a set that extends another: the lines at its head that are its own, 0 where the file is the other's. */
  readonly ownLines?: number;
  /** Whether it stands in the place of a file of the set that is extended. */
  readonly isInstead?: boolean;
}

/** Sections of a tool that may stand in a file of their name beside it: what a reviewer of the method need not read. */
export const SECTIONS = ["words", "examples", "figures", "promises"] as const;
export type Section = (typeof SECTIONS)[number];

/** Where a section of a tool stands, if it stands beside it. */
export function sectionFile(tool: string, section: Section): string {
  return `${tool.replace(/\.yaml$/, "")}/${section}.yaml`;
}

/**
 * What a file defines, by where it stands: parts that only one tool has, and sections of it, stand in a folder of its name
 * beside it.
 */
export function kindOfFile(path: string): "tool" | "legacy" | "part" | "table" | "section" | undefined {
  const [folder, ...inner] = path.split("/");
  if (folder === "parts") return "part";
  if (folder === "tables") return "table";
  if (folder !== "tools" && folder !== "legacy") return undefined;
  if (SECTIONS.some((section) => inner.length === 2 && inner[1] === `${section}.yaml`)) return "section";
  return inner.length > 1 ? "part" : folder === "tools" ? "tool" : "legacy";
}

export interface Source {
  readonly id: string;
  readonly title: string;
  readonly reference?: string;
  readonly publisher?: string;
  readonly evidence: string;
  /** On what terms it may be used, by the id of the licence. */
  readonly licence?: string;
  readonly date?: string;
  readonly url?: string;
  readonly review_by: string;
  readonly note?: string;
}

/** On what terms sources may be used. */
export interface Licence {
  readonly id: string;
  readonly title: string;
  /** For a service that is sold: allowed, with the owner's agreement, or not known. */
  readonly commercial: "allowed" | "by_licence" | "unknown";
  readonly url?: string;
  readonly note?: string;
}
