// What the benchmark asks of another engine: the numbers and main words of a tool's result, without its sentences.

type Input = Readonly<Record<string, unknown>>;

export interface OtherEngine {
  readonly name: string;
  /** The calculation of a tool, parsed and ready. It leaves sentences out, which is in its favour. */
  model(tool: string): (input: Input) => Record<string, unknown> | Promise<Record<string, unknown>>;
  close(): void;
}

export const OTHER_TOOLS = ["calculate_pue", "part_s_ev"] as const;
