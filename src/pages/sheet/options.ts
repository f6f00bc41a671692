// Options of a calculation sheet: level of detail, and project data.

/** The answer; plus checks and full results; plus every step. */
export const DETAILS = ["summary", "checks", "full"] as const;
export type Detail = (typeof DETAILS)[number];

export function isDetail(word: unknown): word is Detail {
  return DETAILS.some((each) => each === word);
}

/** Details of the project. The member is the title of the sheet; the others are cells, filled in by hand if empty. */
export const PROJECT = {
  project: "Project",
  reference: "Reference",
  member: "Member or site",
  prepared_by: "Prepared by, date",
  checked_by: "Checked by, date",
} as const;

export interface SheetOptions {
  readonly detail?: Detail;
  /** Address of the tool's rules. */
  readonly rules?: string;
  /** Returns the address of a location in the definition, from file:line:column and the id. */
  readonly place?: (at: string, of: string) => string | undefined;
  readonly project?: Readonly<Partial<Record<keyof typeof PROJECT, string>>>;
}
