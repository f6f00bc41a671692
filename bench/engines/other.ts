// The interface of other engines: numbers and main words of a result, without sentences.

type Input = Readonly<Record<string, unknown>>;

export interface OtherEngine {
  readonly name: string;
  /** Returns the parsed calculation of a tool. It omits sentences, which favours the other engine. */
  model(tool: string): (input: Input) => Record<string, unknown> | Promise<Record<string, unknown>>;
  close(): void;
}

export const OTHER_TOOLS = ["calculate_pue", "part_s_ev"] as const;
