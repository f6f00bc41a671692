// Files of a definition set, and the sources that they cite.

export interface DefinitionFile {
  /** Path inside the definitions folder, with forward slashes. */
  readonly path: string;
  readonly text: string;
  readonly sha256: string;
}

export interface Source {
  readonly id: string;
  readonly title: string;
  readonly reference?: string;
  readonly publisher?: string;
  readonly evidence: string;
  readonly date?: string;
  readonly url?: string;
  readonly review_by: string;
  readonly note?: string;
}
