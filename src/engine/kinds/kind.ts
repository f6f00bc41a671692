// One kind of value is one file, all of this shape: how it is typed, how it is compiled, how the reference evaluator
// works it out and what an explanation says of it. Adding a kind is adding a file and one line in the registry.
import type { Code } from "../compile/code.js";
import type { KindName, ValueOf } from "../model.js";
import type { Body, Slot } from "../plan.js";
import type { Frame } from "../reference/frame.js";
import type { Trace } from "../reference/trace.js";
import type { ReferenceValue, Walker } from "../reference/walker.js";
import type { Type } from "../types.js";
import type { Env, Typer } from "../typing/typer.js";

export interface Inferred {
  readonly type: Type;
  readonly body: Body;
}

export interface Kind<K extends KindName, B extends Body["kind"]> {
  readonly name: K;
  readonly body: B;
  infer(typer: Typer, slot: Slot, def: ValueOf<K>, env: Omit<Env, "written">): Inferred;
  /** Statements that leave the value in `r`. */
  compile(code: Code, body: Extract<Body, { kind: B }>, type: Type): string;
  evaluate(walker: Walker, def: ValueOf<K>, frame: Frame, trace: Trace): Promise<ReferenceValue>;
}
