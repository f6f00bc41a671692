// Files of a definition set, and their sources.

export interface DefinitionFile {
  /** Path inside the definitions folder, with forward slashes. */
  readonly path: string;
  readonly text: string;
  readonly sha256: string;
  /** In an extending set: lines at the head that belong to that set; 0 for files of the extended set. */
  readonly ownLines?: number;
  /** Whether it replaces a file of the extended set. */
  readonly isInstead?: boolean;
}

/** Sections of a tool that may be in separate files. */
export const SECTIONS = ["words", "examples", "figures", "promises"] as const;
export type Section = (typeof SECTIONS)[number];

/** Returns the path of a section's separate file. */
export function sectionFile(tool: string, section: Section): string {
  return `${tool.replace(/\.yaml$/, "")}/${section}.yaml`;
}

/** Returns the kind of a file by its path. Parts of one tool, and its sections, are in a folder named after it. */
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
  /** The id of its licence. */
  readonly licence?: string;
  readonly date?: string;
  readonly url?: string;
  readonly review_by: string;
  readonly note?: string;
}

/** Terms of use of sources. */
export interface Licence {
  readonly id: string;
  readonly title: string;
  /** For commercial services: allowed, only by agreement, or unknown. */
  readonly commercial: "allowed" | "by_licence" | "unknown";
  readonly url?: string;
  readonly note?: string;
}

/** The files of a definition, sorted by path, and the hash over all of them. */
export interface DefinitionIdentity {
  readonly sha256: string;
  readonly files: readonly (readonly [path: string, sha256: string])[];
}
