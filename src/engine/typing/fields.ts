// Types fields and keys: expressions with a dot or brackets.
import { didYouMean, editDistance, likely } from "../language/nearest.js";
import {
  describe,
  fieldNames,
  fieldOf,
  orNull,
  type RecordType,
  type Shape,
  type Type,
  textOf,
  UNKNOWN,
} from "../language/types.js";
import type { Typed } from "./plan.js";
import type { Env, Typer } from "./typer.js";

/** Types a field of a record, of each item of a list, or an entry of a map. */
export function typeField(typer: Typer, of: Typed, name: string, env: Env): Typed {
  const { type } = of;
  if (type.kind === "unknown" || type.kind === "null")
    return typer.node({ op: "field", of, name, type: UNKNOWN });
  if (type.kind === "list") {
    const lambda = typer.lambda(type.item, of);
    const body = typeField(typer, typer.node({ op: "lambda", lambda, type: type.item }), name, env);
    return typer.node({ op: "pluck", of, lambda, body, type: { ...type, item: body.type } });
  }
  if (type.kind === "map")
    return typeKey(typer, of, typer.node({ op: "literal", value: name, type: textOf([name]) }), env);
  if (type.kind !== "record")
    return typer.wrong({ ...env, word: name }, `${describe(type)} has no field ${name}.`);
  const field = columnOf(typer, of, name, env);
  if (field !== undefined) return field;
  const names = fieldNames(type);
  const list = names.length <= 12 ? `it has ${names.join(", ")}` : undefined;
  const here = { ...env, word: name };
  return typer.wrong(here, `There is no field ${name} here.`, didYouMean(name, names, list), "symbol");
}

/** Returns the field of a record, if it exists. */
export function columnOf(typer: Typer, of: Typed, name: string, env: Env): Typed | undefined {
  if (of.type.kind !== "record") return undefined;
  const type = fieldOf(of.type, name);
  if (type === undefined) return undefined;
  typer.touch(of.type, name, env);
  checkSides(typer, of.type, name, env);
  return typer.node({ op: "field", of, name, type });
}

/**
 * Reports a field that some alternative records lack, because it would silently be null. Reported once. If that
 * record has a similar field that the others lack, one is misspelt.
 */
function checkSides(typer: Typer, { shapes }: RecordType, name: string, env: Env): void {
  const others = shapes.filter((shape) => shape.field(name) !== undefined);
  for (const shape of shapes) {
    const side = sideOf(typer, shape);
    if (others.includes(shape) || typer.lacking.has(`${side} ${name}`)) continue;
    typer.lacking.add(`${side} ${name}`);
    const own = [...shape.names()].filter((each) => others.every((other) => other.field(each) === undefined));
    const meant = likely(name, own);
    if (meant !== undefined && editDistance(name, meant) <= Math.floor(name.length / 6)) {
      const location = typer.slotOf(shape, meant)?.def.location ?? typer.location({ ...env, word: name });
      const message = `This record has ${meant} instead of ${name}, which is null here.`;
      typer.report.error("symbol", location, message, "give both one name");
    } else {
      const having = others.map((other) => sideOf(typer, other)).join(" or ");
      const hint = `read ${name} from ${having} only, or define ${name} in ${side} too, as "null" if it has no value`;
      const message = `This may be a record of ${side}, which has no ${name}.`;
      typer.wrong({ ...env, word: name }, message, hint, "symbol");
    }
  }
}

/** Returns the name of a record's calculation, value or table. */
function sideOf(typer: Typer, { access, table }: Shape): string {
  const scope = typer.scopeOf(access);
  if (scope !== undefined) return scope.inner?.scope.label ?? scope.label;
  return table ?? "the outcome of the rules";
}

/** Types a map entry. */
export function typeKey(typer: Typer, of: Typed, key: Typed, env: Env): Typed {
  if (of.type.kind !== "map")
    return typer.wrong(env, `\`[...]\` looks up a key in a map, and this is ${describe(of.type)}.`);
  if (of.op === "inputs") return inputNamed(typer, of, key, env);
  const { keys, value } = of.type;
  if (key.type.kind === "text" && key.type.set !== undefined && keys !== undefined) {
    const strange = [...key.type.set].find((word) => !keys.has(word));
    if (strange !== undefined) {
      const near = didYouMean(strange, keys);
      return typer.wrong({ ...env, word: strange }, `The map has no key "${strange}".`, near);
    }
  }
  return typer.node({ op: "lookup", of, key, type: orNull(value) });
}

/** Types `inputs[name]`: the words must be closed, and their inputs of one type. */
function inputNamed(typer: Typer, of: Typed, key: Typed, env: Env): Typed {
  const words = key.type.kind === "text" ? key.type.set : undefined;
  if (words === undefined) {
    return typer.wrong(env, "inputs[...] needs a closed set of input names.", "take the name from a table");
  }
  const strange = [...words].find((word) => !typer.inputs.has(word));
  if (strange !== undefined)
    typer.wrong(env, `There is no input ${strange}.`, didYouMean(strange, typer.inputs.keys()));
  let type: Type = { ...UNKNOWN, nullable: false };
  for (const word of words) {
    const input = typer.inputs.get(word);
    if (input === undefined) continue;
    typer.useInput(word, env);
    type = typer.join(type, input.type, env, "inputs[...]");
  }
  return typer.node({ op: "lookup", of, key, type: key.type.nullable ? orNull(type) : type });
}
