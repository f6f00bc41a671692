// What is looked for, as docs/language-reference.md lists it: the name under which it is found, what it refuses, and one finding as it
// is printed.
export interface Check {
  readonly code: string;
  /** The check is a heuristic that can be wrong about a correct file: its findings stop nothing. */
  readonly isRemark?: true;
  readonly refuses: string;
  /** A message and, in brackets, its hint; a fixture in test/broken has it word for word. */
  readonly example: string;
}
