// A check, as docs/language-reference.md lists it: its code, what it refuses, and an example finding.
export interface Check {
  readonly code: string;
  /** A heuristic check that can be wrong. Its findings do not prevent serving. */
  readonly isRemark?: true;
  readonly refuses: string;
  /** A message with its hint in brackets. A fixture in test/broken contains it word for word. */
  readonly example: string;
}
