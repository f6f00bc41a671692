// What the parts of the reference evaluator (formulas, rules, lookups, kinds of values) ask of the one that walks.
import type { MathNode } from "mathjs";
import type { Give, ResultNode, Template, ToolDef, WrittenFormula } from "../language/model.js";
import type { Frame, OnUse, ReadOrigin, ReferenceValue, Remembered, ToolContext, Trace } from "./frame.js";

/** What a function gives, and where that was worked out. */
export interface CallOutcome {
  readonly value: ReferenceValue;
  readonly from: Remembered | undefined;
}

export interface Walk {
  readonly def: ToolDef;
  readonly root: Frame;
  readonly context: ToolContext;
  /** Told of every piece of the definition that the evaluation makes use of. */
  readonly onUse: OnUse | undefined;
  /** How each result was worked out, by its path. */
  readonly results: Map<string, { readonly node: ResultNode; readonly trace: Trace }>;
  isInput(name: string, frame: Frame): boolean;
  /** The words of a table that are nearest to a given one. */
  nearest(table: string, word: string, count: number): string[];
  formula(written: WrittenFormula, frame: Frame, trace: Trace): Promise<ReferenceValue>;
  node(node: MathNode, frame: Frame, trace: Trace): Promise<ReferenceValue>;
  /** The value of a name that a frame holds. */
  get(frame: Frame, name: string): Promise<ReferenceValue>;
  text(template: Template, frame: Frame, trace: Trace): Promise<string>;
  give(give: Give, frame: Frame, trace: Trace): Promise<ReferenceValue>;
  /** The frame of a calculation for these arguments. */
  calculation(name: string, args: ReadonlyMap<string, ReferenceValue>): Frame;
  /** A one-line function; throws Missing where a name in it is not worked out yet. */
  callFunction(name: string, values: readonly ReferenceValue[]): CallOutcome;
  /** A frame in which a record's fields are plain names; `from` is where the record comes from. */
  over(frame: Frame, item: ReferenceValue, from: ReadonlySet<ReadOrigin>, name?: string): Frame;
}
