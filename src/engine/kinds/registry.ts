// All kinds of values. A new kind is a file beside this one and a line in here.
import type { Code } from "../compile/code.js";
import type { KindName, ValueDef } from "../model.js";
import type { Body, Slot, Typed } from "../plan.js";
import type { Frame } from "../reference/frame.js";
import type { Trace } from "../reference/trace.js";
import type { ReferenceValue, Walker } from "../reference/walker.js";
import { orNull, type Type } from "../types.js";
import { typeCondition } from "../typing/expressions.js";
import type { Typer } from "../typing/typer.js";
import { parseUnit } from "../units.js";
import { isYamlMap, spotOf } from "../yaml.js";
import { calculate } from "./calculate.js";
import { collect } from "./collect.js";
import { constant } from "./constant.js";
import { decide } from "./decide.js";
import { each } from "./each.js";
import { formula } from "./formula.js";
import { group } from "./group.js";
import type { Kind } from "./kind.js";
import { pick } from "./pick.js";
import { text } from "./text.js";

type AnyKind = Kind<KindName, Body["kind"]>;
const KINDS: readonly AnyKind[] = [
  formula,
  constant,
  text,
  decide,
  collect,
  each,
  pick,
  calculate,
  group,
] as unknown as AnyKind[];
const BY_NAME = new Map(KINDS.map((kind) => [kind.name, kind]));
const BY_BODY = new Map(KINDS.map((kind) => [kind.body, kind]));

function kindOf(name: KindName): AnyKind {
  const kind = BY_NAME.get(name);
  if (kind === undefined) throw new Error(`no kind ${name}`);
  return kind;
}

/** Types a slot: its kind's part, its condition and its scale. */
export function inferBody(typer: Typer, slot: Slot): { type: Type; body: Body; when?: Typed } {
  const { def } = slot;
  const env = { scope: slot.scope, lambdas: [], slot, margin: def };
  const when = def.when === undefined ? undefined : typeCondition(typer, def.when, env);
  if (def.unit !== undefined && parseUnit(def.unit) === undefined) {
    const holder = def.holder[def.name];
    const spot = isYamlMap(holder) ? spotOf(holder, "unit") : def.spot;
    typer.report.error(
      "unit",
      spot,
      `${def.unit} is not a unit known here.`,
      "units such as kW, mm^2, GBP/kWh, W/m^2/K",
    );
  }
  const { type, body } = kindOf(def.kind).infer(typer, slot, def as never, env);
  const scaled = def.scale === undefined ? type : onScale(typer, slot, type, def.scale);
  if (def.condition && type.kind !== "boolean" && type.kind !== "unknown") {
    typer.report.error(
      "type",
      def.spot,
      `${def.name} stands under conditions and is not true or false.`,
      "move it to values",
    );
  }
  return when === undefined ? { type: scaled, body } : { type: orNull(scaled), body, when };
}

function onScale(typer: Typer, slot: Slot, type: Type, name: string): Type {
  const scale = typer.def.scales.get(name);
  if (scale === undefined) {
    typer.report.error("symbol", slot.def.spot, `There is no scale ${name}.`);
    return type;
  }
  const words = type.kind === "text" ? type.set : undefined;
  const strange = [...(words ?? [])].find((word) => !scale.words.includes(word));
  if (strange !== undefined) {
    typer.report.error(
      "word",
      slot.def.spot,
      `${slot.name} can be ${strange}, which is not a word of the scale ${name}.`,
    );
  }
  return { kind: "scale", scale, nullable: type.nullable };
}

export function compileBody(code: Code, body: Body, type: Type): string {
  const kind = BY_BODY.get(body.kind);
  if (kind === undefined) throw new Error(`no code for ${body.kind}`);
  return kind.compile(code, body as never, type);
}

export function evaluateKind(
  walker: Walker,
  def: ValueDef,
  frame: Frame,
  trace: Trace,
): Promise<ReferenceValue> {
  return kindOf(def.kind).evaluate(walker, def as never, frame, trace);
}
