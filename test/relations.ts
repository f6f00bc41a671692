// Relations between the answers of one tool: one answer in itself, two inputs that differ in one field alone, and
// comparison up to the rounding of results.
import fc from "fast-check";
import { expect } from "vitest";
import type { DefinitionSet } from "../src/engine/set.js";
import type { Tool } from "../src/engine/tool.js";
import { inputOf } from "./arbitraries.js";

export type Input = Readonly<Record<string, unknown>>;

type Words<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | Words<Rest> : Text;
/** Results that are numbers, by their names with spaces between. */
export type Numbers<Names extends string> = Readonly<Record<Words<Names>, number>>;

export interface Shape {
  /** Fields drawn from elsewhere than the schema: free texts that the tool knows, numbers near a limit. */
  readonly fields?: Readonly<Record<string, fc.Arbitrary<unknown>>>;
  /** Brings an input within the constraints between fields. */
  readonly mend?: (input: Input) => Input;
  readonly runs?: number;
}

export class Subject<Answer> {
  readonly inputs: fc.Arbitrary<Input>;
  private readonly tool: Tool;
  private readonly mend: (input: Input) => Input;
  private readonly runs: number;

  constructor(set: DefinitionSet, name: string, shape: Shape = {}) {
    const tool = set.tools.get(name);
    if (tool === undefined) throw new Error(`no tool ${name}`);
    this.tool = tool;
    this.mend = shape.mend ?? ((input) => input);
    this.runs = shape.runs ?? 300;
    this.inputs = fc
      .tuple(inputOf(tool.inputSchema), fc.record({ ...shape.fields }))
      .map(([drawn, own]) => this.mend(withoutUnderflow(withoutGaps({ ...drawn, ...own }))));
  }

  /** The answer; an input at which a ratio overflows has none, and any other refusal is a failure. */
  ask(input: Input): Answer {
    const outcome = this.tool.run(withoutGaps(input));
    if (outcome.ok) return outcome.result as Answer;
    fc.pre(
      !outcome.problems.every((problem) => / is too (small|large) to compute with/.test(problem.message)),
    );
    throw new Error(`${JSON.stringify(input)} refused: ${JSON.stringify(outcome.problems)}`);
  }

  refused(input: Input): string[] {
    const outcome = this.tool.run(input);
    return outcome.ok ? [] : outcome.problems.map((problem) => problem.pointer);
  }

  /** What holds of every answer. */
  always(check: (answer: Answer, input: Input) => void): void {
    fc.assert(
      fc.property(this.inputs, (input) => {
        check(this.ask(input), input);
      }),
      { numRuns: this.runs },
    );
  }

  /** What a change of the input does to the answer. */
  changed(
    change: (input: Input) => Input,
    check: (before: Answer, after: Answer, input: Input) => void,
  ): void {
    this.always((before, input) => check(before, this.ask(change(input)), input));
  }

  /** What more of one field, all else equal, does to the answer; words rise in the given order. */
  rising(
    field: string,
    check: (less: Answer, more: Answer, least: Input, most: Input) => void,
    order?: readonly unknown[],
  ): void {
    const worth = (input: Input) =>
      order === undefined ? (input[field] as number | string) : order.indexOf(input[field]);
    const pairs = fc
      .tuple(this.inputs, this.inputs)
      .filter(([one, other]) => one[field] !== undefined && other[field] !== undefined)
      .map(([one, other]): [Input, Input] => {
        const two = this.mend({ ...one, [field]: other[field] });
        return worth(one) <= worth(two) ? [one, two] : [two, one];
      });
    fc.assert(
      fc.property(pairs, ([least, most]) => {
        check(this.ask(least), this.ask(most), least, most);
      }),
      { numRuns: this.runs },
    );
  }
}

function withoutGaps(input: Input): Input {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}

/** Half of the least number there is would be zero, which many fields do not allow. */
function withoutUnderflow(input: Input): Input {
  const least = 1e-200;
  const tiny = (value: unknown): boolean => typeof value === "number" && value > 0 && value < least;
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [name, tiny(value) ? least : value]),
  );
}

/** Equal up to `slack`, which is the rounding of what is compared. */
export function near(actual: number, wanted: number, slack: number): void {
  const room = slack * (1 + 1e-9) + 1e-9 * Math.max(Math.abs(actual), Math.abs(wanted));
  if (!(Math.abs(actual - wanted) <= room)) expect(actual, `within ${room} of`).toBe(wanted);
}

export function atMost(lower: number, upper: number, slack = 0): void {
  if (!(lower <= upper + slack + 1e-9 * Math.abs(upper))) expect(lower).toBeLessThanOrEqual(upper);
}

/** Each is at most the next. */
export function ascending(...values: readonly number[]): void {
  values.slice(1).forEach((value, index) => {
    atMost(values[index] ?? Number.NaN, value);
  });
}

export function sum(values: Iterable<number>): number {
  return [...values].reduce((total, value) => total + value, 0);
}

export function dates(from: string, to: string): fc.Arbitrary<string> {
  return fc
    .date({ min: new Date(from), max: new Date(to), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
}

export function numeric(input: Input, field: string): number {
  const value = input[field];
  if (typeof value !== "number") throw new Error(`${field} is no number`);
  return value;
}

/** The input with some of its numbers multiplied. */
export function times(factor: number, ...fields: readonly string[]): (input: Input) => Input {
  return (input) => {
    const given = fields.filter((field) => input[field] !== undefined);
    return { ...input, ...Object.fromEntries(given.map((field) => [field, numeric(input, field) * factor])) };
  };
}
