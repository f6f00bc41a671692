// Nothing that a definition or a caller sends may be unbounded. Every bound of the engine stands here.
export const LIMITS = {
  /** Characters of one definition file. */
  fileLength: 2_000_000,
  /** Levels of nesting of one definition file. */
  fileDepth: 60,
  /** Nodes of one definition file, aliases expanded. */
  fileNodes: 400_000,
  /** Anchors, aliases and tags of one definition file. */
  fileMarks: 10_000,
  /** Choices of one input, written or taken from a table. */
  enumWords: 5_000,
  /** Files of one definition set. */
  files: 5_000,
  /** Characters of one text of a definition, whatever it is for. */
  textLength: 4_000,
  /** Characters of one formula. */
  formulaLength: 4_000,
  /** Levels of nesting of one formula. */
  formulaDepth: 80,
  /** Characters of one regular expression. */
  patternLength: 1_000,
  /** Steps that a regular expression may take at the worst, on the longest text that it meets. */
  patternSteps: 5_000_000,
  /** Characters for which the pattern of a `replace` is judged. */
  replacedText: 10_000,
  /** Characters for which the pattern of an input without `at_most` is judged: a whole request. */
  unboundedText: 1_000_000,
  /** Typed copies of calculations, groups and loops of one tool. */
  scopes: 2_000,
  /** Values that one answer computes when every call and list of the definition is followed. */
  evaluations: 300_000,
  /** Items of lists that the formulas of one answer go through, likewise. */
  items: 10_000_000,
  /** Pieces that one text or list is put together from. */
  pieces: 10_000,
  /** Values that depend on each other in one chain. */
  chain: 200,
  /** Steps of the reasoning about what a tool's rules can reach; beyond them nothing more is concluded. */
  reasoning: 100_000,
  /** Findings that one report lists. */
  findings: 500,
  /** Nodes of a file of which every error of the structure is listed; of a larger one, the first. */
  listedNodes: 15_000,
  /** Names that are compared with a misspelt one. */
  candidates: 1_000,
  /** Entries of one `each` that an explanation shows in full. */
  explainedEntries: 40,
  /** Nodes whose values the record of one evaluation holds. */
  recordedNotes: 1_000_000,
  /** Items that did not fit, each with its reason, of one `pick`. */
  explainedRefusals: 200,
  /** Parts, bars or bands of one figure. */
  figureItems: 24,
  /** Points of one line of a figure. */
  figurePoints: 400,
  /** Characters of a caller's text that an error message repeats. */
  echoedText: 80,
} as const;
