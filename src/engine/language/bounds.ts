// All limits of the engine. Definitions and inputs are bounded in every respect.
export const LIMITS = {
  /** Characters of one definition file. */
  fileLength: 2_000_000,
  /** Nesting levels of one definition file. */
  fileDepth: 60,
  /** Nodes of one definition file, with aliases expanded. */
  fileNodes: 400_000,
  /** Anchors, aliases and tags of one definition file. */
  fileMarks: 10_000,
  /** Choices of one input. */
  enumWords: 5_000,
  /** Files of one definition set. */
  files: 5_000,
  /** Characters of one text in a definition. */
  textLength: 4_000,
  /** Characters of one formula. */
  formulaLength: 4_000,
  /** Nesting levels of one formula. */
  formulaDepth: 80,
  /** Characters of one regular expression. */
  patternLength: 1_000,
  /** Worst-case steps of a regular expression on its longest text. */
  patternSteps: 5_000_000,
  /** Text length assumed for patterns of `replace`. */
  replacedText: 10_000,
  /** Text length assumed for patterns of inputs without `at_most`: a complete request. */
  unboundedText: 1_000_000,
  /** Typed copies of calculations, groups and loops in one tool. */
  scopes: 2_000,
  /** Values computed for one result, with every call and list followed. */
  evaluations: 300_000,
  /** List items visited for one result. */
  items: 10_000_000,
  /** Parts that one text or list is concatenated from. */
  pieces: 10_000,
  /** Values in one chain of dependencies. */
  chain: 200,
  /** Steps of reasoning about reachable rules, after which nothing more is derived. */
  reasoning: 100_000,
  /** Findings in one report. */
  findings: 500,
  /** Nodes of a file up to which all structural errors are listed; larger files list the first. */
  listedNodes: 15_000,
  /** Names compared with a misspelt one. */
  candidates: 1_000,
  /** Entries of one `each` that an explanation shows in full. */
  explainedEntries: 40,
  /** Nodes in the record of one evaluation. */
  recordedNotes: 1_000_000,
  /** Rejected items of one `pick` that are explained. */
  explainedRefusals: 200,
  /** Parts, bars or bands of one figure. */
  figureItems: 24,
  /** Points of one line in a figure. */
  figurePoints: 400,
  /** Characters of a caller's text repeated in an error message. */
  echoedText: 80,
} as const;
