// Interprets a plan: constraints, results and figures for one input.
import { type CommonField, LISTS } from "../language/common-fields.js";
import type { Compiled } from "../run/compiled.js";
import type { ToolPlan } from "../typing/plan.js";
import { slotEval } from "./bodies.js";
import { textEval } from "./entries.js";
import { newFormulas } from "./expressions.js";
import type { Fields, Frame, RootFrame, Value } from "./frames.js";
import { Program } from "./program.js";
import type { ToolRecord } from "./record.js";
import { Recorder } from "./recorder.js";
import { resultEval } from "./results.js";

/** Gives the same bytes as the compiled tool. */
export interface Interpreter extends Pick<Compiled, "violations" | "result" | "figures"> {
  readonly open: (input: Readonly<Record<string, unknown>>) => RootFrame;
  /** Returns an input or value of the tool, computing only its dependencies; undefined for other names. */
  readonly value: (root: RootFrame, name: string) => Value | undefined;
}

export interface RecordingInterpreter extends Interpreter {
  /** Returns the record so far of this frame. */
  readonly recordOf: (root: RootFrame) => ToolRecord;
}

export function interpret(plan: ToolPlan, disclaimer: string): Interpreter {
  return interpreter(new Program(plan, undefined, newFormulas, slotEval), disclaimer);
}

export function interpretRecording(plan: ToolPlan, disclaimer: string): RecordingInterpreter {
  const recorder = new Recorder();
  const program = new Program(plan, recorder, newFormulas, slotEval);
  return { ...interpreter(program, disclaimer), recordOf: (root) => recorder.of(root) };
}

function interpreter(program: Program, disclaimer: string): Interpreter {
  const { plan, recorder } = program;
  const formulas = newFormulas(program, plan.root, -1);
  const constraints = plan.constraints.map((constraint) => ({
    constraint,
    when: formulas.condition(constraint.when),
    say: textEval(formulas, constraint.say),
  }));
  const results = plan.results.map((result) => [result.node.name, resultEval(formulas, result)] as const);
  const common = commonFields(program, disclaimer);
  return {
    open: (input) => program.open(input),
    value: (root, name) => {
      const slot = plan.root.slots.get(name);
      return slot === undefined ? root.inputs.get(name) : program.slot(slot)(root);
    },
    violations: (root) => {
      const frame = root as RootFrame;
      recorder?.of(frame);
      return constraints.flatMap(({ constraint, when, say }) => {
        const found: { field: string; message: string }[] = [];
        const check = () => {
          if (when(frame) !== true) return false;
          found.push({ field: constraint.field, message: String(say(frame)) });
          return true;
        };
        if (recorder === undefined) check();
        else recorder.constraint(constraint, frame, check);
        return found;
      });
    },
    result: (root, brief = false) => {
      const frame = root as RootFrame;
      recorder?.of(frame);
      const own = results.map(([name, result]) => [name, result(frame, name)] as const);
      const shared = plan.def.commonFields.map((field) => [field, common[field](frame, brief)] as const);
      return Object.fromEntries([...own, ...shared]);
    },
    figures: plan.figures.map((figure, at) => {
      const tree = resultEval(formulas, figure);
      return (root) => {
        recorder?.of(root as RootFrame);
        return tree(root as RootFrame, `figures[${at}]`) as Readonly<Record<string, unknown>> | null;
      };
    }),
  };
}

function commonFields(
  program: Program,
  disclaimer: string,
): Record<CommonField, (root: Frame, brief: boolean) => unknown> {
  const { plan } = program;
  const list = (name: string) => {
    const slot = plan.root.slots.get(name);
    return (root: Frame) => (slot === undefined ? [] : program.slot(slot)(root)) as readonly Value[];
  };
  const [flags, assumptions] = [list(LISTS.flags), list(LISTS.assumptions)];
  const [recommendations, standard] = [list(LISTS.recommendations), list(LISTS.standard)];
  const own = plan.def.disclaimer;
  return {
    flags: (root) => flags(root).map((flag) => (flag as Fields).code),
    warnings: (root) => flags(root).map((flag) => (flag as Fields).warning),
    assumptions: (root, brief) => (brief ? null : assumptions(root)),
    recommendations: (root, brief) => (brief ? null : recommendations(root)),
    standard_reference: standard,
    disclaimer: () => (own === "" ? disclaimer : `${disclaimer} ${own}`),
  };
}
