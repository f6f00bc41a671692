// What may be asked of a calculation sheet: how much it says, and what the engineer who files it writes on it.

/** The answer; with it the checks and the results in full; with them every step. */
export const DETAILS = ["summary", "checks", "full"] as const;
export type Detail = (typeof DETAILS)[number];

export function isDetail(word: unknown): word is Detail {
  return DETAILS.some((each) => each === word);
}

/** The cells of the project block; empty where they are left to the pen. */
export const PROJECT = {
  project: "Project",
  reference: "Reference",
  prepared_by: "Prepared by, date",
  checked_by: "Checked by, date",
} as const;

export interface SheetOptions {
  readonly detail?: Detail;
  /** Where the rules of the tool can be read, for a sheet that is shown beside them. */
  readonly rules?: string;
  /** Where a place of the definition can be read: its file, line and column, and the id of what stands there. */
  readonly place?: (at: string, of: string) => string | undefined;
  readonly project?: Readonly<Partial<Record<keyof typeof PROJECT, string>>>;
}
